"""Deepens the network of a checkpoint without changing what it computes.

    python3 train/grow.py CHECKPOINT OUT/last.json --blocks N

The new blocks come last and begin as nothing: their second convolution (or their output layers) is zero, so that the residual stream passes through
them, and their other weights are those of a fresh network. They learn from the first update on, for some fifty updates in steps of up to twice the
learning rate, because their moments start from zero; those of the old weights, the average and the games are kept as they are.
"""

import argparse
import os
import re

import numpy as np
import torch

import checkpoint
from net import Flat, Net

# The last layer of each residual branch, by kind of block.
OUTPUTS = ("conv2.weight", "out.weight", "out.bias", "down.weight", "down.bias")


def grow(header, arrays, blocks):
    """(header, arrays) of the same checkpoint with so many blocks."""
    arch = header["arch"]
    if blocks <= arch["blocks"]:
        raise SystemExit(f"--blocks: the network has {arch['blocks']} already")
    old = {name: (at, shape) for name, at, shape in Flat(Net(**arch)).names}
    torch.manual_seed(header["config"]["seed"])
    grown = dict(arch, blocks=blocks)
    flat = Flat(Net(**grown))
    fresh = flat.weights.detach().numpy()
    n = fresh.size
    vectors = {"weights": fresh.copy(), "ema": fresh.copy(), "m": np.zeros(n, np.float32), "v": np.zeros(n, np.float32)}
    for name, at, shape in flat.names:
        size = int(np.prod(shape))
        if name in old:
            first, old_shape = old[name]
            assert shape == old_shape, name
            for key, vector in vectors.items():
                vector[at : at + size] = arrays[key][first : first + size]
        elif re.sub(r"^blocks\.\d+\.", "", name) in OUTPUTS:
            for key in ("weights", "ema"):
                vectors[key][at : at + size] = 0
    header = dict(header, arch=grown, config=dict(header["config"], blocks=blocks))
    return {name: value for name, value in header.items() if name not in ("parts", "sha256")}, dict(arrays, **vectors)


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", help="manifest or packed file")
    parser.add_argument("out", help="manifest to write, its parts beside it")
    parser.add_argument("--blocks", type=int, required=True, help="how many there are to be")
    args = parser.parse_args()
    header, arrays = grow(*checkpoint.load(args.checkpoint), args.blocks)
    os.makedirs(os.path.dirname(os.path.abspath(args.out)), exist_ok=True)
    checkpoint.save(args.out, header, arrays)
    print(f"{args.out}: {arrays['weights'].size} weights")


if __name__ == "__main__":
    main()
