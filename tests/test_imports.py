"""Imports point one way: every file's imports, compared to the table of the architecture."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from beachhead.engine.games import NAMES

ROOT = Path(__file__).parent.parent
PARTS = ("engine", "grammar", "protocol", "bots")
STANDARD = set(sys.stdlib_module_names) | {"__future__"}
IMPURE = {
    "asyncio", "calendar", "concurrent", "ctypes", "datetime", "fileinput", "glob", "io", "logging", "mmap",
    "multiprocessing", "os", "pathlib", "random", "secrets", "selectors", "shutil", "signal", "socket", "sqlite3",
    "subprocess", "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip


class Allowed(NamedTuple):
    """What the files of a part may import besides the pure part of the standard library and themselves."""

    folder: str
    parts: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    is_pure: bool = False


# The longest folder that a file lies in counts.
TABLE = [
    Allowed("engine", libraries=("mypy_extensions",), is_pure=True),  # for type checkers and the compiler alone
    Allowed("grammar", libraries=("lark",)),
    Allowed("protocol", parts=("beachhead.engine", "beachhead.grammar")),
    Allowed(
        "protocol/repl",
        parts=("beachhead.engine", "beachhead.grammar", "beachhead.protocol"),
        libraries=("prompt_toolkit", "platformdirs"),
    ),
    Allowed(
        "protocol/web",
        parts=("beachhead.engine", "beachhead.grammar", "beachhead.protocol"),
        libraries=("websockets",),
    ),
    Allowed("bots", parts=("beachhead.engine", "beachhead.protocol")),
    Allowed(
        "bots/arena",
        parts=("beachhead.engine", "beachhead.protocol"),
        libraries=("distributed", "networkx", "numpy", "rich", "scipy"),
    ),
    Allowed(
        "bots/arena/page",
        parts=("beachhead.engine", "beachhead.protocol", "beachhead.bots.arena"),
        libraries=("vl_convert", "websockets"),
    ),
    Allowed(
        "src/beachhead",
        parts=("beachhead.engine", "beachhead.grammar", "beachhead.protocol", "beachhead.bots"),
        libraries=("prompt_toolkit",),
    ),
]
GAMES = sorted(NAMES)
API = "src/beachhead/arena.py"  # names for programs that import it, and no part of the command line
DECK = "engine/royale/__init__.py"  # the one file of the engine that reads another: its own deck


class Import(NamedTuple):
    """One import: what, where, and whether it happens when the file is imported."""

    module: str
    line: int
    is_first: bool


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """Every import of a file, `from package import module` as package.module."""
    return tuple(_imports(ast.parse(path.read_text(encoding="utf-8")), path))


def _imports(tree: ast.Module, path: Path) -> Iterator[Import]:
    later = {inner for outer in ast.walk(tree) if _is_later(outer) for inner in ast.walk(outer) if inner is not outer}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(name.name, node.lineno, node not in later)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: a relative import"
            for name in node.names:
                yield Import(f"{node.module}.{name.name}", node.lineno, node not in later)


def _is_later(node: ast.AST) -> bool:
    """Whether what stands inside happens only when something is called, or never: a function, or a block for types."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def files(*folders: str) -> list[str]:
    """The Python files of some folders, by their paths from the root."""
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.py") if "__pycache__" not in path.parts]
    return sorted(str(path.relative_to(ROOT)) for path in found)


def own(*folders: str) -> list[str]:
    """The project's own files; the links in `src` lead to the same ones."""
    return files(*folders) + sorted(str(path.relative_to(ROOT)) for path in (ROOT / "src" / "beachhead").glob("*.py"))


def is_within(module: str, part: str) -> bool:
    """Whether a module is a part or lies in it."""
    return module == part or module.startswith(part + ".")


def allowed_for(path: str) -> Allowed:
    """The row of the table for a file."""
    return max((row for row in TABLE if path.startswith(row.folder + "/")), key=lambda row: len(row.folder))


@pytest.mark.parametrize("path", own(*PARTS))
def test_imports(path: str) -> None:
    """A file imports what the table allows for its part, and nothing else."""
    row = allowed_for(path)
    home = "beachhead." + row.folder.replace("/", ".") if row.folder != "src/beachhead" else "beachhead"
    wrong = []
    for module, line, _ in imports(ROOT / path):
        top = module.partition(".")[0]
        if top in STANDARD:
            is_fine = not (row.is_pure and top in IMPURE) or path == DECK
        elif top == "beachhead":
            is_version = module in ("beachhead.VERSION", "beachhead.PROTOCOL") and not row.is_pure
            is_fine = is_version or any(is_within(module, part) for part in (home, *row.parts))
        else:
            is_fine = top in row.libraries
        if not is_fine:
            wrong.append(f"{path}:{line}: {module}")
    assert not wrong


@pytest.mark.parametrize("path", files("engine"))
def test_games_know_nothing_of_each_other(path: str) -> None:
    """One game never imports another, and what they share imports none of them."""
    home = Path(path).parts[1]
    for module, line, _ in imports(ROOT / path):
        for game in GAMES:
            assert game == home or not is_within(module, f"beachhead.engine.{game}"), f"{path}:{line}: {module}"


@pytest.mark.parametrize("path", files("engine"))
def test_the_engine_opens_nothing(path: str) -> None:
    """The engine neither reads nor prints: no call of open, input or print, its deck apart."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and path != DECK:
            assert node.func.id not in ("open", "input", "print", "exec", "eval"), f"{path}:{node.lineno}"


@pytest.mark.parametrize("path", files("bots"))
def test_bots_and_the_arena_keep_apart(path: str) -> None:
    """A bot never imports the arena; the arena imports nothing of the bots but itself."""
    is_arena = path.startswith("bots/arena/")
    for module, line, _ in imports(ROOT / path):
        if is_within(module, "beachhead.bots"):
            assert is_within(module, "beachhead.bots.arena") == is_arena, f"{path}:{line}: {module}"


@pytest.mark.parametrize("path", [path for path in own() if path != API])
def test_the_front_door_is_lazy(path: str) -> None:
    """The front door imports each command's modules inside that command, so that start-up stays short."""
    for module, line, is_first in imports(ROOT / path):
        if is_first and module.partition(".")[0] not in STANDARD:
            assert not module.startswith(tuple(f"beachhead.{part}." for part in PARTS)), f"{path}:{line}: {module}"
            assert is_within(module, "beachhead"), f"{path}:{line}: {module}"


@pytest.mark.parametrize("path", own(*PARTS, "tests"))
def test_nothing_is_imported_by_its_bare_name(path: str) -> None:
    """The four folders are imported as beachhead.engine and so on, never by their bare names."""
    for module, line, _ in imports(ROOT / path):
        assert module.partition(".")[0] not in PARTS, f"{path}:{line}: {module}"


def test_the_table_is_not_blind(tmp_path: Path) -> None:
    """The reader of imports sees those inside functions and tells them from the others."""
    source = tmp_path / "sample.py"
    source.write_text("import os\ndef f():\n    from beachhead.bots import random\n    import engine.game\n", "utf-8")
    assert imports(source) == (
        Import("os", 1, True),
        Import("beachhead.bots.random", 3, False),
        Import("engine.game", 4, False),
    )
    assert allowed_for("protocol/repl/screen.py").libraries == ("prompt_toolkit", "platformdirs")
    assert allowed_for("protocol/table.py").libraries == ()
