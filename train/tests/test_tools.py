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

import golden
import layout
import setup_stats


def call(main, argv):
    with mock.patch.object(sys, "argv", argv), contextlib.redirect_stdout(io.StringIO()):
        main()


class Golden(unittest.TestCase):
    def test_samples_hold_observations_and_outputs(self):
        with tempfile.TemporaryDirectory() as folder:
            network, out = os.path.join(folder, "a.f16"), os.path.join(folder, "a.samples")
            call(golden.main, ["golden", network, out, "--count", "5", "--random", "conv,8,2,2", "--variant", "barrage"])
            data = np.fromfile(out, dtype=np.uint8).reshape(5, -1)
            net, sidecar = golden.load(network)
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
                golden.load(network)


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
