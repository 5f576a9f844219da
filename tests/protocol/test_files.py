"""Files that people name: regular ones of bounded size are read, and nobody waits for the other end of a pipe."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from beachhead.protocol.files import LARGEST, NoFile, open_output, read_file, read_settings, read_text


def test_not_regular(tmp_path: Path) -> None:
    """A pipe, a device, a folder and a link that leads to itself are not read."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(NoFile, match="is not a regular file"):
            read_file(path)
    for path in (tmp_path / "loop", tmp_path / "none", Path("a\0b")):
        with pytest.raises(NoFile, match="cannot be read"):
            read_file(path)


def test_bounds(tmp_path: Path) -> None:
    """A file of more than the limit is refused, as are settings with a line that would take a parser too long."""
    with open(tmp_path / "large", "wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(NoFile, match="is larger than 16,000,000 bytes"):
        read_file(tmp_path / "large")
    (tmp_path / "keys").write_text("name = 1\n" + ".".join("a" * 10_000) + " = 1\n")
    with pytest.raises(NoFile, match="a line of more than 10,000 characters"):
        read_settings(tmp_path / "keys")
    (tmp_path / "odd").write_bytes(b"\xff")
    with pytest.raises(NoFile, match="is not text in UTF-8"):
        read_text(tmp_path / "odd")


def test_output(tmp_path: Path) -> None:
    """A file is written anew or at its end; a pipe is refused whether somebody reads it or not."""
    path = tmp_path / "log"
    for text, is_new in ((b"long", True), (b"a", True), (b"b", False)):
        with open_output(path, is_new) as file:
            file.write(text)
    assert path.read_bytes() == b"ab"
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NoFile, match="cannot be written"):
        open_output(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(NoFile, match="it is a pipe"):
        open_output(tmp_path / "pipe")
    os.close(reader)


@pytest.mark.parametrize(
    "words",
    [
        ["run", "PIPE"], ["replay", "PIPE"], ["analyse", "PIPE"], ["tournament", "PIPE"], ["engine", "--deck", "PIPE"],
        ["engine", "--log", "PIPE"], ["match", "builtin:random", "builtin:random", "-n", "1", "--log", "PIPE"],
    ],
)  # fmt: skip
def test_commands(tmp_path: Path, words: list[str]) -> None:
    """Every command refuses a pipe in the place of a file at once, with exit code 2 and its name."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "beachhead", *[str(pipe) if word == "PIPE" else word for word in words]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    assert f"{pipe}" in done.stderr
    assert "Traceback" not in done.stderr
