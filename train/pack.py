"""Packs a checkpoint into one small file, and unpacks it again.

    python3 train/pack.py pack RUN/last.json FILE [--network NETWORK.f16]
    python3 train/pack.py unpack FILE RUN/last.json

`--resume` of train.py and export.py take the packed file as it is. With --network, the averaged weights are not stored a second
time: NETWORK.f16 must be what export.py wrote from the same checkpoint, and must stay where it is, seen from FILE.
"""

import argparse
import os

import checkpoint
import packed


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    pack = commands.add_parser("pack", help="write a packed file")
    pack.add_argument("checkpoint", help="manifest, or another packed file")
    pack.add_argument("out", help="file to write")
    pack.add_argument("--network", help="file that holds the averaged weights already")
    unpack = commands.add_parser("unpack", help="write an ordinary checkpoint")
    unpack.add_argument("file", help="packed file")
    unpack.add_argument("out", help="manifest to write, its parts beside it")
    args = parser.parse_args()
    if args.command == "pack":
        header, arrays = checkpoint.load(args.checkpoint)
        packed.write(args.out, header, arrays, args.network)
        print(f"{args.out}: {header['steps']} steps, {os.path.getsize(args.out)} bytes")
    else:
        header, arrays = packed.read(args.file)
        checkpoint.save(args.out, header, arrays)
        print(f"{args.out}: {header['steps']} steps")


if __name__ == "__main__":
    main()
