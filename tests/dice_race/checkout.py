"""A copy of the checkout to which the dice race is added as CONTRIBUTING says: a folder, a grammar file and one line."""

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent
CODE = ("__init__.py", "show.py")
LINE = '    "race": ("beachhead.engine.race", "RACE"),\n'
PATIENCE = 100.0


class Checkout:
    """The copy, and what runs in it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        self.before = tracked()
        for name in self.before:
            target = self.root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target, follow_symlinks=False)
        self._add_game()
        cache = str(folder / "cache")  # of bytecode, outside the copy
        self.environ = {**os.environ, "PYTHONPATH": str(self.root / "src"), "PYTHONPYCACHEPREFIX": cache}
        self.environ.pop("PYTHONDONTWRITEBYTECODE", None)

    def _add_game(self) -> None:
        home = self.root / "engine" / "race"
        home.mkdir()
        for name in CODE:  # as it stands in the tests, under the name of a game of the engine
            code = (HERE / name).read_text(encoding="utf-8").replace("tests.dice_race", "beachhead.engine.race")
            (home / name).write_text(code, encoding="utf-8")
        shutil.copy(HERE / "race.lark", self.root / "grammar")
        games = self.root / "engine" / "games.py"
        head, end, rest = games.read_text(encoding="utf-8").partition("}\nNAMES")
        games.write_text(f"{head}{LINE}{end}{rest}", encoding="utf-8")

    def now(self) -> dict[str, str]:
        """Return what lies in the copy: the hash of every file but compiled ones."""
        return {
            str(path.relative_to(self.root)): _hash(path)
            for path in self.root.rglob("*")
            if (path.is_symlink() or path.is_file()) and "__pycache__" not in path.parts
        }

    def run(self, *words: object, text: str = "") -> subprocess.CompletedProcess[str]:
        """Run a Python command in the copy's package to its end."""
        return subprocess.run(
            [sys.executable, *map(str, words)],
            input=text,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            cwd=self.root,
            env=self.environ,
        )

    def beachhead(self, *words: object, text: str = "") -> list[str]:
        """Return the lines that a command prints; it must succeed."""
        done = self.run("-m", "beachhead", *words, text=text)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout.splitlines()


def tracked() -> dict[str, str]:
    """Return the files that git tracks with their hashes."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = {name: ROOT / name for name in listed.split("\0") if name}
    return {name: _hash(path) for name, path in paths.items() if path.is_symlink() or path.is_file()}


def _hash(path: Path) -> str:
    content = os.readlink(path).encode() if path.is_symlink() else path.read_bytes()
    return sha256(content).hexdigest()
