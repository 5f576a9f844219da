"""The set of numbers is a set, and small."""

import sys

from hypothesis import given
from hypothesis import strategies as st

from beachhead.bots.arena.numbers import Numbers

changes = st.lists(st.tuples(st.booleans(), st.integers(0, 70)))


@given(changes)
def test_it_is_a_set(made: list[tuple[bool, int]]) -> None:
    """Whatever is added and removed, it holds what a set holds, in order."""
    numbers, expected = Numbers(), set[int]()
    for is_added, number in made:
        (numbers.add if is_added else numbers.discard)(number)
        (expected.add if is_added else expected.discard)(number)
    assert list(numbers) == sorted(expected)
    assert len(numbers) == len(expected)
    assert {1, 2, 3} - numbers == {1, 2, 3} - expected
    assert all((number in numbers) == (number in expected) for number in range(-1, 80))


def test_it_is_small() -> None:
    """A hundred thousand games take less than 20 KB."""
    numbers = Numbers(range(1, 100_001))
    assert len(numbers) == 100_000
    assert sys.getsizeof(numbers._bits) < 20_000
