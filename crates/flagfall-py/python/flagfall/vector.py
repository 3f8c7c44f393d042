"""Stratego as a Gymnasium vector environment over `flagfall.BatchedEnv`.

    from flagfall.vector import FlagfallVectorEnv
    env = FlagfallVectorEnv(1024, opponent="heuristic")
    obs, info = env.reset(seed=1)
    obs, rewards, terminated, truncated, info = env.step(actions)    # chosen where info["action_mask"] is 1

Without an opponent it is self-play: each action is that of the player to move, who changes with every step. Observation and
mask are those of the player who is to act next; the reward (1 win, 0 draw or nothing, -1 loss) is for the player who has just
acted. What is good for the next observation is therefore bad for this action.

With an opponent every action is your own and the opponent answers within the step: rewards and observations are yours. A
game that the opponent ends before your first move is no episode and gives way to the next.

Where a game ends, the observation is already the first of the next one (autoreset mode SAME_STEP). There is no final
observation: nothing is ever cut off, limits on plies being draws by the rules, so no value has to be continued from it.
"""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import flagfall
from flagfall import observation as packed
from flagfall._options import environment_rules, observation_space, picture
from flagfall.data import Path

#: Reward by outcome code: running, win, draw, loss.
REWARDS = np.array([0, 1, 0, -1], dtype=np.float32)
#: The outcome for the other player.
_REVERSED = np.array([0, 3, 2, 1], dtype=np.uint8)
_BUILT_IN = ("random", "heuristic")


class FlagfallVectorEnv(VectorEnv):
    """`num_envs` games, stepped together."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int,
        variant: str = "classic",
        rules: flagfall.Rules | str | None = None,
        opponent: str | None = None,
        side: str = "both",
        observation: str = "packed",
        setups: Sequence[flagfall.Setup] | Path | None = None,
    ) -> None:
        """`opponent` is "random", "heuristic" or a bot as in `flagfall.Bot`. Against one, `side` says what you play: "red",
        "blue", or "both" (red in even, blue in odd games). `rules` defaults to those of `flagfall.ENV_RULES`."""
        if side not in ("red", "blue", "both"):
            raise ValueError(f"unknown side '{side}'; write red, blue or both")
        self.rules = environment_rules(variant, rules)
        if opponent is not None and self.rules.max_plies == 1:
            raise ValueError("in games of one ply there is no move to answer")
        if opponent is not None and opponent not in _BUILT_IN:
            flagfall.Bot(opponent)  # Says now and not at the first reset what is wrong with the name.
        self.num_envs = num_envs
        self.opponent = opponent
        self._kind = observation
        self._setups = setups
        self.single_observation_space = observation_space(observation)
        self.single_action_space = spaces.Discrete(flagfall.N_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        numbers = np.arange(num_envs, dtype=np.uint8) % 2
        self._mine = numbers if side == "both" else np.full_like(numbers, ("red", "blue").index(side))
        self._obs = np.zeros((num_envs, flagfall.OBS_BYTES), dtype=np.uint8)
        self._outcomes = np.zeros(num_envs, dtype=np.uint8)
        self._sides = np.zeros(num_envs, dtype=np.uint8)
        self._env: flagfall.BatchedEnv | None = None
        self._bots: flagfall.BotPool | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Starts all games anew. Without a seed, from where the last one's randomness has come to."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**63))
        self._env = flagfall.BatchedEnv(self.num_envs, self.rules, number, setups=self._setups)
        if self.opponent is not None and self.opponent not in _BUILT_IN:
            self._bots = flagfall.BotPool(self.opponent, self.num_envs, number)
        self._env.observe(self._obs)
        ended = np.zeros(self.num_envs, dtype=np.uint8)
        self._answer(ended, np.ones(self.num_envs, dtype=np.bool_))
        return self._observation(), self._info(ended)

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[npt.NDArray[Any], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Plays one action in every game. `info["outcome"]` is 0 for games that go on, 1 for a win, 2 a draw, 3 a loss."""
        if self._env is None:
            raise RuntimeError("call reset before step")
        moves = np.ascontiguousarray(actions)
        if moves.shape != (self.num_envs,) or not np.issubdtype(moves.dtype, np.integer):
            raise ValueError(f"expected {self.num_envs} whole numbers as actions, got {moves.dtype} of shape {moves.shape}")
        # One number outside int16 must not wrap round to an action.
        self._env.step(np.clip(moves, -1, flagfall.N_ACTIONS).astype(np.int16), self._obs, self._outcomes)
        ended = self._outcomes.copy()
        self._answer(ended, ended != 0)
        truncated = np.zeros(self.num_envs, dtype=np.bool_)
        return self._observation(), REWARDS[ended], ended != 0, truncated, self._info(ended)

    def _answer(self, ended: npt.NDArray[np.uint8], fresh: npt.NDArray[np.bool_]) -> None:
        """Lets the opponent move until it is nowhere to move, and notes as your outcomes how it ended games.

        In `fresh` games you have not moved yet: if the opponent ends one, that is no episode.
        """
        if self.opponent is None:
            return
        assert self._env is not None
        replies = np.empty(self.num_envs, dtype=np.int16)
        while True:
            self._env.sides_to_move(self._sides)
            waiting = self._sides != self._mine
            if not waiting.any():
                return
            if self._bots is not None:
                self._bots.choose(self._env, waiting, replies)
            else:
                self._env.player_actions(self.opponent, replies)
                replies[~waiting] = flagfall.NO_ACTION
            self._env.step(replies, self._obs, self._outcomes)
            over = (self._outcomes != 0) & ~fresh
            ended[over] = _REVERSED[self._outcomes[over]]
            fresh = fresh | over

    def _observation(self) -> npt.NDArray[Any]:
        # A copy, because the next step overwrites the buffer.
        return picture(self._kind, self._obs.copy())

    def _info(self, ended: npt.NDArray[np.uint8]) -> dict[str, Any]:
        assert self._env is not None
        self._env.sides_to_move(self._sides)
        return {"action_mask": packed.legal_mask(self._obs), "outcome": ended, "side": self._sides.copy()}
