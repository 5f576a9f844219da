"""`beachhead play`: from the options of the command line to a game at the prompt, and what is kept of it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field

from beachhead.protocol.process import end_all
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.clean import Line, clean
from beachhead.protocol.repl.course import step_number
from beachhead.protocol.repl.desk import Desk
from beachhead.protocol.repl.party import Setting
from beachhead.protocol.repl.places import unfinished_file
from beachhead.protocol.repl.record import keep, take_up
from beachhead.protocol.repl.seating import HUMAN
from beachhead.protocol.repl.talk import paragraphs

WATCHING = 0.7  # seconds between the actions of bots that play each other, where not said


class BadStart(Exception):
    """The game cannot begin as it was asked for; says why."""


@dataclass
class Options:
    """What the command line says about a game at the prompt."""

    newgame: list[str] = field(default_factory=list)  # the words behind `newgame`
    delay: float | None = None  # seconds between what bots do
    is_resumed: bool = False
    ascii: bool = False
    light: bool | None = None  # the background, where it is told


def is_fit(environ: dict[str, str]) -> bool:
    """Whether both ends are a terminal that can move its cursor."""
    return sys.stdin.isatty() and sys.stdout.isatty() and environ.get("TERM", "dumb") not in ("dumb", "")


def play(setting: Setting, options: Options, bots: tuple[str, ...]) -> int:
    """Plays at the terminal; gives the exit code. Raises BadStart."""
    desk, first = resume(setting) if options.is_resumed else begin(setting, options)
    ascii = options.ascii or "utf" not in (sys.stdout.encoding or "").lower()
    delay = options.delay
    if delay is None:
        delay = 0.0 if desk.seating.humans else WATCHING
    from beachhead.protocol.repl.console import Console

    screen = Console(desk, bots, delay, ascii, options.light)
    try:
        screen.run(first)
    finally:
        said = farewell(desk, options.is_resumed)
        end_all([process for bot in desk.seating.opponents.values() if (process := bot.say_goodbye()) is not None])
    with suppress(OSError):  # the terminal is gone
        screen.write(said)
    return 0


def begin(setting: Setting, options: Options) -> tuple[Desk, list[Line]]:
    """A desk with a new game, and what there is to say; raises BadStart."""
    desk = Desk(setting)
    lines = desk.handle(" ".join(["newgame", *options.newgame]))
    if not desk.seating.seats:
        raise BadStart("".join([text for _, text in lines[0]]))
    strangers = [seat for seat in setting.who if seat not in desk.seating.seats]
    if strangers:
        raise BadStart(
            f"'{clean(strangers[0])[:20]}' is no seat of {desk.game.title}: expected {', '.join(desk.seating.seats)}"
        )
    if unfinished_file().exists():
        lines.append(paragraphs("A game was left unfinished: `beachhead play --resume` goes on with it.", "dim"))
    return desk, lines


def resume(setting: Setting) -> tuple[Desk, list[Line]]:
    """A desk with the game that was left; raises BadStart."""
    file = unfinished_file()
    if not file.exists():
        raise BadStart("no game was left unfinished")
    try:
        kept = take_up(file, setting.find)
        setting.who = {**kept.who, **setting.who}
        setting.is_auto_end = setting.is_auto_end or kept.is_auto_end
        desk = Desk(setting, kept.table)
    except (Refusal, ValueError) as problem:
        raise BadStart(f"the unfinished game cannot be taken up: {problem}") from None
    number, _ = step_number(desk.table.timeline)
    people = ", ".join(
        f"{seat}: {'you' if desk.seating.who(seat) == HUMAN else clean(desk.seating.who(seat))}"
        for seat in desk.seating.seats
    )
    return desk, [[("due", desk.game.title), ("", f", taken up at step {number}. {people}.")]]


def farewell(desk: Desk, is_resumed: bool) -> list[Line]:
    """Keeps an unfinished game, or forgets the one that was taken up and is over; gives what there is to say."""
    desk.tutorial = None
    file = unfinished_file()
    kept = desk.kept()
    try:
        if kept is not None and not is_resumed and not kept.has_been_played and file.exists():
            return [
                paragraphs("Nobody has played here, so the older unfinished game stays the one that is kept.", "dim")
            ]
        if kept is not None:
            keep(file, kept)
            return [
                *desk.write_record(kept.table),
                paragraphs("The game is kept: `beachhead play --resume` goes on with it."),
            ]
        if is_resumed:
            file.unlink(missing_ok=True)
    except OSError as problem:
        return [[("error", f"the game cannot be kept in {clean(str(file))}: {os.strerror(problem.errno or 0)}")]]
    return []
