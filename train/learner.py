"""The learner: environments, network, optimizer and counts, advanced one iteration at a time."""

import contextlib
import time

import numpy as np
import torch

import critic as C
import formers
import loss as L
import schedule
from env import STATS, Env
from guests import Guests, parse, score
from net import Flat, Net
from optimizer import Adam
from rollout import Buffer, Rollout, act


def compile_or_not(function, device, graphs=False):
    """`torch.compile` where there is one and a GPU to gain from it; the function itself elsewhere. With `graphs` the GPU gets all
    its work for a call in one piece; what the call returns is then overwritten by the next."""
    if device.type != "cuda" or not hasattr(torch, "compile"):
        return function
    if not graphs:
        return torch.compile(function, dynamic=False)
    compiled = torch.compile(function, dynamic=False, mode="reduce-overhead")

    def call(*arguments):
        torch.compiler.cudagraph_mark_step_begin()
        return compiled(*arguments)

    return call


def make_net(cfg, device):
    """A fresh network of the configured shape."""
    return Net(cfg["kind"], cfg["width"], cfg["blocks"], cfg["heads"]).to(device)


class Learner:
    """Everything a run consists of. `state` and `load_state` carry all of it over, exactly."""

    def __init__(self, cfg, variant, setups, device):
        self.cfg, self.variant, self.device = cfg, variant, device
        torch.manual_seed(cfg["seed"])
        self.dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
        self.net = make_net(cfg, device)
        self.flat = Flat(self.net)
        self.adam = Adam(self.flat, cfg["adam_beta1"], cfg["adam_beta2"])
        self.envs = [
            Env(
                cfg["group_games"],
                cfg["seed"] * 1000 + g,
                variant,
                setups,
                cfg["max_quiet"],
                cfg["max_plies"],
                pin=device.type == "cuda",
            )
            for g in range(cfg["groups"])
        ]
        self.invited = parse(cfg["guests"])
        earlier = formers.parse(cfg["formers"])
        n_guests, n_formers = (sum(count for count, _ in seats) for seats in (self.invited, earlier))
        if (n_guests + n_formers) / 2 > (1 - cfg["train_share"]) * cfg["group_games"]:
            raise SystemExit("guests, formers: too many; the turns left to the network are fewer than train_share asks for")
        if n_formers and n_guests + n_formers > cfg["group_games"]:
            raise SystemExit(f"formers: {n_formers} behind {n_guests} guests have no room in {cfg['group_games']} games")
        self.guests = [
            Guests(env, self.invited, cfg["seed"] * 1000 + g, pin=device.type == "cuda") if self.invited else None
            for g, env in enumerate(self.envs)
        ]
        if cfg["guest_setups"] not in ("own", "pool"):
            raise SystemExit(f"guest_setups: {cfg['guest_setups']!r} is neither own nor pool")
        if cfg["guest_setups"] == "own":
            for guests in filter(None, self.guests):
                guests.bring_setups()
        self.critic = self.critic_adam = None
        if cfg["critic_blocks"]:
            self.critic = C.Critic(cfg["width"], cfg["critic_blocks"]).to(device)
            self.critic_adam = Adam(Flat(self.critic), cfg["adam_beta1"], cfg["adam_beta2"])
        games = cfg["groups"] * cfg["group_games"]
        self.buffer = Buffer(cfg["plies"], games, device, cfg["width"] if self.critic else 0, self.dtype)
        # The rollout copies what an evaluation returns before it asks for the next.
        self.act = compile_or_not(lambda obs, t: act(self.net, obs, t, self.dtype), device, cfg["graphs"])
        self.loss = compile_or_not(lambda batch, c: L.total_loss(self.net, self.critic, batch, c, self.dtype), device)
        self.judge = compile_or_not(lambda *turns: self.critic(*turns).softmax(-1), device)
        compiled = lambda function: compile_or_not(function, device, cfg["graphs"])
        self.formers = formers.Formers(earlier, n_guests, variant, device, self.dtype, compiled) if earlier else None
        self.rollout = Rollout(self.envs, self.guests, self.formers, self.buffer, self.act, device)
        self.opponents = self._opponents()
        self.steps = 0
        self.iterations = 0
        self.seconds = 0.0

    def _opponents(self):
        """The number of the opponent in each game, as the critic knows them."""
        numbers = torch.full((self.buffer.games,), C.ITSELF, dtype=torch.uint8)
        for guests, where in zip(self.guests, self.rollout.slices):
            for bot, seats in guests.seats if guests else []:
                numbers[where.start + seats.start : where.start + seats.stop] = C.opponent_number(bot)
        return numbers.to(self.device)

    def stats(self):
        """Counts over all groups since the first iteration."""
        totals = dict.fromkeys(STATS, 0)
        for env in self.envs:
            for name, value in env.stats().items():
                totals[name] += value
        return totals

    def iterate(self):
        """Plays and learns once; returns what there is to log."""
        before = self.stats()
        began = time.perf_counter()
        engine, wait = self.rollout.run()
        self._synchronize()
        rolled = time.perf_counter()
        log = self._train()
        ended = time.perf_counter()

        n = self.buffer.plies * self.buffer.games
        self.steps += n
        self.iterations += 1
        self.seconds += ended - began
        log.update(self._game_log(before))
        log.update(self._opponent_log())
        log.update(
            iteration=self.iterations,
            steps=self.steps,
            seconds=self.seconds,
            steps_per_second=n / (ended - began),
            rollout_s=rolled - began,
            train_s=ended - rolled,
            engine_s=engine,
            wait_s=wait,
            engine_share=engine / (ended - began),
        )
        return log

    def _game_log(self, before):
        new = {name: value - before[name] for name, value in self.stats().items()}
        games, plies = max(1, new["games"]), max(1, new["plies"])
        return {
            "games": self.stats()["games"],
            "new_games": new["games"],
            "new_draws": new["draws"],
            "plies_per_game": new["finished_plies"] / games,
            "draw_share": new["draws"] / games,
            "attacks_per_100": 100 * new["attacks"] / plies,
            "red_share": new["wins_red"] / max(1, new["wins_red"] + new["wins_blue"]),
            "ends": {name[4:]: new[name] for name in STATS if name.startswith("end_")},
        }

    def _opponent_log(self):
        """What came of the games with guests and formers in this iteration, and how long the guests took."""
        log = {}
        if self.invited:
            delay, thought = map(sum, zip(*(guests.times() for guests in self.guests)))
            log.update(guests=self._results(self.guests), guests_delay_s=delay, guests_thought_s=thought)
        if self.formers:
            log["formers"] = self._results([self.formers] * len(self.envs))
        return log

    def _results(self, seated):
        """Wins, draws and losses in this iteration against each of those who sit in the groups."""
        outcome, theirs = self.buffer.outcome.cpu().numpy(), self.buffer.theirs.cpu().numpy() != 0
        results = {}
        for opponents, where in zip(seated, self.rollout.slices):
            for name, seats in opponents.seats:
                columns = slice(where.start + seats.start, where.start + seats.stop)
                new = score(outcome[:, columns], theirs[:, columns])
                results[name] = [a + b for a, b in zip(results.get(name, [0, 0, 0]), new)]
        return results

    def _train(self):
        cfg, buffer = self.cfg, self.buffer
        values, last = self._judged() if self.critic else (buffer.value[:-1], buffer.value[-1])
        target = L.lambda_returns(values, buffer.outcome, last, cfg["td_lambda"])
        advantage = L.advantages(values, buffer.outcome, last, cfg["gae_lambda"])
        # What a guest or a former did is no sample of the network's policy.
        chosen = L.select_largest(self._emphasized(advantage), cfg["train_share"], buffer.theirs != 0)
        smallest = advantage.reshape(-1)[chosen].abs().min()

        lr = schedule.learning_rate(self.steps, cfg)
        magnet = schedule.magnet(self.steps, cfg)
        coefficients = torch.tensor(
            [cfg["clip"], cfg["kl_data"], magnet, cfg["value_weight"], cfg["belief_weight"]], device=self.device
        )
        n = buffer.plies * buffer.games
        columns = [
            buffer.obs[:-1].reshape(n, -1),
            buffer.action.reshape(n),
            buffer.log_p.reshape(n),
            advantage.reshape(n),
            target.reshape(n, 3),
            buffer.truth[:-1].reshape(n, -1),
            self.opponents.expand(buffer.plies, -1).reshape(n),
        ]
        metrics, norms, critic_norms = [], [], []
        # Batches of one fixed size, so that nothing compiles anew; the few samples left over are dropped.
        size = min(cfg["batch"], chosen.numel())
        for first in range(0, chosen.numel() - size + 1, size):
            index = chosen[first : first + size]
            loss, parts = self.loss([column[index] for column in columns], coefficients)
            loss.backward()
            decay = schedule.ema_decay(self.adam.updates, cfg)
            norms.append(self.adam.update(lr, cfg["grad_norm"], decay))
            if self.critic:
                critic_norms.append(self.critic_adam.update(cfg["critic_lr"], cfg["grad_norm"], 0.0))
            metrics.append(parts)
        means = torch.stack(metrics).mean(0).tolist()
        log = dict(zip(L.METRICS, means))
        if critic_norms:
            log["critic_grad_norm"] = torch.stack(critic_norms).mean().item()
        norms = torch.stack(norms)
        usable = norms.isfinite()
        log.update(
            grad_norm=norms[usable].mean().item() if usable.any() else float("inf"),
            skipped_share=1 - usable.float().mean().item(),
            learning_rate=lr,
            magnet=magnet,
            advantage_mean_abs=advantage.abs().mean().item(),
            advantage_threshold=smallest.item(),
            value_mean=L.utility(values).mean().item(),
        )
        return log

    @torch.no_grad()
    def _judged(self):
        """What the critic makes of all turns: values [plies, games, 3], and those after the last ply."""
        buffer = self.buffer
        # In a guest's own turn nothing is learned, and the critic has never seen one: there it sees two networks.
        theirs = torch.cat([buffer.theirs, 1 - buffer.theirs[-1:]])
        values = torch.stack(
            [
                self.judge(
                    buffer.features[t], buffer.value[t].clamp_min(1e-9).log(), buffer.truth[t], self.opponents * (1 - theirs[t])
                )
                for t in range(buffer.plies + 1)
            ]
        )
        # After the learner's last move in such a game it is the guest's turn. That the position would be worth more against a network
        # is nothing the move has gained, so the value before it stands in for the value after it.
        is_guests = (self.opponents != C.ITSELF) & (buffer.theirs[-1] == 0)
        return values[:-1], torch.where(is_guests.unsqueeze(-1), values[-2].flip(-1), values[-1])

    def _emphasized(self, advantage):
        """Advantages by which samples are selected: games with guests are few, and may be given more weight."""
        factor = self.cfg["guest_emphasis"]
        if not self.invited or factor == 1.0:
            return advantage
        advantage = advantage.clone()
        n_guests = sum(count for count, _ in self.invited)
        for where in self.rollout.slices:
            advantage[:, where.start : where.start + n_guests] *= factor
        return advantage

    def _synchronize(self):
        if self.device.type == "cuda":
            torch.cuda.synchronize()

    @contextlib.contextmanager
    def averaged_weights(self):
        """Inside, the network holds the averaged weights: the ones to play with."""
        kept = self.flat.weights.clone()
        self.flat.weights.copy_(self.adam.ema)
        try:
            yield self.net
        finally:
            self.flat.weights.copy_(kept)

    def state(self):
        """(header, arrays): all that is needed to go on as if nothing had happened."""
        header = {
            "config": self.cfg,
            "variant": self.variant,
            "arch": self.net.arch,
            "steps": self.steps,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "updates": self.adam.updates,
        }
        if self.critic:
            header["critic_updates"] = self.critic_adam.updates
        vectors = {"weights": self.flat.weights, "m": self.adam.m, "v": self.adam.v, "ema": self.adam.ema}
        arrays = {name: vector.detach().cpu().numpy() for name, vector in vectors.items()}
        if self.critic:
            for name, vector in self._critic_vectors().items():
                arrays[name] = vector.detach().cpu().numpy()
        arrays["rng_cpu"] = torch.get_rng_state().numpy()
        if self.device.type == "cuda":
            arrays["rng_cuda"] = torch.cuda.get_rng_state().numpy()
        for g, env in enumerate(self.envs):
            arrays[f"env{g}"] = np.frombuffer(env.save(), dtype=np.uint8)
        return header, arrays

    def _critic_vectors(self):
        adam = self.critic_adam
        return {"critic_weights": adam.flat.weights, "critic_m": adam.m, "critic_v": adam.v}

    def load_state(self, header, arrays):
        """Takes up a saved state. Games of groups that are not there any more, or of another size, start afresh, and so does a critic
        of another size."""
        if header["arch"] != self.net.arch or header["variant"] != self.variant:
            raise SystemExit(f"the checkpoint is of a {header['variant']} network {header['arch']}")
        for name, vector in [
            ("weights", self.flat.weights),
            ("m", self.adam.m),
            ("v", self.adam.v),
            ("ema", self.adam.ema),
        ]:
            vector.copy_(torch.from_numpy(arrays[name]))
        self.adam.updates = header["updates"]
        if self.critic and "critic_weights" in arrays:
            if arrays["critic_weights"].size == self.critic_adam.flat.weights.numel():
                for name, vector in self._critic_vectors().items():
                    vector.copy_(torch.from_numpy(arrays[name]))
                self.critic_adam.updates = header["critic_updates"]
            else:
                print("the critic of the checkpoint has another size; this one starts afresh")
        self.steps, self.iterations, self.seconds = header["steps"], header["iterations"], header["seconds"]
        torch.set_rng_state(torch.from_numpy(arrays["rng_cpu"].copy()))
        if self.device.type == "cuda" and "rng_cuda" in arrays:
            torch.cuda.set_rng_state(torch.from_numpy(arrays["rng_cuda"].copy()))
        if header["config"]["group_games"] == self.cfg["group_games"]:
            for g, env in enumerate(self.envs):
                if f"env{g}" in arrays:
                    env.load(arrays[f"env{g}"].tobytes())
