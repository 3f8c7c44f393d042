"""Writes the averaged network of a checkpoint as one flat file of little-endian f16 and a JSON sidecar that explains it.

    python3 train/export.py CHECKPOINT OUT/network.f16

The sidecar OUT/network.json names observation version, action layout, architecture, the planes and global features in their
order, each tensor with offset (in elements) and shape, and the hash of the flat file. With --samples N, OUT/network.samples.npz
holds N packed observations from random play with the outputs of the f16 weights computed in float32, to test other readers.
"""

import argparse
import hashlib
import json
import os

import numpy as np
import torch

import checkpoint
import layout
import obs as O
from env import Env
from net import Flat, Net


def export(manifest, path, samples=0):
    """Writes the files; returns the sidecar."""
    header, arrays = checkpoint.load(manifest)
    net = Net(**header["arch"])
    flat = Flat(net)
    sidecar = write(header, arrays["ema"], path)
    if samples:
        with open(path, "rb") as file:
            flat.weights.copy_(torch.from_numpy(np.frombuffer(file.read(), dtype="<f2").astype(np.float32)))
        stem = os.path.splitext(path)[0]
        np.savez_compressed(stem + ".samples.npz", **sample_outputs(net, header["variant"], samples))
    return sidecar


def write(header, weights, path):
    """Writes weights (one flat vector in the network's order) and sidecar; returns the sidecar."""
    names = Flat(Net(**header["arch"])).names
    half = weights.astype("<f2")
    if not np.isfinite(half).all():
        raise SystemExit("a weight does not fit into f16")
    data = half.tobytes()
    with open(path, "wb") as file:
        file.write(data)
    sidecar = {
        "format": "flagfall network",
        "format_version": 1,
        "observation_version": layout.OBS_VERSION,
        "action_layout": "100 squares x 4 directions x 9 distances, mover's frame",
        "variant": header["variant"],
        "architecture": header["arch"],
        "norm_epsilon": 1e-5,
        "planes": [list(item) for item in O.PLANES],
        "n_globals": O.N_GLOBALS,
        "value_order": ["win", "draw", "loss"],
        "steps": header["steps"],
        "parameters": int(half.size),
        "weights": os.path.basename(path),
        "sha256": hashlib.sha256(data).hexdigest(),
        "tensors": [{"name": name, "offset": at, "shape": list(shape)} for name, at, shape in names],
    }
    stem = os.path.splitext(path)[0]
    with open(stem + ".json", "w") as file:
        json.dump(sidecar, file, indent=1)
        file.write("\n")
    return sidecar


def load(path):
    """(network, sidecar) of an exported network."""
    with open(os.path.splitext(path)[0] + ".json") as file:
        sidecar = json.load(file)
    with open(path, "rb") as file:
        data = file.read()
    if hashlib.sha256(data).hexdigest() != sidecar["sha256"]:
        raise SystemExit(f"{path}: the weights do not match the sidecar's hash")
    if sidecar["observation_version"] != layout.OBS_VERSION:
        raise SystemExit(f"{path}: reads observation version {sidecar['observation_version']}, not {layout.OBS_VERSION}")
    net = Net(**sidecar["architecture"])
    Flat(net).weights.copy_(torch.from_numpy(np.frombuffer(data, dtype="<f2").astype(np.float32)))
    return net, sidecar


@torch.no_grad()
def sample_outputs(net, variant, n):
    """Observations from all phases of random games, and what the network makes of them."""
    env = Env(64, 11, variant)
    rows = []
    while len(rows) < n:
        for _ in range(5):
            env.actions.copy_(torch.from_numpy(env.player_actions("random")))
            env.step()
        rows.extend(env.obs.clone())
    packed = torch.stack(rows[:n])
    parts = [net(packed[at : at + 50], torch.float32) for at in range(0, n, 50)]
    policy, value, belief = (torch.cat(part).numpy() for part in zip(*parts))
    return {"obs": packed.numpy(), "policy": policy, "value": value, "belief": belief}


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", help="manifest of the checkpoint, or a packed one")
    parser.add_argument("out", help="file for the weights")
    parser.add_argument("--samples", type=int, default=0, help="how many observations with outputs to write as well")
    args = parser.parse_args()
    sidecar = export(args.checkpoint, args.out, args.samples)
    print(f"{sidecar['parameters']} weights after {sidecar['steps']} steps, sha256 {sidecar['sha256']}")


if __name__ == "__main__":
    main()
