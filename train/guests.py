"""Bots in some of the seats of a batch: opponents that self-play alone never meets."""

import ctypes

import numpy as np
import torch

from env import EngineError, check, last_error, library


def parse(text):
    """[(number of games, bot)] from "64 invincible; 32 heuristic"; nothing from an empty text."""
    guests = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        count, _, bot = part.partition(" ")
        if not count.isdigit() or not bot:
            raise SystemExit(f'guests: {part!r} is not a number of games and a bot, as in "64 invincible"')
        guests.append((int(count), bot.strip()))
    return guests


class Guests:
    """Bots that sit in the first games of `env`: blue in the even ones, red in the odd ones, changing from game to game."""

    def __init__(self, env, guests, seed, pin=False):
        self.env, self._lib = env, library()
        lines = "\n".join(f"{count} {bot}" for count, bot in guests)
        self._handle = self._lib.ffguests_new(lines.encode(), seed)
        if not self._handle:
            raise EngineError(last_error(self._lib))
        # 1 where the turn is a guest's.
        self.theirs = torch.zeros(env.n_games, dtype=torch.uint8, pin_memory=pin)
        # [(bot, its games)]
        self.seats, first = [], 0
        for count, bot in guests:
            self.seats.append((bot, slice(first, first + count)))
            first += count

    def __del__(self):
        if getattr(self, "_handle", None):
            self._lib.ffguests_free(ctypes.c_void_p(self._handle))

    def choose(self, actions=None):
        """Overwrites the actions (those of `env` if none are given) where it is a guest's turn; fills `theirs`."""
        actions = self.env.actions if actions is None else actions
        theirs = self.theirs
        status = self._lib.ffguests_choose(
            self._handle, self.env.handle, actions.data_ptr(), actions.numel(), theirs.data_ptr(), theirs.numel()
        )
        check(self._lib, status)


class GuestPlayer:
    """One bot in all games of `env`, as the opponent of a match."""

    def __init__(self, env, bot, seed):
        self.guests = Guests(env, [(env.n_games, bot)], seed)
        self.chosen = torch.zeros(env.n_games, dtype=torch.int16)

    def actions(self, env, index):
        """Actions for the games of `index`, in which it is this player's turn."""
        assert env is self.guests.env
        self.guests.choose(self.chosen)
        return self.chosen.numpy()[index]


def score(outcome, theirs):
    """(wins, draws, losses) of the learner in the games of some columns; `outcome` and `theirs` are [plies, games]."""
    won = np.where(theirs, 4 - outcome, outcome)[outcome > 0]
    return np.bincount(won, minlength=4)[1:4].tolist()
