"""What is said before a match: bots that are not boxed, root, and more clocked games than cores."""

import os

import pytest

from beachhead.bots.arena.contain.notices import cores, crowding
from beachhead.bots.arena.contain.sandbox import boxed
from tests.bots.arena.contain.test_attacks import PROBLEM
from tests.bots.arena.ring import GOOD, Ring

SHORT = ("-n", "1", "--mode", "blitz+turns:2")


def test_not_boxed(ring: Ring) -> None:
    """A match of strangers' bots says in one line that they are not boxed and how to box them; as root one more."""
    lines = ring.match(GOOD, GOOD, *SHORT).err.splitlines()
    assert sum("the bots are not boxed" in line and "--sandbox" in line for line in lines) == 1
    assert sum("running as root: nothing protects the seed" in line for line in lines) == (os.geteuid() == 0)


def test_our_own(ring: Ring) -> None:
    """A match of built-in bots says nothing of it."""
    assert "boxed" not in ring.match("builtin:random", "builtin:random", *SHORT).err


@pytest.mark.skipif(bool(PROBLEM), reason=PROBLEM)
def test_boxed(ring: Ring) -> None:
    """In the sandbox only the limits that no kernel keeps are left to say, and that root is worth getting out for."""
    err = ring.match(GOOD, GOOD, *SHORT, "--sandbox").err
    assert "boxed" not in err
    assert ("gets out of the sandbox is root too" in err) == (os.geteuid() == 0)
    assert "limits are kept by looking" in err
    assert boxed([]) == ()


def test_crowding(ring: Ring) -> None:
    """Clocked games that share a core are warned of, and the results say that it was so, for people and programs."""
    many = cores() + 1
    options = ["-n", many, "--mode", "blitz+turns:2", "--concurrency", many, "--time", "5"]
    done = ring.match("builtin:random", "builtin:random", *options)
    assert f"{many} clocked games at the same time" in done.err
    assert done.results["crowded"] is True
    assert f"played with {many} clocked games" in ring.run("match", "builtin:random", "builtin:random", *options).out
    assert not crowding(many, False, cores())
    assert not crowding(cores(), True, cores())
