"""Laws that hold for every game. The suite checks them from fixed seeds, `make soak` from fresh ones for as long as it runs.

Each law takes a moment or a whole game and fails with an AssertionError that shows the position.
"""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import TypeVar

from beachhead.engine.game import Game
from beachhead.engine.position import read_position
from beachhead.engine.record import write_record
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE, RESIGN, Action

S = TypeVar("S")
URN = 216  # the most tickets that the contract allows


def play(
    game: Game[S], rng: Random, mode: str, options: Mapping[str, str] | None = None, limit: int = 100_000
) -> Iterator[Timeline[S]]:
    """Yield a random game, moment by moment, from the first state to the last; an outcome of chance is not a step."""
    state, events = game.start(mode, options)
    timeline = Timeline(game, Moment(state, events=events))
    yield timeline
    for _ in range(limit):
        actor = game.actor(timeline.state)
        if actor is None:
            return
        tickets = game.urn(timeline.state) if actor == CHANCE else sorted(game.legal(timeline.state), key=str)
        timeline = timeline.play(rng.choice(tickets), is_step=actor != CHANCE)
        yield timeline


def played_out(game: Game[S], rng: Random, mode: str, options: Mapping[str, str] | None = None) -> Timeline[S]:
    """Return a random game at its end."""
    *_, last = play(game, rng, mode, options)
    return last


def goes_on(game: Game[S], state: S) -> None:
    """There is always an action until the end, and none after it."""
    actor, legal, result = game.actor(state), game.legal(state), game.result(state)
    assert (actor is None) == (result is not None) == (not legal), game.write(state)
    assert len(set(legal)) == len(legal), game.write(state)
    if actor == CHANCE:
        tickets = game.urn(state)
        assert set(tickets) == set(legal), game.write(state)
        assert len(tickets) <= URN, game.write(state)


def listed_actions_apply(game: Game[S], state: S) -> None:
    """Every listed action is allowed, is canonical, applies, and leaves the state that it was applied to as it was."""
    before = game.write(state)
    for action in game.legal(state):
        assert game.why_not(state, action) is None, (before, action)
        assert game.canonical(action.text) == action == game.action(state, action.text), (before, action)
        after, _ = game.apply(state, action)
        assert game.write(after) != before, (before, action)
    assert game.write(state) == before


def others_are_refused(game: Game[S], state: S, actions: Iterable[Action]) -> int:
    """Every other action is refused by a rule of the rulebook and changes nothing; return how many were."""
    before, count = game.write(state), 0
    why_not, rules = game.why_not, game.show.rules
    allowed = {action.text for action in game.legal(state)}
    if game.actor(state) not in (None, CHANCE):
        allowed.add(RESIGN.text)
    for action in actions:
        refusal = why_not(state, action)
        if action.text in allowed:
            assert refusal is None, (before, action)
        else:
            assert refusal is not None, (before, action)
            assert refusal.rule in rules, (before, action, refusal)
            assert refusal.reason, (before, action)
            count += 1
    assert game.write(state) == before
    return count


def reads_back(game: Game[S], state: S) -> None:
    """A position's text reads back to an equal state with equal legal actions, a pending reveal too."""
    text = game.write(state)
    again = read_position(game, text).state
    assert game.write(again) == text
    assert again == state, text
    assert hash(again) == hash(state), text
    assert sorted(game.legal(again), key=str) == sorted(game.legal(state), key=str), text
    assert game.actor(again) == game.actor(state), text


def worlds_look_the_same(game: Game[S], state: S, rng: Random) -> None:
    """A world that a seat's view allows looks the same to that seat, and asks the same of the same seat."""
    for seat in game.seats(state):
        view = game.view(state, seat)
        world = game.worlds(view, None, rng.randrange)
        assert game.view(world, seat) == view
        assert game.actor(world) == game.actor(state), view


def undoes_and_redoes(timeline: Timeline[S], rng: Random) -> None:
    """Any number of steps undone and redone leads back to the same moment, and one more of either is refused."""
    steps = sum([moment.is_step for moment in timeline.moments()])
    assert timeline.undo(steps + 1) is None
    count = rng.randint(0, steps)
    back = timeline.undo(count)
    assert back is not None
    assert (back.now.step, back.ahead, back.end) == (steps - count, count, timeline.now)
    assert back.redo(count + 1) is None
    forth = back.redo(count)
    assert forth is not None
    assert (forth.now, forth.ahead) == (timeline.now, 0)
    one_by_one = timeline
    for _ in range(count):
        before = one_by_one.undo()
        assert before is not None
        one_by_one = before
    assert (one_by_one.now, one_by_one.ahead, one_by_one.end) == (back.now, count, timeline.now)


def keeps_variations(timeline: Timeline[S], rng: Random) -> None:
    """A line that was left is kept under its name: following it leads back to its moments, and the other line stays."""
    game, main = timeline.game, timeline.now
    back = timeline.undo(rng.randint(0, main.step))
    assert back is not None
    fork = back.now
    side = back.keep("main")
    for _ in range(rng.randint(1, 20)):
        actor = game.actor(side.state)
        if actor is None:
            break
        tickets = game.urn(side.state) if actor == CHANCE else sorted(game.legal(side.state), key=str)
        side = side.play(rng.choice(tickets), is_step=actor != CHANCE)
    kept = side.keep("side")
    assert [(line.name, line.end) for line in kept.variations] == [("main", main), ("side", side.now)]
    followed = kept.follow(main)
    assert followed.end is main
    assert followed.variations == kept.variations
    assert followed.now is fork
    again = followed.redo(followed.ahead)
    assert again is not None
    assert again.now is main
    assert again.follow(side.now).end is side.now
    assert kept.keep("main").variations[0].name == "side"


def replays(timeline: Timeline[S], options: Mapping[str, str]) -> None:
    """The record of a game, read line by line, leads through the same states and events."""
    game, moments = timeline.game, timeline.moments()
    newgame, *lines = write_record(timeline, options)
    word, name, mode, *words = newgame.split()
    assert (word, name, words.pop()) == ("newgame", game.name, "dice=manual")
    again, events = game.start(mode, dict(word.split("=") for word in words))
    assert (again, list(events)) == (moments[0].state, list(moments[0].events))
    assert len(lines) == len(moments) - 1
    for line, moment in zip(lines, moments[1:], strict=True):
        action = game.canonical(line)
        assert action is not None, line
        assert game.why_not(again, action) is None, line
        again, events = game.apply(again, action)
        assert (again, list(events)) == (moment.state, list(moment.events)), line
