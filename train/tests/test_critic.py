"""The critic that sees all: what it knows, what the player learns of it, and where it must not go."""

import os
import tempfile
import unittest

import numpy as np
import torch

import checkpoint
import config
import critic as C
import export
import loss as L
import packed
from learner import Learner
from net import Flat, Net

TINY = ["width=8", "blocks=2", "group_games=6", "plies=8", "batch=8", "max_plies=60", "critic_lr=0.01"]


def learner(*settings):
    torch.set_num_threads(1)
    return Learner(config.load(TINY + list(settings)), "barrage", None, torch.device("cpu"))


class Judgement(unittest.TestCase):
    def turns(self, n):
        torch.manual_seed(1)
        truth = torch.full((n, 100), 255, dtype=torch.uint8)
        truth[:, 40] = torch.randint(1, 11, (n,)).to(torch.uint8)
        return torch.randn(n, 10, 10, 8), torch.randn(n, 3), truth, torch.arange(n).remainder(2).to(torch.uint8)

    def test_begins_as_the_players_own(self):
        features, own, truth, opponent = self.turns(5)
        torch.testing.assert_close(C.Critic(8, 2)(features, own, truth, opponent), own)

    def test_learns_what_is_hidden_and_who_the_opponent_is(self):
        features, own, truth, opponent = self.turns(64)
        # Against one opponent a hidden marshal is bad news, against the other a hidden spy.
        lost = torch.where(opponent == 1, truth[:, 40] > 5, truth[:, 40] <= 5).long()
        target = torch.nn.functional.one_hot(2 * lost, 3).float()
        critic = C.Critic(8, 2)
        optimizer = torch.optim.Adam(critic.parameters(), 0.01)
        for _ in range(150):
            optimizer.zero_grad()
            L.cross_entropy(target, critic(features, own, truth, opponent)).backward()
            optimizer.step()
        self.assertLess(L.cross_entropy(target, critic(features, own, truth, opponent)).item(), 0.1)

    def test_bots_are_known_by_name_whatever_their_options(self):
        self.assertEqual(C.opponent_number("star:nodes=500"), C.opponent_number("star"))
        self.assertEqual(C.opponent_number("blind"), C.SOMEBODY)
        self.assertEqual(len({C.opponent_number(bot) for bot in C.OPPONENTS} | {C.SOMEBODY}), len(C.OPPONENTS) + 1)


class Learning(unittest.TestCase):
    def batch_of(self, run):
        run.rollout.run()
        n = run.buffer.games
        return [
            run.buffer.obs[0],
            run.buffer.action[0],
            run.buffer.log_p[0],
            torch.linspace(-1, 1, n),
            torch.full((n, 3), 1 / 3),
            run.buffer.truth[0],
            run.opponents,
        ]

    def test_no_gradient_of_the_critic_reaches_the_player(self):
        run = learner("critic_blocks=1")
        batch, coefficients = self.batch_of(run), torch.tensor([0.2, 0.1, 0.01, 1.0, 0.1])
        run.critic.value2.weight.data.fill_(0.3)
        grads = {}
        for judge in (None, run.critic):
            run.flat.grads.zero_()
            L.total_loss(run.net, judge, batch, coefficients, torch.float32)[0].backward()
            grads[judge is None] = run.flat.grads.clone()
        self.assertTrue(torch.equal(grads[True], grads[False]))
        self.assertGreater(run.critic_adam.flat.grads.abs().sum().item(), 0)

    def test_the_player_plays_the_same_whatever_is_hidden(self):
        def played(rank):
            """A rollout in which every hidden piece is said to have this rank."""
            run = learner("critic_blocks=1")
            upload = run.rollout._upload

            def untrue(g, t):
                upload(g, t)
                truth = run.buffer.truth[t, run.rollout.slices[g]]
                truth[truth != 255] = rank

            run.rollout._upload = untrue
            run.rollout.run()
            return run

        scouts, marshals = played(2), played(10)
        self.assertFalse(torch.equal(scouts.buffer.truth, marshals.buffer.truth))
        for name in ("action", "log_p", "value", "features"):
            self.assertTrue(torch.equal(getattr(scouts.buffer, name), getattr(marshals.buffer, name)), name)
        # The critic does see it.
        for run in (scouts, marshals):
            run.critic.value2.weight.data.fill_(0.3)
            run.critic.value2.weight.data[0] = -0.3
        self.assertFalse(torch.equal(scouts._judged()[0], marshals._judged()[0]))

    def test_each_game_has_its_opponent(self):
        run = learner("critic_blocks=1", "guests=1 vicki; 2 blind")
        vicki = C.opponent_number("vicki")
        group = [vicki, C.SOMEBODY, C.SOMEBODY, 0, 0, 0]
        self.assertEqual(run.opponents.tolist(), 2 * group)

    def test_nothing_is_gained_by_leaving_the_turn_to_a_guest_at_the_end(self):
        run = learner("critic_blocks=1", "guests=3 vicki")
        run.rollout.run()
        run.critic.value2.weight.data.normal_()
        values, last = run._judged()
        own = (run.opponents != C.ITSELF) & (run.buffer.theirs[-1] == 0)
        self.assertTrue(own.any() and not own.all())
        # The last turn gains nothing, unless it ends the game.
        open_ended = own & (run.buffer.outcome[-1] == 0)
        gained = L.advantages(values, run.buffer.outcome, last, 0.5)[-1]
        self.assertLess(gained[open_ended].abs().max().item(), 1e-6)
        self.assertGreater(gained[run.opponents == C.ITSELF].abs().min().item(), 0)

    def test_it_is_the_critic_that_is_learned_from(self):
        run = learner("critic_blocks=1")
        run.rollout.run()
        run.critic.value2.bias.data.copy_(torch.tensor([50.0, 0.0, -50.0]))
        targets, targets_of = [], L.lambda_returns

        def watched(values, *rest):
            targets.append(values)
            return targets_of(values, *rest)

        L.lambda_returns = watched
        try:
            run._train()
        finally:
            L.lambda_returns = targets_of
        self.assertGreater(torch.cat(targets)[..., 0].min().item(), 0.99)


class Files(unittest.TestCase):
    def test_the_critic_is_packed_and_never_exported(self):
        run = learner("critic_blocks=1")
        run.iterate()
        with tempfile.TemporaryDirectory() as folder:
            manifest, small = os.path.join(folder, "last.json"), os.path.join(folder, "small.ckpt")
            checkpoint.save(manifest, *run.state())
            sidecar = export.export(manifest, os.path.join(folder, "net.f16"))
            self.assertEqual(sidecar["parameters"], Flat(Net(**run.net.arch)).weights.numel())
            packed.write(small, *checkpoint.load(manifest))
            other = learner("critic_blocks=1", "seed=2")
            other.load_state(*checkpoint.load(small))
        found, kept = other.critic_adam.flat.weights, run.critic_adam.flat.weights
        torch.testing.assert_close(found, kept, rtol=1e-3, atol=1e-6)
        self.assertEqual(other.critic_adam.updates, run.critic_adam.updates)
        self.assertTrue(np.isfinite(found.numpy()).all())


if __name__ == "__main__":
    unittest.main()
