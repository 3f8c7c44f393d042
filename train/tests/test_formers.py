"""Earlier networks in some of the seats: whose turn it is, who really moves, what is learned and logged, and what is said of bad files."""

import os
import tempfile
import unittest

import torch

import checkpoint
import config
import export
import formers
import loss
from learner import Learner
from net import Flat, Net
from obs import legal_mask

TINY = ["width=8", "blocks=2", "group_games=6", "plies=8", "batch=8", "max_plies=30"]


def write_network(path, variant="barrage", sure=100.0):
    """Exports a small network that is sure of its moves: which one it samples can be foretold."""
    torch.manual_seed(7)
    net = Net(width=8, blocks=1)
    torch.nn.init.normal_(net.policy2.weight, std=sure)
    header = {"variant": variant, "arch": net.arch, "steps": 0}
    export.write(header, Flat(net).weights.detach().numpy(), path)


def learner(*settings):
    torch.set_num_threads(1)
    return Learner(config.load(TINY + list(settings)), "barrage", None, torch.device("cpu"))


class WithFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.network = folder.name, os.path.join(folder.name, "earlier.f16")
        write_network(self.network)


class Seats(WithFiles):
    def test_turns_alternate_and_each_color_has_its_columns(self):
        run = learner("guests=1 blind", f"formers=3 {self.network}")
        theirs, outcomes = [], []
        for _ in range(12):
            run.iterate()
            theirs.append(run.buffer.theirs.clone())
            outcomes.append(run.buffer.outcome.clone())
        theirs, over = torch.cat(theirs), torch.cat(outcomes) > 0
        self.assertGreater(over[:-1, 1:4].sum(), 6)
        for group in (0, 6):
            self.assertFalse(theirs[:, group + 4 : group + 6].any(), "there the network plays itself")
            for column in (1, 2, 3):
                turns, ends = theirs[:, group + column], over[:-1, group + column]
                # Red moves first, which is the former in the odd games; a turn after the end of a game is the next one's first.
                expected = torch.where(ends, torch.full_like(turns[1:], column % 2), 1 - turns[:-1])
                self.assertEqual(turns[0], column % 2)
                self.assertTrue(torch.equal(turns[1:], expected))

    def test_in_their_turns_it_is_they_who_move(self):
        run = learner("guests=1 blind", f"formers=2 {self.network}", "group_games=4")
        run.rollout.run()
        net = formers.load(self.network, "barrage")
        games = torch.tensor([1, 2, 5, 6])
        obs, action = run.buffer.obs[:-1, games].flatten(0, 1), run.buffer.action[:, games].flatten()
        theirs = run.buffer.theirs[:, games].flatten() == 1
        policy = loss.masked_log_softmax(net(obs, torch.float32)[0], legal_mask(obs))
        played = policy.gather(1, action.unsqueeze(1)).squeeze(1)
        # A fresh network plays anything; the former nearly always what it is sure of.
        self.assertEqual(int(theirs.sum()), theirs.numel() // 2)
        self.assertGreater((played[theirs] > -1).float().mean().item(), 0.9)
        self.assertLess((played[~theirs] > -1).float().mean().item(), 0.5)

    def test_networks_come_from_exported_files_and_from_checkpoints(self):
        run, manifest = learner(), os.path.join(self.folder, "last.json")
        run.iterate()
        checkpoint.save(manifest, *run.state())
        exported = os.path.join(self.folder, "same.f16")
        export.export(manifest, exported)
        ours = learner(f"formers=1 {manifest}; 2 {exported}")
        self.assertEqual(ours.formers.seats, [(manifest, slice(0, 1)), (exported, slice(1, 3))])
        for a, b in zip(formers.load(manifest, "barrage").parameters(), formers.load(exported, "barrage").parameters()):
            torch.testing.assert_close(a, b, rtol=1e-3, atol=1e-6)

    def test_bad_settings_are_said(self):
        classic = os.path.join(self.folder, "classic.f16")
        write_network(classic, "classic")
        os.rename(self.network, os.path.join(self.folder, "alone.f16"))
        for setting, message in [
            ("earlier.f16", "formers: 'earlier.f16' is not a number of games and the file"),
            ("2", "formers: '2' is not"),
            (f"2 {self.network[:-4]}-none.f16", "formers: .*earlier-none.*No such file"),
            (f"2 {self.network}", "formers: .*earlier.f16: No such file"),
            (f"2 {classic}", "formers: .*classic.f16 is a network of classic, not of barrage"),
            (f"2 {classic[:-4]}.json", "classic.json: neither the manifest of a checkpoint"),
            (f"7 {self.network}", "formers: 7 behind 0 guests have no room in 6 games"),
        ]:
            with self.assertRaisesRegex(SystemExit, message):
                learner(f"formers={setting}")
        with self.assertRaisesRegex(SystemExit, "too many"):
            learner("guests=3 blind", f"formers=3 {self.network}", "train_share=0.6")


class Learning(WithFiles):
    def test_nothing_is_learned_from_the_moves_of_formers(self):
        run = learner(f"formers=6 {self.network}", "critic_blocks=1")
        chosen, select = [], loss.select_largest

        def watched(advantage, share, excluded):
            index = select(advantage, share, excluded)
            self.assertTrue(torch.equal(excluded, run.buffer.theirs != 0))
            chosen.append(excluded.reshape(-1)[index])
            return index

        loss.select_largest = watched
        try:
            for _ in range(4):
                run.iterate()
        finally:
            loss.select_largest = select
        self.assertFalse(torch.cat(chosen).any())
        self.assertFalse(run.opponents.any(), "to the critic these are games with itself")

    def test_results_are_those_of_the_network_that_learns(self):
        other = os.path.join(self.folder, "other.f16")
        write_network(other)
        run = learner("guests=1 blind", f"formers=1 {self.network}; 2 {other}")
        self.assertEqual(set(run.iterate()["formers"]), {self.network, other})
        run.buffer.outcome.zero_()
        run.buffer.theirs.zero_()
        # A former wins by its own move; ours wins, draws and loses by moves of its own; and one game is nobody's business here.
        for ply, game, outcome, is_theirs in [
            (0, 1, loss.WIN, 1),
            (3, 7, loss.WIN, 0),
            (5, 2, loss.DRAW, 0),
            (6, 9, loss.LOSS, 0),
            (7, 4, loss.WIN, 0),
        ]:
            run.buffer.outcome[ply, game] = outcome
            run.buffer.theirs[ply, game] = is_theirs
        log = run._opponent_log()
        self.assertEqual(log["formers"], {self.network: [1, 0, 1], other: [0, 1, 1]})
        self.assertEqual(log["guests"], {"blind": [0, 0, 0]})


if __name__ == "__main__":
    unittest.main()
