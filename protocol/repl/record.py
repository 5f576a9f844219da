"""Records at the prompt: a game with its variations, players and dice, written to a file and read again."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.engine.record import quoted
from beachhead.engine.timeline import Moment
from beachhead.protocol import recorded
from beachhead.protocol.files import replace_file
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.clean import clean
from beachhead.protocol.repl.seating import HUMAN
from beachhead.protocol.repl.variations import Variations
from beachhead.protocol.side_line import MAIN
from beachhead.protocol.table import Table

ENDING: Final = ".bhr"
_OURS: Final = "#: "  # start of a comment for tools
_SEAT: Final = "seat."
_BOT: Final = "bot."
_WRITTEN: Final = ("date", "seed", "dice", "result", "reason")  # headers that are generated for every file
_BUILT_IN: Final = re.compile(r"builtin:[a-z0-9_-]+( --level [1-9])?( --seed [0-9]+)?")

Find = Callable[[str], Game[Any]]


@dataclass(frozen=True, slots=True)
class Kept:
    """A game with its players, its variations, and whether turns end automatically."""

    table: Table
    who: Mapping[str, str] = field(default_factory=dict)  # by seat: HUMAN, or a bot's name
    is_auto_end: bool = False
    variations: Variations = field(default_factory=Variations)

    @property
    def has_been_played(self) -> bool:
        """Whether a person has done something in it, or bots alone have played."""
        people = [seat for seat, who in self.who.items() if who == HUMAN]
        moment: Moment[Any] | None = self.table.timeline.end
        while moment is not None:
            if moment.is_step and (moment.actor in people or not people):
                return True
            moment = moment.before
        return False

    @property
    def programs(self) -> dict[str, str]:
        """The command lines of bots that are not built in, by seat: they are never started without a question."""
        return {seat: who for seat, who in self.who.items() if who != HUMAN and not is_built_in(who)}

    def without_programs(self) -> dict[str, str]:
        """Return the players by seat, with people instead of programs."""
        return {seat: HUMAN if seat in self.programs else who for seat, who in self.who.items()}


def is_built_in(name: str) -> bool:
    """Return whether a bot is built in, so that it may be started without a question."""
    return _BUILT_IN.fullmatch(name) is not None


def record_lines(kept: Kept, with_place: bool = False) -> list[str]:
    """Return the lines of a game's record; ``with_place`` adds the current line and step."""
    table, variations = kept.table, kept.variations
    main = variations.main(table.timeline)
    headers = {key: value for key, value in table.headers.items() if not _is_written(key)}
    begun = {"date": table.headers.get("date") or time.strftime("%Y-%m-%d")}
    for seat, who in kept.who.items():
        begun[f"{_SEAT}{seat}"] = who
        if who != HUMAN:
            begun[f"{_BOT}{seat}"] = who
    if table.seed and table.is_auto:
        begun["seed"] = table.seed
    begun["dice"] = "auto" if table.is_auto else "manual"
    lines = table.record(main, begun | headers)
    lines += [variation.line() for variation in variations.kept(table.timeline)]
    if with_place:
        lines += [f"{_OURS}line {variations.current}", f"{_OURS}step {table.timeline.now.step}"]
        lines += [f"{_OURS}auto end"] if kept.is_auto_end else []
    result = main.game.result(main.state)
    if result is not None:
        winners = "+".join(result.winners) or "draw"
        lines += [f"header result {quoted(winners)}", f"header reason {quoted(result.reason)}"]
        lines += [f"expect result {result}"]
    return lines


def _is_written(key: str) -> bool:
    return key in _WRITTEN or key.startswith((_SEAT, _BOT))


def found_record(name: str) -> Path:
    """Return the file of that name, or that name with the ending that `save` adds."""
    file = Path(name).expanduser()
    return file if file.suffix or file.exists() else file.with_name(f"{file.name}{ENDING}")


def read_record(file: Path, find: Find) -> Kept:
    """Return the game of a record, which is replayed; raise Refusal if it is invalid."""
    found = recorded.read_record(recorded.read_lines(file), clean(file.name), find, joins_chance=True)
    table, notes = found.table, found.notes
    headers = table.headers
    if headers.get("dice") == "auto":
        table.set_dice(True, headers.get("seed") or None)
    timeline = table.timeline
    who = {seat: headers.get(f"{_BOT}{seat}", HUMAN) for seat in timeline.game.seats(timeline.state)}
    variations, current, step = Variations(), notes.get("line", MAIN), notes.get("step", "")
    if current in variations.ends(timeline):
        variations.follow(table, current)
        table.redo(table.timeline.ahead)
    reached = table.timeline.now.step
    if step.isdecimal() and int(step) < reached:
        table.undo(reached - int(step))
    return Kept(table, who, notes.get("auto") == "end", variations)


def save_record(kept: Kept, name: str) -> Path:
    """Write a game to a new file, `.bhr` if its name has no ending; raise Refusal."""
    file = Path(name).expanduser()
    if not file.suffix:
        file = file.with_name(f"{file.name}{ENDING}")
    content = "\n".join([*record_lines(kept), ""])
    try:
        with file.open("x"):
            pass
        try:
            replace_file(file, content.encode())
        except OSError:
            file.unlink()
            raise
    except FileExistsError:
        raise Refusal("argument", f"there is a file {clean(str(file))} already") from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise Refusal("argument", f"{clean(str(file))} cannot be written: {reason}") from None
    return file
