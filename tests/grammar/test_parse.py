"""Lines to trees: any line parses or names its column; actions and what the engine says read as they were written."""

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.engine.game import Game
from beachhead.engine.games import NAMES, find_game
from beachhead.engine.island.actions import BY_TEXT
from beachhead.grammar.language import default
from beachhead.grammar.parse import BadSyntax, parse
from beachhead.grammar.sample import sample
from beachhead.protocol import reader
from tests.engine.laws import play
from tests.protocol.test_vectors import CONVERSATIONS
from tests.vectors import VECTORS, exchanges

STARTS = default().starts
WORDS = 'move d2 d5 newgame seed=42 position expect error # ; " \\ @7 answer 1 setup pad header royale go state info'
LINES = st.one_of(
    st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=60),
    st.lists(st.sampled_from([*WORDS.split(), " ", "\t", "=", "x", "999999999", "9999999999"]), max_size=12).map(
        " ".join
    ),
    st.lists(st.sampled_from([*WORDS.split(), " ", "\t"]), max_size=8).map("".join),
)


def problem_of(line: str, start: str) -> BadSyntax | None:
    """Return why a line does not parse, or None if it does."""
    try:
        parse(line, start)
    except BadSyntax as bad:
        return bad
    return None


def check(line: str, start: str) -> None:
    """The line has a tree, or an error whose column lies in it or right behind it and whose words are for people."""
    bad = problem_of(line, start)
    if bad is not None:
        assert 1 <= bad.column <= len(line) + 1, (line, str(bad))
        assert bad.problem.startswith("expected "), (line, str(bad))
        assert "ANON" not in str(bad)
        assert "ANY_" not in str(bad)
        assert "expected ," not in str(bad), (line, str(bad))


@pytest.mark.parametrize("start", STARTS)
@settings(derandomize=True, deadline=None, database=None, max_examples=150)
@given(line=LINES)
def test_any_line(start: str, line: str) -> None:
    """Any printable text gives a tree, or a column inside the line or right behind it."""
    check(line, start)


@pytest.mark.parametrize("start", STARTS)
def test_damaged_samples(start: str) -> None:
    """A line of the language that is damaged in one place parses, or names a column and what would have been right."""
    rng = Random(start)
    for _ in range(400):
        line = sample(start, rng.randrange)
        at = rng.randrange(len(line) + 1)
        check(
            line[:at] + rng.choice(["", "x", " ", "#", '"', "=", ";", "é", "9"]) + line[at + rng.randrange(2) :], start
        )


@pytest.mark.parametrize("start", STARTS)
def test_longest_words(start: str) -> None:
    """A line of one enormous word is refused, in a message that is short."""
    with pytest.raises(BadSyntax) as bad:
        parse("z" * 65_536, start)
    assert len(str(bad.value)) < 200


def texts_of(game: Game[object]) -> set[str]:
    """Canonical texts of a game's actions: all of the island's, and those that random games come by."""
    texts = {*BY_TEXT} if game.name == "island" else set()
    for number in range(6):
        for timeline in play(game, Random(number), game.show.modes[number % len(game.show.modes)]):
            texts.update(action.text for action in game.legal(timeline.state))
    return texts


@pytest.mark.parametrize("name", NAMES)
def test_canonical_texts(name: str) -> None:
    """The grammar reads every canonical text as the action of the same words, which the game finds in its table."""
    game = find_game(name)
    for text in texts_of(game):
        assert reader.read(f"{text} #", game) == reader.Act(text)  # the comment is not in the table
        assert reader.read(text, game) == reader.Act(game.canonical(text))
        assert str(game.canonical(text)) == text


@pytest.mark.parametrize("name", NAMES)
def test_table_and_grammar_agree(name: str) -> None:
    """Whatever line a game's table takes for an action, the grammar takes for the same one; so does an answer's."""
    game, rng = find_game(name), Random(name)
    texts = sorted(texts_of(game))
    for _ in range(4000):
        line = rng.choice(texts) if rng.random() < 0.5 else sample(name, rng.randrange)
        at = rng.randrange(len(line) + 1)
        line = rng.choice([line, line[:at] + rng.choice(" \tx1#;") + line[at:], line[:at] + line[at + 1 :]])
        action = game.canonical(line)
        if action is not None:
            assert reader.read(line, game) == reader.Act(action)
            assert reader.read(f"{line} ", game) == reader.Act(action.text)
            assert reader.read(f"answer 7 {line}", game) == reader.Answer(7, action)
            assert reader.read(f"answer 7 {line} ", game) == reader.Answer(7, action.text)


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_what_the_engine_says(name: str) -> None:
    """Every line that the engine says in a whole conversation is in the language, too."""
    game = name.partition("-")[0]
    said = {line for _, answer in exchanges(VECTORS / name) for line in answer}
    assert said
    for line in said:
        parse(line, f"{game}_said")


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_what_clients_send(name: str) -> None:
    """Every line that a client sends in a whole conversation is in the language."""
    game = name.partition("-")[0]
    for line in {command for command, _ in exchanges(VECTORS / name)}:
        parse(line, game)


@pytest.mark.parametrize("option", ["a=b ", "seed=a ", "a= "])
def test_many_options(option: str) -> None:
    """A new game with thousands of options is read as quickly as one with a few: those behind the eighth are one."""
    line = f"newgame {option * 9000}"
    begun = time.thread_time()
    command = reader.read(line, None)
    assert time.thread_time() - begun < 0.05
    assert isinstance(command, reader.NewGame)
    assert len(command.options) == 9
    assert {key for key, _ in command.options} == {option.partition("=")[0]}
