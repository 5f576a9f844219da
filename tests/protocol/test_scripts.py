"""The rule tests, which are scripts in the protocol's own language: each runs, and together they cover the language."""

import re
from pathlib import Path

import pytest

from beachhead.engine.games import find_game
from beachhead.engine.royale import default_deck
from beachhead.grammar.language import words_of
from beachhead.grammar.lookahead import expected_after
from beachhead.protocol.refusal import CODES
from beachhead.protocol.script import run_script
from tests.protocol.talk import new_session, scripts

OUT_OF_REACH = {
    "toolong", "encoding",  # a script is lines of text: a line that is none fails as a whole
    "stale",  # only a seated bot answers decisions
    "expect",  # expect does not nest
    "internal",  # a bug
}  # fmt: skip
AT_LEAST = {"island": 60, "royale": 40}


def lines_of(game: str) -> list[str]:
    """All lines of a game's scripts, without comments behind them."""
    return [line for path in scripts(game) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("path", [path for game in AT_LEAST for path in scripts(game)], ids=lambda path: path.stem)
def test_script(path: Path) -> None:
    """No line of the script is answered by an error."""
    outcome = run_script(path.name, [path.read_bytes()], new_session())
    assert not outcome.failures, outcome.failures[0]
    assert outcome.lines


@pytest.mark.parametrize("path", [path for game in AT_LEAST for path in scripts(game)], ids=lambda path: path.stem)
def test_script_says_what_it_is_about(path: Path) -> None:
    """A script begins with a sentence, and those about a rule name it and are named by it."""
    first = path.read_text(encoding="utf-8").splitlines()[0]
    found = re.fullmatch(r"# (rule )?([\w. -]+): .*\.", first)
    assert found, first
    if found[1] and not path.stem.startswith("mode_"):
        assert found[2] in find_game(path.parent.name).show.rules
        assert path.stem.startswith(f"{found[2].lower()}_")


@pytest.mark.parametrize("game", AT_LEAST)
def test_there_are_enough(game: str) -> None:
    """A game has a good number of scripts."""
    assert len(scripts(game)) >= AT_LEAST[game]


@pytest.mark.parametrize("game", AT_LEAST)
def test_every_rule(game: str) -> None:
    """Every rule and every ruling is cited by a refusal, or by the first line of a script."""
    lines = lines_of(game)
    refused = {line.split()[2] for line in lines if line.startswith("expect illegal ")}
    headed = {line.split()[2].rstrip(":") for line in lines if line.startswith("# rule ")}
    assert refused | headed == set(find_game(game).show.rules)


def test_every_code() -> None:
    """Every code of an error that a script can reach is expected in some script."""
    lines = lines_of("island")
    assert {line.split()[2] for line in lines if line.startswith("expect error ")} == set(CODES) - OUT_OF_REACH


@pytest.mark.parametrize(("game", "before"), [("island", ""), ("island", "explain"), ("royale", "explain")])
def test_every_command_and_verb(game: str, before: str) -> None:
    """Every word that may begin a line, or an action, begins one, by itself or after `expect`."""
    words = {word for terminal in expected_after(before, game) for word in words_of(terminal)}
    lines = [line for line in lines_of(game) if line.strip()]
    tried = [re.sub(r"^expect (error|illegal) \S+ |^expect legal ", "", line) for line in lines]
    assert words <= {line.split()[0] for line in lines + tried}


def test_every_card() -> None:
    """Every card of the deck has a script about what it does."""
    deck = {card.id for card in default_deck()}
    assert deck == {line.split()[2].rstrip(":") for line in lines_of("royale") if line.startswith("# card ")}


def test_every_expectation() -> None:
    """Every kind of `expect` stands in some script."""
    kinds = {word for terminal in expected_after("expect", "island") for word in words_of(terminal)}
    assert {line.split()[1] for line in lines_of("island") if line.startswith("expect ")} == kinds
