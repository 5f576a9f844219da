"""The timeline of a game: a value with a past and a future."""

import pytest

from beachhead.engine.game import BadOption, IllegalAction
from beachhead.engine.island import ISLAND
from beachhead.engine.island.state import State
from beachhead.engine.timeline import Moment, Timeline
from tests.engine.island.boards import at, state_of


def begun(text: str = at("a1:Sn a3:ss l12:ss", "zero")) -> Timeline[State]:
    """A timeline that begins at a position."""
    return Timeline(ISLAND, Moment(state_of(text)))


def played(timeline: Timeline[State], *texts: str) -> Timeline[State]:
    """The timeline after actions; a roll or a reveal is no step."""
    for text in texts:
        action = ISLAND.action(timeline.state, text)
        timeline = timeline.play(action, is_step=action.kind not in ("roll", "reveal"))
    return timeline


def test_play_leaves_the_old_timeline() -> None:
    """Playing gives a new timeline; the one before stays where it was, and can be played on differently."""
    before = begun()
    left, right = played(before, "turn a1 left"), played(before, "turn a1 right")
    assert before.now.before is None
    assert left.state != right.state
    assert left.now.before is right.now.before is before.now


def test_play_refuses() -> None:
    """An illegal action raises the rule that forbids it."""
    timeline = begun()
    with pytest.raises(IllegalAction, match="2 a 0 moves nobody") as refused:
        timeline.play(ISLAND.action(timeline.state, "move a1 a4"))
    assert refused.value.rule == "2"


def test_a_step_takes_its_chance_back() -> None:
    """Undo goes back to before the last action that a client sent, with all that was drawn after it."""
    timeline = played(begun(), "shoot a1 a3", "turn a1 right", "roll 3")
    once, twice = timeline.undo(), timeline.undo(2)
    assert once is not None
    assert twice is not None
    assert [m.action.text for m in once.moments() if m.action] == ["shoot a1 a3"]
    assert twice.now.before is None
    assert timeline.undo(3) is None
    again = twice.redo(2)
    assert again is not None
    assert again.now is timeline.now
    assert timeline.redo() is None


def test_undo_keeps_what_was_drawn_at_the_beginning() -> None:
    """Chance that no step came before cannot be taken back."""
    timeline = played(begun(at(phase="roll")), "roll 3")
    assert timeline.undo() is None
    moved = played(timeline, "move a1 a4")
    back = moved.undo()
    assert back is not None
    assert back.now is timeline.now


def test_a_new_action_forgets_the_future() -> None:
    """After an undo, another action leaves nothing to redo."""
    timeline = played(begun(), "turn a1 right")
    back = timeline.undo()
    assert back is not None
    assert played(back, "turn a1 left").redo() is None
    assert back.redo() is not None


def test_undo_and_redo_after_the_end() -> None:
    """The end can be undone like anything else, a forfeit too."""
    timeline = begun().forfeit("north", "time")
    assert timeline.now.lines() == ["forfeit north time", "over south time 12 0"]
    back = timeline.undo()
    assert back is not None
    assert ISLAND.result(back.state) is None
    assert back.redo() is not None
    with pytest.raises(BadOption):
        back.forfeit("west", "time")


def test_lines_name_the_actor() -> None:
    """A moment's lines are the action with its actor, and what followed from it."""
    timeline = played(begun(at("d2:Sn d4:* c3:ss l12:ss")), "shoot d2 d4", "reveal d4 live")
    assert [line for moment in timeline.moments() for line in moment.lines()] == [
        "south shoot d2 d4",
        "chance reveal d4 live",
        "removed north soldier c3",
    ]


def test_past_and_since() -> None:
    """The past runs backwards from the newest action, and what came since a moment forwards."""
    first = begun()
    timeline = played(first, "turn a1 right", "roll 2", "move a1 c1")
    assert [action.text for _, action in timeline.past()] == ["move a1 c1", "roll 2", "turn a1 a1 right"]
    assert [m.action.text for m in timeline.since(first.now) if m.action] == [
        "turn a1 a1 right",
        "roll 2",
        "move a1 c1",
    ]
    assert timeline.since(timeline.now) == []


def test_forfeit_while_a_block_is_revealed() -> None:
    """Whoever was just landing on a block stands where it came from when the other side is taken out."""
    timeline = played(begun(at("d2:Sn d5:* l12:ss")), "move d2 d5").forfeit("north", "crash")
    assert ISLAND.write(timeline.state) == at("d2:Sn d5:* l12:ss", "over:south", side="-")
