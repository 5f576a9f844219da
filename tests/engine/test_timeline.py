"""The timeline of a game: a value with a past and a future."""

import pytest

from beachhead.engine.island import ISLAND
from beachhead.engine.island.actions import END
from beachhead.engine.island.state import State
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import BadOption, IllegalAction
from tests.engine.island.boards import at, state_of


def begun(text: str = at("a1:Sn a3:ss l12:ss", "zero")) -> Timeline[State]:
    """A timeline that begins at a position."""
    return Timeline(ISLAND, Moment(state_of(text)))


def played(timeline: Timeline[State], *texts: str) -> Timeline[State]:
    """The timeline after actions; a roll or a reveal is not a step."""
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
    assert [event.text for event in timeline.now.told()] == ["forfeit north time", "over south time 12 0"]
    back = timeline.undo()
    assert back is not None
    assert ISLAND.result(back.state) is None
    assert back.redo() is not None
    with pytest.raises(BadOption):
        back.forfeit("west", "time")


def test_moments_tell_what_was_done() -> None:
    """A moment tells its action with its actor, and what followed from it."""
    timeline = played(begun(at("d2:Sn d4:* c3:ss l12:ss")), "shoot d2 d4", "reveal d4 live")
    assert [event.text for moment in timeline.moments() for event in moment.told()] == [
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
    """The character that was just landing on a block stands where it came from when the other side is taken out."""
    timeline = played(begun(at("d2:Sn d5:* l12:ss")), "move d2 d5").forfeit("north", "crash")
    assert ISLAND.write(timeline.state) == at("d2:Sn d5:* l12:ss", "over:south", side="-")


def test_variations() -> None:
    """A line that was left can be kept under a name and followed again; the one that was left for it stays kept."""
    first = played(begun(), "turn a1 right", "roll 2", "move a1 c1")
    back = first.keep("first").undo(2)
    assert back is not None
    second = played(back, "turn a1 left", "roll 3").keep("second")
    assert [(line.name, line.end) for line in second.variations] == [("first", first.now), ("second", second.now)]
    followed = second.follow(first.now)
    assert (followed.now, followed.ahead, followed.end) == (back.now, 2, first.now)
    assert followed.variations == second.variations
    once = followed.redo()
    assert once is not None
    assert str(once.now.action) == "roll 2"
    assert second.follow(second.now).now is second.now


def test_keeping_what_was_undone() -> None:
    """A variation that is kept while steps are undone has those steps; another of its name replaces it."""
    timeline = played(begun(), "turn a1 right", "roll 2", "move a1 c1")
    back = timeline.undo(2)
    assert back is not None
    (line,) = back.keep("line").keep("line").variations
    assert line.end is timeline.now


def test_lines_with_nothing_in_common() -> None:
    """A line of another game cannot be followed."""
    with pytest.raises(AssertionError, match="no moment in common"):
        begun().follow(begun().now)


def test_long_games() -> None:
    """In a game of many steps each undo and redo adds to what is there and copies nothing, in one call or in many."""
    steps, moment = 30_000, begun().now
    for _ in range(steps):
        moment = Moment(moment.state, moment, "south", END, (), is_step=True)
    timeline = Timeline(ISLAND, moment)
    first = timeline.undo(steps)
    assert first is not None
    assert (first.now.step, first.ahead) == (0, steps)
    one_by_one = timeline
    for _ in range(steps):
        before = one_by_one.undo()
        assert before is not None
        assert before.future is not None
        assert before.future.later is one_by_one.future
        one_by_one = before
    assert one_by_one.now is first.now
    for _ in range(steps):
        later = one_by_one.redo()
        assert later is not None
        assert later.future is (one_by_one.future and one_by_one.future.later)
        one_by_one = later
    assert one_by_one.now is timeline.now


def test_a_long_line_is_freed() -> None:
    """A line of thousands of states can be dropped: freeing it ends well, however long it is."""
    timeline = begun()
    for number in range(5000):
        timeline = played(timeline, f"turn a1 {'left' if number % 2 else 'right'}", "roll 0")
    last = timeline.state
    del timeline
    assert last == begun().state
