"""`beachhead play`: starts a game at the prompt from the command-line options, or resumes one."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from beachhead.engine.games import DEFAULT_GAME
from beachhead.grammar.parse import BadSyntax
from beachhead.protocol.files import NoFile, open_regular
from beachhead.protocol.process import end_all
from beachhead.protocol.reader import Header, NewGame, Position, read
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.board import Board
from beachhead.protocol.repl.clean import Line, clean
from beachhead.protocol.repl.commands import Commands
from beachhead.protocol.repl.keeping import Keeper, kept_games, unwritable
from beachhead.protocol.repl.opening import ask_for_programs
from beachhead.protocol.repl.places import folder, games_folder
from beachhead.protocol.repl.question import Question
from beachhead.protocol.repl.record import read_record
from beachhead.protocol.repl.room import Room
from beachhead.protocol.repl.seating import HUMAN
from beachhead.protocol.repl.setting import Setting
from beachhead.protocol.repl.talk import paragraphs
from beachhead.protocol.table import Table

_HEAD: Final = 4000  # bytes of a record that are read for the list
_DATED: Final = 17  # length of the date in a file's name
WATCHING = 0.7  # default seconds between the actions of bots if only bots play


class BadStart(Exception):
    """Raised if the game cannot begin with these options; the message says why."""


@dataclass
class Options:
    """The command-line options for a game at the prompt."""

    newgame: NewGame = field(default_factory=lambda: NewGame(None, (), ()))
    delay: float | None = None  # seconds between the actions of bots
    resumed: int | None = None  # the number of the game to resume in the list; 0 for the only one
    ascii: bool = False
    light: bool | None = None  # whether the background is light, if the option is given


def is_fit(environ: dict[str, str]) -> bool:
    """Return whether input and output are a terminal that can move its cursor."""
    return sys.stdin.isatty() and sys.stdout.isatty() and environ.get("TERM", "dumb") not in ("dumb", "")


def why_not_fit(environ: dict[str, str]) -> str:
    """Return why the prompt cannot be used."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "not a terminal at both ends"
    if not environ.get("TERM"):
        return "TERM is not set, so nobody knows how to move the cursor"
    return f"TERM={environ['TERM']} is a terminal that cannot move its cursor"


def play(setting: Setting, options: Options, bots: tuple[str, ...]) -> int:
    """Play at the terminal; return the exit code. Raise BadStart."""
    setting.bots = bots
    if setting.record is not None and os.path.exists(setting.record):
        raise BadStart(f"there is a file {clean(setting.record)} already: name another for the record")
    commands, first = begin(setting, options) if options.resumed is None else resume(setting, options.resumed)
    room = commands.room
    ascii = options.ascii or "utf" not in (sys.stdout.encoding or "").lower()
    delay = options.delay
    if delay is None:
        delay = 0.0 if room.seating.humans else WATCHING
    from beachhead.protocol.repl.console import Console

    console = Console(commands, bots, delay, ascii, options.light)
    try:
        console.run(first)
    finally:
        said = farewell(room)
        end_all([process for bot in room.seating.opponents.values() if (process := bot.say_goodbye()) is not None])
    with suppress(OSError):  # the terminal has been closed
        console.screen.write(said)
    return 0


def enter(setting: Setting, table: Table | None = None) -> Commands:
    """Return the commands for a new room, with a game on its table if one is resumed."""
    room = Room(setting, table)
    return Commands(room, Board(room))


def begin(setting: Setting, options: Options) -> tuple[Commands, list[Line]]:
    """Return the commands of a room with a new game, and the text for people; raise BadStart."""
    is_first = setting.keeper is not None and not folder().exists()
    commands = enter(setting)
    room = commands.room
    lines = commands.begin(options.newgame)
    if not room.seating.seats:
        raise BadStart("".join([text for _, text in lines[0]]))
    strangers = [seat for seat in setting.who if seat not in room.seating.seats]
    if strangers:
        raise BadStart(
            f"'{clean(strangers[0])[:20]}' is not a seat of {room.game.show.title}: expected {', '.join(room.seating.seats)}"
        )
    if setting.keeper is not None and (reason := unwritable()):
        lines.append(paragraphs(f"Games cannot be kept ({clean(reason)}): `save FILE` writes one elsewhere.", "error"))
    if setting.keeper is not None and kept_games():
        lines.append(paragraphs("There are unfinished games: `beachhead play --resume` lists them.", "dim"))
    if is_first and options.newgame == NewGame(None, (), ()) and not setting.who:
        lines += offer_shorter(room)
    return commands, lines


def offer_shorter(room: Room) -> list[Line]:
    """Ask a new player whether to begin with a shorter game, if the game has one."""
    game = room.game
    if game.show.newcomers is None:
        return []
    mode, difference = game.show.newcomers

    def begin_shorter() -> list[Line]:
        newgame = NewGame(game.name, (mode,), ())
        return room.run(lambda: room.session.reply_to(newgame), is_new=True)

    text = paragraphs(f"Your first game? `{mode}` is over sooner: {difference}. Play that? yes or no", "asks")
    room.question = Question([text], begin_shorter, "The whole game, then. `tutorial` teaches it in five minutes.")
    return [text]


def resume(setting: Setting, number: int = 0) -> tuple[Commands, list[Line]]:
    """Return the commands of a room with an unfinished game, and the text for people; raise BadStart.

    ``number`` counts in the list of such games, from 1; 0 is the only one.
    """
    files = kept_games()
    if not files:
        raise BadStart("no game was left unfinished")
    if number > len(files) or (number == 0 and len(files) > 1):
        listed = "\n".join([f"  {count}  {about_game(file)}" for count, file in enumerate(files, 1)])
        raise BadStart(f"these games were left unfinished; `beachhead play --resume N` goes on with one:\n{listed}")
    file = files[max(number, 1) - 1]
    programs: dict[str, str] = {}
    try:
        kept = read_record(file, setting.find)
        programs = {seat: who for seat, who in kept.programs.items() if seat not in setting.who}
        setting.keeper = Keeper(file)
        setting.who = {**kept.without_programs(), **setting.who}
        setting.is_auto_end = setting.is_auto_end or kept.is_auto_end
        commands = enter(setting, kept.table)
    except (Refusal, ValueError, OSError) as problem:
        raise BadStart(f"the unfinished game cannot be taken up: {problem}") from None
    room = commands.room
    room.variations = kept.variations
    steps = room.table.timeline.now.step
    people = ", ".join(
        f"{seat}: {'you' if room.seating.who(seat) == HUMAN else clean(room.seating.who(seat))}"
        for seat in room.seating.seats
    )
    lines: list[Line] = [[("strong", room.game.show.title), ("", f", taken up at step {steps}. {people}.")]]
    return commands, lines + ask_for_programs(room, programs)


def about_game(file: Path) -> str:
    """Return a line about a saved game: when it began, its game and mode, and its players."""
    game, seats = "", []
    try:
        with open_regular(file) as source:
            head = source.read(_HEAD).decode("utf-8", "replace").splitlines()
    except (NoFile, OSError) as problem:
        return f"{clean(file.name)} ({getattr(problem, 'strerror', problem)})"
    for line in head[:-1]:  # the last line may be incomplete
        with suppress(BadSyntax):
            match read(line, None):
                case NewGame(name, words):
                    game = " ".join([name or DEFAULT_GAME, *words])
                case Position(name):
                    game = name or DEFAULT_GAME
                case Header(key, who) if key.startswith("seat."):
                    seats.append(f"{key.removeprefix('seat.')}: {who}")
    return clean(f"{file.stem[:_DATED]}  {game}  {', '.join(seats)}")


def farewell(room: Room) -> list[Line]:
    """Save an unfinished game; return the text for people."""
    room.tutorial = None
    keeper = room.setting.keeper
    lines = room.keep()
    if keeper is None or not room.is_busy:
        return lines + (room.write_record() if room.has_record else [])
    if keeper.file is None:
        return [[("error", f"the game cannot be kept in {clean(str(games_folder()))}")]]
    keeper.leave()
    return [*room.write_record(), paragraphs("The game is kept: `beachhead play --resume` goes on with it.")]
