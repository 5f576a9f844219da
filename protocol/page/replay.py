"""The replay page of a record: one self-contained HTML file, in which every move is also a line of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from beachhead.engine.drawing.drawing import definitions
from beachhead.engine.game import Game
from beachhead.engine.record import printable
from beachhead.engine.timeline import Moment
from beachhead.engine.values import Over
from beachhead.protocol.page.curve import Judged, Verdict, curve, remark
from beachhead.protocol.page.document import as_json, document
from beachhead.protocol.page.frames import Frames, Line, frames_of
from beachhead.protocol.page.words import clock_in_words
from beachhead.protocol.recorded import RecordedGame

_SHOWN: Final = ("date", "event", "round", "clock")  # headers that are shown in addition to the players

_NOTHING: Final[Mapping[int, Judged]] = {}


def replay(recorded: RecordedGame, verdict: Verdict | None = None) -> str:
    """Return the page of a recorded game, with its analysis if there is one."""
    frames, game = frames_of(recorded), recorded.game
    seats = game.seats(frames.moments[0].state)
    if verdict is not None:
        frames.data["costly"] = verdict.costly
        frames.data["chances"] = _percent(verdict.chances)
        frames.data["luck"] = _percent(verdict.luck)
    return document(
        "replay",
        {
            "title": escape(_title(recorded, seats)),
            "game": escape(game.show.title),
            "players": "".join([_player(recorded, seat, number) for number, seat in enumerate(seats, 1)]),
            "facts": escape(_facts(recorded)),
            "definitions": definitions(seats, game.show.shapes),
            "views": _views(frames),
            "curve": curve(verdict, seats) if verdict else "",
            "moves": _moves(recorded, frames, frames.lines[0], verdict.judged if verdict else {}),
            "side_lines": "".join([_side_line(recorded, frames, line) for line in frames.lines[1:]]),
            "data": as_json(frames.data),
        },
    )


def _title(recorded: RecordedGame, seats: tuple[str, ...]) -> str:
    names = [recorded.name_of(seat) or seat.title() for seat in seats]
    return f"{' – '.join(names)}, {recorded.game.show.title}"


def _player(recorded: RecordedGame, seat: str, number: int) -> str:
    name = recorded.name_of(seat)
    plate = f'<svg class="bh s{number}" viewBox="-30 -30 60 60" aria-hidden="true"><use href="#bh-s{number}" class="plate"/>'
    called = f": <bdi>{escape(name)}</bdi>" if name else ""
    return f'<li data-seat="{escape(seat.title())}">{plate}</svg> {escape(seat.title())}{called}</li>'


def _percent(shares: Sequence[tuple[float, ...]]) -> list[list[int]]:
    return [[round(share * 100) for share in each] for each in shares]


def _facts(recorded: RecordedGame) -> str:
    """Return the mode, the other headers, the result and the seed as sentences."""
    game, timeline, headers = recorded.game, recorded.table.timeline, recorded.table.headers
    facts = [game.setting(timeline.state).mode]
    facts += [f"{key} {clock_in_words(printable(headers[key]))}" for key in _SHOWN if key in headers]
    ended = game.result(timeline.end.state)
    sentences = [", ".join(facts) + ".", "The game is not over." if ended is None else game.show.tell(Over(ended))]
    sentences += [f"Seed {printable(headers['seed'])}."] if "seed" in headers else []
    return " ".join(sentences)


def _views(frames: Frames) -> str:
    """Return the selection of a seat's view; empty if all seats see the same."""
    seats = [escape(seat) for seat in frames.data["views"]]
    if not seats:
        return ""
    options = "".join([f'<option value="{seat}">what {seat.title()} sees</option>' for seat in seats])
    return f'<label>Hidden cards <select id="view"><option value="">shown</option>{options}</select></label>'


def _moves(recorded: RecordedGame, frames: Frames, line: Line, judged: Mapping[int, Judged] = _NOTHING) -> str:
    """Return the list of actions, each with a link to its frame."""
    moments = frames.moments[line.frames.start : line.frames.stop]
    items = [
        _move(
            recorded.game,
            moment,
            number,
            recorded.remarks.get(number, []) if not line.name else [],
            judged.get(number, Judged()),
        )
        for number, moment in zip(line.frames, moments, strict=True)
    ]
    if not line.name and (after := recorded.remarks.get(len(moments))):
        items.append(f"<li>{_remarks(after)}</li>")
    return "".join(items)


def _move(game: Game[Any], moment: Moment[Any], number: int, remarks: list[str], judged: Judged) -> str:
    told = [game.show.tell(event) for event in moment.told()]
    first, events = (told[0], told[1:]) if moment.action is not None else ("The beginning.", told)
    also = f" <span>{escape(' '.join(events))}</span>" if events else ""
    seats = game.seats(moment.state)
    actor = seats.index(moment.actor) + 1 if moment.actor in seats else 0
    verdict = remark(judged, seats)
    mark = "b" if judged.cost else "em"
    said = f" <{mark}>{escape(verdict)}.</{mark}>" if verdict else ""
    by = f' class="s{actor}"' if actor else ""
    return f'<li id="m{number}"{by}><a href="#{number}">{escape(first)}</a>{also}{said}{_remarks(remarks)}</li>'


def _remarks(remarks: list[str]) -> str:
    return "".join([f"<q>{escape(remark)}</q>" for remark in remarks])


def _side_line(recorded: RecordedGame, frames: Frames, line: Line) -> str:
    heading = f'Side line <bdi>{escape(line.name)}</bdi>, after <a href="#{line.leaves}">move {line.leaves}</a>'
    return f'<section><h3>{heading}</h3><ol start="{line.leaves + 1}">{_moves(recorded, frames, line)}</ol></section>'
