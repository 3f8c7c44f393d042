"""What the environments have in common: their rules, and the two kinds of observation."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

import flagfall
from flagfall import observation as packed
from flagfall.data import Bytes


def environment_rules(variant: str, rules: flagfall.Rules | str | None) -> flagfall.Rules:
    """The given rules, or the usual ones of a variant."""
    if rules is not None:
        return flagfall.Rules(str(rules))
    if variant not in flagfall.ENV_RULES:
        raise ValueError(f"unknown variant '{variant}'; the variants are {', '.join(flagfall.ENV_RULES)}")
    return flagfall.Rules(flagfall.ENV_RULES[variant])


def observation_space(kind: str) -> spaces.Box:
    """The space of one observation of a kind."""
    if kind == "packed":
        return spaces.Box(0, 255, (flagfall.OBS_BYTES,), np.uint8)
    if kind == "planes":
        return spaces.Box(0, 1, (packed.N_PLANES, 10, 10), np.float32)
    raise ValueError(f"unknown kind of observation '{kind}'; the kinds are packed and planes")


def picture(kind: str, obs: Bytes) -> npt.NDArray[Any]:
    """Packed observations in a kind of the caller's choice."""
    return packed.planes(obs) if kind == "planes" else obs
