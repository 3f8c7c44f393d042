"""A packed checkpoint is small and good enough to go on from; a damaged one is refused."""

import contextlib
import io
import json
import math
import os
import sys
import tempfile
import unittest
from unittest import mock

import torch

import checkpoint
import export
import pack
import packed
import train
from tests.test_resume import learner


def call(main, *argv):
    with mock.patch.object(sys, "argv", ["program", *argv]), contextlib.redirect_stdout(io.StringIO()):
        main()


class Pack(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.run = learner()
        for _ in range(5):
            self.run.iterate()
        self.manifest, self.packed = self.path("last.json"), self.path("one.ckpt")
        checkpoint.save(self.manifest, *self.run.state())
        call(pack.main, "pack", self.manifest, self.packed)

    def path(self, name):
        return os.path.join(self.folder, name)

    def resumed(self, path):
        other = learner()
        other.load_state(*checkpoint.load(path))
        return other

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_it_goes_on_from_nearly_the_same_state(self):
        run, other = self.run, self.resumed(self.packed)
        self.assertEqual((other.steps, other.iterations), (run.steps, run.iterations))
        self.assertEqual((other.seconds, other.adam.updates), (run.seconds, run.adam.updates))
        self.assertEqual(other.stats(), run.stats())
        for a, b in zip(run.envs, other.envs):
            self.assertTrue(torch.equal(a.obs, b.obs))
        self.assertLessEqual((run.flat.weights - other.flat.weights).abs().max().item(), packed.STEP / 2 + 1e-6)
        self.assertTrue(torch.equal(run.adam.ema.half(), other.adam.ema.half()))
        large = run.adam.v > 1e-15
        self.assertTrue(large.any())
        ratio = (run.adam.v[large] / other.adam.v[large]).log2().abs().max().item()
        self.assertLess(ratio, 0.26)
        self.assertFalse(other.adam.m.any())

        played = other.stats()["plies"]
        for _ in range(3):
            log = other.iterate()
            self.assertTrue(math.isfinite(log["loss"]) and log["skipped_share"] == 0)
        self.assertEqual(other.iterations, 8)
        self.assertEqual(other.stats()["plies"] - played, 3 * 4 * 12)

    def test_unpacking_gives_an_ordinary_checkpoint(self):
        call(pack.main, "unpack", self.packed, self.path("again.json"))
        losses = [self.resumed(path).iterate()["loss"] for path in (self.packed, self.path("again.json"))]
        self.assertEqual(*losses)

    def test_the_program_resumes_from_it_and_the_export_is_the_same(self):
        out = self.path("out")
        call(
            train.main, "--variant", "barrage", "--out", out, "--device", "cpu", "--iterations", "1",
            "--resume", self.packed, "--config", "final_eval_games=4",
        )  # fmt: skip
        with open(os.path.join(out, "log.jsonl")) as file:
            records = [json.loads(line) for line in file]
        self.assertEqual([r["iteration"] for r in records if "entropy" in r], [6])
        export.export(self.manifest, self.path("a.f16"))
        export.export(self.packed, self.path("b.f16"))
        self.assertEqual(self.read("a.f16"), self.read("b.f16"))

    def test_the_average_can_be_left_to_the_network_file(self):
        network, small = self.path("network.f16"), self.path("small.ckpt")
        export.export(self.manifest, network)
        call(pack.main, "pack", self.manifest, small, "--network", network)
        self.assertLess(os.path.getsize(small), os.path.getsize(self.packed))
        a, b = self.resumed(self.packed), self.resumed(small)
        self.assertTrue(torch.equal(a.flat.weights, b.flat.weights) and torch.equal(a.adam.ema, b.adam.ema))

        with open(network, "r+b") as file:
            file.write(b"xx")
        with self.assertRaisesRegex(SystemExit, "network.f16: not the averaged weights"):
            checkpoint.load(small)
        with self.assertRaisesRegex(SystemExit, "network.f16: not the averaged weights"):
            call(pack.main, "pack", self.manifest, self.path("never"), "--network", network)
        os.remove(network)
        with self.assertRaisesRegex(SystemExit, "network.f16: No such file"):
            checkpoint.load(small)
        self.assertFalse(os.path.exists(self.path("never")))

    def test_a_damaged_file_is_refused(self):
        good = self.read("one.ckpt")
        middle = len(good) // 2
        for bad, reason in [
            (good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :], "damaged"),
            (good[:middle], "damaged"),
            (good[:20], "damaged"),
            (b"x" + good[1:], "neither"),
            (b"", "neither"),
        ]:
            with open(self.packed, "wb") as file:
                file.write(bad)
            with self.assertRaisesRegex(SystemExit, reason):
                checkpoint.load(self.packed)


if __name__ == "__main__":
    unittest.main()
