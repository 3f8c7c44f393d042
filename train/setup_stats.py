"""Counts where people put their pieces, for the setups of our players.

    python3 train/setup_stats.py classic SETUPS.txt assets/setup-stats-classic.json

SETUPS.txt has one setup a line: 40 letters, front row first, left to right as its owner sees it, A empty, B bomb, C to L spy to
marshal, M flag; other lines are skipped. Only counts leave this program, each over a hundredth of the setups or more, so no
single setup can be read off them. A setup with its flag in the right half is mirrored first: all tables are of the left half.

For each flag square (10 * row + column from the owner's left back corner): how many setups have it, how often bombs stand on
which of the flag's neighbors (bits: 1 in front, 2 behind, 4 left, 8 right), and for each rank how often it stands on each square.
"""

import argparse
import json
import re

RANKS = ["flag", "spy", "scout", "miner", "sergeant", "lieutenant", "captain", "major", "colonel", "general", "marshal", "bomb"]
# Flag squares that fewer people choose are left out: most of them are jokes.
LEAST_SHARE = 0.01


def parse(line):
    """Rank by square (None where empty), squares counted from the owner's left back corner."""
    squares = [None] * 40
    for index, letter in enumerate(line):
        row, column = 3 - index // 10, index % 10
        if letter != "A":
            squares[10 * row + column] = {"B": "bomb", "M": "flag"}.get(letter) or RANKS[ord(letter) - ord("B")]
    return squares


def mirrored(squares):
    """The same with left and right exchanged."""
    return [squares[10 * (at // 10) + 9 - at % 10] for at in range(40)]


def guard(squares, flag):
    """Which neighbors of the flag are bombs, as bits."""
    row, column = divmod(flag, 10)
    steps = [(row + 1, column), (row - 1, column), (row, column - 1), (row, column + 1)]
    inside = [0 <= r < 4 and 0 <= c < 10 for r, c in steps]
    return sum(1 << bit for bit, (r, c) in enumerate(steps) if inside[bit] and squares[10 * r + c] == "bomb")


def count(setups):
    """The tables by flag square."""
    tables = {}
    for squares in setups:
        flag = squares.index("flag")
        if flag % 10 >= 5:
            squares = mirrored(squares)
            flag = squares.index("flag")
        empty = {"flag": flag, "setups": 0, "guards": [0] * 16, "ranks": {rank: [0] * 40 for rank in RANKS[1:]}}
        table = tables.setdefault(flag, empty)
        table["setups"] += 1
        table["guards"][guard(squares, flag)] += 1
        for at, rank in enumerate(squares):
            if rank not in (None, "flag"):
                table["ranks"][rank][at] += 1
    return [tables[flag] for flag in sorted(tables) if tables[flag]["setups"] >= LEAST_SHARE * len(setups)]


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=["classic", "barrage"])
    parser.add_argument("setups", help="file of setups")
    parser.add_argument("out", help="file for the counts")
    args = parser.parse_args()
    with open(args.setups) as file:
        lines = [line.strip() for line in file]
    tables = count([parse(line) for line in lines if re.fullmatch("[A-M]{40}", line)])
    for table in tables:
        table["ranks"] = {rank: places for rank, places in table["ranks"].items() if any(places)}
    with open(args.out, "w") as file:
        file.write(f'{{"variant": "{args.variant}", "tables": [\n')
        file.write(",\n".join(json.dumps(table, separators=(",", ":")) for table in tables))
        file.write("\n]}\n")
    print(f"{sum(table['setups'] for table in tables)} of {len(lines)} lines, setups with the flag on {len(tables)} squares")


if __name__ == "__main__":
    main()
