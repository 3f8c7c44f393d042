"""Checkpoints: one small manifest and a few numbered parts, written so that a kill at any moment leaves the last good one.

The parts together are one deflated .npz archive (no pickles). They are cut because files are easier to move in pieces of a few
megabytes. The manifest names parts and hash, and is renamed into place last.
"""

import hashlib
import io
import json
import os

import numpy as np

import packed

PART_BYTES = 15 << 20


def save(path, header, arrays):
    """Writes the manifest at `path` (say out/last.json) and its parts beside it, then removes parts no longer named."""
    memory = io.BytesIO()
    np.savez_compressed(memory, **arrays)
    data = memory.getvalue()
    folder, name = os.path.split(os.path.abspath(path))
    stem = name[: -len(".json")]
    parts = []
    for at in range(0, len(data), PART_BYTES):
        part = f"{stem}-{header['iterations']}.{len(parts)}"
        _write(os.path.join(folder, part), data[at : at + PART_BYTES])
        parts.append(part)
    manifest = dict(header, parts=parts, sha256=hashlib.sha256(data).hexdigest())
    _write(path, json.dumps(manifest, indent=1).encode())
    for old in os.listdir(folder):
        if old.startswith(stem + "-") and old not in parts:
            os.remove(os.path.join(folder, old))


def load(path):
    """(header, arrays) of the checkpoint whose manifest is at `path`, or of a packed one; fails on missing or damaged parts."""
    if packed.is_packed(path):
        return packed.read(path)
    try:
        with open(path) as file:
            header = json.load(file)
    except ValueError:
        header = None
    # The sidecar of an exported network is a file of the same kind, without parts.
    if not isinstance(header, dict) or "parts" not in header:
        raise SystemExit(f"{path}: neither the manifest of a checkpoint nor a packed one")
    folder = os.path.dirname(os.path.abspath(path))
    data = b""
    for part in header["parts"]:
        with open(os.path.join(folder, part), "rb") as file:
            data += file.read()
    if hashlib.sha256(data).hexdigest() != header["sha256"]:
        raise SystemExit(f"{path}: the parts do not match the manifest's hash")
    with np.load(io.BytesIO(data), allow_pickle=False) as archive:
        return header, {name: archive[name] for name in archive.files}


def _write(path, data):
    temporary = path + ".new"
    with open(temporary, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
