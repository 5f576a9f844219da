"""Whole conversations and dice from an independent implementation, to the byte."""

from hashlib import sha256

import pytest

from beachhead.protocol.dice import keyed
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tests.protocol.talk import say
from tests.vectors import VECTORS, exchanges

CONVERSATIONS = sorted(path.name for path in VECTORS.glob("*-*-*.txt"))


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_conversation(name: str) -> None:
    """The engine answers every line of the conversation as it stands there."""
    session = Session(Table())
    for command, answer in exchanges(VECTORS / name):
        assert (command, say(session, command)) == (command, answer)


@pytest.mark.parametrize("row", (VECTORS / "dice.txt").read_text(encoding="utf-8").splitlines())
def test_keyed_dice(row: str) -> None:
    """The hash of a key text is the first eight bytes of its SHA-256, and an outcome its remainder."""
    key, number, rule, outcome = row.split(" | ")
    seed, _, text = key.partition(" ")
    h = keyed(seed)(text)
    assert h == int(number) == int(sha256(key.encode()).hexdigest()[:16], 16)
    modulus, _, bound = rule.removeprefix("% ").partition(" < ")
    sides, _, plus = modulus.partition(" + ")
    value = h % int(sides) + int(plus or 0)
    assert outcome == (("live" if value < int(bound) else "safe") if bound else str(value))
