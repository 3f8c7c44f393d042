"""Bots in some of the seats: who moves where, what is learned from it, and what is said of bad names."""

import unittest

import numpy as np
import torch

import config
import evaluate
import guests
import loss
from env import EngineError, Env
from learner import Learner

TINY = ["width=8", "blocks=2", "group_games=6", "plies=8", "batch=8", "max_plies=60"]


class Seats(unittest.TestCase):
    def test_guests_move_in_their_turns_and_nowhere_else(self):
        env = Env(4, 3, "barrage")
        visitors = guests.Guests(env, [(2, "heuristic"), (1, "blind")], 5)
        for ply in range(6):
            learner = env.player_actions("random")
            env.actions.copy_(torch.from_numpy(learner))
            visitors.begin()
            visitors.finish()
            # Blue in the even games, red in the odd ones.
            expected = [ply % 2 == 1, ply % 2 == 0, ply % 2 == 1, False]
            self.assertEqual(visitors.theirs.tolist(), [int(flag) for flag in expected])
            kept = env.actions.numpy() == learner
            self.assertTrue(kept[~np.array(expected)].all())
            env.step()

    def test_the_bot_that_plays_is_the_one_that_was_named(self):
        score = {}
        for name in ("blind", "heuristic"):
            env = evaluate.evaluation_env(40, 1, "barrage", None, {"max_quiet": 100, "max_plies": 1000})
            visitor = guests.GuestPlayer(env, name, 1)
            score[name] = evaluate.summary(evaluate.match(evaluate.EnginePlayer("random"), visitor, env))["score"]
        self.assertLess(score["heuristic"], 0.2)
        self.assertLess(score["heuristic"] + 0.1, score["blind"])

    def test_bad_names_are_said(self):
        env = Env(2, 1, "barrage")
        with self.assertRaisesRegex(EngineError, "nobody"):
            guests.Guests(env, [(1, "nobody")], 1)
        with self.assertRaisesRegex(EngineError, "3 guests have no room in 2 games"):
            crowd = guests.Guests(env, [(3, "blind")], 1)
            crowd.begin()
            crowd.finish()
        with self.assertRaisesRegex(SystemExit, "blind"):
            guests.parse("blind")


class Learning(unittest.TestCase):
    def test_nothing_is_learned_from_the_moves_of_guests(self):
        cfg = config.load(TINY + ["guests=4 blind; 2 heuristic"])
        learner = Learner(cfg, "barrage", None, torch.device("cpu"))
        chosen, select = [], loss.select_largest

        def watched(advantage, share, excluded):
            index = select(advantage, share, excluded)
            chosen.append(excluded.reshape(-1)[index])
            return index

        loss.select_largest = watched
        try:
            for _ in range(8):
                log = learner.iterate()
                # Every other turn is a guest's, but for the first turns of games that begin on the way.
                extra = int(learner.buffer.theirs.sum()) - 8 * 12 // 2
                self.assertLessEqual(abs(extra), log["new_games"])
        finally:
            loss.select_largest = select
        self.assertFalse(torch.cat(chosen).any())
        self.assertEqual(set(log["guests"]), {"blind", "heuristic"})

    def test_games_with_guests_can_be_given_more_weight(self):
        cfg = config.load(TINY + ["guests=2 blind", "guest_emphasis=3"])
        learner = Learner(cfg, "barrage", None, torch.device("cpu"))
        advantage = torch.full((8, 12), -0.5)
        emphasized = learner._emphasized(advantage)
        # The first two games of each group of six.
        guests_games = [0, 1, 6, 7]
        self.assertTrue((emphasized[:, guests_games] == -1.5).all())
        others = [game for game in range(12) if game not in guests_games]
        self.assertTrue((emphasized[:, others] == -0.5).all())
        self.assertTrue((advantage == -0.5).all(), "what is learned from stays as it is")

    def test_results_are_those_of_the_learner(self):
        outcome = np.array([[0, loss.WIN], [loss.LOSS, 0], [loss.WIN, 0], [0, loss.DRAW]])
        theirs = np.array([[False, True], [True, False], [False, False], [False, True]])
        self.assertEqual(guests.score(outcome, theirs), [2, 1, 1])

    def test_too_many_guests_are_refused(self):
        cfg = config.load(TINY + ["guests=6 blind", "train_share=0.6"])
        with self.assertRaisesRegex(SystemExit, "too many"):
            Learner(cfg, "barrage", None, torch.device("cpu"))


if __name__ == "__main__":
    unittest.main()
