"""A server of a tournament's pages, for tests: a process of its own, and the pipe by which it hears of running games."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Served:
    """Where pages are served, and by what."""

    address: str
    process: subprocess.Popen[str]
    end: int  # of the pipe; -1 if it is closed

    @property
    def origin(self) -> str:
        """The origin of its pages."""
        return self.address.rsplit("/", 2)[0]

    @property
    def news(self) -> str:
        """The address of the connection by which pages hear news."""
        return f"{self.address.replace('http', 'ws', 1)}news"

    def tell(self, message: bytes) -> None:
        """Tell of running games."""
        os.write(self.end, message)

    def hang_up(self) -> None:
        """End the run that is told of."""
        if self.end >= 0:
            os.close(self.end)
        self.end = -1


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    """Serve the pages of a folder, as a tournament that runs does."""
    heard, end = os.pipe()
    words = ["report", str(folder), "--luck", "0", "--serve", "--live", str(heard)]
    command = [sys.executable, "-m", "beachhead", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, pass_fds=[heard], text=True) as process:
        os.close(heard)
        assert process.stdout is not None
        found = Served(process.stdout.readline().strip(), process, end)
        try:
            yield found
        finally:
            found.hang_up()
            process.wait(20)
