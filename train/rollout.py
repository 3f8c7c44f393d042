"""Self-play: groups of games take turns, so that the engine steps one group while the device evaluates another.

Guests need the position alone, not what the network makes of it: they think while the device evaluates their own group."""

import time

import torch

import layout
import obs as O
from loss import masked_log_softmax


def act(net, packed, inverse_temperature, dtype):
    """Samples an action for every observation; returns actions, their log-probabilities, the value distribution and the features
    that all of it was made from."""
    features = net.trunk(packed, dtype)
    policy, value, _ = net.heads(features)
    action, chosen = sample(masked_log_softmax(policy * inverse_temperature, O.legal_mask(packed)))
    return action, chosen, value.softmax(-1), features


def sample(log_p):
    """An action for each row of log-probabilities, and its own."""
    # Gumbel's trick: the largest of log-probability plus Gumbel noise is a sample.
    noise = torch.rand_like(log_p).clamp_min(1e-20).log().neg().clamp_min(1e-20).log().neg()
    action = (log_p + noise).argmax(-1)
    return action, log_p.gather(1, action.unsqueeze(1)).squeeze(1)


class Buffer:
    """One iteration of experience on the device: [plies, games, ...], with one more observation at the end. The features of the
    network's trunk, by far the largest part, are kept where `width` and `dtype` say how."""

    def __init__(self, plies, games, device, width=0, dtype=None):
        self.plies, self.games = plies, games
        self.obs = torch.zeros(plies + 1, games, layout.OBS_BYTES, dtype=torch.uint8, device=device)
        self.truth = torch.zeros(plies + 1, games, layout.N_SQUARES, dtype=torch.uint8, device=device)
        self.action = torch.zeros(plies, games, dtype=torch.int64, device=device)
        self.log_p = torch.zeros(plies, games, device=device)
        self.value = torch.zeros(plies + 1, games, 3, device=device)
        self.outcome = torch.zeros(plies, games, dtype=torch.uint8, device=device)
        # Where a guest or a former moved in place of the network.
        self.theirs = torch.zeros(plies, games, dtype=torch.uint8, device=device)
        self.features = torch.zeros(plies + 1, games, 10, 10, width, dtype=dtype, device=device) if width else None


class Rollout:
    """Fills a buffer with the plies that follow the present state of the environments."""

    def __init__(self, envs, guests, formers, buffer, act_fn, device):
        """`guests` holds the guests of each environment, or None; `formers` sit in all of them alike, or it is None."""
        self.envs, self.guests, self.formers = envs, guests, formers
        self.buffer, self.act_fn, self.device = buffer, act_fn, device
        self.on_gpu = device.type == "cuda"
        self.one = torch.ones((), device=device)
        self.slices = []
        at = 0
        for env in envs:
            self.slices.append(slice(at, at + env.n_games))
            at += env.n_games
        self.events = [torch.cuda.Event() if self.on_gpu else None for _ in envs]

    def _upload(self, g, t):
        env, where = self.envs[g], self.slices[g]
        self.buffer.obs[t, where].copy_(env.obs, non_blocking=True)
        self.buffer.truth[t, where].copy_(env.truth, non_blocking=True)

    def _launch(self, g, t):
        if self.guests[g] and t < self.buffer.plies:
            self.guests[g].begin()
        buffer, where = self.buffer, self.slices[g]
        action, log_p, value, features = self.act_fn(buffer.obs[t, where], self.one)
        buffer.value[t, where].copy_(value)
        if buffer.features is not None:
            buffer.features[t, where].copy_(features)
        if t == buffer.plies:
            return
        buffer.action[t, where].copy_(action)
        buffer.log_p[t, where].copy_(log_p)
        if self.formers:
            self.formers.play(buffer.obs[t, where], buffer.action[t, where], buffer.theirs[t, where])
        self.envs[g].actions.copy_(buffer.action[t, where].to(torch.int16), non_blocking=True)
        if self.on_gpu:
            self.events[g].record()

    @torch.no_grad()
    def run(self):
        """Plays `plies` plies in every game; returns seconds spent in the engine and seconds spent waiting for the device."""
        engine = wait = 0.0
        for g, env in enumerate(self.envs):
            env.training_truth()
            self._upload(g, 0)
            self._launch(g, 0)
        for t in range(self.buffer.plies):
            for g, env in enumerate(self.envs):
                began = time.perf_counter()
                if self.on_gpu:
                    self.events[g].synchronize()
                waited = time.perf_counter()
                guests = self.guests[g]
                if guests:
                    guests.finish()
                    theirs = self.buffer.theirs[t, self.slices[g]]
                    theirs[: guests.n_games].copy_(guests.theirs[: guests.n_games], non_blocking=True)
                env.step_with_truth()
                stepped = time.perf_counter()
                wait += waited - began
                engine += stepped - waited
                self.buffer.outcome[t, self.slices[g]].copy_(env.outcomes, non_blocking=True)
                # All device work is on one stream, so this upload ends before the evaluation whose actions the next
                # `synchronize` of this group waits for: the pinned buffers are free again by then.
                self._upload(g, t + 1)
                self._launch(g, t + 1)
        return engine, wait
