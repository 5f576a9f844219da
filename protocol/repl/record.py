"""Records at the prompt: reading one to a table, and the game that was left unfinished, with who sat where."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from beachhead.engine.game import CHANCE, Game
from beachhead.engine.timeline import Moment
from beachhead.grammar.parse import BadSyntax
from beachhead.protocol import reader
from beachhead.protocol.framing import Framing
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.clean import clean
from beachhead.protocol.repl.course import end_of, step_number
from beachhead.protocol.repl.places import write_private
from beachhead.protocol.repl.seating import HUMAN
from beachhead.protocol.session import Session, decode, is_silent
from beachhead.protocol.table import Table

ENDING: Final = ".bhr"
_LARGEST: Final = 16_000_000  # bytes
_HELD: Final = (reader.NewGame, reader.Position, reader.Header, reader.Act, reader.Forfeit)  # what a record is made of
_NOTE: Final = "#: "  # what begins a line of ours in the file of an unfinished game

Find = Callable[[str], Game[Any]]


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that was left: its table, who sat where, and whether turns ended by themselves."""

    table: Table
    who: dict[str, str]
    is_auto_end: bool

    @property
    def has_been_played(self) -> bool:
        """Whether a person has done something in it, or bots alone have played."""
        people = [seat for seat, who in self.who.items() if who == HUMAN]
        moment: Moment[Any] | None = end_of(self.table.timeline)
        while moment is not None:
            if moment.is_step and (moment.actor in people or not people):
                return True
            moment = moment.before
        return False


def found_record(name: str) -> Path:
    """The file of that name; with the ending that `save` gives it where there is none without."""
    file = Path(name).expanduser()
    return file if file.suffix or file.exists() else file.with_name(f"{file.name}{ENDING}")


def read_record(file: Path, find: Find) -> Table:
    """The table with a record's game, which replays as it is read; raises Refusal where something is wrong with it."""
    return _replayed(_lines(file), clean(file.name), find)


def _lines(file: Path) -> list[bytes]:
    try:
        with file.open("rb") as source:
            content = source.read(_LARGEST + 1)
    except OSError as problem:
        raise Refusal("argument", f"{clean(str(file))} cannot be read: {problem.strerror}") from None
    if len(content) > _LARGEST:
        raise Refusal("limit", f"{clean(str(file))} is larger than any record")
    framing = Framing()
    return framing.feed(content) + framing.end()


def _replayed(lines: list[bytes], name: str, find: Find) -> Table:
    session = Session(Table(find))
    for number, line in enumerate(lines, 1):
        with _Where(name, number):
            text = decode(line)
            if is_silent(text):
                continue
            if not isinstance(_command(session, text), _HELD):
                raise Refusal("argument", "no line of a record: `beachhead run` runs scripts")
            final = session.answer(text)[-1]
            if final.startswith("error "):
                raise Refusal("argument", final.removeprefix("error "))
    if session.table.game is None:
        raise Refusal("argument", f"{name} holds no game")
    return session.table


class _Where:
    """Says in which line of a file something was wrong."""

    def __init__(self, name: str, number: int) -> None:
        self._place = f"{name}, line {number}"

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, _: object) -> None:
        if isinstance(problem, Refusal):
            raise Refusal(problem.code, f"{self._place}: {problem.reason}") from None
        if isinstance(problem, BadSyntax):
            raise Refusal("syntax", f"{self._place}: {problem}") from None


def _command(session: Session, text: str) -> reader.Command:
    game = session.table.game
    if game is not None and game.canonical(text) is not None:
        return reader.Act(text)
    return session.read(text)


def save_record(table: Table, name: str) -> Path:
    """Writes the game of a table to a new file, `.bhr` where its name has no ending; raises Refusal."""
    file = Path(name).expanduser()
    if not file.suffix:
        file = file.with_name(f"{file.name}{ENDING}")
    try:
        with file.open("x", encoding="utf-8") as output:
            output.write("\n".join([*table.record(), ""]))
    except FileExistsError:
        raise Refusal("argument", f"there is a file {clean(str(file))} already") from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise Refusal("argument", f"{clean(str(file))} cannot be written: {reason}") from None
    return file


def whole_record(table: Table) -> list[str]:
    """The lines of a game's record, with the steps that were taken back."""
    before = table.snapshot()
    table.redo(len(table.timeline.future))
    try:
        return table.record()
    finally:
        table.restore(before)


def keep(file: Path, kept: Kept) -> None:
    """Writes an unfinished game, with its seed, who sits where and what was taken back; an older one is set aside.

    Raises OSError.
    """
    table = kept.table
    notes = [f"seat {seat} {who}" for seat, who in kept.who.items()]
    notes += [f"seed {table.seed}", f"dice {'auto' if table.is_auto else 'manual'}"]
    notes += [f"step {step_number(table.timeline)[0]}"] if table.timeline.future else []
    notes += ["auto end"] if kept.is_auto_end else []
    lines = ["# An unfinished game: `beachhead play --resume` goes on with it."]
    lines += [_NOTE + clean(note) for note in notes] + whole_record(table) + [""]
    with suppress(FileNotFoundError):
        file.replace(file.with_name("unfinished-before.bhr"))
    write_private(file, "\n".join(lines).encode())


def take_up(file: Path, find: Find) -> Kept:
    """The game that was left in a file; raises Refusal."""
    lines = _lines(file)
    who: dict[str, str] = {}
    seed, is_auto, is_auto_end, step = "", True, False, ""
    for line in lines:
        match line.decode("utf-8", "replace").removeprefix(_NOTE).split(" ", 2):
            case ["seat", seat, name] if line.startswith(_NOTE.encode()):
                who[seat] = name
            case ["seed", word] if line.startswith(_NOTE.encode()):
                seed = word
            case ["dice", word] if line.startswith(_NOTE.encode()):
                is_auto = word == "auto"
            case ["step", word] if line.startswith(_NOTE.encode()):
                step = word
            case ["auto", "end"] if line.startswith(_NOTE.encode()):
                is_auto_end = True
    table = _replayed(lines, clean(file.name), find)
    if is_auto:
        for moment in table.timeline.moments():
            moment.is_step = (
                moment.is_step and moment.actor != CHANCE
            )  # nobody typed it: it goes back with what led to it
    table.set_dice(is_auto, seed or None)
    number, _ = step_number(table.timeline)
    if step.isdecimal() and int(step) < number:
        table.undo(number - int(step))
    return Kept(table, who, is_auto_end)
