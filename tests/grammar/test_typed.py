"""A line while it is typed: one pass over it finds what the separate readers find."""

import random

import pytest

from beachhead.grammar.language import language
from beachhead.grammar.lookahead import expected_after, read_words
from beachhead.grammar.paint import paint
from beachhead.grammar.parse import BadSyntax, parse
from beachhead.grammar.sample import sample
from beachhead.grammar.typed import TypedLine

LINES = 300  # per game


def typed(game: str, rng: random.Random) -> str:
    """A line of the prompt: whole, cut off, or with something wrong in it."""
    line = sample(f"{game}_short", rng.randrange)
    at = rng.randrange(len(line) + 1)
    match rng.randrange(5):
        case 0:
            return line
        case 1:
            return line[:at] + rng.choice("zq 9=") + line[at:]
    return line[:at]


@pytest.mark.parametrize("game", language().games)
def test_one_pass_finds_what_four_find(game: str) -> None:
    """Tree or problem, colours, and what may follow are those of `parse`, `paint` and the look-ahead."""
    rng, start = random.Random(3), f"{game}_short"
    for _ in range(LINES):
        line = typed(game, rng)
        found = TypedLine(line, start)
        assert found.spans == paint(line, start)
        assert "".join(text for _, text in found.spans) == line
        if found.is_blank:
            continue
        tree, problem = None, "None"
        try:
            tree = parse(line, start)
        except BadSyntax as bad:
            problem = str(bad)
        assert (found.tree, str(found.problem)) == (tree, problem)
        assert found.next == expected_after(line, start)
        head = line[: len(line) - len(found.fragment)]
        words, here = read_words(head, start)
        if here and len(words) == found.before:  # else a word of several goes on
            assert (found.words[: found.before], found.here) == (words, here)
