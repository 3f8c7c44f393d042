"""Gives the silent units in the heads of a checkpoint new weights.

    python3 train/revive.py CHECKPOINT OUT/last.json

A unit of a head's hidden layer that is active in none of the positions at which the checkpoint's games stand has no gradient there and learns nothing any
more. Its output weights become zero, so that in these positions all comes out as before, and its input weights are drawn anew, with a scale and a bias by the
same positions: as the averaged network sees them, what enters the unit's nonlinearity has mean 0 and deviation 1. (Of the policy's squares a sample is
looked at, and the critic is asked as if every opponent were the network itself.) A bias of zero would not do: half of what the value head sees are maxima
over the board, positive everywhere, so that most fresh units are always on or always off. Moments of all these weights start from
zero, as those of new blocks do in train/grow.py.
"""

import argparse
import os

import numpy as np
import torch

import checkpoint
import critic as C
from env import Env
from learner import make_net
from net import Flat

BATCH = 256
# Of the policy's hundred squares one in so many is looked at, a number that takes all of them in turn.
POLICY_STRIDE = 17


class Head:
    """Hidden layer and output layer of a module, what enters them, and the checkpoint's vectors that hold them."""

    def __init__(self, name, flat, hidden, output, vectors, moments):
        self.name, self.hidden, self.output = name, hidden, output
        self.layer = getattr(flat.module, hidden)
        self.places = {name: (at, shape) for name, at, shape in flat.names}
        self.vectors, self.moments = vectors, moments
        self.inputs = []
        self.layer.register_forward_hook(lambda _, inputs, __: self.inputs.append(inputs[0].detach().flatten(0, -2).float()))
        self.silent = torch.ones_like(self.layer.bias, dtype=torch.bool)

    def listen(self, stride=1):
        """Takes account of all that entered since the last call; returns it."""
        seen = torch.cat([part[::stride] for part in self.inputs])
        self.inputs.clear()
        self.silent &= (seen @ self.layer.weight.T + self.layer.bias <= 0).all(0)
        return seen

    def renew(self, seen, arrays):
        """New weights for the silent units, by what entered."""
        units, seen = self.silent.cpu(), seen.cpu()
        fresh = torch.randn(int(units.sum()), seen.shape[1])
        fresh /= (seen @ fresh.T).std(0).clamp_min(1e-3).unsqueeze(1)
        bias = -(seen @ fresh.T).mean(0)
        for key in self.vectors + self.moments:
            is_weight = key in self.vectors
            self._part(arrays[key], f"{self.hidden}.weight")[units] = fresh if is_weight else 0.0
            self._part(arrays[key], f"{self.hidden}.bias")[units] = bias if is_weight else 0.0
            self._part(arrays[key], f"{self.output}.weight")[:, units] = 0.0

    def _part(self, vector, name):
        at, shape = self.places[name]
        return torch.from_numpy(vector)[at : at + int(np.prod(shape))].view(shape)


def positions(header, arrays):
    """What the players to move see in the games of the checkpoint, and the truth behind it."""
    cfg = header["config"]
    seen, truths = [], []
    for g in range(cfg["groups"]):
        if f"env{g}" in arrays:
            env = Env(cfg["group_games"], 0, header["variant"], None, cfg["max_quiet"], cfg["max_plies"])
            env.load(arrays[f"env{g}"].tobytes())
            env.training_truth()
            seen.append(env.obs.clone())
            truths.append(env.truth.clone())
    if not seen:
        raise SystemExit("the checkpoint has no games to tell silent units by")
    return torch.cat(seen), torch.cat(truths)


@torch.no_grad()
def revive(header, arrays, device):
    """(header, arrays, counts) of the same checkpoint with every unit awake; counts has silent units and all units, by head."""
    cfg = header["config"]
    torch.manual_seed(cfg["seed"])
    observations, truths = positions(header, arrays)
    net = make_net(dict(cfg, **header["arch"]), device)
    flat = Flat(net)
    vectors, moments = ["weights", "ema"], ["m", "v"]
    value = Head("value", flat, "value1", "value2", vectors, moments)
    policy = Head("policy", flat, "policy1", "policy2", vectors, moments)
    heads = [value, policy]
    critic = critic_value = None
    if "critic_weights" in arrays:
        critic = C.Critic(cfg["width"], cfg["critic_blocks"]).to(device)
        critic_flat = Flat(critic)
        critic_flat.weights.copy_(torch.from_numpy(arrays["critic_weights"]))
        critic_value = Head("critic", critic_flat, "value1", "value2", ["critic_weights"], ["critic_m", "critic_v"])
        heads.append(critic_value)

    seen = {}
    # The average comes last: by it the network plays, so what enters then sets the scale.
    for vector in vectors:
        flat.weights.copy_(torch.from_numpy(arrays[vector]))
        for first in range(0, len(observations), BATCH):
            part = slice(first, first + BATCH)
            features = net.trunk(observations[part].to(device), torch.float32)
            own = net.heads(features)[1]
            if critic:
                nobody = torch.full((len(own),), C.ITSELF, dtype=torch.uint8, device=device)
                critic(features, own, truths[part].to(device), nobody)
        for head in heads:
            seen[head] = head.listen(POLICY_STRIDE if head is policy else 1)

    arrays = {name: array.copy() for name, array in arrays.items()}
    for head in heads:
        if head.silent.any():
            head.renew(seen[head], arrays)
    header = {name: value for name, value in header.items() if name not in ("parts", "sha256")}
    return header, arrays, {head.name: (int(head.silent.sum()), head.silent.numel()) for head in heads}


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", help="manifest or packed file")
    parser.add_argument("out", help="manifest to write, its parts beside it")
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    header, arrays, counts = revive(*checkpoint.load(args.checkpoint), device)
    os.makedirs(os.path.dirname(os.path.abspath(args.out)), exist_ok=True)
    checkpoint.save(args.out, header, arrays)
    for head, (silent, n_units) in counts.items():
        print(f"{args.out}: {silent} of the {n_units} hidden units of {head} were silent and have new weights")


if __name__ == "__main__":
    main()
