"""The page about the arena: its tournament file is valid, and its tables have every key."""

import re
from pathlib import Path

import pytest

from beachhead.bots.arena.tournament_file import FORMATS, BadFile, read_tournament

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
[EXAMPLE] = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
BOTS = '[[bot]]\nname = "a"\ncommand = "a"\n[[bot]]\nname = "b"\ncommand = "b"\n'


def keys(head: str) -> list[str]:
    """The keys in the first column of a table."""
    rows = PAGE.partition(head)[2].partition("\n\n")[0].split("\n")[2:]
    return [key for row in rows for key in re.findall(r"`(\w+)`", row.split("|")[1])]


def known(text: str) -> list[str]:
    """The keys that a file may have, from the refusal of another one."""
    with pytest.raises(BadFile) as refused:
        read_tournament(text, "file.toml")
    return str(refused.value).partition("expected one of ")[2].split(", ")


def test_the_example_is_valid() -> None:
    """The file of the page is read, with both bots."""
    assert [bot.name for bot in read_tournament(EXAMPLE, "friday.toml").bots] == ["greedy", "mine"]


def test_every_key_is_there() -> None:
    """The tables have the keys that a file may have, and no others; every format is described."""
    assert sorted([*keys("| key | | without it |"), "bot"]) == sorted(known(f"qqqq = 1\n{BOTS}"))
    top = 'name = "x"\ngame = "island"\n'
    assert sorted(keys("| key of a `[[bot]]` | | without it |")) == sorted(known(f"{top}{BOTS}qqqq = 1\n"))
    assert set(re.findall(r'`"([a-z-]+)"`: ', PAGE)) == set(FORMATS)


@pytest.mark.parametrize("line", re.findall(r"`((?:best of|first to|most points of)[^`]*)`", PAGE.replace('"', "")))
def test_wars(line: str) -> None:
    """The wars of the page are wars."""
    assert read_tournament(f'name = "x"\ngame = "island"\nwar = "{line}"\n{BOTS}', "x.toml").war is not None
