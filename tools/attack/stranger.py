"""A place for an attack: folders of its own, and a user who is not root, since nothing here protects from root."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
BAD: Final = ROOT / "tests" / "bots" / "arena" / "bad"
_UID: Final = 61_000  # the first of the users that programs are run as, if we are root


@dataclass(frozen=True, slots=True)
class Place:
    """A folder for everybody, with `tmp` and `home` in it, and how programs are run there."""

    folder: Path
    python: str
    env: dict[str, str]

    @property
    def temporary(self) -> Path:
        """The folder for temporary files."""
        return self.folder / "tmp"

    @property
    def home(self) -> Path:
        """The user's home folder, where programs are run."""
        return self.folder / "home"

    @property
    def user(self) -> dict[str, Any]:
        """The user, for `subprocess.run`."""
        if os.geteuid() != 0:
            return {}
        return {"user": _UID + os.getpid() % 1000, "group": _UID, "extra_groups": []}

    def command(self, *words: object) -> list[str]:
        """Return the command line of `beachhead`."""
        return [self.python, "-m", "beachhead", *map(str, words)]

    def run(self, *words: object, **options: Any) -> subprocess.CompletedProcess[str]:
        """Run `beachhead` to its end."""
        settings = {"capture_output": True, "text": True, "timeout": 120, **options, **self.user}
        return subprocess.run(self.command(*words), env=self.env, cwd=self.home, check=False, **settings)


@contextmanager
def place() -> Iterator[Place]:
    """Yield a place that is gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for part in ("tmp", "home"):
            (folder / part).mkdir()
            (folder / part).chmod(0o777)
        env = {
            "PATH": os.environ.get("PATH", os.defpath),
            "PYTHONDONTWRITEBYTECODE": "1",
            "HOME": str(folder / "home"),
            "TMPDIR": str(folder / "tmp"),
            "LANG": "C.UTF-8",
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *filter(None, sys.path[1:])]),
            **{f"XDG_{what}_HOME": str(folder / "home") for what in ("CACHE", "DATA", "STATE", "CONFIG")},
        }
        yield Place(folder, _interpreter(env), env)


def _interpreter(env: dict[str, str]) -> str:
    """Return a Python that the user may run."""
    if os.geteuid() != 0:
        return sys.executable
    for python in (sys.executable, "/usr/bin/python3"):
        trial = [python, "-c", "import lark, ctypes"]
        try:
            subprocess.run(trial, env=env, user=_UID, group=_UID, extra_groups=[], capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return python
    raise RuntimeError("as root this needs a Python that other users may run, such as /usr/bin/python3")
