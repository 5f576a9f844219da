"""What to do on the island, and why: the search of `general`, and words made from the terms of its evaluation."""

from __future__ import annotations

from typing import Final

from beachhead.bots.island.evaluation import Half, Survey
from beachhead.bots.island.general import PLANS
from beachhead.bots.island.reach import BIT, LONGEST
from beachhead.bots.island.setup import place
from beachhead.bots.island.turns import Turns
from beachhead.bots.island.weights import evaluation_for
from beachhead.bots.search.budget import Budget
from beachhead.bots.search.expectimax import Expectimax
from beachhead.engine.interrupt import IsStopped, never
from beachhead.engine.island import ISLAND
from beachhead.engine.island.actions import End, Shoot
from beachhead.engine.island.pieces import BLOCK, OWNER, SEATS, TYPE, TYPE_NAMES
from beachhead.engine.island.squares import NAMES
from beachhead.engine.island.state import ACT, BLOCKS, State
from beachhead.engine.values import Action

_POSITIONS: Final = 4000  # that are looked at if nobody says how long it may take
_SQUARE_OF: Final = {bit: square for square, bit in enumerate(BIT)}
_MOST: Final = 3  # threats that are named
_CLOSE: Final = 0.005  # a difference in the chances that is none


def advise(
    state: State, milliseconds: int | None = None, is_stopped: IsStopped = never
) -> tuple[Action, list[str], str]:
    """Return the action that the side to decide should take, remarks on it, and the numbers of the search.

    Without a limit they are the same every time.
    """
    evaluation = evaluation_for(state.mode)
    actions = ISLAND.legal(state)
    if ISLAND.turn(state) == 0:
        return place(state, evaluation, lambda _: 0), [_on_setup(state)], ""
    if len(actions) == 1:
        return actions[0], ["nothing else is legal"], ""
    seconds = None if milliseconds is None else milliseconds / 1000
    budget = Budget(_POSITIONS if seconds is None else None, seconds, is_stopped)
    search = Expectimax(Turns(evaluation), state, budget)
    best = search.run(PLANS)
    line = " ".join(action.text.replace(" ", "-") for action in search.line())
    numbers = f"score {search.value:.3f} depth {search.depth} nodes {budget.nodes} pv {line}"
    return best, [_on_chances(search), *reasons(state, best)], numbers


def rank(state: State, count: int) -> list[tuple[Action, float]]:
    """Return the best actions of the side to decide, the best first, each with its chance to win; none in the set-up."""
    if ISLAND.turn(state) == 0:
        return []
    search = Expectimax(Turns(evaluation_for(state.mode)), state, Budget(_POSITIONS))
    search.run(PLANS)
    found = [(choice.action, search.look_at(choice.action)) for choice in search.ranked[:count]]
    return sorted(found, key=lambda pair: -pair[1])


def reasons(state: State, action: Action) -> list[str]:
    """Return what speaks for an action: odds, threats before and after it, and numbers that could not be played."""
    side = state.side
    enemy = 1 - side
    found: list[str] = []
    if isinstance(action, Shoot) and state.board[action.dst] == BLOCK:
        found.append(f"the block is live with {_percent(state.live / (state.live + state.safe))}")
    before = Survey(state)
    after, _ = ISLAND.apply(state, action)
    if after.blast is not None or ISLAND.result(after) is not None:
        return found + _threats(state, before, enemy, "now ")
    now = Survey(after)
    threats = _threats(state, before, enemy, "now ")
    left = _threats(after, now, enemy, "after it ")
    if threats and not left:
        found += [*threats, "after it nobody of yours is in sight"]
    else:
        found += left
    if not isinstance(action, Shoot):
        found += _threats(after, now, side, "after it ")
    if state.phase != ACT or not isinstance(action, End):
        found += _unplayable(now.halves[side], SEATS[side]) + _unplayable(now.halves[enemy], SEATS[enemy])
    return found


def _on_setup(state: State) -> str:
    if state.phase == BLOCKS:
        return "blocks belong in the enemy's way: near its rows, and in front of its pad"
    if state.mode.has_pads and len(state.troops[state.side]) == state.mode.on_island:
        return "the slots with the most room in front of them suit those that reach farthest"
    return "long runs ahead, and nobody in the enemy's sights"


def _on_chances(search: Expectimax[State]) -> str:
    """How likely the side is to win, and by how much the next best action is worse."""
    best, second = search.ranked[0], search.ranked[1]
    said = f"chances to win: {_percent(search.value)}"
    if second.depth != best.depth:
        return said
    loss = abs(best.value - second.value)
    if loss < _CLOSE:
        return f"{said}; {second.action} is as good"
    return f"{said}; the next best, {second.action}, is {loss * 100:.1f} % worse"


def _threats(state: State, survey: Survey, side: int, when: str) -> list[str]:
    """Whom a side has in its sights."""
    board = state.board
    found: list[str] = []
    for post in survey.halves[side].posts:
        square = post.square
        for die, target, _ in post.hits:
            aim = _SQUARE_OF[target]
            if not die:
                seat = SEATS[side].title()
                found.append(
                    f"{when}{seat}'s {TYPE_NAMES[TYPE[board[square]]]} on {NAMES[square]} has {_who(board[aim])} "
                    f"on {NAMES[aim]} in sight"
                )
    if len(found) > _MOST:
        return [*found[: _MOST - 1], f"and so on: {len(found) - _MOST + 1} more"]
    return found


def _who(code: int) -> str:
    return f"{SEATS[OWNER[code]].title()}'s {TYPE_NAMES[TYPE[code]]}"


def _unplayable(half: Half, seat: str) -> list[str]:
    """Which numbers nobody of a side could play."""
    if not half.posts:
        return []
    longest = max(post.reach.run for post in half.posts)
    first = longest + 2 if longest else 1  # a run of n plays 1 to n by moving, n + 1 by turning
    numbers = [str(number) for number in range(first, LONGEST + 1)]
    if not numbers:
        return []
    said = numbers[0] if len(numbers) == 1 else f"{', '.join(numbers[:-1])} or {numbers[-1]}"
    return [f"after it nobody of {seat.title()}'s could play a {said}"]


def _percent(chance: float) -> str:
    return f"{chance * 100:.0f} %"
