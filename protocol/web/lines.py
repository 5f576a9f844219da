"""Which lines a page may send: all of the prompt but those that read or write files, start programs, or take long."""

from __future__ import annotations

from typing import Final

from beachhead.grammar.parse import BadSyntax
from beachhead.protocol.repl import typed
from beachhead.protocol.repl.question import answer_in
from beachhead.protocol.repl.room import Room
from beachhead.protocol.repl.seating import HUMAN
from beachhead.protocol.repl.short_forms import Unclear

LONGEST: Final = 2000  # limit of a line, in characters
_NO_PLACE: Final = "no-place"  # a word where verbs of other things than places take any
# Lines of the protocol that would block all pages, or that end the prompt.
_ELSEWHERE: Final = {
    "perft": "perft and bench are for the prompt",
    "bench": "perft and bench are for the prompt",
    "quit": "close the page to leave: the game is kept for `beachhead play --resume`",
    "": "tags are for programs",
}


def why_refused(line: str, room: Room) -> str:
    """Return why a page may not send a line; nothing if it may. Whether the line is legal is not judged."""
    if len(line) > LONGEST or not line.isprintable():
        return f"a line has at most {LONGEST} printable characters"
    if room.question is not None and answer_in(line) is not None:
        return ""
    try:
        meant = typed.read_line(line, room.situation)
    except (BadSyntax, Unclear) as bad:
        return str(bad)
    match meant:
        case typed.Say(_, kind):
            return _ELSEWHERE.get(kind, "")
        case typed.Save() | typed.Load() | typed.Tutorial():
            return "save, load and tutorial are for the prompt"
        case typed.Sit(_, who) if not _is_known(who, room):
            return f"a page seats {HUMAN} or a built-in bot; other programs are for the prompt"
    return ""


def _is_known(who: str, room: Room) -> bool:
    names = [name for name, _ in room.setting.opponents(room.game.name)]
    return who == HUMAN or f"builtin:{who.removeprefix('builtin:')}" in names


def why_lines(places: list[str], room: Room) -> list[str]:
    """Return the lines that ask why nothing can be done with places, one for every verb that takes places."""
    found = []
    for verb in room.game.show.verbs:
        line = f"explain {' '.join([verb, *places])}"
        if _is_read(line, room) and not _is_read(f"explain {' '.join([verb, *[_NO_PLACE] * len(places)])}", room):
            found.append(line)
    return found


def _is_read(line: str, room: Room) -> bool:
    """Return whether a line is a question about an action."""
    if len(line) > LONGEST or not line.isprintable():
        return False
    try:
        meant = typed.read_line(line, room.situation)
    except (BadSyntax, Unclear):
        return False
    return isinstance(meant, typed.Say) and meant.kind == "explain"
