#!/usr/bin/env bash
# Prepares .venv with the Python package and what its tests need. Quick when nothing has changed.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=.venv
stamp=$venv/flagfall-installed

if [ ! -x $venv/bin/pip ]; then
    python3 -m venv $venv
fi

# Sources of the package: its crate and all crates it is built from. Folders count too, so that a deleted file is noticed.
changed() {
    [ ! -e $stamp ] || [ -n "$(find Cargo.toml Cargo.lock .cargo crates \
        \( -name tests -o -name __pycache__ -o -name '*.so' \) -prune -o -newer $stamp -print -quit)" ]
}

if changed; then
    touch $stamp.new
    # Installs what README tells a user to install, plus pytest.
    $venv/bin/pip install --quiet --disable-pip-version-check pytest "./crates/flagfall-py[envs]"
    mv $stamp.new $stamp
fi
