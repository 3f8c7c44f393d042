"""Left and right exchanged: what stays, what moves, and a policy that does not care."""

import unittest

import torch

import layout
import mirror
import obs as O
from env import Env
from net import Net


def positions(n_plies):
    env = Env(16, 5, "classic")
    for _ in range(n_plies):
        env.actions.copy_(torch.from_numpy(env.player_actions("heuristic")))
        env.step()
    return env.obs.clone()


class Mirror(unittest.TestCase):
    def test_twice_is_nothing_and_once_is_something(self):
        packed = positions(60)
        image = mirror.mirrored(packed)
        self.assertFalse(torch.equal(image, packed))
        self.assertTrue(torch.equal(mirror.mirrored(image), packed))

    def test_planes_are_flipped_and_counts_stay(self):
        packed = positions(60)
        image = mirror.mirrored(packed)
        there = lambda x: x.view(len(packed), 10, 10, -1).flip(2)
        here_planes, image_planes = (O.planes(x, torch.float32).view(len(packed), 10, 10, -1) for x in (packed, image))
        at = 0
        for name, width in O.PLANES:
            here, image_of = here_planes[..., at : at + width], image_planes[..., at : at + width]
            if name.endswith("start_col"):
                here = here.flip(-1)
            self.assertTrue(torch.equal(image_of, there(here)), name)
            at += width
        self.assertTrue(torch.equal(O.globals_(packed, torch.float32), O.globals_(image, torch.float32)))

    def test_a_move_to_the_right_becomes_one_to_the_left(self):
        x = torch.zeros(1, layout.N_ACTIONS)
        x[0, 36 * 31 + 9 * 2 + 4] = 1
        self.assertEqual(mirror.mirrored_actions(x).argmax().item(), 36 * 38 + 9 * 3 + 4)

    def test_legal_moves_are_those_of_the_image(self):
        packed = positions(60)
        legal = mirror.mirrored_actions(O.legal_mask(packed))
        self.assertTrue(torch.equal(O.legal_mask(mirror.mirrored(packed)), legal))

    def test_the_policy_of_both_sides_is_the_same_on_both(self):
        torch.manual_seed(2)
        net = Net(width=8, blocks=2)
        net.policy2.weight.data.normal_()
        packed = positions(40)
        # Near zero temperature a sample is the likeliest action.
        cold = torch.tensor(1e4)
        here = mirror.act(net, packed, cold, torch.float32)[0]
        there = mirror.act(net, mirror.mirrored(packed), cold, torch.float32)[0]
        index = torch.arange(layout.N_ACTIONS).float().unsqueeze(0)
        image_of = mirror.mirrored_actions(index)[0].long()
        self.assertTrue(torch.equal(image_of[here], there))


if __name__ == "__main__":
    unittest.main()
