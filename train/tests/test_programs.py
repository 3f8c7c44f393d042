"""The environment binding, evaluation, export, plot and the training program itself, each once and small."""

import contextlib
import hashlib
import io
import json
import os
import sys
import tempfile
import unittest
from unittest import mock

import numpy as np
import torch

import evaluate
import export
import layout
import obs as O
import plot
import train
from env import EngineError, Env


class Binding(unittest.TestCase):
    def test_every_action_of_the_mask_can_be_played(self):
        env = Env(8, 3, "classic")
        torch.manual_seed(0)
        for _ in range(60):
            mask = O.legal_mask(env.obs)
            self.assertTrue(mask.any(-1).all())
            env.actions.copy_(torch.multinomial(mask.float(), 1).squeeze(1))
            env.step()
        self.assertEqual(env.stats()["plies"], 480)

    def test_planes_say_what_the_bytes_say(self):
        env = Env(4, 3, "barrage")
        planes = O.planes(env.obs, torch.float32)
        self.assertEqual(planes.shape, (4, 100, O.N_PLANES))
        at = {}
        first = 0
        for name, width in O.PLANES:
            at[name] = planes[..., first : first + width]
            first += width
        self.assertTrue((at["code"].sum(-1) == 1).all())
        self.assertTrue((at["own_prob"].sum((1, 2)) == 8).all())
        torch.testing.assert_close(at["enemy_prob"].sum((1, 2)), torch.full((4,), 8.0))
        self.assertTrue((at["start_row"].sum((1, 2)) == 16).all())
        self.assertTrue((at["own_start_col"].sum((1, 2)) == 8).all())
        for name in ("own_threat", "enemy_stand", "hist_from", "hist_battle", "own_moved"):
            self.assertEqual(at[name].sum(), 0)
        env.actions.copy_(torch.from_numpy(env.player_actions("random")))
        env.step()
        planes = O.planes(env.obs, torch.float32)
        left = planes[..., -3 * layout.N_HISTORY :].sum(1)
        self.assertTrue((left[:, 0] == 1).all() and (left[:, layout.N_HISTORY] == 1).all())

    def test_the_engine_says_what_is_wrong(self):
        with self.assertRaisesRegex(EngineError, "no-such-file"):
            Env(1, 1, "classic", "no-such-file")
        env = Env(2, 1, "classic")
        env.actions.fill_(-1)
        with self.assertRaisesRegex(EngineError, "game 0, action -1"):
            env.step()


class Evaluation(unittest.TestCase):
    def test_each_game_counts_once_and_the_heuristic_wins(self):
        env = Env(40, 5, "barrage", auto_reset=False, paired=True)
        heuristic, random = evaluate.EnginePlayer("heuristic"), evaluate.EnginePlayer("random")
        result = evaluate.match(heuristic, random, env)
        self.assertEqual(sum(result), 40)
        self.assertGreater(evaluate.summary(result)["score"], 0.7)


class Programs(unittest.TestCase):
    def test_train_resume_export_and_plot(self):
        tiny = ["width=8", "blocks=2", "group_games=4", "plies=4", "batch=8", "eval_games=4", "final_eval_games=4"]
        tiny += ["max_plies=30", "eval_every_steps=64"]
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out")
            base = ["train.py", "--variant", "barrage", "--out", out, "--device", "cpu", "--iterations", "3"]
            self.call(train.main, base + ["--config", *tiny])
            manifest = os.path.join(out, "last.json")
            self.call(train.main, base + ["--resume", manifest])
            with open(os.path.join(out, "log.jsonl")) as file:
                records = [json.loads(line) for line in file]
            self.assertEqual([r["iteration"] for r in records if "entropy" in r], [1, 2, 3, 4, 5, 6])
            self.assertEqual([r["evaluation"] for r in records if "evaluation" in r][-2:], ["random", "heuristic"])

            weights = os.path.join(folder, "network.f16")
            sidecar = export.export(manifest, weights, samples=3)
            with open(weights, "rb") as file:
                data = file.read()
            self.assertEqual(hashlib.sha256(data).hexdigest(), sidecar["sha256"])
            self.assertEqual(len(data), 2 * sidecar["parameters"])
            with np.load(os.path.join(folder, "network.samples.npz")) as samples:
                self.assertEqual(samples["policy"].shape, (3, layout.N_ACTIONS))

            self.assertIn("<polyline", plot.draw([os.path.join(out, "log.jsonl")]))

            matches = ["evaluate.py", manifest, "--against", manifest, "--games", "4", "--temperature", "1", "0.3"]
            reports = [json.loads(line) for line in self.call(evaluate.main, matches).splitlines()]
            self.assertEqual([report["temperature"] for report in reports], [1.0, 0.3])
            self.assertEqual([report["wins"] + report["draws"] + report["losses"] for report in reports], [4, 4])
            self.assertEqual([report["opponent_temperature"] for report in reports], [1.0, 0.3])
            [alone] = self.call(evaluate.main, matches[:-2] + ["0.3", "--opponent-temperature", "2"]).splitlines()
            self.assertEqual(json.loads(alone)["opponent_temperature"], 2.0)
            with self.assertRaisesRegex(SystemExit, "above 0"):
                self.call(evaluate.main, matches + ["0"])

    @staticmethod
    def call(main, argv):
        with mock.patch.object(sys, "argv", argv), contextlib.redirect_stdout(io.StringIO()) as printed:
            main()
        return printed.getvalue()


if __name__ == "__main__":
    unittest.main()
