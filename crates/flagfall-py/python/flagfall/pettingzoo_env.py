"""Stratego as a PettingZoo AEC environment, `flagfall_v0`.

    from flagfall import pettingzoo_env
    env = pettingzoo_env.env(variant="barrage")

Agents are "red", who moves first, and "blue". Armies are set up at random from the seed, or drawn from given setups; the
players only move. An observation is a dictionary: "observation" is made from the view of its agent and from nothing else,
"action_mask" has a 1 for every legal action (all zeros when it is not that agent's turn). Actions and squares are in the
agent's own frame, so that both sides play up the board. The winner gets 1, the loser -1, both 0 in a draw.
"""

from __future__ import annotations

import os
from typing import Any, Sequence

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import flagfall
from flagfall import observation as packed
from flagfall._options import environment_rules, observation_space, picture
from flagfall.data import Path, Side

AGENTS: list[Side] = ["red", "blue"]


def env(**kwargs: Any) -> AECEnv:
    """The environment with PettingZoo's usual checks: an illegal action loses the game."""
    checked: AECEnv = wrappers.TerminateIllegalWrapper(raw_env(**kwargs), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv):
    """The environment itself: an illegal action raises `ValueError`."""

    metadata = {"name": "flagfall_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        variant: str = "classic",
        rules: flagfall.Rules | str | None = None,
        observation: str = "packed",
        setups: Sequence[flagfall.Setup] | Path | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`rules` defaults to those of `flagfall.ENV_RULES`; `observation` is "packed" or "planes"."""
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"unknown render mode '{render_mode}'; there is only ansi")
        self.rules = environment_rules(variant, rules)
        self.render_mode = render_mode
        self._kind = observation
        if isinstance(setups, (str, os.PathLike)):
            setups = flagfall.read_setups(setups)
        self._setups = None if setups is None else list(setups)
        self.possible_agents = AGENTS[:]
        mask = spaces.Box(0, 1, (flagfall.N_ACTIONS,), np.int8)
        space = spaces.Dict({"observation": observation_space(observation), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        # Each agent has a space of its own, because sampling uses up the space's own randomness.
        self.action_spaces = {agent: spaces.Discrete(flagfall.N_ACTIONS) for agent in AGENTS}
        self._np_random: np.random.Generator | None = None
        self.game: flagfall.Game | None = None

    def observation_space(self, agent: Side) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Side) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self._np_random is None:
            self._np_random, _ = seeding.np_random(seed)
        self.game = self._new_game(self._np_random)
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[Side, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection: Side = self.game.to_move

    def _new_game(self, rng: np.random.Generator) -> flagfall.Game:
        if self._setups is None:
            return flagfall.Game.random(int(rng.integers(2**63)), self.rules)
        red, blue = (self._setups[i] for i in rng.integers(len(self._setups), size=2))
        return flagfall.Game(red, blue, self.rules)

    def observe(self, agent: Side) -> dict[str, Any]:
        assert self.game is not None, "reset comes first"
        seen = self.game.observation(agent)
        return {"observation": picture(self._kind, seen), "action_mask": packed.legal_mask(seen)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self.game is not None, "reset comes first"
        self.game.play(int(action))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        result = self.game.result
        if result is None:
            self.agent_selection = self.game.to_move
        else:
            # A limit on plies is a draw by the rules of the game, not a cut: nothing is ever truncated.
            for other in AGENTS:
                self.terminations[other] = True
                if result["outcome"] != "draw":
                    self.rewards[other] = 1 if other == result["outcome"] else -1
                self.infos[other] = {"reason": result["reason"]}
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as the agent to move sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        assert self.game is not None, "reset comes first"
        return self.game.text(self.agent_selection)

    def close(self) -> None:
        pass
