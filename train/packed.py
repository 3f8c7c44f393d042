"""A checkpoint in one small file: what is worth keeping of it, for a repository.

Going on from a packed checkpoint is not exact, but loses nothing that a few seconds of training do not bring back:

- the averaged weights are kept as f16, or, when that is the network file which is kept anyway, by that file's hash;
- the weights are kept as their distance from these, in steps of 2^-13 (about half of a late learning rate);
- Adam's second moments, which remember about 100 updates, are kept as logarithms in steps of half an octave;
- its first moments, which remember 10, start from zero;
- a critic's weights are kept as f16, its moments like the player's;
- the games, all counts and the generators are kept as they are.

    magic, 8 bytes; sha256 of all that follows, 32 bytes
    size of the header, u32; the header as JSON: that of the checkpoint, with the list of arrays as "packed"
    the arrays one after another, each compressed by itself
"""

import hashlib
import json
import lzma
import os
import struct

import numpy as np

MAGIC = b"FFCKPT1\n"
STEP = 2.0**-13
# Second moments: code 0 is zero (or far too small to matter), code 1 is 2^-60, and two codes make a doubling.
MOMENT_LEAST, MOMENT_CODES = -60.0, 2.0


def is_packed(path):
    """Whether the file begins as a packed checkpoint does."""
    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def write(path, header, arrays, network=None):
    """Writes one file. `network` names a file with the averaged weights as f16, to be found again at the same place."""
    arrays = {name: array for name, array in arrays.items() if name not in ("m", "critic_m")}
    average = arrays.pop("ema").astype("<f2")
    header = {name: value for name, value in header.items() if name not in ("parts", "sha256")}
    if network is None:
        arrays["ema"] = average
    else:
        sha256 = hashlib.sha256(average.tobytes()).hexdigest()
        _network_bytes(network, sha256)
        place = os.path.relpath(network, os.path.dirname(os.path.abspath(path))).replace(os.sep, "/")
        header["network"] = {"path": place, "sha256": sha256}
    arrays["weights"] = _steps(arrays["weights"], average)
    arrays["v"] = _moment_codes(arrays["v"])
    if "critic_weights" in arrays:
        arrays["critic_weights"] = arrays["critic_weights"].astype("<f2")
        if not np.isfinite(arrays["critic_weights"]).all():
            raise SystemExit("the critic's weights are not finite")
        arrays["critic_v"] = _moment_codes(arrays["critic_v"])

    header["packed"], blobs = [], []
    for name, array in arrays.items():
        # Bytes of equal weight lie together: that is what compresses.
        planes = np.ascontiguousarray(array.reshape(-1, 1).view(np.uint8).T)
        blobs.append(lzma.compress(planes.tobytes(), preset=9))
        header["packed"].append({"name": name, "type": array.dtype.str, "size": int(array.size), "bytes": len(blobs[-1])})
    text = json.dumps(header).encode()
    body = struct.pack("<I", len(text)) + text + b"".join(blobs)
    temporary = path + ".new"
    with open(temporary, "wb") as file:
        file.write(MAGIC + hashlib.sha256(body).digest() + body)
    os.replace(temporary, path)


def read(path):
    """(header, arrays) as `checkpoint.load` gives them; fails on a damaged file or without its network."""
    with open(path, "rb") as file:
        data = file.read()
    digest, body = data[len(MAGIC) : len(MAGIC) + 32], data[len(MAGIC) + 32 :]
    if not data.startswith(MAGIC) or hashlib.sha256(body).digest() != digest:
        raise SystemExit(f"{path}: not a packed checkpoint, or damaged")
    (size,) = struct.unpack_from("<I", body)
    header = json.loads(body[4 : 4 + size])
    arrays, at = {}, 4 + size
    for item in header.pop("packed"):
        planes = np.frombuffer(lzma.decompress(body[at : at + item["bytes"]]), dtype=np.uint8)
        arrays[item["name"]] = np.ascontiguousarray(planes.reshape(-1, item["size"]).T).view(item["type"]).reshape(-1)
        at += item["bytes"]

    network = header.pop("network", None)
    if network is not None:
        found = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(path)), network["path"]))
        arrays["ema"] = np.frombuffer(_network_bytes(found, network["sha256"]), dtype="<f2")
    arrays["ema"] = arrays["ema"].astype(np.float32)
    arrays["weights"] = arrays["ema"] + _from_steps(arrays["weights"])
    arrays["v"] = _moments(arrays["v"])
    arrays["m"] = np.zeros_like(arrays["v"])
    if "critic_weights" in arrays:
        arrays["critic_weights"] = arrays["critic_weights"].astype(np.float32)
        arrays["critic_v"] = _moments(arrays["critic_v"])
        arrays["critic_m"] = np.zeros_like(arrays["critic_v"])
    return header, arrays


def _network_bytes(path, sha256):
    """The bytes of the file, which must have this hash."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror}; the averaged weights of the checkpoint are in this file") from None
    if hashlib.sha256(data).hexdigest() != sha256:
        raise SystemExit(f"{path}: not the averaged weights of the checkpoint (their sha256 is {sha256})")
    return data


def _steps(weights, average):
    steps = np.round((weights - average.astype(np.float32)) / STEP)
    if not (np.isfinite(steps).all() and np.abs(steps).max(initial=0) < 2**15):
        raise SystemExit("the weights are not finite, or too far from their average")
    # 0, -1, 1, -2, 2, ... become 0, 1, 2, 3, 4, ...: the upper byte is then almost always zero.
    return np.where(steps < 0, -2 * steps - 1, 2 * steps).astype("<u2")


def _from_steps(codes):
    codes = codes.astype(np.int32)
    return np.where(codes & 1, -(codes + 1) // 2, codes // 2).astype(np.float32) * np.float32(STEP)


def _moment_codes(v):
    with np.errstate(divide="ignore"):
        codes = 1 + np.round((np.log2(v) - MOMENT_LEAST) * MOMENT_CODES)
    return np.clip(codes, 0, 255).astype(np.uint8)


def _moments(codes):
    values = np.exp2((codes.astype(np.float32) - 1) / MOMENT_CODES + MOMENT_LEAST)
    return np.where(codes == 0, 0, values).astype(np.float32)
