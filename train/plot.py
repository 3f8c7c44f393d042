"""Draws learning curves from one or more logs as an SVG.

    python3 train/plot.py OUT.svg LOG.jsonl [LOG.jsonl ...]

Upper panel: score against the sparring partners. Lower panel: draws in self-play and attacks per 100 plies, smoothed.
"""

import json
import sys

WIDTH, PANEL, LEFT, RIGHT, GAP = 720, 220, 60, 150, 56
COLORS = ["#1f6fb4", "#c8501e", "#3a8f4d", "#7d4fa3", "#8a6d1a"]


def read(paths):
    """Curves by panel and name: lists of (millions of steps, value)."""
    scores, play = {}, {"draws (share)": [], "attacks per ply": []}
    for path in paths:
        with open(path) as file:
            for line in file:
                record = json.loads(line)
                steps = record.get("steps", 0) / 1e6
                if "evaluation" in record:
                    name = f"{record['evaluation']}, T={record['temperature']:g}"
                    scores.setdefault(name, []).append((steps, record["score"]))
                elif "draw_share" in record:
                    play["draws (share)"].append((steps, record["draw_share"]))
                    play["attacks per ply"].append((steps, record["attacks_per_100"] / 100))
    return scores, {name: smooth(points) for name, points in play.items()}


def smooth(points, n=60):
    """At most `n` points, each the mean of its stretch."""
    size = max(1, len(points) // n)
    chunks = [points[at : at + size] for at in range(0, len(points), size)]
    return [tuple(sum(column) / len(chunk) for column in zip(*chunk)) for chunk in chunks]


def panel(curves, top, title, x_max, y_max):
    """SVG elements of one panel."""
    right, bottom = WIDTH - RIGHT, top + PANEL
    def x(value): return LEFT + (right - LEFT) * value / x_max  # noqa: E704
    def y(value): return bottom - PANEL * min(value, y_max) / y_max  # noqa: E704
    out = [f'<text x="{LEFT}" y="{top - 10}" class="title">{title}</text>']
    for i in range(6):
        value = y_max * i / 5
        out.append(f'<line x1="{LEFT}" x2="{right}" y1="{y(value):.1f}" y2="{y(value):.1f}" class="grid"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.2g}</text>')
        steps = x_max * i / 5
        out.append(f'<text x="{x(steps):.1f}" y="{bottom + 18}" text-anchor="middle">{steps:.3g}M</text>')
    for i, (name, points) in enumerate(curves.items()):
        color = COLORS[i % len(COLORS)]
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        if len(points) < 40:
            out.extend(f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3" fill="{color}"/>' for a, b in points)
        out.append(f'<text x="{right + 10}" y="{top + 14 + 18 * i}" style="fill:{color}">{name}</text>')
    return out


def draw(paths):
    """The whole picture as text."""
    scores, play = read(paths)
    everything = [point for curves in (scores, play) for points in curves.values() for point in points]
    x_max = max([point[0] for point in everything], default=1) or 1
    y_max = max([point[1] for points in play.values() for point in points], default=0.5)
    top2 = 34 + PANEL + GAP
    height = top2 + PANEL + 34
    body = panel(scores, 34, "Score against sparring partners", x_max, 1.0)
    body += panel(play, top2, "Self-play", x_max, min(1.0, max(0.2, 1.1 * y_max)))
    style = "text{font:12px sans-serif;fill:#444}.title{font-weight:bold}.grid{stroke:#ddd}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            "<title>Learning curve by millions of steps</title>",
            f'<style>{style}</style><rect width="100%" height="100%" fill="#fff"/>',
            *body,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    with open(sys.argv[1], "w") as target:
        target.write(draw(sys.argv[2:]))
