"""The packed observation, byte by byte: the Python side of docs/observation.md.

The engine refuses nothing and checks nothing here, so `env.py` compares the version and size with the library's at load.
"""

OBS_VERSION = 1

N_SQUARES = 100
N_RANKS = 12
# Rank order of every count and one-hot is the engine's: flag, spy, scout, miner, sergeant, lieutenant, captain, major,
# colonel, general, marshal, bomb. The first and the last never move.
FLAG, BOMB = 0, 11
N_HISTORY = 32
N_DIRECTIONS = 4
N_DISTANCES = 9
N_ACTIONS = N_SQUARES * N_DIRECTIONS * N_DISTANCES
ACTIONS_PER_SQUARE = N_DIRECTIONS * N_DISTANCES

# Codes of the `code` plane.
EMPTY, LAKE, OWN_FIRST, ENEMY_FIRST, ENEMY_HIDDEN = 0, 1, 2, 14, 26
N_CODES = 27
# Bits of the `flags` plane.
MOVED, KNOWN = 1, 2
# Kinds of opposing piece a piece has threatened, evaded or withstood: twelve known ranks, hidden unmoved, hidden moved.
N_CONTACTS = 14

_FIELDS = [
    ("code", N_SQUARES),
    ("flags", N_SQUARES),
    ("start", N_SQUARES),
    ("threat_lo", N_SQUARES),
    ("threat_hi", N_SQUARES),
    ("evade_lo", N_SQUARES),
    ("evade_hi", N_SQUARES),
    ("stand_lo", N_SQUARES),
    ("stand_hi", N_SQUARES),
    ("hidden_enemy", N_RANKS),
    ("hidden_own", N_RANKS),
    ("dead_enemy", N_RANKS),
    ("dead_own", N_RANKS),
    ("quiet", 2),
    ("plies", 2),
    ("hist_from", N_HISTORY),
    ("hist_to", N_HISTORY),
    ("hist_result", N_HISTORY),
    ("hist_attacker", N_HISTORY),
    ("hist_defender", N_HISTORY),
    ("legal", N_ACTIONS // 8),
]

FIELDS = {}
_at = 0
for _name, _size in _FIELDS:
    FIELDS[_name] = (_at, _at + _size)
    _at += _size
# Rows are padded to a multiple of 32 bytes so that each row starts aligned on the device.
OBS_BYTES = (_at + 31) // 32 * 32


def field(obs, name):
    """The bytes of one field, as a view of `obs` ([..., OBS_BYTES])."""
    first, end = FIELDS[name]
    return obs[..., first:end]
