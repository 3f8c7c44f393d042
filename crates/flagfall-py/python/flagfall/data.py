"""Types of arguments and of the plain data that games give."""

import os
from typing import Literal, TypeAlias, TypedDict

import numpy as np
import numpy.typing as npt

Side: TypeAlias = Literal["red", "blue"]
Variant: TypeAlias = Literal["classic", "barrage"]
SetupForm: TypeAlias = Literal["strados2", "front-row-first", "readable"]
FileForm: TypeAlias = Literal["strados2", "front-row-first"]
Path: TypeAlias = "str | os.PathLike[str]"
Bytes: TypeAlias = npt.NDArray[np.uint8]


class Result(TypedDict):
    """Who won, and why the game ended."""

    outcome: Literal["red", "blue", "draw"]
    reason: str


class BattleData(TypedDict):
    """A battle; both ranks are told to both players."""

    attacker: str
    defender: str
    defender_start: str
    outcome: Literal["attacker-wins", "defender-wins", "both-fall"]


# One turn as both players saw it. Written as a call because `from` is a keyword.
Event = TypedDict(
    "Event", {"side": Side, "start": str, "move": str, "from": str, "to": str, "battle": BattleData | None}
)


class PieceData(TypedDict):
    """A piece on the board. Its rank is `None` where it is hidden from the viewer; `start` is its identity."""

    square: str
    side: Side
    rank: str | None
    start: str
    has_moved: bool
    is_revealed: bool


class CapturedData(TypedDict):
    """A captured piece."""

    side: Side
    rank: str
    start: str


class ViewData(TypedDict):
    """All that one side may know."""

    viewer: Side
    to_move: Side
    rules: str
    ply: int
    quiet_plies: int
    result: Result | None
    pieces: list[PieceData]
    captured: list[CapturedData]
    hidden_counts: dict[Side, dict[str, int]]
    legal_moves: list[str]
    history: list[Event]
