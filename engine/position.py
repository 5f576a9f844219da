"""Positions as text, the part that all games share: a position may be followed by ` actions ` and actions."""

from typing import Final, TypeVar

from beachhead.engine.game import Game
from beachhead.engine.timeline import Moment
from beachhead.engine.values import Action, BadOption, BadPosition

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
        try:
            actor, action = legal_action(game, moment.state, " ".join(words.split()))
        except BadPosition as bad:
            raise BadPosition(f"action {number}: {bad}") from None
        moment = moment.then(game, actor, action)
    return moment


def legal_action(game: Game[S], state: S, text: str) -> tuple[str, Action]:
    """Return the actor and the action of a text in canonical form; raise BadPosition if it is illegal."""
    action, actor = game.canonical(text), game.actor(state)
    if action is None:
        raise BadPosition(f"'{text[:40]}' is not an action in canonical form")
    if actor is None:
        raise BadPosition(f"{text}: the game is over by then")
    try:
        refusal = game.why_not(state, action)
    except BadOption as bad:
        raise BadPosition(f"{text}: {bad}") from None
    if refusal is not None:
        raise BadPosition(f"{text}: {refusal}")
    return actor, action
