"""The terminals of the grammar, one by one: names, guards, priorities, time."""

import logging
import re
import time
from random import Random

import pytest
from lark import Lark

from beachhead.grammar.language import default
from beachhead.grammar.sample import sample_of
from beachhead.protocol.framing import MAX_LINE

LANGUAGE = default()
TERMINALS = sorted(terminal.name for terminal in LANGUAGE.lark.terminals if not terminal.name.startswith("__IGNORE"))
GLUE = "_EQUALS"  # the one terminal that stands between two others without a blank
BOUND = 0.05  # seconds that one terminal may take over the longest line


def pattern_of(terminal: str) -> str:
    """The regular expression of a terminal."""
    return LANGUAGE.lark.get_terminal(terminal).pattern.to_regexp()


def test_every_terminal_is_named() -> None:
    """No terminal has a name that Lark made up."""
    assert not [terminal.name for terminal in LANGUAGE.lark.terminals if "ANON" in terminal.name]


def test_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    """The tables are built without a conflict that Lark would have to settle."""
    with caplog.at_level(logging.DEBUG, logger="lark"):
        starts = list(LANGUAGE.starts)
        Lark(LANGUAGE.text, parser="lalr", lexer="contextual", start=starts, maybe_placeholders=True, debug=True)
    assert not [record.getMessage() for record in caplog.records if "onflict" in record.getMessage()]


@pytest.mark.parametrize("terminal", TERMINALS)
def test_whole_words(terminal: str) -> None:
    """A terminal's own text with a letter glued on is not taken, or is taken with the letter."""
    rng = Random(terminal)
    for letter in "xa1_":
        glued = sample_of(terminal, rng.randrange) + letter
        found = re.match(pattern_of(terminal), glued)
        assert found is None or found.end() == len(glued) or terminal == GLUE, glued


@pytest.mark.parametrize("terminal", TERMINALS)
def test_open_terminals_yield(terminal: str) -> None:
    """A terminal that takes a word which nobody has heard of has a negative priority, so that keywords win."""
    is_open = re.match(pattern_of(terminal), "zyxw") is not None
    assert (LANGUAGE.lark.get_terminal(terminal).priority < 0) == (is_open or terminal in ("ANY_OPTION", "COMMENT"))


@pytest.mark.parametrize("terminal", TERMINALS)
def test_bounded_time(terminal: str) -> None:
    """No terminal takes long over the longest line, whatever that is made of."""
    rng = Random(terminal)
    compiled = re.compile(pattern_of(terminal))
    own = sample_of(terminal, rng.randrange)
    for part in (
        "a",
        "1",
        "=",
        "-",
        "#",
        '"',
        "\\",
        '\\"',
        "é",
        "a=",
        "d2 ",
        own,
        own + " ",
        own + '"',
        own[:-1] or own,
    ):
        for worst in (part * MAX_LINE, '"' + part * MAX_LINE, "a=" + part * MAX_LINE):
            line = worst[:MAX_LINE]
            taken = []
            for _ in range(3):
                begun = time.thread_time()
                compiled.match(line)
                taken.append(time.thread_time() - begun)
                if taken[-1] < BOUND:
                    break
            assert min(taken) < BOUND, (part, min(taken))
