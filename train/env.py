"""The batched game environment: a thin ctypes binding of the engine's C interface (crates/flagfall-train)."""

import ctypes
import os

import numpy as np
import torch

import layout

VARIANTS = {"classic": 0, "barrage": 1}


class _Options(ctypes.Structure):
    _fields_ = [
        ("n_games", ctypes.c_uint32),
        ("variant", ctypes.c_uint32),
        ("max_quiet", ctypes.c_uint32),
        ("max_plies", ctypes.c_uint32),
        ("auto_reset", ctypes.c_uint32),
        ("paired", ctypes.c_uint32),
        ("seed", ctypes.c_uint64),
    ]


# What a statistics vector holds, in the engine's order; all counts run since the environment was made.
STATS = [
    "games",
    "plies",
    "attacks",
    "wins_red",
    "wins_blue",
    "draws",
    "finished_plies",
    "end_flag",
    "end_no_moves",
    "end_stuck",
    "end_quiet",
    "end_plies",
]


class EngineError(RuntimeError):
    """The engine refused a call; the text is its own."""


def find_library():
    """The shared library: the path in FLAGFALL_TRAIN_LIB, or the newest release build of this repository."""
    named = os.environ.get("FLAGFALL_TRAIN_LIB")
    if named:
        return named
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    tried = [os.path.join(root, "target", kind, "libflagfall_train.so") for kind in ("release", "debug")]
    found = [path for path in tried if os.path.exists(path)]
    if not found:
        raise EngineError("no engine library; run `cargo build --release -p flagfall-train` or set FLAGFALL_TRAIN_LIB")
    return max(found, key=os.path.getmtime)


_library = None


def library():
    """The loaded library, checked against this side's idea of the observation."""
    global _library
    if _library is None:
        lib = ctypes.CDLL(find_library())
        pointer, size = ctypes.c_void_p, ctypes.c_size_t
        for name, result, arguments in [
            ("ffenv_last_error", ctypes.c_char_p, []),
            ("ffenv_obs_version", ctypes.c_uint32, []),
            ("ffenv_obs_bytes", size, []),
            ("ffenv_new", pointer, [ctypes.POINTER(_Options), ctypes.c_char_p]),
            ("ffenv_free", None, [pointer]),
            ("ffenv_observe", ctypes.c_int32, [pointer, pointer, size]),
            ("ffenv_step", ctypes.c_int32, [pointer, pointer, size, pointer, size, pointer, size]),
            ("ffenv_step_with_truth", ctypes.c_int32, [pointer, *4 * [pointer, size]]),
            ("ffenv_training_truth", ctypes.c_int32, [pointer, pointer, size]),
            ("ffenv_player_actions", ctypes.c_int32, [pointer, ctypes.c_uint32, pointer, size]),
            ("ffenv_running", ctypes.c_int32, [pointer, pointer, size]),
            ("ffenv_stats", ctypes.c_int32, [pointer, pointer, size]),
            ("ffenv_save", ctypes.c_int64, [pointer, pointer, size]),
            ("ffenv_load", ctypes.c_int32, [pointer, pointer, size]),
            ("ffguests_new", pointer, [ctypes.c_char_p, ctypes.c_uint64]),
            ("ffguests_free", None, [pointer]),
            ("ffguests_bring_setups", ctypes.c_int32, [pointer, pointer]),
            ("ffguests_choose", ctypes.c_int32, [pointer, pointer, pointer, size, pointer, size]),
        ]:
            function = getattr(lib, name)
            function.restype, function.argtypes = result, arguments
        if lib.ffenv_obs_version() != layout.OBS_VERSION or lib.ffenv_obs_bytes() != layout.OBS_BYTES:
            raise EngineError(
                f"the engine packs observation version {lib.ffenv_obs_version()} in {lib.ffenv_obs_bytes()} bytes, "
                f"this program reads version {layout.OBS_VERSION} in {layout.OBS_BYTES}"
            )
        _library = lib
    return _library


def last_error(lib):
    """What the engine said was wrong."""
    return (lib.ffenv_last_error() or b"unknown engine error").decode()


def check(lib, status):
    """The status of a call, if the engine did not refuse it."""
    if status < 0:
        raise EngineError(last_error(lib))
    return status


class Env:
    """`n_games` games stepped together. Its buffers are overwritten by every call, pinned when `pin` is set."""

    PLAYERS = {"random": 0, "heuristic": 1}

    def __init__(
        self, n_games, seed, variant="classic", setups=None, max_quiet=100, max_plies=3000, auto_reset=True, paired=False,
        pin=False,
    ):  # fmt: skip
        self._lib = library()
        self.n_games = n_games
        options = _Options(n_games, VARIANTS[variant], max_quiet, max_plies, auto_reset, paired, seed)
        path = None if setups is None else os.fsencode(setups)
        self._handle = self._lib.ffenv_new(ctypes.byref(options), path)
        if not self._handle:
            raise EngineError(last_error(self._lib))
        self.obs = torch.zeros(n_games, layout.OBS_BYTES, dtype=torch.uint8, pin_memory=pin)
        self.outcomes = torch.zeros(n_games, dtype=torch.uint8, pin_memory=pin)
        self.truth = torch.zeros(n_games, layout.N_SQUARES, dtype=torch.uint8, pin_memory=pin)
        self.actions = torch.zeros(n_games, dtype=torch.int16, pin_memory=pin)
        # Address and number of elements of each buffer, in the order of the calls that take several.
        buffers = [self.actions, self.obs, self.outcomes, self.truth]
        self._buffers = [number for buffer in buffers for number in (buffer.data_ptr(), buffer.numel())]
        self.observe()

    def close(self):
        """Frees the engine's side; the object is of no use afterwards."""
        if self._handle:
            self._lib.ffenv_free(self._handle)
            self._handle = None

    def __del__(self):
        if getattr(self, "_handle", None):
            self.close()

    def _check(self, status):
        return check(self._lib, status)

    @property
    def handle(self):
        """The engine's side, for what else works on it."""
        return self._handle

    def observe(self):
        """Fills `obs` for the player to move in every game."""
        self._check(self._lib.ffenv_observe(self._handle, self.obs.data_ptr(), self.obs.numel()))

    def step(self):
        """Plays `actions`; fills `outcomes` (for those who moved) and `obs` (for those to move next)."""
        self._check(self._lib.ffenv_step(self._handle, *self._buffers[:6]))

    def step_with_truth(self):
        """`step` and `training_truth` in one pass over the games, which takes less time than two."""
        self._check(self._lib.ffenv_step_with_truth(self._handle, *self._buffers))

    def training_truth(self):
        """Fills `truth` with the true ranks of hidden enemy pieces: a target to learn from, and what a critic
        judges by; never a player's input."""
        self._check(self._lib.ffenv_training_truth(self._handle, self.truth.data_ptr(), self.truth.numel()))

    def player_actions(self, player):
        """The actions a built-in player ("random" or "heuristic") would take, as a new int16 array."""
        out = np.empty(self.n_games, dtype=np.int16)
        self._check(self._lib.ffenv_player_actions(self._handle, self.PLAYERS[player], out.ctypes.data, out.size))
        return out

    def running(self):
        """Which games still go on; with automatic reset, all of them."""
        out = np.empty(self.n_games, dtype=np.uint8)
        self._check(self._lib.ffenv_running(self._handle, out.ctypes.data, out.size))
        return out != 0

    def stats(self):
        """Counts since the environment was made, by name."""
        out = np.empty(len(STATS), dtype=np.uint64)
        self._check(self._lib.ffenv_stats(self._handle, out.ctypes.data, out.size))
        return dict(zip(STATS, out.tolist()))

    def save(self):
        """The whole state (start positions, moves, generators, counts) as bytes."""
        size = self._check(self._lib.ffenv_save(self._handle, None, 0))
        out = np.empty(size, dtype=np.uint8)
        self._check(self._lib.ffenv_save(self._handle, out.ctypes.data, out.size))
        return out.tobytes()

    def load(self, state):
        """Takes up a saved state, and observes it."""
        data = np.frombuffer(state, dtype=np.uint8)
        self._check(self._lib.ffenv_load(self._handle, data.ctypes.data, data.size))
        self.observe()
