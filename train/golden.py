"""Observations with what PyTorch makes of them, to test another reader of an exported network against.

    python3 train/golden.py NETWORK.f16 OUT.samples --count 1000
    cargo run --release -p flagfall-net --example agreement -- NETWORK.f16 OUT.samples

With --random KIND,WIDTH,BLOCKS,HEADS a network of that shape with random weights is written to NETWORK.f16 first: the small
ones in crates/flagfall-net/tests/data come from here.

OUT.samples has one row for each observation, without a header: the packed bytes, then little-endian float32 of policy [3600],
value [3] and belief [100, 12] logits. The observations come from games of the heuristic and the random player.
"""

import argparse

import torch

import export
from env import Env
from net import Flat, Net


def write_random(path, shape, variant):
    """Writes a network in which every weight is random, also those that training starts at zero."""
    kind, width, blocks, heads = shape.split(",")
    torch.manual_seed(5)
    net = Net(kind, int(width), int(blocks), int(heads))
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.1)
    weights = Flat(net).weights.detach().numpy()
    header = {"variant": variant, "arch": net.arch, "steps": 0}
    export.write(header, weights, path)


def observations(variant, n, setups):
    """Packed observations of all phases of games, played by the heuristic in half of them and by the random player in the other."""
    env = Env(64, 11, variant, setups)
    rows, ply = [], 0
    while len(rows) < n:
        actions = env.player_actions("heuristic")
        actions[::2] = env.player_actions("random")[::2]
        env.actions.copy_(torch.from_numpy(actions))
        env.step()
        ply += 1
        # Few games at a time, so that a small sample has all phases too.
        if ply % 15 == 0:
            first = ply // 15 * 4 % 64
            rows.extend(env.obs[first : first + 4].clone())
    return torch.stack(rows[:n])


@torch.no_grad()
def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", help="file of the weights; the sidecar lies beside it")
    parser.add_argument("out", help="file for the samples")
    parser.add_argument("--count", type=int, default=1000, help="how many observations")
    parser.add_argument("--setups", help="file of setups to start from, instead of random ones")
    parser.add_argument("--random", metavar="KIND,WIDTH,BLOCKS,HEADS", help="write a random network first")
    parser.add_argument("--variant", default="classic", help="of the random network")
    args = parser.parse_args()
    if args.random:
        write_random(args.network, args.random, args.variant)
    net, sidecar = export.load(args.network)
    packed = observations(sidecar["variant"], args.count, args.setups)
    with open(args.out, "wb") as file:
        for rows in packed.split(50):
            outputs = [output.numpy().astype("<f4") for output in net(rows, torch.float32)]
            for index, row in enumerate(rows):
                file.write(row.numpy().tobytes())
                for output in outputs:
                    file.write(output[index].tobytes())


if __name__ == "__main__":
    main()
