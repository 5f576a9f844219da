"""Opening a record in a room, with the players that it names."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.protocol.repl.clean import Line, clean
from beachhead.protocol.repl.question import Question
from beachhead.protocol.repl.record import Kept
from beachhead.protocol.repl.room import Room
from beachhead.protocol.repl.talk import paragraphs


def open_record(room: Room, kept: Kept) -> list[Line]:
    """Open a record with the players that it names. Programs are started only if the person says yes."""
    table = kept.table
    room.take(kept)
    headers: list[Line] = [[("dim", f"{key}: "), ("", value)] for key, value in table.headers.items()]
    number, of = table.timeline.now.step, table.timeline.now.step + table.timeline.ahead
    text = f"Step {number} of {of}: `goto 0`, `next` and `back` step through it."
    alone = "All seats are yours." if table.is_auto else "All seats are yours, and so are the dice."
    lines = [*headers, paragraphs(f"{text} {alone}" if room.sees_all and not kept.programs else text)]
    lines += [*room.seating.lines()] if room.seating.opponents else []
    return [*lines, *room.seating.stop(), *ask_for_programs(room, kept.programs)]


def ask_for_programs(room: Room, programs: Mapping[str, str]) -> list[Line]:
    """Ask whether the programs of a record may be started, and show their command lines."""
    if not programs:
        return []

    def start() -> list[Line]:
        for seat, who in programs.items():
            room.seating.put(seat, who)
        room.sees_all = False
        return [*room.seating.lines(), *room.seating.stop()]

    text = [paragraphs("These programs played in this game. Start them? yes or no", "asks")]
    text += [[(seat, seat), ("", f": {clean(who)}")] for seat, who in programs.items()]
    room.question = Question(text, start, "Nothing is started: the seats are yours.")
    return text
