"""Plays a network against a sparring partner: pairs of games from the same two setups, colors swapped. A bot makes its own setups; ours
are those of --setups, and games end by the limits of training, so that a match in the arena may differ by some points.

    python3 train/evaluate.py CHECKPOINT --against random|heuristic|bot:NAME|CHECKPOINT [--games N] [--temperature T ...]
"""

import argparse
import json
import math
import time

import numpy as np
import torch

import checkpoint
import mirror
from env import Env
from guests import GuestPlayer
from learner import compile_or_not, make_net
from net import Flat
from rollout import act


class NetPlayer:
    """A network that plays by sampling; always evaluates batches of one size, so that it compiles once at most."""

    def __init__(self, act_fn, batch, device, temperature=1.0):
        self.act_fn, self.device = act_fn, device
        self.packed = torch.zeros(batch, 0, dtype=torch.uint8)
        self.batch = batch
        self.inverse = torch.tensor(1.0 / temperature, device=device)

    @torch.no_grad()
    def actions(self, env, index):
        """Actions for the games of `index`, from their observations alone."""
        if self.packed.shape[1] != env.obs.shape[1]:
            self.packed = torch.zeros(self.batch, env.obs.shape[1], dtype=torch.uint8, device=self.device)
        out = np.empty(len(index), dtype=np.int16)
        for first in range(0, len(index), self.batch):
            part = index[first : first + self.batch]
            rows = env.obs[torch.from_numpy(part)]
            self.packed[: len(part)].copy_(rows)
            action = self.act_fn(self.packed, self.inverse)[0]
            out[first : first + len(part)] = action[: len(part)].cpu().numpy()
        return out


class EnginePlayer:
    """One of the engine's built-in players."""

    def __init__(self, name):
        self.name = name

    def actions(self, env, index):
        """Actions for the games of `index`."""
        return env.player_actions(self.name)[index]


def match(player, opponent, env):
    """Plays every game of `env` (made with `paired`, without automatic reset) to its end; returns wins, draws, losses.

    `player` is red in the even games and blue in the odd ones; games 2k and 2k + 1 begin with the same position.
    """
    games = np.arange(env.n_games)
    result = np.zeros(4, dtype=np.int64)
    ply = 0
    while True:
        running = env.running()
        if not running.any():
            break
        ours = (games % 2 == 0) == (ply % 2 == 0)
        actions = env.actions.numpy()
        for who, to_move in ((player, ours), (opponent, ~ours)):
            index = games[to_move & running]
            if len(index):
                actions[index] = who.actions(env, index)
        env.step()
        outcomes = env.outcomes.numpy()
        # An outcome belongs to whoever moved; turn those of the opponent's moves round.
        ended = outcomes > 0
        seen = np.where(ours, outcomes, 4 - outcomes)[ended]
        result += np.bincount(seen, minlength=4)
        ply += 1
    return result[1:].tolist()


def summary(result):
    """Score and its standard error from (wins, draws, losses)."""
    wins, draws, losses = result
    n = max(1, wins + draws + losses)
    score = (wins + draws / 2) / n
    variance = (wins + draws / 4) / n - score**2
    return {
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "score": round(score, 4),
        "error": round(math.sqrt(max(variance, 0) / n), 4),
    }


def evaluation_env(games, seed, variant, setups, cfg):
    """An environment for `match`; games are cut off by the same limits as in training."""
    return Env(
        games, seed, variant, setups, cfg["max_quiet"], cfg["max_plies"], auto_reset=False, paired=True
    )  # fmt: skip


def load_net(path, device):
    """The averaged weights of a checkpoint as a network, with its header and the type to compute in."""
    header, arrays = checkpoint.load(path)
    net = make_net(dict(header["config"], **header["arch"]), device)
    Flat(net).weights.copy_(torch.from_numpy(arrays["ema"]))
    return net, header, torch.bfloat16 if device.type == "cuda" else torch.float32


def load_player(path, batch, device, temperature, is_mirroring=False):
    """The averaged weights of a checkpoint as a player, with its header; it may ask its network on both sides of a mirror."""
    net, header, dtype = load_net(path, device)
    how = mirror.act if is_mirroring else act
    act_fn = compile_or_not(lambda obs, t: how(net, obs, t, dtype), device)
    return NetPlayer(act_fn, batch, device, temperature), header


def load_opponent(name, env, batch, device, temperature, seed):
    """An engine's player, a bot (`bot:invincible`) or a checkpoint as the opponent in the games of `env`."""
    if name in Env.PLAYERS:
        return EnginePlayer(name)
    if name.startswith("bot:"):
        return GuestPlayer(env, name[4:], seed)
    return load_player(name, batch, device, temperature)[0]


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", help="manifest of the network to test")
    parser.add_argument("--against", default="heuristic", help="random, heuristic, bot: and a bot of the program, or another checkpoint")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--temperature", type=float, nargs="+", default=[1.0], help="one match each")
    parser.add_argument("--opponent-temperature", type=float, help="of another checkpoint; the same as ours without it")
    parser.add_argument("--mirror", action="store_true", help="ours asks its network on both sides of a mirror")
    parser.add_argument("--setups", help="file of setups to draw from, ours alone against a bot; random ones without it")
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()

    given = args.temperature + [t for t in [args.opponent_temperature] if t is not None]
    if min(given) <= 0:
        raise SystemExit("temperatures are above 0")

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    batch = max(1, args.games // 2)
    player, header = load_player(args.checkpoint, batch, device, 1.0, args.mirror)
    opponent = None
    for temperature in args.temperature:
        # Every match as if it were the only one.
        torch.manual_seed(args.seed)
        env = evaluation_env(args.games, args.seed, header["variant"], args.setups, header["config"])
        theirs = temperature if args.opponent_temperature is None else args.opponent_temperature
        # A network is compiled once; a bot belongs to its games.
        if not isinstance(opponent, NetPlayer):
            opponent = load_opponent(args.against, env, batch, device, theirs, args.seed)
        for who, its in ((player, temperature), (opponent, theirs)):
            if isinstance(who, NetPlayer):
                who.inverse.fill_(1.0 / its)
        began = time.time()
        report = summary(match(player, opponent, env))
        env.close()
        report.update(against=args.against, temperature=temperature, steps=header["steps"], mirror=args.mirror)
        if isinstance(opponent, NetPlayer):
            report["opponent_temperature"] = theirs
        report["seconds"] = round(time.time() - began, 1)
        print(json.dumps(report), flush=True)


if __name__ == "__main__":
    main()
