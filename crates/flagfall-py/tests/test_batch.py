"""Thousands of games in one call."""

import threading

import numpy as np
import pytest

import flagfall
from flagfall import observation

RULES = "isf,barrage,max_plies=120,max_quiet=40"


class Batch:
    """A batch with its buffers."""

    def __init__(self, n_games, rules=RULES, seed=1, **options):
        self.env = flagfall.BatchedEnv(n_games, rules, seed, **options)
        self.obs = np.empty((n_games, flagfall.OBS_BYTES), dtype=np.uint8)
        self.outcomes = np.empty(n_games, dtype=np.uint8)
        self.actions = np.empty(n_games, dtype=np.int16)
        self.env.observe(self.obs)

    def step(self, player="random"):
        self.env.player_actions(player, self.actions)
        self.env.step(self.actions, self.obs, self.outcomes)


def test_batch_and_single_games_agree():
    batch = Batch(6, "isf,max_plies=300", auto_reset=False)
    games = [batch.env.game(i) for i in range(6)]
    while running := [(i, game) for i, game in enumerate(games) if not game.is_over]:
        for i, game in running:
            assert (game.observation() == batch.obs[i]).all()
            assert (game.action_mask() == observation.legal_mask(batch.obs[i])).all()
        batch.step("heuristic")
        for i, game in running:
            mover = game.to_move
            game.play(int(batch.actions[i]))
            outcome = {mover: 1, "draw": 2}.get(game.result["outcome"], 3) if game.is_over else 0
            assert batch.outcomes[i] == outcome
            assert batch.env.game(i).view("red") == game.view("red")
    assert not batch.obs.any()


def test_every_action_of_the_mask_can_be_played_and_games_start_anew():
    batch, rng = Batch(64), np.random.default_rng(1)
    for _ in range(150):
        mask = observation.legal_mask(batch.obs)
        assert mask.any(axis=1).all()
        batch.actions[:] = [rng.choice(np.flatnonzero(row)) for row in mask]
        batch.env.step(batch.actions, batch.obs, batch.outcomes)
        plies = observation.decode(batch.obs)["plies"]
        assert (plies[batch.outcomes != 0] == 0).all() and (plies[batch.outcomes == 0] > 0).all()
    stats = batch.env.stats()
    assert stats["plies"] == 64 * 150 and stats["games"] >= 64
    assert stats["games"] == stats["wins_red"] + stats["wins_blue"] + stats["draws"]


def test_without_reset_games_stay_over():
    batch = Batch(8, auto_reset=False)
    for _ in range(121):
        batch.step()
    running = np.empty(8, dtype=np.uint8)
    batch.env.running(running)
    assert not running.any() and not batch.obs.any() and batch.env.stats()["games"] == 8


def test_the_seed_repeats_everything_and_a_state_goes_on():
    first, second, other = Batch(16), Batch(16), Batch(16, seed=2)
    for batch in (first, second, other):
        for _ in range(70):
            batch.step()
    assert (first.obs == second.obs).all() and (first.obs != other.obs).any()
    state = first.env.save()
    other.env.load(state)
    assert other.env.stats() == first.env.stats()
    with pytest.raises(ValueError, match="not a saved batch"):
        other.env.load(b"nonsense")
    third = Batch(16)
    third.env.load(state)
    for _ in range(30):
        first.step(), third.step()
    assert (first.obs == third.obs).all()


def test_pairs_begin_alike_and_setups_can_be_given(tmp_path):
    setups = [flagfall.Setup.random("barrage", seed) for seed in range(3)]
    flagfall.write_setups(tmp_path / "setups.txt", setups)
    allowed = {*setups, *(setup.mirrored() for setup in setups)}
    for given in (setups, tmp_path / "setups.txt", str(tmp_path / "setups.txt")):
        env = flagfall.BatchedEnv(6, RULES, 3, setups=given, paired=True)
        assert all(set(env.game(i).setups) <= allowed for i in range(6))
        assert env.game(0).setups == env.game(1).setups
    with pytest.raises(ValueError, match="line 1"):
        flagfall.BatchedEnv(2, "isf", setups=setups)


def test_a_game_can_be_left_as_it_is():
    batch = Batch(4)
    before = batch.obs.copy()
    batch.env.player_actions("random", batch.actions)
    batch.actions[1] = flagfall.NO_ACTION
    batch.env.step(batch.actions, batch.obs, batch.outcomes)
    assert (batch.obs[1] == before[1]).all() and batch.env.stats()["plies"] == 3
    sides = np.empty(4, dtype=np.uint8)
    batch.env.sides_to_move(sides)
    assert sides.tolist() == [1, 0, 1, 1]


def test_bots_play_in_a_batch():
    batch, pool = Batch(5), flagfall.BotPool("blind", 5, seed=3)
    selected = np.array([True, True, False, True, False])
    for _ in range(200):
        pool.choose(batch.env, selected, batch.actions)
        assert ((batch.actions == flagfall.NO_ACTION) == ~selected).all()
        batch.env.step(batch.actions, batch.obs, batch.outcomes)
    assert batch.env.stats()["plies"] == 600 and batch.env.stats()["games"] > 0
    with pytest.raises(ValueError, match="5 bots for 4 games"):
        pool.choose(Batch(4).env, selected[:4], np.empty(4, dtype=np.int16))


def test_truth_is_given_only_for_hidden_enemies():
    batch = Batch(2)
    truth = np.empty((2, 100), dtype=np.uint8)
    batch.env.training_truth(truth)
    codes = observation.decode(batch.obs)["code"]
    assert ((truth != 255) == (codes == 26)).all() and (truth != 255).sum() == 16


def test_errors_say_what_is_wrong():
    batch = Batch(3)
    obs, outcomes, actions = batch.obs, batch.outcomes, batch.actions
    batch.env.player_actions("random", actions)
    with pytest.raises(ValueError, match="at least one game"):
        flagfall.BatchedEnv(0)
    with pytest.raises(ValueError, match="observations has 1568 elements instead of 4704"):
        batch.env.observe(obs[0])
    with pytest.raises(TypeError, match="int64"):
        batch.env.step(actions.astype(np.int64), obs, outcomes)
    with pytest.raises(TypeError, match="contiguous"):
        batch.env.observe(np.zeros((flagfall.OBS_BYTES, 3), dtype=np.uint8)[:, ::2])
    frozen = obs.copy()
    frozen.flags.writeable = False
    with pytest.raises(TypeError, match="writeable"):
        batch.env.observe(frozen)
    with pytest.raises(ValueError, match="'chess'; they are random and heuristic"):
        batch.env.player_actions("chess", actions)
    with pytest.raises(IndexError, match="no game 3"):
        batch.env.game(3)
    actions[2] = 9
    with pytest.raises(ValueError, match="game 2, action 9"):
        batch.env.step(actions, obs, outcomes)
    assert batch.env.stats()["plies"] == 2


def test_the_interpreter_runs_while_games_are_stepped():
    batch = Batch(4096, "isf")
    ticks, done = [], threading.Event()

    def count():
        while not done.is_set():
            ticks.append(None)
            done.wait(0.0002)

    thread = threading.Thread(target=count)
    thread.start()
    counted = 0
    for _ in range(20):
        before = len(ticks)
        batch.env.player_actions("heuristic", batch.actions)
        batch.env.step(batch.actions, batch.obs, batch.outcomes)
        counted += len(ticks) - before
    done.set()
    thread.join()
    # With the lock held, one tick a call could slip in before it; each call takes many.
    assert counted > 25
