"""Makes setups of which half are what a network likes best, to train with.

    python3 train/choose_setups.py CHECKPOINT SETUPS.txt OUT.txt [--keep SHARE]

In classic a network knows nothing of a game that has not begun but its own setup, so its value there is what it expects of that setup; in
Barrage it also sees where the enemy stands, and the value is of one such game. A setup and its mirror image, which are drawn alike, count
as one with the mean of both. OUT.txt has every setup of SETUPS.txt (40 letters a line, front row first) once, then as many lines again from
the best SHARE, in turn: a learner that draws from it meets every kind of setup, and its own kind often.
"""

import argparse
import os

import torch

import layout
import loss
from env import Env
from evaluate import load_net
from learner import compile_or_not

BATCH = 4096


def setup_lines(packed):
    """The own setup in each observation of a game that has not begun, as letters: B bomb, C to L spy to marshal, M flag."""
    letters = ["M"] + [chr(ord("C") + at) for at in range(layout.N_RANKS - 2)] + ["B"]
    codes = layout.field(packed, "code")[:, :40].tolist()
    lines = []
    for row in codes:
        squares = ["A" if code == layout.EMPTY else letters[code - layout.OWN_FIRST] for code in row]
        lines.append("".join("".join(squares[10 * at : 10 * at + 10]) for at in (3, 2, 1, 0)))
    return lines


def mirrored(line):
    """The same setup with left and right exchanged."""
    return "".join(line[at : at + 10][::-1] for at in (0, 10, 20, 30))


@torch.no_grad()
def valued(net, variant, setups, draws, seed, device, dtype):
    """Values of the setups that at least `draws` games begin with, by line; `setups` is a file. Of a setup and its mirror image the line
    that comes first in the alphabet stands for both."""
    value_of = compile_or_not(lambda packed: loss.utility(net(packed, dtype)[1].softmax(-1)), device)
    values = {}
    for number in range(-(-draws // BATCH)):
        env = Env(BATCH, seed + number, variant, setups)
        values.update(zip(setup_lines(env.obs), value_of(env.obs.to(device)).tolist()))
        env.close()
    both = {}
    for line, value in values.items():
        both.setdefault(min(line, mirrored(line)), []).append(value)
    return {line: sum(found) / len(found) for line, found in both.items()}


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", help="manifest or packed file")
    parser.add_argument("setups", help="file of setups to choose from")
    parser.add_argument("out", help="file to write")
    parser.add_argument("--keep", type=float, default=0.1, help="share of the setups drawn that is kept")
    parser.add_argument("--draws", type=int, default=1 << 18, help="how many setups are drawn and valued")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    if not 0 < args.keep <= 1 or args.draws < 1:
        raise SystemExit("--keep is a share above 0 and at most 1, --draws a number of at least 1")

    device = torch.device(args.device)
    net, header, dtype = load_net(args.checkpoint, device)
    values = valued(net, header["variant"], args.setups, args.draws, args.seed, device, dtype)
    best = sorted(values, key=values.get, reverse=True)[: max(1, int(args.keep * len(values)))]
    with open(args.setups) as file:
        everything = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    temporary = args.out + ".new"
    with open(temporary, "w") as file:
        file.writelines(line + "\n" for line in everything)
        file.writelines(best[number % len(best)] + "\n" for number in range(len(everything)))
    os.replace(temporary, args.out)
    mean = sum(values.values()) / len(values)
    mean_of_best = sum(values[line] for line in best) / len(best)
    print(f"{len(values)} setups valued {mean:+.3f} on the mean, {len(best)} kept: {mean_of_best:+.3f}")


if __name__ == "__main__":
    main()
