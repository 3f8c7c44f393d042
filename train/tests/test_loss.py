"""Targets and losses against cases worked out by hand."""

import math
import unittest

import torch

import layout
import loss as L
import obs as O


def value(*rows):
    return torch.tensor(rows, dtype=torch.float32)


def packed(n=1):
    return torch.zeros(n, layout.OBS_BYTES, dtype=torch.uint8)


class LambdaReturns(unittest.TestCase):
    V = value((0.5, 0.3, 0.2), (0.1, 0.2, 0.7), (0.6, 0.2, 0.2), (0.3, 0.3, 0.4)).unsqueeze(1)
    LAST = value((0.8, 0.1, 0.1))

    def targets(self, outcomes, lam=0.8):
        return L.lambda_returns(self.V, torch.tensor(outcomes, dtype=torch.uint8).unsqueeze(1), self.LAST, lam)[:, 0]

    def test_a_running_game_bootstraps_at_the_movers_own_next_turn(self):
        t = self.targets([0, 0, 0, 0])
        # Ply 3: the mover's next turn lies past the end, so the other's last value is turned round.
        torch.testing.assert_close(t[3], torch.tensor([0.1, 0.1, 0.8]))
        torch.testing.assert_close(t[2], self.LAST[0])
        torch.testing.assert_close(t[1], 0.2 * self.V[3, 0] + 0.8 * t[3])
        torch.testing.assert_close(t[0], 0.2 * self.V[2, 0] + 0.8 * t[2])

    def test_the_end_is_final_for_both_players(self):
        t = self.targets([0, 0, L.WIN, 0])
        torch.testing.assert_close(t[2], torch.tensor([1.0, 0.0, 0.0]))
        torch.testing.assert_close(t[1], torch.tensor([0.0, 0.0, 1.0]))
        # Ply 0 and ply 2 have the same mover; ply 3 belongs to the next game.
        torch.testing.assert_close(t[0], 0.2 * self.V[2, 0] + 0.8 * t[2])
        torch.testing.assert_close(t[3], torch.tensor([0.1, 0.1, 0.8]))

    def test_draw_and_loss_have_their_own_places(self):
        t = self.targets([L.LOSS, L.DRAW, 0, 0])
        torch.testing.assert_close(t[0], torch.tensor([0.0, 0.0, 1.0]))
        torch.testing.assert_close(t[1], torch.tensor([0.0, 1.0, 0.0]))

    def test_advantage_is_the_gain_over_the_own_value(self):
        a = L.advantages(self.V, torch.tensor([[0], [0], [L.WIN], [0]], dtype=torch.uint8), self.LAST, 0.5)[:, 0]
        self.assertAlmostEqual(a[2].item(), 1 - 0.4, places=5)
        self.assertAlmostEqual(a[1].item(), -1 + 0.6, places=5)
        self.assertAlmostEqual(a[0].item(), 0.5 * 0.4 + 0.5 * 1 - 0.3, places=5)


class Selection(unittest.TestCase):
    def test_takes_the_largest_quarter_even_if_all_are_tiny(self):
        advantage = torch.tensor([[1e-9, -4e-9, 2e-9, 0.0], [3e-9, 0.0, 0.0, 0.0]])
        everything = torch.zeros(2, 4, dtype=torch.bool)
        self.assertEqual(sorted(L.select_largest(advantage, 0.25, everything).tolist()), [1, 4])

    def test_leaves_out_what_is_excluded_however_large(self):
        advantage = torch.tensor([[0.9, -0.8, 0.1, 0.0], [0.2, 0.0, 0.0, 0.0]])
        excluded = torch.tensor([[True, True, False, False], [False, False, False, False]])
        self.assertEqual(sorted(L.select_largest(advantage, 0.25, excluded).tolist()), [2, 4])


class Magnet(unittest.TestCase):
    def test_is_uniform_over_pieces_then_over_moves(self):
        mask = torch.zeros(1, layout.N_ACTIONS, dtype=torch.bool)
        mask[0, 36 * 5 + 0] = True
        mask[0, 36 * 7 + torch.arange(4)] = True
        p = O.magnet_log_probs(mask).exp()
        self.assertAlmostEqual(p[0, 36 * 5].item(), 0.5, places=6)
        self.assertAlmostEqual(p[0, 36 * 7 + 3].item(), 0.125, places=6)


class Prior(unittest.TestCase):
    def test_bombs_and_flag_are_among_the_unmoved(self):
        counts = torch.zeros(1, 12, dtype=torch.uint8)
        counts[0, layout.FLAG], counts[0, layout.BOMB], counts[0, 2], counts[0, 10] = 1, 1, 2, 1
        hidden = torch.zeros(1, 100, dtype=torch.bool)
        hidden[0, :5] = True
        moved = torch.zeros(1, 100, dtype=torch.bool)
        moved[0, 4] = True
        p = O.rank_prior(counts, hidden, moved)[0]
        torch.testing.assert_close(p[4, [0, 2, 10, 11]], torch.tensor([0, 2 / 3, 1 / 3, 0]))
        torch.testing.assert_close(p[0, [0, 2, 10, 11]], torch.tensor([1 / 4, 1 / 3, 1 / 6, 1 / 4]))
        torch.testing.assert_close(p.sum(0), counts[0].float())


class FakeNet:
    """Returns given logits."""

    def __init__(self, policy, value, belief):
        self.out = policy, value, belief

    def trunk(self, packed, dtype):
        return None

    def heads(self, features):
        return self.out


class TotalLoss(unittest.TestCase):
    def setUp(self):
        self.obs = packed()
        first, _ = layout.FIELDS["legal"]
        # Two legal actions, 0 and 1, both of square 0.
        self.obs[0, first] = 0b11
        self.policy = torch.zeros(1, layout.N_ACTIONS)
        self.policy[0, 0] = math.log(3.0)

    def parts(self, old_p, advantage, coefficients=(0.2, 0, 0, 0, 0)):
        net = FakeNet(self.policy, torch.zeros(1, 3), torch.zeros(1, 100, 12))
        batch = (
            self.obs,
            torch.tensor([0]),
            torch.tensor([math.log(old_p)]),
            torch.tensor([advantage]),
            value((1.0, 0.0, 0.0)),
            torch.full((1, 100), 255, dtype=torch.uint8),
            torch.zeros(1, dtype=torch.uint8),
        )
        _, parts = L.total_loss(net, None, batch, torch.tensor(coefficients), torch.float32)
        return dict(zip(L.METRICS, parts.tolist()))

    def test_policy_part_is_clipped_only_when_that_hurts(self):
        # The policy gives action 0 three quarters; it was played with one half: ratio 1.5.
        self.assertAlmostEqual(self.parts(0.5, 1.0)["policy_loss"], -1.2, places=5)
        self.assertAlmostEqual(self.parts(0.5, -1.0)["policy_loss"], 1.5, places=5)
        self.assertEqual(self.parts(0.5, 1.0)["clip_share"], 1.0)
        self.assertEqual(self.parts(0.75, 1.0)["clip_share"], 0.0)

    def test_divergences_and_entropy(self):
        parts = self.parts(0.5, 0.0)
        self.assertAlmostEqual(parts["kl_data"], 1.5 - 1 - math.log(1.5), places=5)
        entropy = -(0.75 * math.log(0.75) + 0.25 * math.log(0.25))
        self.assertAlmostEqual(parts["entropy"], entropy, places=5)
        self.assertAlmostEqual(parts["kl_magnet"], math.log(2) - entropy, places=5)

    def test_value_part_and_sum(self):
        parts = self.parts(0.5, 1.0, (0.2, 0.1, 0.01, 0.5, 0.1))
        self.assertAlmostEqual(parts["value_loss"], math.log(3), places=5)
        total = -1.2 + 0.1 * parts["kl_data"] + 0.01 * parts["kl_magnet"] + 0.5 * math.log(3)
        self.assertAlmostEqual(parts["loss"], total, places=5)

    def test_belief_starts_at_the_count_baseline(self):
        first, _ = layout.FIELDS["code"]
        self.obs[0, first + 99] = layout.ENEMY_HIDDEN
        self.obs[0, first + 98] = layout.ENEMY_HIDDEN
        first, _ = layout.FIELDS["hidden_enemy"]
        self.obs[0, first + 2], self.obs[0, first + 3] = 1, 1
        truth = torch.full((1, 100), 255, dtype=torch.uint8)
        truth[0, 99], truth[0, 98] = 2, 3
        learned, counted = L.belief_loss(torch.zeros(1, 100, 12), self.obs, truth)
        self.assertAlmostEqual(counted.item(), math.log(2), places=5)
        self.assertAlmostEqual(learned.item(), math.log(2), places=5)


if __name__ == "__main__":
    unittest.main()
