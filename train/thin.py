"""Appends a run's log, thinned, to the points that are kept of a line.

    python3 train/thin.py RUN/log.jsonl train/runs/LINE.jsonl [CHECKPOINT=NAME ...]

Of every 40 iterations one point stays: their mean share of draws and attacks, and the sums of their games with guests and with formers
(won, drawn, lost). Evaluations stay with their results; a rival is called NAME in place of its file. What LINE.jsonl has already is
not appended again: iterations by their steps, evaluations by steps, opponent and temperature.
"""

import json
import os
import sys

ITERATIONS_A_POINT = 40
EVALUATION = ["steps", "evaluation", "temperature", "score", "error", "wins", "draws", "losses"]


def point(records):
    """One point for these iterations."""
    mean = lambda name, digits: round(sum(record[name] for record in records) / len(records), digits)
    thin = {"steps": records[-1]["steps"], "draw_share": mean("draw_share", 3), "attacks_per_100": mean("attacks_per_100", 2)}
    for opponents in ("guests", "formers"):
        sums = {}
        for record in records:
            for name, results in record.get(opponents, {}).items():
                sums[name] = [a + b for a, b in zip(sums.get(name, (0, 0, 0)), results)]
        if sums:
            thin[opponents] = sums
    return thin


def evaluation_key(record):
    """What tells an evaluation from others."""
    return record["steps"], record["evaluation"], record["temperature"]


def thin(records):
    """The points of a log, in its order; iterations at the end that do not fill a point are one of their own."""
    points, pending = [], []
    for record in records:
        if "iteration" in record:
            pending.append(record)
        elif "evaluation" in record:
            points.append({name: record[name] for name in EVALUATION})
        if len(pending) == ITERATIONS_A_POINT:
            points.append(point(pending))
            pending = []
    return points + ([point(pending)] if pending else [])


def read(path):
    """The records of a file of JSON lines."""
    with open(path) as file:
        return [json.loads(line) for line in file]


def main():
    """The command line."""
    if len(sys.argv) < 3 or not all("=" in item for item in sys.argv[3:]):
        raise SystemExit(__doc__)
    log, kept = sys.argv[1:3]
    names = dict(item.split("=", 1) for item in sys.argv[3:])
    old = read(kept) if os.path.exists(kept) else []
    last = max((record["steps"] for record in old if "evaluation" not in record), default=0)
    known = {evaluation_key(record) for record in old if "evaluation" in record}
    new = []
    for record in read(log):
        if "evaluation" in record:
            record["evaluation"] = names.get(record["evaluation"], record["evaluation"])
            if evaluation_key(record) not in known:
                new.append(record)
        elif record.get("steps", 0) > last:
            new.append(record)
    points = thin(new)
    with open(kept, "a") as file:
        file.writelines(json.dumps(record) + "\n" for record in points)
    print(f"{len(points)} points after {last} steps")


if __name__ == "__main__":
    main()
