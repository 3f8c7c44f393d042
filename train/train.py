"""Trains a player by self-play, from scratch or from a checkpoint, until a deadline.

    python3 train/train.py --variant classic --setups FILE --out DIR --deadline 540 [--resume CHECKPOINT]

Writes DIR/log.jsonl (one line an iteration or evaluation) and DIR/last.json with its parts, a checkpoint to resume from.
"""

import argparse
import collections
import json
import os
import sys
import time

BEGAN = time.monotonic()

import torch  # noqa: E402  (the deadline counts the seconds that importing takes)

import checkpoint  # noqa: E402
import config  # noqa: E402
import evaluate  # noqa: E402
from learner import Learner  # noqa: E402


class Log:
    """JSON lines to a file, flushed one by one, and a short form to the terminal."""

    SHORT = [
        ("steps", "{:.4g}"),
        ("steps_per_second", "{:.0f}"),
        ("rollout_s", "{:.3f}"),
        ("train_s", "{:.3f}"),
        ("engine_share", "{:.2f}"),
        ("draw_share", "{:.2f}"),
        ("attacks_per_100", "{:.1f}"),
        ("plies_per_game", "{:.0f}"),
        ("entropy", "{:.2f}"),
        ("kl_data", "{:.4f}"),
        ("value_loss", "{:.3f}"),
        ("critic_loss", "{:.3f}"),
        ("belief_loss", "{:.3f}"),
        ("belief_count_loss", "{:.3f}"),
    ]

    def __init__(self, path, every):
        self.file = open(path, "a")
        self.every = every

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def iteration(self, record):
        """Logs an iteration; only every so many go to the terminal."""
        self._write(record)
        if record["iteration"] % self.every == 0:
            print(" ".join(f"{name}={form.format(record[name])}" for name, form in self.SHORT), flush=True)

    def event(self, record):
        """Logs anything rarer than an iteration."""
        self._write(record)
        print(json.dumps(record), flush=True)

    def _write(self, record):
        self.file.write(json.dumps(record) + "\n")
        self.file.flush()


class Health:
    """Watches for broken gradients, and for passive play over the last iterations."""

    def __init__(self, cfg):
        self.cfg = cfg
        self.recent = collections.deque(maxlen=20)

    def verdict(self, record):
        """Why the run should stop, or None."""
        if record["skipped_share"] > 0.5:
            return f"{record['skipped_share']:.0%} of the batches have gradients that are not finite"
        self.recent.append((record["new_games"], record["new_draws"], record["attacks_per_100"]))
        games = sum(item[0] for item in self.recent)
        if record["steps"] < self.cfg["stop_after_steps"] or games < 200:
            return None
        draws = sum(item[1] for item in self.recent) / games
        attacks = sum(item[2] for item in self.recent) / len(self.recent)
        if draws > self.cfg["stop_draws"]:
            return f"{draws:.0%} of games are draws"
        if attacks < self.cfg["stop_attacks"]:
            return f"{attacks:.2f} attacks per 100 plies"
        return None


def evaluation_is_due(before, after, cfg):
    """Whether an iteration took the number of steps past the first mark or past a multiple of the period."""
    period, first = cfg["eval_every_steps"], cfg["eval_first_steps"]
    return after // period > before // period or before < first <= after


def evaluation(learner, opponent, games, temperature, setups):
    """One line for the log: the averaged network against an opponent as `evaluate.load_opponent` knows them."""
    began = time.monotonic()
    cfg = learner.cfg
    # The generator is put back afterwards, so that evaluating more or less often changes nothing in the training.
    cpu = torch.get_rng_state()
    cuda = torch.cuda.get_rng_state() if learner.device.type == "cuda" else None
    torch.manual_seed(cfg["seed"])
    env = evaluate.evaluation_env(games, 1_000_003 + cfg["seed"], learner.variant, setups, cfg)
    with learner.averaged_weights():
        player = evaluate.NetPlayer(learner.act, cfg["group_games"], learner.device, temperature)
        other = evaluate.load_opponent(opponent, env, cfg["group_games"], learner.device, temperature, cfg["seed"])
        result = evaluate.match(player, other, env)
    env.close()
    torch.set_rng_state(cpu)
    if cuda is not None:
        torch.cuda.set_rng_state(cuda)
    record = {"evaluation": opponent, "temperature": temperature, "steps": learner.steps, "games": learner.stats()["games"]}
    record.update(evaluate.summary(result))
    record["took_s"] = round(time.monotonic() - began, 1)
    return record


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", choices=["classic", "barrage"], default="classic")
    parser.add_argument("--setups", help="file of setups to draw from, mirrored at random; random ones without it")
    parser.add_argument("--out", required=True, help="folder for log and checkpoint")
    parser.add_argument("--resume", help="checkpoint to go on from: its manifest, or a packed file")
    parser.add_argument("--deadline", type=float, default=float("inf"), help="seconds from the start to the last write")
    parser.add_argument("--reserve", type=float, default=75, help="seconds of these kept for the last evaluation and save")
    parser.add_argument(
        "--rivals", nargs="*", default=[], help="opponents of the last evaluation, T=0.3: checkpoints, or bot: and a bot's name"
    )
    parser.add_argument("--iterations", type=int, default=0, help="stop after this many iterations of this call; 0: never")
    parser.add_argument("--save-every", type=float, default=180, help="seconds between checkpoints")
    parser.add_argument("--print-every", type=int, default=20, help="iterations between lines on the terminal")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--config", nargs="*", action="extend", default=[], metavar="NAME=VALUE", help="overrides of config.py")
    args = parser.parse_args()

    # Guests begin to think on a thread of their own. With Python's 5 ms between threads it would start when the device has half done.
    sys.setswitchinterval(1e-4)
    os.makedirs(args.out, exist_ok=True)
    device = torch.device(args.device)
    torch.backends.cudnn.benchmark = True
    saved = checkpoint.load(args.resume) if args.resume else None
    cfg = config.load(args.config, saved[0]["config"] if saved else None)
    learner = Learner(cfg, args.variant, args.setups, device)
    if saved:
        learner.load_state(*saved)
    with Log(os.path.join(args.out, "log.jsonl"), args.print_every) as log:
        log.event(
            {
                "start": args.variant,
                "config": cfg,
                "parameters": learner.flat.weights.numel(),
                "steps": learner.steps,
                "torch": torch.__version__,
                "device": torch.cuda.get_device_name() if device.type == "cuda" else "cpu",
            }
        )
        run(learner, log, args)


def run(learner, log, args):
    """Iterates until told to stop, then evaluates and saves."""
    cfg = learner.cfg
    manifest = os.path.join(args.out, "last.json")
    health = Health(cfg)
    done, longest, last_save = 0, 0.0, time.monotonic()
    reason = None
    while reason is None:
        began = time.monotonic()
        record = learner.iterate()
        record["since_start_s"] = round(time.monotonic() - BEGAN, 2)
        log.iteration(record)
        done += 1
        # The first iteration compiles; it says nothing about the next.
        if done > 2:
            longest = max(longest, time.monotonic() - began)
        if evaluation_is_due(learner.steps - learner.buffer.plies * learner.buffer.games, learner.steps, cfg):
            log.event(evaluation(learner, "heuristic", cfg["eval_games"], 1.0, args.setups))
        if time.monotonic() - last_save > args.save_every:
            checkpoint.save(manifest, *learner.state())
            last_save = time.monotonic()
        reason = health.verdict(record)
        if args.iterations and done >= args.iterations:
            reason = "iterations done"
        if time.monotonic() - BEGAN + 2 * longest > args.deadline - args.reserve:
            reason = "deadline"
    # Saved before the last evaluation: that one may be cut off without harm.
    checkpoint.save(manifest, *learner.state())
    log.event({"stop": reason, "steps": learner.steps, "iterations": learner.iterations, "seconds": learner.seconds})
    last = [("heuristic", 1.0), ("random", 1.0), ("heuristic", 0.3)]
    last = [(*match, cfg["final_eval_games"]) for match in last] + [(rival, 0.3, cfg["rival_games"]) for rival in args.rivals]
    last = [match for match in last if match[2] > 0]
    for opponent, temperature, games in last:
        if time.monotonic() - BEGAN + args.reserve / (len(last) + 1) > args.deadline:
            break
        log.event(evaluation(learner, opponent, games, temperature, args.setups))


if __name__ == "__main__":
    main()
