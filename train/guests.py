"""Bots in some of the seats of a batch: opponents that self-play alone never meets."""

import ctypes
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch

from env import EngineError, check, last_error, library


def parse(text, setting="guests", who="a bot", example="64 invincible"):
    """[(number of games, bot)] from "64 invincible; 32 heuristic"; nothing from an empty text."""
    guests = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        count, _, bot = part.partition(" ")
        if not count.isdigit() or not bot:
            raise SystemExit(f'{setting}: {part!r} is not a number of games and {who}, as in "{example}"')
        guests.append((int(count), bot.strip()))
    return guests


class Guests:
    """Bots that sit in the first games of `env`: blue in the even ones, red in the odd ones, changing from game to game."""

    def __init__(self, env, guests, seed, pin=False):
        self.env, self._lib = env, library()
        self._thread, self._thinking = ThreadPoolExecutor(1), None
        # Seconds from `begin` to the first thought, and seconds of thinking, since they were last asked for.
        self._delay = self._thought = 0.0
        lines = "\n".join(f"{count} {bot}" for count, bot in guests)
        self._handle = self._lib.ffguests_new(lines.encode(), seed)
        if not self._handle:
            raise EngineError(last_error(self._lib))
        # 1 where the turn is a guest's. Pinned memory is read by the device after the call that asks for it has returned, so
        # what a thread is still filling is kept apart.
        self.theirs = torch.zeros(env.n_games, dtype=torch.uint8, pin_memory=pin)
        self._chosen = torch.zeros(env.n_games, dtype=torch.int16)
        self._flags = torch.zeros(env.n_games, dtype=torch.uint8)
        # [(bot, its games)]
        self.seats, first = [], 0
        for count, bot in guests:
            self.seats.append((bot, slice(first, first + count)))
            first += count
        self.n_games = first

    def __del__(self):
        if getattr(self, "_handle", None):
            # Whoever thinks holds this object, so nobody thinks now, and there is nothing to wait for.
            self._thread.shutdown(wait=False)
            self._lib.ffguests_free(ctypes.c_void_p(self._handle))

    def bring_setups(self):
        """Lets the guests play with setups of their own making, as in a match, in games that have not begun and in all that follow."""
        check(self._lib, self._lib.ffguests_bring_setups(self._handle, self.env.handle))
        self.env.observe()

    def begin(self):
        """Lets the guests think about the present positions of `env`, which must not be stepped before `finish`."""
        self._thinking = self._thread.submit(self._think, time.perf_counter())

    def _think(self, asked):
        began = time.perf_counter()
        self.choose(self._chosen, self._flags)
        self._delay += began - asked
        self._thought += time.perf_counter() - began

    def finish(self):
        """Waits for the guests; overwrites the actions of `env` where it is a guest's turn, and fills `theirs`."""
        self._thinking.result()
        self.theirs.copy_(self._flags)
        np.copyto(self.env.actions.numpy(), self._chosen.numpy(), where=self._flags.numpy() != 0)

    def times(self):
        """(seconds between being asked and thinking, seconds of thinking) since the last call."""
        times = self._delay, self._thought
        self._delay = self._thought = 0.0
        return times

    def choose(self, actions, flags):
        """Overwrites actions where it is a guest's turn, and flags those games."""
        status = self._lib.ffguests_choose(
            self._handle, self.env.handle, actions.data_ptr(), actions.numel(), flags.data_ptr(), flags.numel()
        )
        check(self._lib, status)


class GuestPlayer:
    """One bot in all games of `env`, as the opponent of a match that has not begun; it brings its own setups."""

    def __init__(self, env, bot, seed):
        self.guests = Guests(env, [(env.n_games, bot)], seed)
        self.guests.bring_setups()
        self.chosen = torch.zeros(env.n_games, dtype=torch.int16)

    def actions(self, env, index):
        """Actions for the games of `index`, in which it is this player's turn."""
        assert env is self.guests.env
        self.guests.choose(self.chosen, self.guests.theirs)
        return self.chosen.numpy()[index]


def score(outcome, theirs):
    """(wins, draws, losses) of the learner in the games of some columns; `outcome` and `theirs` are [plies, games]."""
    won = np.where(theirs, 4 - outcome, outcome)[outcome > 0]
    return np.bincount(won, minlength=4)[1:4].tolist()
