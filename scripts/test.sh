#!/usr/bin/env bash
# Runs all tests, installing what they need on a Debian machine that has Rust. Stops at the first failure.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

# Debian packages by the command or Python module that shows they are there.
need() {
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}

missing=()
need build-essential cc --version
need python3 /usr/bin/python3 --version
need python3-venv /usr/bin/python3 -c 'import ensurepip'
need python3-torch /usr/bin/python3 -c 'import torch'
need python3-numpy /usr/bin/python3 -c 'import numpy'
need python3-pytest /usr/bin/python3 -c 'import pytest'
need nodejs node --version
need npm npm --version
need chromium test -x /usr/bin/chromium
need fonts-dejavu-core test -d /usr/share/fonts/truetype/dejavu
if [ ${#missing[@]} -gt 0 ]; then
    step "installing ${missing[*]}"
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}"
fi

step "format"
cargo fmt --all -- --check

step "lints"
cargo clippy --workspace --all-targets --quiet -- -D warnings

step "tests"
cargo test --workspace --quiet

step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet

step "Python package"
bash scripts/python_env.sh
.venv/bin/python -m pytest -q -W ignore crates/flagfall-py

step "training program"
cargo build --release --quiet -p flagfall-train
FLAGFALL_TRAIN_LIB="$PWD/target/release/libflagfall_train.so" \
    /usr/bin/python3 -m pytest -q -p no:cacheprovider train/tests

step "page in a browser (screenshots in ${FLAGFALL_ARTIFACTS:-${TMPDIR:-/tmp}/flagfall-browser-tests})"
cargo build --release --quiet -p flagfall-cli
npm --prefix web/tests ci --no-audit --no-fund --silent
npm --prefix web/tests test --silent

step "200 games at once"
cargo run --release --quiet -p flagfall-server --example load

step "everything passed"
