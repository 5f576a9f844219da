"""The text around the line: the label of the prompt, and the toolbar for an empty line."""

from __future__ import annotations

import time
from typing import Final

from beachhead.engine.values import CHANCE
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.room import Room
from beachhead.protocol.repl.seating import remedy

LEAVE: Final = "Leave? Ctrl-D again leaves; the game is kept for beachhead play --resume"
LOSE: Final = "Leave? Variations that are not saved are lost: `save FILE` keeps them, Ctrl-D again leaves"
_KEYS: Final = "Tab completes  help  tutorial  Ctrl-D leaves"


def label(room: Room) -> Line:
    """Return the label of the prompt: who is asked, and for what."""
    situation = room.situation
    actor = situation.actor
    if room.question is not None:
        return [("asks", "yes or no? ")]
    if room.tutorial is not None:
        return [("asks", "lesson> ")]
    if actor == CHANCE:
        kinds = dict.fromkeys(words[0] for words, _ in situation.actions)
        return [("asks", f"{'/'.join(kinds)}? ")]
    if actor is None:
        return [("prompt", "> ")]
    return [("dim" if room.waiting else f"prompt {actor}", f"{actor}> ")]


def about(room: Room, is_empty: bool) -> tuple[str, str]:
    """Return the style and text of the remark on the moment; ``is_empty`` if the line is empty."""
    if room.question is not None:
        return "asks", "".join([text for _, text in room.question.text[0]])
    if room.tutorial is not None:
        return "dim", "hint helps  next skips a task  quit leaves the tutorial"
    waiting = room.waiting
    if waiting is not None:
        seconds = time.monotonic() - waiting.asked_at
        since = f" ({seconds:.0f} s)" if waiting.is_wanted and seconds >= 1 else ""
        return "", f"{waiting.seat}: {waiting.title} is thinking{since}  Ctrl-C stops it"
    situation = room.situation
    if room.is_secret:
        return "asks", f"the bots are stopped: `go` lets them play on, `seat {situation.actor} human` gives you a seat"
    resting = room.seating.opponents.get(situation.actor or "")
    if resting is not None and (resting.fault or not situation.has_future):
        return "asks", remedy(resting) if resting.fault else "the bots are stopped: `go` lets them play on"
    forced = None if situation.has_future else situation.forced
    if is_empty and forced is not None:
        return "", f"Enter: {forced} ({situation.describe(forced)})  {_KEYS}"
    if situation.is_over and is_empty and not situation.has_future:
        return "", "The game is over.  newgame  rematch  analyse  save FILE  back  history  Ctrl-D leaves"
    if situation.has_future:
        timeline = room.table.timeline
        steps = timeline.now.step
        return (
            "dim",
            f"step {steps} of {steps + timeline.ahead}  Enter or Right: next  Left: back  goto N  main  {_KEYS}",
        )
    if is_empty and situation.is_setup and situation.is_mine and situation.actor != CHANCE:
        return "dim", f"auto places the rest for you  {_KEYS}"
    return "dim", _KEYS
