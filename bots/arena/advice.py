"""Advice about a bot that does not start, or is silent, for `match`, `tournament` and `check`."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

FLUSH: Final = "it is too slow, or does not flush every line"
_INTERPRETERS: Final = {
    ".bash": "bash", ".jar": "java -jar", ".java": "java", ".js": "node", ".lua": "lua", ".mjs": "node", ".php": "php",
    ".pl": "perl", ".py": "python3", ".rb": "ruby", ".sh": "sh", ".ts": "npx tsx",
}  # fmt: skip


def start_advice(words: str, following: str = "") -> str:
    """Return a suggestion for a command that does not start as a bot; empty if there is none.

    ``following`` is the next bot of the command line: without quotes, `node mybot.js` names two.
    """
    try:
        first, *rest = shlex.split(words)
    except ValueError:
        return ""
    if first.startswith("builtin:"):
        return ""
    if os.path.isdir(first):
        return f"{first} is a folder: name the program in it"
    if os.path.isfile(first):
        return _file_advice(words, first)
    if shutil.which(first) is None:
        if rest or os.sep in first:
            return f"there is no program {first} here" + ("" if os.sep in first else ", nor on the PATH")
        return f"did you mean builtin:{first}? A command of two words goes in quotes, such as 'node mybot.js'"
    return "" if rest else unquoted([first, following])


def unquoted(words: Sequence[str]) -> str:
    """Return a suggestion if a program and its file are two bots of the command line; empty if there is none."""
    for program, file in pairwise(words):
        if shutil.which(program) is not None and not os.path.isfile(program) and os.path.isfile(file):
            return f"a command of two words goes in quotes: '{program} {file}'"
    return ""


def _file_advice(words: str, first: str) -> str:
    """Return a suggestion for a file that exists."""
    head = beginning(first)
    if head.startswith(b"#!") and head.partition(b"\n")[0].endswith(b"\r"):
        return f"the lines of {first} end in CR LF, which hides its interpreter: save it with LF"
    named = first if os.sep in first else f"./{first}"
    interpreter = _INTERPRETERS.get(Path(first).suffix)
    is_program = head.startswith(b"#!") or b"\0" in head  # a script that names its interpreter, or no text
    if interpreter is not None and not (os.access(first, os.X_OK) and is_program):
        return f"name its interpreter, in quotes: '{interpreter} {words}'"
    if not os.access(first, os.X_OK):
        return f"it may not be executed: chmod +x {first}, then {named}"
    return f"did you mean {named}?" if named != first else ""


def beginning(path: str) -> bytes:
    """Return the first bytes of a file, if it can be read."""
    try:
        with open(path, "rb") as file:
            return file.read(512)
    except OSError:
        return b""
