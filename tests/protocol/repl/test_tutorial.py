"""The tutorial: every lesson of the game can be done, and is checked by the engine."""

import pytest

from beachhead.engine.games import NAMES, find_game
from beachhead.engine.island import ISLAND
from beachhead.engine.picture import plain
from tests.protocol.repl.scenes import ACT, desk, text

WAYS = ["move", "turn", "shoot", "reinforce", "end"]


@pytest.mark.parametrize("name", NAMES)
def test_lessons_can_be_done(name: str) -> None:
    """In every lesson of every game what is asked for is legal, and so is what follows it."""
    game = find_game(name)
    for lesson in game.show.lessons:
        state = game.read(lesson.position)
        for task in lesson.tasks:
            wanted = [action for action in game.legal(state) if task.accepts(action.text)]
            assert wanted, task.text
            state, _ = game.apply(state, wanted[0])
            for following in task.then:
                action = game.canonical(following)
                assert action is not None
                assert game.why_not(state, action) is None
                state, _ = game.apply(state, action)


def test_what_is_taught() -> None:
    """The lessons of the island let one move, turn, shoot, land on a block and use a zero."""
    wants = [task.wants for lesson in ISLAND.show.lessons for task in lesson.tasks]
    assert {words.split()[0] for words in wants} == set(WAYS)
    assert any(task.then == ("reveal e5 safe",) for lesson in ISLAND.show.lessons for task in lesson.tasks)


def test_commands_in_the_texts_are_right() -> None:
    """What a task tells the player to type is what it accepts."""
    for lesson in ISLAND.show.lessons:
        place = desk(lesson.position)
        for task in lesson.tasks:
            typed = task.text.split("`")[1::2]
            assert any(task.wants.startswith(" ".join(words.split()[:2])) for words in typed), task.text
        del place


def test_through_all_lessons() -> None:
    """Played as the texts say, the tutorial ends in the game that was left for it."""
    place = desk(ACT)
    lines = [
        "tutorial",
        "d2",
        "e",
        "turn d2 left",
        "shoot f2",
        "shoot d2",
        "move e2",
        "shoot i6",
        "reinforce 3",
        "move c1",
    ]
    last = ""
    for line in lines:
        assert place.room.tutorial is not None or line == "tutorial"
        last = text(place.handle(line))
    assert "That was the tutorial." in last
    assert "Back to your game." in last
    assert place.room.tutorial is None
    assert text(place.handle("state")) == f"state {ACT}"


def test_wrong_ways() -> None:
    """In a lesson an illegal action is refused with its rule, another legal one is taken back, and a hint helps."""
    place = desk(ACT)
    assert "Lesson 1 of 5: Move" in text(place.handle("tutorial"))
    assert "rule 15" in text(place.handle("end"))
    assert "may be done, but the task is another" in text(place.handle("turn d2 left"))
    assert "Try move d2 d5." in text(place.handle("hint"))
    assert "quit leaves the tutorial" in text(place.handle("undo"))
    assert "Rule 10" in text(place.handle("rules 10"))
    assert "rule 15" in text(place.handle("why not end"))
    assert "state 12/10js1" in text(place.handle("state"))
    assert "All units of the die are used" in text(place.handle("next"))
    assert "Lesson 5 of 5" in text(place.handle("tutorial 5"))
    assert "Back to your game." in text(place.handle("quit"))
    assert not place.is_over


ROYALE_LINES = (
    "tutorial; c5; attack card; end; attack card; retreat c4; revive; swap greatsword buckler; d4; attack card; attack p2;"
    " attack card; power eagle d4; attack card"
)


def test_the_lessons_of_royale() -> None:
    """Played as the texts say, they let one move, attack, die, revive, swap, duel, fly and win the last card."""
    place = desk()
    place.handle("newgame royale seed=1")
    before = text(place.handle("state"))
    place.handle("tutorial")
    assert "not a seat" in text(place.handle("attack p5"))
    place.handle("quit")
    told = [text(place.handle(line)) for line in ROYALE_LINES.split("; ")]
    assert "P1 wins, 59 40 0" in told[-1]
    assert "That was the tutorial." in told[-1]
    assert text(place.handle("state")) == before
    for lesson in find_game("royale").show.lessons:
        for task in lesson.tasks:
            typed = task.text.split("`")[1::2]
            assert any(f"{words} ".startswith(f"{task.wants} ") for words in typed), task.text


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
def test_a_task_of_royale_stands_beside_the_board(size: tuple[int, int]) -> None:
    """Every task is on the screen whole, with the board."""
    place = desk()
    place.handle("newgame royale seed=1")
    for line in ROYALE_LINES.split("; ")[:-1]:
        place.handle(line)
        assert place.room.tutorial is not None
        words = place.room.tutorial.task.text.replace("`", "").split()
        shown = " ".join(plain(place.board.picture(size)))
        assert len(place.board.picture(size)) <= size[1] - 2
        assert all(word in shown for word in words), (line, shown)


def test_no_lessons() -> None:
    """A lesson that a game does not have is refused, with those that it has."""
    place = desk()
    place.handle("newgame royale seed=1")
    assert "there are 5 lessons: tutorial 1 to 5" in text(place.handle("tutorial 6"))
