"""Advice in royale: the search of `warlord`, with reasons made from odds."""

from __future__ import annotations

from typing import Final

from beachhead.bots.royale.judgement import calibrated
from beachhead.bots.royale.planner import Budget, Ranked, think
from beachhead.bots.royale.raider import WEIGHTS
from beachhead.bots.royale.warlord import PLANS, WORLDS
from beachhead.engine.interrupt import IsStopped, never
from beachhead.engine.playout import Dice
from beachhead.engine.royale.actions import SEATS, End, Fly, Move, Retreat
from beachhead.engine.royale.flow import legal
from beachhead.engine.royale.known import NOTHING
from beachhead.engine.royale.odds import attack_odds, duel_odds, odds_of, percent
from beachhead.engine.royale.position import view
from beachhead.engine.royale.state import NOBODY, State
from beachhead.engine.royale.worlds import look
from beachhead.engine.values import Action

_POSITIONS: Final = 3000  # searched if there is no time limit
_CLOSE: Final = 0.005  # a smaller difference in the chances counts as none


def advise(
    state: State, milliseconds: int | None = None, is_stopped: IsStopped = never
) -> tuple[Action, list[str], str]:
    """Return the action that the side to decide should take, remarks on it, and the numbers of the search.

    The advice uses only what the seat can see: the search draws worlds from its view. Without a limit it is the same
    every time.
    """
    actions = legal(state)
    if len(actions) == 1:
        return actions[0], ["nothing else is legal"], ""
    worlds = _worlds(state)
    budget = Budget(_POSITIONS if milliseconds is None else 1 << 30, milliseconds and milliseconds / 1000, is_stopped)
    before = budget.nodes
    ranked = think(worlds, WEIGHTS, budget, PLANS if state.turn else ())
    best = ranked[0]
    share = calibrated(best.value, len(state.seats_in()))
    said = f"score {share:.3f} depth {best.depth} nodes {before - budget.nodes} pv {best.action}"
    return best.action, reasons(worlds[0], ranked), said


def rank(state: State, count: int) -> list[tuple[Action, float]]:
    """Return the best actions of the seat to decide, the best first, each with its share of the win, from what it can see."""
    ranked = think(_worlds(state), WEIGHTS, Budget(_POSITIONS), PLANS if state.turn else ())
    seats = len(state.seats_in())
    return [(choice.action, calibrated(choice.value, seats)) for choice in ranked[:count]]


def _worlds(state: State) -> list[State]:
    """Return whole states that the seat to decide cannot tell from this one."""
    sight = look(state.box, view(state, state.side))
    rng = Dice(1)
    return [sight.deal(NOTHING, rng.below) for _ in range(WORLDS if any(sight.hidden) else 1)]


def reasons(state: State, ranked: list[Ranked]) -> list[str]:
    """Return reasons for the first of the ranked actions: its odds, and the cost of the second one."""
    best = ranked[0]
    found = []
    odds = odds_of(state, best.action)
    if odds is not None:
        found.append(odds)
    match best.action:
        case Move() | Fly() | Retreat():
            found += _on_field(state, best.action.field)
        case End():
            found.append("nothing that is left to do is worth its risk")
    if len(ranked) > 1 and ranked[1].depth == best.depth:
        seats = len(state.seats_in())
        less = calibrated(best.value, seats) - calibrated(ranked[1].value, seats)
        second = f"`{ranked[1].action}`"
        found.append(f"{second} is as good" if less < _CLOSE else f"{second} costs {percent(less)} of the win")
    return found


def _on_field(state: State, field: int) -> list[str]:
    """Return the targets on a field, with the odds of an attack."""
    found = []
    card = state.map.cards[field]
    if state.mover == state.side != NOBODY:
        if card >= 0:
            found.append(
                f"{state.box.ids[card]} {state.box.values[card]} is there: {percent(attack_odds(state, field))}"
            )
        for seat, spot in enumerate(state.spots):
            if spot == field and seat != state.mover:
                found.append(f"{SEATS[seat]} is there: {percent(duel_odds(state, seat))} in a duel")
    return found
