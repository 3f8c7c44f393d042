"""Ten iterations in one go and five plus five give the same weights, through a checkpoint on disk."""

import os
import tempfile
import unittest

import torch

import checkpoint
import config
import golden
from learner import Learner

TINY = ["width=8", "blocks=2", "group_games=6", "plies=4", "batch=8", "lr_warmup_steps=1", "max_plies=40"]


def learner(kind="conv", variant="barrage", guests="", critic=0, formers=""):
    torch.set_num_threads(1)
    cfg = config.load(TINY + [f"kind={kind}", f"guests={guests}", f"critic_blocks={critic}", f"formers={formers}"])
    return Learner(cfg, variant, None, torch.device("cpu"))


class Resume(unittest.TestCase):
    def check(self, kind, variant, guests="", critic=0, formers=""):
        whole = learner(kind, variant, guests, critic, formers)
        for _ in range(10):
            last = whole.iterate()

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "last.json")
            first = learner(kind, variant, guests, critic, formers)
            for _ in range(5):
                first.iterate()
            checkpoint.save(path, *first.state())
            # Something else draws random numbers in between, as another process would.
            torch.rand(100)
            second = learner(kind, variant, guests, critic, formers)
            second.load_state(*checkpoint.load(path))
            for _ in range(5):
                resumed = second.iterate()

        self.assertEqual(whole.steps, second.steps)
        self.assertGreater(whole.stats()["games"], 0)
        self.assertEqual(whole.stats(), second.stats())
        for name in ("loss", "entropy", "games", "draw_share", "learning_rate"):
            self.assertEqual(last[name], resumed[name], name)
        for a, b in [
            (whole.flat.weights, second.flat.weights),
            (whole.adam.ema, second.adam.ema),
            (whole.adam.m, second.adam.m),
            (whole.adam.v, second.adam.v),
        ]:
            self.assertTrue(torch.equal(a, b))
        if critic:
            self.assertEqual(whole.critic_adam.updates, second.critic_adam.updates)
            for name, vector in whole._critic_vectors().items():
                self.assertTrue(torch.equal(vector, second._critic_vectors()[name]), name)

    def test_conv_barrage(self):
        self.check("conv", "barrage")

    def test_encoder_classic(self):
        self.check("encoder", "classic")

    def test_with_guests_that_draw_lots(self):
        self.check("conv", "barrage", "2 monte-carlo:playouts=20; 1 blind")

    def test_with_a_critic(self):
        self.check("conv", "barrage", "2 vicki; 1 blind", critic=1)

    def test_with_formers(self):
        with tempfile.TemporaryDirectory() as folder:
            network = os.path.join(folder, "earlier.f16")
            golden.write_random(network, "conv,8,1,2", "barrage")
            self.check("conv", "barrage", "1 blind", critic=1, formers=f"2 {network}")


class Checkpoint(unittest.TestCase):
    def test_a_damaged_part_is_refused_and_old_parts_are_removed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "last.json")
            run = learner()
            checkpoint.save(path, *run.state())
            run.iterate()
            checkpoint.save(path, *run.state())
            self.assertEqual(sorted(os.listdir(folder)), ["last-1.0", "last.json"])
            with open(os.path.join(folder, "last-1.0"), "r+b") as file:
                file.seek(100)
                file.write(b"x")
            with self.assertRaises(SystemExit):
                checkpoint.load(path)


if __name__ == "__main__":
    unittest.main()
