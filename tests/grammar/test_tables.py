"""The parser's tables in the package: true to the grammar, believed only if they are, and never code."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from beachhead.grammar.language import default
from beachhead.grammar.sample import sample
from beachhead.grammar.tables import FILE, build, dump, load, load_or_build

ROOT = Path(__file__).parent.parent.parent
LANGUAGE = default()


def test_tables_are_those_of_the_grammar() -> None:
    """The file is what `make tables` writes for the grammar as it is."""
    assert FILE.read_text("utf-8") == dump(LANGUAGE.text, LANGUAGE.starts), "run `make tables`"


@pytest.mark.parametrize("start", LANGUAGE.starts)
def test_same_trees(start: str) -> None:
    """A parser from the file and one that was built give the same trees."""
    loaded, built = load(FILE, LANGUAGE.text, LANGUAGE.starts), build(LANGUAGE.text, LANGUAGE.starts)
    assert loaded is not None
    rng = Random(start)
    for _ in range(100):
        line = sample(start, rng.randrange)
        assert loaded.parse(line, start=start) == built.parse(line, start=start)


def test_stale_tables_are_not_believed() -> None:
    """Tables of another grammar are not used: the parser is built for the text that was given."""
    text = LANGUAGE.text.replace('"ping"', '"pong"')
    assert load(FILE, text, LANGUAGE.starts) is None
    assert load_or_build(text, LANGUAGE.starts).parse("pong", start="island").data == "ping"


def test_tables_of_another_lark_are_not_believed(tmp_path: Path) -> None:
    """The key holds the version of Lark, so a file with another key is not used, nor one that is missing or cut."""
    content = FILE.read_text("utf-8")
    key = json.loads(content)["key"]
    other = tmp_path / "tables.json"
    for wrong in (content.replace(key, key[::-1], 1), "", content[:20], "[]"):
        other.write_text(wrong)
        assert load(other, LANGUAGE.text, LANGUAGE.starts) is None
    assert load(tmp_path / "none.json", LANGUAGE.text, LANGUAGE.starts) is None


def test_same_tables_everywhere() -> None:
    """The file does not depend on the order in which Python's hashes happen to put things."""
    code = "from beachhead.grammar.language import default as d; from beachhead.grammar.tables import dump; import hashlib;"
    code += "print(hashlib.sha256(dump(d().text, d().starts).encode()).hexdigest())"
    found = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, text=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_nothing_can_run_code() -> None:
    """No file of the program imports a module that turns data into code."""
    files = [path for part in ("engine", "grammar", "protocol", "bots", "src") for path in (ROOT / part).rglob("*.py")]
    assert len(files) > 50
    for path in files:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {"pickle", "marshal", "shelve", "dill"} & {name.partition(".")[0] for name in names}, path


def test_nothing_in_the_users_folders(tmp_path: Path) -> None:
    """Parsing reads no file of the user's folders and writes none: a planted table is not looked at."""
    planted = tmp_path / "beachhead" / "protocol.tables"
    planted.parent.mkdir()
    planted.write_bytes(b"cos\nsystem\n(S'exit 3'\ntR.")
    before = planted.stat()
    places = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), str(tmp_path))
    code = f"""
import sys
sys.addaudithook(lambda event, found: event == "open" and str(found[0]).startswith({str(tmp_path)!r}) and sys.exit(4))
from beachhead.grammar.parse import parse
parse("move d2 d5", "island")
"""
    subprocess.run([sys.executable, "-I", "-c", code], env=places, check=True)
    assert planted.stat() == before
    assert sorted(tmp_path.rglob("*")) == [planted.parent, planted]


def test_start_without_lark() -> None:
    """A server is ready before Lark is imported, and the first line that needs the grammar imports it."""
    code = """
import sys
import beachhead.protocol.server
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
session = Session(Table())
assert session.handle(b"") is None
assert "lark" not in sys.modules
assert session.handle(b"ping").lines() == ["ok"]
assert "lark" in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
