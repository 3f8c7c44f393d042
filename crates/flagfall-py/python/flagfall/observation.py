"""Packed observations, opened: fields by name, legal actions, planes. The layout is stated in `docs/observation.md`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from flagfall import _flagfall
from flagfall.data import Bytes

#: Bytes of each field, in order.
_SIZES = {
    "code": 100,
    "flags": 100,
    "start": 100,
    "threat": 200,
    "evade": 200,
    "stand": 200,
    "hidden_enemy": 12,
    "hidden_own": 12,
    "dead_enemy": 12,
    "dead_own": 12,
    "quiet": 2,
    "plies": 2,
    "hist_from": 32,
    "hist_to": 32,
    "hist_result": 32,
    "hist_attacker": 32,
    "hist_defender": 32,
    "legal": 450,
}

#: Where each field lies.
FIELDS: dict[str, slice] = {}
_at = 0
for _name, _size in _SIZES.items():
    FIELDS[_name] = slice(_at, _at + _size)
    _at += _size

if _flagfall.OBS_VERSION != 1 or _flagfall.OBS_BYTES != _at + 6:
    raise ImportError("the compiled half of flagfall packs other observations than this module reads")

#: Names of the ranks in the order of every count and code.
RANKS = (
    "flag", "spy", "scout", "miner", "sergeant", "lieutenant", "captain", "major", "colonel", "general", "marshal", "bomb",
)  # fmt: skip

N_CODES = 27
#: What `planes` makes of an observation: 27 codes, moved, known, and where the last turn began and ended.
N_PLANES = N_CODES + 4


def decode(obs: Bytes) -> dict[str, npt.NDArray[Any]]:
    """The fields of one observation or of many ([..., OBS_BYTES]), by name.

    Fields of bytes are views of `obs`. `threat`, `evade` and `stand` become sets of 14 bits a square, `quiet` and `plies`
    numbers, and `legal` a mask of actions.
    """
    fields: dict[str, npt.NDArray[Any]] = {name: obs[..., place] for name, place in FIELDS.items()}
    for name in ("threat", "evade", "stand"):
        low, high = fields[name][..., :100], fields[name][..., 100:]
        fields[name] = low.astype(np.uint16) | high.astype(np.uint16) << 8
    for name in ("quiet", "plies"):
        fields[name] = fields[name][..., 0].astype(np.uint16) | fields[name][..., 1].astype(np.uint16) << 8
    fields["legal"] = legal_mask(obs)
    return fields


def legal_mask(obs: Bytes) -> npt.NDArray[np.int8]:
    """1 for each legal action, 0 for all others ([..., N_ACTIONS])."""
    return np.unpackbits(obs[..., FIELDS["legal"]], axis=-1, bitorder="little").view(np.int8)


def planes(obs: Bytes) -> npt.NDArray[np.float32]:
    """A simple picture of observations: [..., N_PLANES, 10, 10], own back row first, each value 0 or 1.

    It tells what stands where and what happened last, and leaves out counts, contacts and the longer history.
    """
    shape = obs.shape[:-1]
    out = np.zeros((*shape, N_PLANES, 100), dtype=np.float32)
    code, flags = obs[..., FIELDS["code"]], obs[..., FIELDS["flags"]]
    out[..., :N_CODES, :] = code[..., None, :] == np.arange(N_CODES, dtype=np.uint8)[:, None]
    out[..., N_CODES, :] = flags & 1
    out[..., N_CODES + 1, :] = flags >> 1 & 1
    happened = obs[..., FIELDS["hist_result"].start] != 0
    squares = np.arange(100, dtype=np.uint8)
    for plane, name in ((N_CODES + 2, "hist_from"), (N_CODES + 3, "hist_to")):
        last = obs[..., FIELDS[name].start]
        out[..., plane, :] = (last[..., None] == squares) & happened[..., None]
    return out.reshape(*shape, N_PLANES, 10, 10)
