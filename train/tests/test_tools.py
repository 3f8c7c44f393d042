"""Samples for other readers of a network, and the counts behind our setups."""

import contextlib
import io
import json
import os
import sys
import tempfile
import unittest
from unittest import mock

import numpy as np
import torch

import config
import export
import golden
import grow
import layout
import revive
import setup_stats
import thin
from env import Env
from learner import Learner
from net import pool_board


def call(main, argv):
    with mock.patch.object(sys, "argv", argv), contextlib.redirect_stdout(io.StringIO()):
        main()


class Golden(unittest.TestCase):
    def test_samples_hold_observations_and_outputs(self):
        with tempfile.TemporaryDirectory() as folder:
            network, out = os.path.join(folder, "a.f16"), os.path.join(folder, "a.samples")
            call(golden.main, ["golden", network, out, "--count", "5", "--random", "conv,8,2,2", "--variant", "barrage"])
            data = np.fromfile(out, dtype=np.uint8).reshape(5, -1)
            net, sidecar = export.load(network)
            self.assertEqual(sidecar["variant"], "barrage")
            floats = data[:, layout.OBS_BYTES :].copy().view("<f4")
            self.assertEqual(floats.shape[1], layout.N_ACTIONS + 3 + 1200)
            packed = torch.from_numpy(data[:, : layout.OBS_BYTES].copy())
            with torch.no_grad():
                policy, value, belief = net(packed, torch.float32)
            expected = np.concatenate([policy, value, belief.reshape(5, -1)], 1)
            np.testing.assert_allclose(floats, expected, atol=1e-5)

    def test_changed_weights_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            network = os.path.join(folder, "a.f16")
            golden.write_random(network, "conv,8,1,2", "classic")
            with open(network, "r+b") as file:
                file.write(b"xx")
            with self.assertRaisesRegex(SystemExit, "hash"):
                export.load(network)


class Grow(unittest.TestCase):
    def test_a_deeper_network_computes_the_same_and_learns_on(self):
        for kind in ("conv", "encoder"):
            names = [f"kind={kind}", "width=8", "blocks=1", "heads=2", "groups=1", "group_games=4", "plies=2", "batch=2"]
            cfg = config.load(names + ["critic_blocks=1"])
            learner = Learner(cfg, "barrage", None, torch.device("cpu"))
            torch.nn.init.normal_(learner.net.value2.weight)
            torch.nn.init.normal_(learner.net.policy2.weight)
            learner.iterate()
            header, arrays = grow.grow(*learner.state(), 3)
            deeper = Learner(config.load([], header["config"]), "barrage", None, torch.device("cpu"))
            deeper.load_state(header, arrays)
            packed = Env(3, 5, "barrage").obs
            with torch.no_grad():
                for before, after in zip(learner.net(packed, torch.float32), deeper.net(packed, torch.float32)):
                    torch.testing.assert_close(before, after)
                with learner.averaged_weights(), deeper.averaged_weights():
                    for before, after in zip(learner.net(packed, torch.float32), deeper.net(packed, torch.float32)):
                        torch.testing.assert_close(before, after)
            old = {name: at for name, at, _ in learner.flat.names}
            for name, at, shape in deeper.flat.names:
                end = at + int(np.prod(shape))
                for ours, theirs in ((learner.adam.m, deeper.adam.m), (learner.adam.v, deeper.adam.v)):
                    expected = ours[old[name] : old[name] + end - at] if name in old else torch.zeros(end - at)
                    torch.testing.assert_close(theirs[at:end], expected)
            self.assertGreater(len(deeper.flat.names), len(old))
            torch.testing.assert_close(deeper.critic_adam.flat.weights, learner.critic_adam.flat.weights)
            [(at, shape)] = [(at, shape) for name, at, shape in deeper.flat.names if name in ("blocks.2.conv2.weight", "blocks.2.out.weight")]
            new = deeper.flat.weights[at : at + int(np.prod(shape))]
            self.assertFalse(new.any())
            deeper.iterate()
            self.assertTrue(new.any())
            self.assertEqual(deeper.steps, 2 * learner.steps)
        with self.assertRaisesRegex(SystemExit, "has 3 already"):
            grow.grow(header, arrays, 3)


class Revive(unittest.TestCase):
    def test_silent_units_wake_up_and_nothing_else_changes(self):
        names = ["width=8", "blocks=1", "groups=1", "group_games=8", "plies=2", "batch=2", "critic_blocks=1"]
        learner = Learner(config.load(names), "barrage", None, torch.device("cpu"))
        heads = [(learner.net, "value"), (learner.net, "policy"), (learner.critic, "value")]
        with torch.no_grad():
            for module, head in heads:
                getattr(module, f"{head}2").weight.normal_()
                getattr(module, f"{head}1").bias.fill_(100.0)
                getattr(module, f"{head}1").bias[2:5] = -1000.0
        learner.adam.ema.copy_(learner.flat.weights)
        for adam in (learner.adam, learner.critic_adam):
            adam.m.fill_(1.0)
            adam.v.fill_(1.0)
        state = learner.state()
        header, arrays, counts = revive.revive(*state, torch.device("cpu"))
        self.assertEqual(counts, {"value": (3, 8), "policy": (3, 8), "critic": (3, 8)})

        awake = Learner(config.load(names), "barrage", None, torch.device("cpu"))
        awake.load_state(header, arrays)
        env = learner.envs[0]
        env.training_truth()

        def outputs(who):
            features = who.net.trunk(env.obs, torch.float32)
            own = who.net.heads(features)
            return [*own, who.critic(features, own[1], env.truth, torch.zeros(8, dtype=torch.uint8))]

        with torch.no_grad():
            for before, after in zip(outputs(learner), outputs(awake)):
                torch.testing.assert_close(before, after, atol=1e-3, rtol=1e-4)
            entering = awake.net.value1(pool_board(awake.net.trunk(env.obs, torch.float32)))[:, 2:5]
        torch.testing.assert_close(entering.mean(0), torch.zeros(3), atol=1e-4, rtol=0)
        torch.testing.assert_close(entering.std(0), torch.ones(3))

        for module, flat, touched, keys in [
            (learner.net, learner.flat, ("value", "policy"), ("weights", "ema", "m", "v")),
            (learner.critic, learner.critic_adam.flat, ("value",), ("critic_weights", "critic_m", "critic_v")),
        ]:
            for name, at, shape in flat.names:
                for key in keys:
                    old, new = (torch.from_numpy(it[key])[at : at + int(np.prod(shape))].view(shape) for it in (state[1], arrays))
                    is_new = torch.zeros(shape, dtype=torch.bool)
                    for head in touched:
                        if name in (f"{head}1.weight", f"{head}1.bias"):
                            is_new[2:5] = True
                        elif name == f"{head}2.weight":
                            is_new[:, 2:5] = True
                            self.assertFalse(new[:, 2:5].any(), (name, key))
                    torch.testing.assert_close(new[~is_new], old[~is_new])
                    if key.endswith(("m", "v")):
                        self.assertFalse(new[is_new].any(), (name, key))
                    elif "1.weight" in name:
                        self.assertFalse((new[is_new] == old[is_new]).any(), (name, key))
        np.testing.assert_array_equal(arrays["ema"], arrays["weights"])
        awake.iterate()
        self.assertTrue(awake.net.value2.weight[:, 2:5].any())

    def test_a_checkpoint_without_games_is_refused(self):
        learner = Learner(config.load(["width=8", "blocks=1", "groups=1", "group_games=2", "plies=2"]), "barrage", None, torch.device("cpu"))
        header, arrays = learner.state()
        arrays = {name: array for name, array in arrays.items() if not name.startswith("env")}
        with self.assertRaisesRegex(SystemExit, "no games"):
            revive.revive(header, arrays, torch.device("cpu"))


class Thin(unittest.TestCase):
    def test_points_are_means_and_sums_and_come_once(self):
        evaluation = {"evaluation": "a.ckpt", "temperature": 1.0, "steps": 45, "score": 0.5, "error": 0.1, "wins": 1, "draws": 0, "losses": 1}
        log = [{"start": "classic", "steps": 0}]
        for number in range(1, 46):
            guests = {"blind": [1, 0, 2]} if number > 39 else {}
            log.append({"iteration": number, "steps": number, "draw_share": number / 100, "attacks_per_100": 10.0, "guests": guests})
            log[-1]["formers"] = {"earlier.f16": [1, 0, 0]}
        log.append(evaluation)
        with tempfile.TemporaryDirectory() as folder:
            run, kept = os.path.join(folder, "log.jsonl"), os.path.join(folder, "kept.jsonl")
            with open(run, "w") as file:
                file.writelines(json.dumps(record) + "\n" for record in log)
            for _ in range(2):
                call(thin.main, ["thin", run, kept, "a.ckpt=the rival"])
            with open(run, "a") as file:
                file.write(json.dumps(dict(evaluation, temperature=0.3, took_s=1)) + "\n")
            call(thin.main, ["thin", run, kept, "a.ckpt=the rival"])
            points = thin.read(kept)
        self.assertEqual([record["steps"] for record in points], [40, 45, 45, 45])
        games = {"guests": {"blind": [1, 0, 2]}, "formers": {"earlier.f16": [40, 0, 0]}}
        self.assertEqual(points[0], {"steps": 40, "draw_share": 0.205, "attacks_per_100": 10.0, **games})
        self.assertEqual(points[1], dict(evaluation, evaluation="the rival"))
        self.assertEqual(points[2]["guests"], {"blind": [5, 0, 10]})
        self.assertEqual(points[3]["temperature"], 0.3)


class SetupStats(unittest.TestCase):
    # Front row first: marshal and general in front, the flag in the right back corner with a bomb before it.
    LINE = "AAAAALAAKAAAAAAEAACADAAAAAAAABDAAAAAAAAM"

    def test_setups_are_counted_in_the_left_half(self):
        squares = setup_stats.parse(self.LINE)
        self.assertEqual([squares[at] for at in (9, 19, 35, 38, 0)], ["flag", "bomb", "marshal", "general", "scout"])
        self.assertEqual(setup_stats.mirrored(setup_stats.mirrored(squares)), squares)
        [table] = setup_stats.count([squares, setup_stats.mirrored(squares)])
        self.assertEqual((table["flag"], table["setups"], table["guards"][1]), (0, 2, 2))
        self.assertEqual(table["ranks"]["marshal"][34], 2)

    def test_lines_that_are_no_setups_are_skipped(self):
        with tempfile.TemporaryDirectory() as folder:
            setups, out = os.path.join(folder, "setups.txt"), os.path.join(folder, "stats.json")
            with open(setups, "w") as file:
                file.write(f"# title\n{self.LINE}\n]\n")
            call(setup_stats.main, ["setup_stats", "barrage", setups, out])
            with open(out) as file:
                stats = json.load(file)
            self.assertEqual((stats["variant"], len(stats["tables"])), ("barrage", 1))


if __name__ == "__main__":
    unittest.main()
