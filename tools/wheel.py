"""`python tools/wheel.py [WHEEL]`: install a wheel into a fresh environment, and play a game with what was installed.

Without a WHEEL, play with what is installed for this interpreter. Exit code 1 if a game does not go on to its end.
"""

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

PLAYED = """
import random, sys
from beachhead.engine.build import BUILD
from beachhead.engine.values import CHANCE
from beachhead.protocol.client import Engine
for game in ("island", "royale"):
    with Engine([sys.executable, "-m", "beachhead", "engine"]) as engine:
        engine.new_game(game, seed="wheel")
        count = 0
        while engine.result() is None:
            engine.play(random.Random(count).choice(engine.legal()))
            count += 1
        print(f"{BUILD} {game}: {count} decisions, {engine.result()}")
"""


def main() -> int:
    """Install if asked to, and play."""
    if len(sys.argv) < 2:
        return played(sys.executable)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python")
        install = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            str(Path(sys.argv[1]).resolve()),
        ]
        subprocess.run(install, check=True, stdout=sys.stderr)
        return played(python)


def played(python: str) -> int:
    """Play from a folder that has nothing to do with the checkout."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([python, "-c", PLAYED], cwd=folder, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
