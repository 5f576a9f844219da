"""The page of the protocol: its examples run, and its lists are those of the grammar and of the code."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from beachhead.advice import new_adviser
from beachhead.engine.royale import cards, duel, flow, setup, strike, turn
from beachhead.grammar.language import words_of
from beachhead.grammar.lookahead import expected_after
from beachhead.protocol.help import COMMANDS
from beachhead.protocol.refusal import CODES
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tests.docs.test_rules import VERBS as ISLAND_VERBS
from tests.protocol.talk import exchanges, say

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
SECTIONS = re.findall(r"^#{2,4} (.+)$", PAGE, re.MULTILINE)
LEFT_OUT = "…"

Judge = Callable[..., Any]
ROYALE_VERBS: dict[str, Judge] = {
    "setup drink": setup.why_not_drink,
    "setup place": setup.why_not_place,
    "equip": cards.why_not_equip,
    "swap": cards.why_not_swap,
    "move": turn.why_not_move,
    "attack card": strike.why_not_attack,
    "attack PLAYER": duel.why_not_attack,
    "retreat": strike.why_not_retreat,
    "revive": turn.why_not_revive,
    "power CARD FIELD": turn.why_not_fly,
    "power CARD": strike.why_not_again,
    "stow": cards.why_not_stow,
    "end": turn.why_not_end,
    "deal": setup.why_not_deal,
    "roll": flow._why_not_roll,
    "pick": duel.why_not_pick,
}


def checks(judge: Judge) -> str:
    """The checks of a verb as the code documents them."""
    return " ".join((judge.__doc__ or "").split()).partition("Checks in order: ")[2].rstrip(".")


def is_as_written(answer: list[str], written: list[str]) -> bool:
    """Whether an answer is the one of the page: a line may leave out its rest, and a line of its own any others."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == LEFT_OUT else re.escape(line).replace(LEFT_OUT, ".*") + r"\n" for line in written
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in answer)) is not None


@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example: str) -> None:
    """Every line of an example is answered as the page says."""
    session = Session(Table(), new_adviser())
    for command, written in exchanges(example.splitlines()):
        answer = say(session, command)
        assert is_as_written(answer, written), (command, answer, written)


def test_left_out_is_not_anything() -> None:
    """What an example shows must be there: only what it leaves out may differ."""
    assert is_as_written(["a", "b", "c"], ["a", LEFT_OUT, "c"])
    assert is_as_written(["seed 17"], ["seed …"])
    assert not is_as_written(["a", "b", "c"], ["a", "c"])
    assert not is_as_written(["a", "b"], ["a", LEFT_OUT, "c"])
    assert not is_as_written(["seed"], ["other …"])


def test_commands_are_those_of_the_grammar() -> None:
    """The table lists every word of the grammar that begins a line, and help knows it, in the same words."""
    verbs = {word for terminal in expected_after("explain", "island") for word in words_of(terminal)}
    first = {word for terminal in expected_after("", "island") for word in words_of(terminal)}
    listed = set(re.findall(r"^\| \[`(\w+)", PAGE, re.MULTILINE))
    assert listed == first - verbs == set(COMMANDS)
    for command, (usage, does) in COMMANDS.items():
        if command != "expect":
            assert f"`{usage}`".replace("|", "\\|") in PAGE
        assert f"| {does} |" in PAGE


def test_every_command_and_verb_has_an_example() -> None:
    """Every word of the island that begins a line has a section of its own, and a line in an example there."""
    first = {word for terminal in expected_after("", "island") for word in words_of(terminal)}
    named = {word: section for section in SECTIONS for word in section.split(", ")}
    assert first <= set(named)
    for word in first:
        section = re.search(rf"^#### {re.escape(named[word])}$(.*?)(^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
        assert section
        assert re.search(rf"^> {word}\b", section[1], re.MULTILINE), word


def test_actions_of_royale_are_those_of_the_grammar() -> None:
    """The list of Battle Royale's actions has all of its verbs."""
    listed = re.search(r"of Battle Royale:\n\n```\n(.*?)```", PAGE, re.DOTALL)
    assert listed
    verbs = {word for terminal in expected_after("explain", "royale") for word in words_of(terminal)}
    assert verbs <= set(re.findall(r"[a-z]+", listed[1]))


def test_errors_are_all_there() -> None:
    """The table of errors has every code."""
    assert set(CODES) == set(re.findall(r"^\| `(\w+)` \|", PAGE.partition("## Errors")[2].partition("\n## ")[0], re.M))


@pytest.mark.pure
@pytest.mark.parametrize(("verb", "judge"), [*ISLAND_VERBS.items(), *ROYALE_VERBS.items()])
def test_order_of_checks(verb: str, judge: Judge) -> None:
    """The page lists the checks of every verb in the order of the code."""
    assert checks(judge)
    assert f"| `{verb}` | {checks(judge)} |" in PAGE.splitlines()


def test_expectations_are_all_there() -> None:
    """The table of expectations has every kind of the grammar."""
    kinds = {word for terminal in expected_after("expect", "island") for word in words_of(terminal)}
    assert kinds == set(re.findall(r"^\| `expect (\w+)", PAGE, re.MULTILINE))


def test_links_within_the_page() -> None:
    """Every link to a section leads to one."""
    anchors = {re.sub(r"[^a-z0-9 -]", "", section.lower()).replace(" ", "-") for section in SECTIONS}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= anchors
