"""The sandbox: builds the command line that runs a bot under bubblewrap, and checks whether that works here.

In the sandbox a bot sees the system's folders, its own folder and its interpreter, all read-only; a private folder in
memory, of bounded size, which is its working folder, HOME and TMPDIR; and no process, network, queue or shared memory but its
own. Each process of a bot gets a new sandbox, so nothing is remembered from one game to its mirror.
"""

from __future__ import annotations

import errno
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from beachhead.bots.arena.contain import syscalls
from beachhead.bots.arena.launch import Bot, is_builtin

HOME: Final = "/tmp/beachhead-bot"  # noqa: S108 (a name within the sandbox, where /tmp is empty and private)
SIZE: Final = 64 << 20  # bytes that a bot may write into /tmp, and into /dev/shm
_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
_SETTINGS: Final = (  # the parts of /etc that interpreters read when they start, and nothing personal
    "alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "nsswitch.conf", "ssl/certs",
    "ssl/openssl.cnf", "perl", "fonts", "java", "java-*", "python3*", "ruby*", "php*", "node*", "mono", "lua*", "guile", "R",
)  # fmt: skip
_NO_MORE: Final = ("--unshare-user", "--disable-userns")  # in a namespace of its own a bot could mount what it likes
_TOOLS: Final = ("~/.local", "~/.cargo")  # whose `bin` holds programs, but which are no prefix of an interpreter
_BINARIES: Final = ("bin", "sbin", "shims")  # folders whose parent is an interpreter's prefix
_MARKS: Final = (
    "pyvenv.cfg",
    "shims/python",
    "shims/ruby",
    "shims/node",
)  # of a virtual environment, or of pyenv and its like
_PARTS: Final = ("lib", "lib64", "share", "include")  # of an interpreter's prefix
_PACKAGES: Final = ("beachhead", *(f"beachhead.{part}" for part in ("engine", "grammar", "protocol", "bots")))
_STEPS: Final = 16  # maximum length of a chain of links
_TRIAL: Final = 10.0  # seconds


class NoSandbox(Exception):
    """Raised if bots cannot be boxed here; the message says what is missing."""


def boxed(bots: Sequence[Bot], hidden: Sequence[str] = ()) -> tuple[Bot, ...]:
    """Return the bots with commands that start them in a sandbox. Raise NoSandbox.

    ``hidden`` are files and folders that exist and that no bot may see, even if they lie in its own folder.
    """
    head = _find()
    return tuple(replace(bot, box=(*head, *_options(bot, hidden), "--")) for bot in bots)


def _find() -> list[str]:
    """Return the path of bubblewrap with the options that only newer ones know, after a trial. Raise NoSandbox."""
    if sys.platform != "linux":
        raise NoSandbox("the sandbox needs Linux: it is bubblewrap")
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise NoSandbox(
            "the sandbox needs bubblewrap: `apt install bubblewrap` on Debian and Ubuntu, or without --sandbox"
        )
    problem = ""
    for head in ([bwrap, *_NO_MORE], [bwrap]):  # before version 0.8 it does not know the options
        problem = _try(head)
        if not problem:
            return head
    raise NoSandbox(problem)


def _try(head: Sequence[str]) -> str:
    """Return why this bubblewrap does not work here; empty if it does."""
    filtering, descriptor = syscalls.option()
    passed = [descriptor] if filtering else []
    try:
        done = subprocess.run(  # noqa: S603 (bubblewrap, with our own words)
            [*head, *filtering, *_frame(1 << 20), "--", "true"],
            capture_output=True, timeout=_TRIAL, stdin=subprocess.DEVNULL, check=False, pass_fds=passed,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as problem:
        return f"bubblewrap does not work here: {problem}"
    finally:
        for each in passed:
            os.close(each)
    if not done.returncode:
        return ""
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return (
        f"bubblewrap cannot make a sandbox here ({said[-1] if said else f'exit code {done.returncode}'}): it needs user "
        "namespaces (sysctl kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns)"
    )


def _frame(size: int) -> list[str]:
    """Return the options that are the same for all bots."""
    words = ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    for folder in _SYSTEM:
        if os.path.islink(folder):
            words += ["--symlink", os.readlink(folder), folder]
        elif os.path.isdir(folder):
            words += ["--ro-bind", folder, folder]
    etc = Path("/etc")
    for pattern in _SETTINGS:
        for path in map(str, sorted(etc.glob(pattern))):
            words += ["--ro-bind", path, path]
    words += ["--proc", "/proc", "--remount-ro", "/proc"]  # root could set the system's own values there
    words += ["--dev", "/dev", "--size", str(size), "--tmpfs", "/dev/shm"]  # noqa: S108
    return [*words, "--size", str(size), "--tmpfs", "/tmp"]  # noqa: S108


def _options(bot: Bot, hidden: Sequence[str]) -> list[str]:
    """Return bubblewrap's options for a bot."""
    size = min(SIZE, bot.memory // 2) if bot.memory else SIZE
    words = _frame(size)
    seen = _outermost([*_own(bot), *_interpreter(bot)])
    for path in seen:
        words += ["--ro-bind", path, path]
    for path in _aliases(hidden, seen):
        words += ["--size", "4096", "--tmpfs", path] if os.path.isdir(path) else ["--ro-bind", os.devnull, path]
    return [*words, "--dir", HOME, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", HOME]


def _aliases(hidden: Sequence[str], seen: Sequence[str]) -> Iterator[str]:
    """Yield every path at which a bot would see what is hidden: one that it sees may lead to another by a link."""
    for path in map(os.path.realpath, hidden):
        assert os.path.exists(path), path  # what is made later would be seen
        for each in seen:
            real = os.path.realpath(each)
            if _is_within(path, real):
                yield os.path.normpath(os.path.join(each, os.path.relpath(path, real)))


def _own(bot: Bot) -> Iterator[str]:
    """Yield the folders of the bot's own files: its named folder, else those of the files in its command."""
    if bot.folder:
        yield from (os.path.abspath(bot.folder), os.path.realpath(bot.folder))
        return
    for place, word in enumerate(bot.command):
        path = word.partition("=")[2] if word.startswith("-") else word
        if not os.path.isabs(path) or not os.path.exists(path):
            continue
        folder = path if os.path.isdir(path) else os.path.dirname(path)
        is_interpreter = place == 0 and os.path.basename(folder) in _BINARIES  # see below
        if not _is_wide(folder) and not is_interpreter:
            yield from (folder, os.path.realpath(folder))
        if folder != path:
            yield from _chain(path)  # of a link only the file that it leads to: the bot's author may have made it


def _interpreter(bot: Bot) -> Iterator[str]:
    """Yield the folders that the program needs: its prefix, and those of its links and of the interpreter in its first line.

    Of a place that the bot's author has chosen, by a link or a first line, only the file is seen unless the place is
    an interpreter's.
    """
    if is_builtin(bot.words):
        for name in _PACKAGES:
            for path in importlib.import_module(name).__path__:
                yield from {path, os.path.realpath(path)}
        yield from (sys.prefix, sys.base_prefix)
    programs = [bot.command[0]]
    for program in programs:  # the list grows during the loop
        found = shutil.which(program)
        if found is None:
            continue
        is_ours = program is bot.command[0]
        is_installed = is_ours and os.path.dirname(os.path.abspath(found)) in map(os.path.abspath, os.get_exec_path())
        for place, step in enumerate(_chain(os.path.abspath(found))):
            folder = os.path.dirname(step)
            prefix = os.path.dirname(folder) if os.path.basename(folder) in _BINARIES else folder
            is_open = is_installed or (is_ours and place == 0) or _has_interpreter(prefix, step)
            yield prefix if is_open and not _is_wide(prefix) else step
        named = _first_line(found)
        if named and os.path.basename(named[0]) == "env":
            named = [word for word in named[1:] if not word.startswith("-") and "=" not in word]
        programs += [word for word in named[:1] if word not in programs]


def _has_interpreter(prefix: str, program: str) -> bool:
    """Return whether a folder is the prefix of an interpreter: it has a folder or a library with the interpreter's name."""
    if os.path.basename(os.path.dirname(program)) not in _BINARIES:
        return False
    if any(os.path.exists(os.path.join(prefix, mark)) for mark in _MARKS):
        return True
    name = os.path.basename(program).rstrip("0123456789.-")
    folders = [os.path.join(prefix, each) for each in _PARTS]
    return any(name in entry for folder in folders if os.path.isdir(folder) for entry in os.listdir(folder))


def _first_line(path: str) -> list[str]:
    """Return the words after `#!` in a program's first line; none if it has no such line."""
    try:
        with open(path, "rb") as file:
            head = file.read(256)
    except OSError:
        return []
    return os.fsdecode(head[2:].partition(b"\n")[0]).split() if head.startswith(b"#!") else []


def _chain(path: str) -> Iterator[str]:
    """Yield a path, each target in its chain of links, and its real path."""
    step = path
    for _ in range(_STEPS):
        yield step
        if not os.path.islink(step):
            break
        step = os.path.normpath(os.path.join(os.path.dirname(step), os.readlink(step)))
    yield os.path.realpath(path)


def _is_wide(folder: str) -> bool:
    """Return whether a folder holds too much that is not the bot's: the home folder, that of all users, the root, tools."""
    wide = ("~", *_TOOLS, tempfile.gettempdir())
    return any(_is_within(os.path.realpath(os.path.expanduser(each)), os.path.realpath(folder)) for each in wide)


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _outermost(paths: Sequence[str]) -> list[str]:
    """Return the existing paths without those of the system and those inside others, outer ones first."""
    found: list[str] = []
    for path in sorted(set(paths)):
        if os.path.exists(path) and not any(_is_within(path, each) for each in (*found, *_SYSTEM)):
            found.append(path)
    return found


def find_program(bot: Bot) -> None:
    """Raise OSError if the program of a boxed bot is missing, for a better message than bubblewrap's."""
    program = bot.command[0]
    if os.path.isdir(program):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    path = shutil.which(program)
    if path is None:
        if os.path.isfile(program):
            raise PermissionError(errno.EACCES, "the file is not executable")
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    interpreter = _first_line(path)
    if interpreter and not os.path.exists(interpreter[0]):
        raise FileNotFoundError(errno.ENOENT, "the file is there, but the interpreter that its first line names is not")
