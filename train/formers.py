"""Earlier networks in some of the seats of self-play: opponents that punish what the network of the day has stopped punishing.

A former holds one color in each of its games, blue in the even ones and red in the odd ones, so that it plays both equally often. Red moves
first: whose turn it is can then be read from the plies that an observation counts, and there is nothing to keep or to save. A run that is
resumed goes on exactly, and formers that come to games in the middle take up their color there.

They sample at temperature 1, like the network that learns. To the critic a game with a former is a game with itself: the manner of
playing is nearly the same.
"""

import torch

import checkpoint
import export
import guests
import layout
from net import Flat, Net
from rollout import act


def parse(text):
    """[(number of games, file)] from "256 a.f16; 256 b/last.json"; nothing from an empty text."""
    return guests.parse(text, "formers", "the file of a network", "256 earlier.f16")


def load(path, variant):
    """The network of an exported file (.f16, its sidecar beside it), or the averaged one of a checkpoint."""
    try:
        if path.endswith(".f16"):
            net, header = export.load(path)
        else:
            header, arrays = checkpoint.load(path)
            net = Net(**header["arch"])
            Flat(net).weights.copy_(torch.from_numpy(arrays["ema"]))
    except OSError as error:
        raise SystemExit(f"formers: {error.filename}: {error.strerror}") from None
    if header["variant"] != variant:
        raise SystemExit(f"formers: {path} is a network of {header['variant']}, not of {variant}")
    return net.requires_grad_(False)


class Formers:
    """Earlier networks in the games from `first` on of every group."""

    def __init__(self, invited, first, variant, device, dtype, compiled):
        """`compiled` makes of a function what is called in its place."""
        self.one = torch.ones((), device=device)
        # [(file, its games)]
        self.seats, self._acts = [], []
        for count, path in invited:
            self.seats.append((path, slice(first, first + count)))
            self._acts.append(compiled(_actions(load(path, variant).to(device), dtype)))
            first += count
        self._column = torch.arange(first, device=device)

    def play(self, obs, actions, theirs):
        """Overwrites the actions of a group with these observations where it is a former's turn, and says in `theirs` where that is."""
        for (_, games), act_fn in zip(self.seats, self._acts):
            turn = (layout.field(obs[games], "plies")[:, 0] + self._column[games]) & 1
            actions[games] = torch.where(turn == 1, act_fn(obs[games], self.one), actions[games])
            theirs[games] = turn.to(torch.uint8)


def _actions(net, dtype):
    return lambda obs, t: act(net, obs, t, dtype)[0]
