"""The environments after PettingZoo's and Gymnasium's conventions."""

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import flagfall
from flagfall import observation, pettingzoo_env
from flagfall.vector import FlagfallVectorEnv

SHORT = "isf,barrage,max_plies=60,max_quiet=30"


@pytest.mark.parametrize("variant", ["classic", "barrage"])
@pytest.mark.parametrize("kind", ["packed", "planes"])
def test_pettingzoo_accepts_the_environment(variant, kind):
    api_test(pettingzoo_env.env(variant=variant, observation=kind), num_cycles=1000)


@pytest.mark.parametrize("variant", ["classic", "barrage"])
def test_pettingzoo_finds_seeds_repeated(variant):
    seed_test(lambda: pettingzoo_env.env(variant=variant), num_cycles=500)


def test_pettingzoo_renders_text():
    env = pettingzoo_env.env(render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "b?" in text and "r?" not in text and text.endswith("red to move\n")


def test_rewards_are_those_of_the_result():
    env = pettingzoo_env.env(rules=SHORT)
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)
    outcomes = set()
    for seed in range(30):
        env.reset(seed=seed)
        totals = {"red": 0, "blue": 0}
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, info = env.last()
            totals[agent] += reward
            assert not truncated
            action = None if terminated else env.action_space(agent).sample(seen["action_mask"])
            env.step(action)
        result = env.unwrapped.game.result
        outcomes.add(result["outcome"])
        assert info == {"reason": result["reason"]}
        expected = {"red": (1, -1), "blue": (-1, 1), "draw": (0, 0)}[result["outcome"]]
        assert (totals["red"], totals["blue"]) == expected
    assert len(outcomes) > 1


def test_observations_are_those_of_a_view():
    env = pettingzoo_env.raw_env("barrage", setups=[flagfall.Setup.random("barrage", 1)])
    env.reset(seed=3)
    for agent in ("red", "blue"):
        seen = env.observe(agent)
        assert (seen["observation"] == env.game.observation(agent)).all()
        codes = observation.decode(seen["observation"])["code"]
        assert (codes == 26).sum() == 8 and not ((codes >= 14) & (codes < 26)).any()
    assert not env.observe("blue")["action_mask"].any()


def test_an_illegal_action_is_named_or_loses():
    raw = pettingzoo_env.raw_env("barrage")
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="action 9 does not go"):
        raw.step(9)
    env = pettingzoo_env.env(variant="barrage")
    env.reset(seed=1)
    env.step(9)
    assert all(env.terminations.values()) and env.rewards["red"] == -1
    for wrong in ({"variant": "duel"}, {"observation": "pixels"}, {"render_mode": "human"}):
        with pytest.raises(ValueError, match="unknown"):
            pettingzoo_env.raw_env(**wrong)


def choose(rng, mask):
    return np.array([rng.choice(np.flatnonzero(row)) for row in mask])


@pytest.mark.parametrize("kind", ["packed", "planes"])
def test_vector_steps_have_the_declared_shapes(kind):
    env, rng = FlagfallVectorEnv(6, rules=SHORT, observation=kind), np.random.default_rng(0)
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    with pytest.raises(RuntimeError, match="reset"):
        env.step(np.zeros(6, dtype=int))
    obs, info = env.reset(seed=1)
    episodes = 0
    for _ in range(100):
        assert env.observation_space.contains(obs)
        actions = choose(rng, info["action_mask"])
        assert env.action_space.contains(actions)
        obs, rewards, terminated, truncated, info = env.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (6,) and not truncated.any()
        assert (rewards == np.array([0, 1, 0, -1])[info["outcome"]]).all()
        assert ((info["outcome"] != 0) == terminated).all() and not info["side"][terminated].any()
        episodes += terminated.sum()
    assert episodes >= 6
    env.close()


def test_a_vector_environment_is_repeated_by_its_seed():
    def run(seed):
        env, rng, seen = FlagfallVectorEnv(4, rules=SHORT, opponent="blind"), np.random.default_rng(0), []
        obs, info = env.reset(seed=seed)
        for _ in range(60):
            obs, *_, info = env.step(choose(rng, info["action_mask"]))
            seen.append(obs)
        return np.array(seen)

    assert (run(1) == run(1)).all() and (run(1) != run(2)).any()


@pytest.mark.parametrize("opponent", ["random", "heuristic", "blind"])
@pytest.mark.parametrize("side", ["red", "blue", "both"])
def test_against_an_opponent_it_is_always_your_turn(opponent, side):
    env, rng = FlagfallVectorEnv(8, rules=SHORT, opponent=opponent, side=side), np.random.default_rng(0)
    expected = np.arange(8) % 2 if side == "both" else np.full(8, side == "blue")
    obs, info = env.reset(seed=2)
    outcomes = np.zeros(4, dtype=int)
    for _ in range(80):
        assert (info["side"] == expected).all() and info["action_mask"].any(axis=1).all()
        assert (observation.decode(obs)["plies"] % 2 == expected).all()
        obs, rewards, terminated, _, info = env.step(choose(rng, info["action_mask"]))
        outcomes += np.bincount(info["outcome"], minlength=4)
    assert outcomes[1:].sum() >= 8


def test_the_heuristic_beats_chance():
    env, rng = FlagfallVectorEnv(64, "barrage", opponent="heuristic"), np.random.default_rng(0)
    _, info = env.reset(seed=2)
    total = 0
    for _ in range(60):
        _, rewards, _, _, info = env.step(choose(rng, info["action_mask"]))
        total += rewards.sum()
    assert total < -20


def test_vector_errors_say_what_is_wrong():
    env = FlagfallVectorEnv(2, rules=SHORT)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="expected 2 whole numbers"):
        env.step([1])
    with pytest.raises(ValueError, match="game 0, action -1"):
        env.step([-(2**15), 0])
    for wrong in ({"variant": "duel"}, {"observation": "pixels"}, {"side": "green"}, {"opponent": "nobody"}):
        with pytest.raises(ValueError, match="unknown"):
            FlagfallVectorEnv(2, **wrong)
