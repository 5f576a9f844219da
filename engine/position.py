"""Positions as text, the part that all games share: what has happened since stands behind ` actions `."""

from typing import TypeVar

from beachhead.engine.game import Action, BadPosition, Event, Game

S = TypeVar("S")
SINCE = " actions "


def read_position(game: Game[S], text: str) -> tuple[S, list[tuple[str, Action, list[Event]]]]:
    """The state that a text describes, and who did what since the position that it begins with; raises BadPosition."""
    if any(character.isspace() and character != " " for character in text):
        raise BadPosition("there is a blank in it that is no space")
    before, found, after = text.partition(SINCE)
    state = game.read(before)
    done = []
    for number, words in enumerate(after.split(";") if found else (), 1):
        text = " ".join(words.split())
        action = game.canonical(text)
        if action is None:
            raise BadPosition(f"action {number}: '{text[:40]}' is no action in canonical form")
        actor = game.actor(state)
        if actor is None:
            raise BadPosition(f"action {number}: {text}: the game is over by then")
        refusal = game.why_not(state, action)
        if refusal is not None:
            raise BadPosition(f"action {number}: {text}: {refusal}")
        state, events = game.apply(state, action)
        done.append((actor, action, list(events)))
    return state, done
