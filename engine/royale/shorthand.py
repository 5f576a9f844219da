"""Actions that are in no table: a power that a card does not have, or a card that the deck does not have."""

from beachhead.engine.royale.actions import Again, Fly
from beachhead.engine.royale.box import Box
from beachhead.engine.royale.fields import FIELDS
from beachhead.engine.values import Action, BadOption


def complete(box: Box, text: str) -> Action:
    """Return the action of a well-formed text that is in no table; raise BadOption for a card that does not exist."""
    verb, *words = text.split()
    is_power = verb == "power"
    for id in words[:1] if is_power else words:
        if id not in box.by_id:
            from difflib import get_close_matches

            near = get_close_matches(id, box.ids, 1)
            meant = f"did you mean '{near[0]}'?" if near else f"expected {', '.join(box.ids[:-1])} or {box.ids[-1]}"
            raise BadOption(f"'{id[:24]}' is not a card of the deck: {meant}")
    match words:
        case [id] if is_power:
            return Again(box.by_id[id], id)
        case [id, field] if is_power:
            return Fly(box.by_id[id], id, FIELDS[field])
        case _:
            raise ValueError(f"no action of Battle Royale: {text}")
