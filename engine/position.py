"""Positions as text, the part that all games share: a position may be followed by ` actions ` and actions."""

from typing import Final, TypeVar

from beachhead.engine.game import Game
from beachhead.engine.timeline import Moment
from beachhead.engine.values import BadOption, BadPosition

S = TypeVar("S")
SINCE: Final = " actions "


def read_position(game: Game[S], text: str) -> Moment[S]:
    """Return the moment that a text describes, linked to the earlier ones if it has actions; raise BadPosition."""
    if any(character.isspace() and character != " " for character in text):
        raise BadPosition("it has a blank that is not a space")
    before, found, after = text.partition(SINCE)
    first = Moment(game.read(before))
    return since(game, first, after) if found else first


def since(game: Game[S], moment: Moment[S], actions: str) -> Moment[S]:
    """Return the moment after the actions, which are separated by `;`; raise BadPosition."""
    for number, words in enumerate(actions.split(";"), 1):
        text = " ".join(words.split())
        action = game.canonical(text)
        if action is None:
            raise BadPosition(f"action {number}: '{text[:40]}' is not an action in canonical form")
        actor = game.actor(moment.state)
        if actor is None:
            raise BadPosition(f"action {number}: {text}: the game is over by then")
        try:
            refusal = game.why_not(moment.state, action)
        except BadOption as bad:
            raise BadPosition(f"action {number}: {text}: {bad}") from None
        if refusal is not None:
            raise BadPosition(f"action {number}: {text}: {refusal}")
        moment = moment.then(game, actor, action)
    return moment
