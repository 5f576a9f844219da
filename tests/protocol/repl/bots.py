"""Bots that are good, and bots that are not, as programs for the tests of the prompt."""

import sys
from pathlib import Path

SDK = Path(__file__).parent.parent.parent.parent / "bots"

_HEAD = f"""
import sys, time
sys.path.insert(0, {str(SDK)!r})
from sdk import play
count = 0
def choose(decision):
    global count
    count += 1
    return act(decision, count)
"""
_TAIL = "\nplay(choose, name={name!r})\n"

WAYS = {
    "good": "def act(decision, count): return decision.legal()[0]",
    "dies": """
def act(decision, count):
    if count > 2:
        sys.stderr.write("\\x1b[31mTraceback\\x1b]0;evil\\x07: boom\\nlast words \\x9b31m\\n")
        sys.exit(3)
    return decision.legal()[0]""",
    "hangs": "def act(decision, count): time.sleep(1000)",
    "cheats": "def act(decision, count): return 'move a1 a2'",
    "slow": "def act(decision, count):\n    time.sleep(0.3)\n    return decision.legal()[0]",
}


def bot(folder: Path, way: str, name: str = "tester") -> str:
    """The command line of a bot that plays in some way."""
    file = folder / f"{way}.py"
    file.write_text(_HEAD + WAYS[way] + _TAIL.format(name=name), encoding="utf-8")
    return f"{sys.executable} {file}"


def program(folder: Path, name: str, source: str) -> str:
    """The command line of any Python program."""
    file = folder / f"{name}.py"
    file.write_text(source, encoding="utf-8")
    return f"{sys.executable} {file}"
