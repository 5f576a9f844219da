"""What else is read off the grammar: samples, what may come next, classes of characters."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Token

from beachhead.grammar.language import END, default, is_door, language
from beachhead.grammar.lookahead import expected_after, next_words
from beachhead.grammar.paint import paint
from beachhead.grammar.parse import BadSyntax, parse
from beachhead.grammar.sample import sample

STARTS = default().starts
CLASSES = {"", "keyword", "place", "number", "string", "text", "comment", "error"}


def samples(start: str, count: int) -> list[str]:
    """Random lines of a start rule, always the same."""
    rng = Random(start)
    return [sample(start, rng.randrange) for _ in range(count)]


def tokens(line: str, start: str) -> list[Token]:
    """The words of a line that parses."""
    return list(language().lark.parse_interactive(line, start=start).iter_parse())


@pytest.mark.parametrize("start", STARTS)
def test_samples_parse(start: str) -> None:
    """Every sample parses, and together they show every kind of line."""
    kinds = {parse(line, start).data for line in samples(start, 3000)}
    symbols = {rule.origin.name: rule for rule in language().lark.rules}
    start_rules = [rule for rule in language().lark.rules if rule.origin.name == start]
    assert start in symbols
    inner = {rule.expansion[0].name for rule in start_rules if len(rule.expansion) == 1}
    aliases = {rule.alias for rule in language().lark.rules if rule.origin.name in inner | {start} and rule.alias}
    assert aliases <= kinds


@pytest.mark.parametrize("start", STARTS)
def test_what_may_come_next(start: str) -> None:
    """Before every word of a line its terminal is among those expected, and behind the last one the end is."""
    for line in samples(start, 400):
        for token in tokens(line, start):
            at = token.start_pos
            assert at is not None
            if at and line[at - 1] not in " \t":
                continue  # within KEY=VALUE, which is one word to whoever types it
            if not is_door(token.type):
                assert token.type in expected_after(line[:at], start), (line, token.type)
        assert END in expected_after(line, start), line


@pytest.mark.parametrize("start", STARTS)
def test_words_offered(start: str) -> None:
    """Every word that is offered may stand there: something, or the end, may follow it."""
    seen = set()
    for line in samples(start, 150):
        before = line[: Random(line).choice([0, *(i + 1 for i, c in enumerate(line) if c == " ")])]
        for word, terminal in next_words(before, start).items():
            typed = f"{before}{word}=x " if terminal == "OPTION" else f"{before}{word} "
            assert expected_after(typed, start), (before, word)
            seen.add(terminal)
    assert len(seen) > 10


@pytest.mark.parametrize("start", STARTS)
def test_nothing_follows_nonsense(start: str) -> None:
    """Behind words that are wrong nothing is expected, and nothing offered."""
    assert expected_after("nonsense ", start) == ()
    assert next_words("nonsense ", start) == {}


@pytest.mark.parametrize("start", STARTS)
@settings(derandomize=True, deadline=None, database=None, max_examples=200)
@given(line=st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=60), seed=st.integers(0, 999))
def test_paint_covers_any_line(start: str, line: str, seed: int) -> None:
    """The spans of a line are the line, whatever it is; one that does not parse shows where, or ends too early."""
    damaged = sample(start, Random(seed).randrange) + line
    for text in (line, damaged):
        spans = paint(text, start)
        assert "".join(part for _, part in spans) == text
        assert {kind for kind, _ in spans} <= CLASSES
        assert all(part for _, part in spans)
        is_wrong = any(kind == "error" for kind, _ in spans)
        try:
            parse(text, start)
        except BadSyntax:
            continue
        assert not is_wrong, spans


@pytest.mark.parametrize("start", STARTS)
def test_paint_knows_samples(start: str) -> None:
    """No character of a line of the language is painted as an error, nor any of a comment behind it as a word."""
    for line in samples(start, 300):
        assert not [part for kind, part in paint(line, start) if kind == "error"], line


@pytest.mark.parametrize(
    ("line", "spans"),
    [
        ("move d2 d5", [("keyword", "move"), ("", " "), ("place", "d2"), ("", " "), ("place", "d5")]),
        ("move z9 x", [("keyword", "move"), ("", " "), ("error", "z9 x")]),
        ("undo 3 # why", [("keyword", "undo"), ("", " "), ("number", "3"), ("", " "), ("comment", "# why")]),
        ('  header a "b # c"', [
            ("", "  "), ("keyword", "header"), ("", " "), ("text", "a"), ("", " "), ("string", '"b # c"')]),
        ("", []),
        ("# all", [("comment", "# all")]),
    ],
)  # fmt: skip
def test_spans(line: str, spans: list[tuple[str, str]]) -> None:
    """Keywords, places, numbers, strings and comments are told apart."""
    assert paint(line, "island") == spans
