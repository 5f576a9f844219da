"""The commands about a record or a position: `svg`, `replay` and `analyse`."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final

from beachhead.advice import judge
from beachhead.options import DECK, Unusable, games_with, new_parser, save

_EXAMPLES_OF_SVG: Final = """\
examples:
  beachhead svg game.bhr -o board.svg                the board where a recorded game ended
  beachhead svg game.bhr --step 40 --threats         after 40 actions, with possible targets
  beachhead svg island 12/10js1/12/12/12/12/12/12/12/12/3Sn8/12 c:..... j:..... 0+0 south act:3 1 --preview "move d2\""""


def run_svg(arguments: list[str]) -> int:
    """Run `beachhead svg`."""
    parser = new_parser("svg")
    parser.epilog = _EXAMPLES_OF_SVG
    parser.add_argument("what", nargs="+", metavar="POSITION|RECORD", help="a position, or a record (.bhr); - is stdin")
    parser.add_argument("-o", "--output", metavar="FILE", default="-", help="write to FILE; - is stdout")
    parser.add_argument("--game", metavar="GAME", help="the game of a position (island)")
    parser.add_argument("--seat", metavar="SEAT", help="show only what that seat can see")
    parser.add_argument("--step", type=int, metavar="N", help="after N actions of the record; -1 is the last")
    parser.add_argument("--preview", metavar="ACTION", help="show the effect of an action")
    parser.add_argument("--threats", action="store_true", help="mark possible targets")
    parser.add_argument("--deck", metavar="FILE", help=DECK)
    options = parser.parse_args(arguments)
    from beachhead.engine.drawing.moments import scene_of
    from beachhead.engine.drawing.svg import svg
    from beachhead.engine.values import BadOption, IllegalAction
    from beachhead.grammar.parse import BadSyntax
    from beachhead.protocol.page.subject import find_action, find_moment
    from beachhead.protocol.refusal import Refusal

    try:
        game, moment = find_moment(options.what, options.game, options.step, games_with(options.deck))
        if options.seat is not None:
            game.view(moment.state, options.seat)  # refuses an unknown seat
        preview = find_action(game, moment.state, options.preview) if options.preview else None
        scene = scene_of(game, moment, options.seat, preview)
        if options.threats:
            scene = scene._replace(marks=(*scene.marks, *game.show.threats(moment.state)))
        text = svg(game, scene, game.seats(moment.state))
    except Refusal as problem:
        raise Unusable(problem.reason) from None
    except (BadOption, IllegalAction, BadSyntax) as problem:
        raise Unusable(str(problem)) from None
    return _write(options.output, text)


def run_replay(arguments: list[str]) -> int:
    """Run `beachhead replay`."""
    parser = new_parser("replay")
    parser.add_argument("record", metavar="RECORD", help="a record (.bhr); - is standard input")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE (RECORD.html); - is stdout")
    parser.add_argument("--no-analysis", action="store_true", help="leave out the chances, luck and costly decisions")
    parser.add_argument("--deck", metavar="FILE", help=DECK)
    options = parser.parse_args(arguments)
    from pathlib import Path

    from beachhead.protocol.page.replay import replay
    from beachhead.protocol.page.subject import find_record
    from beachhead.protocol.refusal import Refusal

    try:
        recorded = find_record(options.record, games_with(options.deck))
        text = replay(recorded, None if options.no_analysis else judge(recorded.table.timeline))
    except Refusal as problem:
        raise Unusable(problem.reason) from None
    standard = "-" if options.record == "-" else str(Path(options.record).with_suffix(".html"))
    return _write(options.output or standard, text)


def _write(name: str, text: str) -> int:
    """Write a text to a file, or to stdout."""
    if name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        return 0
    save(name, text)
    with suppress(OSError):
        print(name, file=sys.stderr)  # noqa: T201
    return 0


def run_analyse(arguments: list[str]) -> int:
    """Run `beachhead analyse`."""
    parser = new_parser("analyse")
    parser.add_argument("record", metavar="RECORD", help="a record or script (.bhr) with a game; - is standard input")
    parser.add_argument("--json", action="store_true", help="everything, for programs")
    parser.add_argument(
        "--record", dest="out", metavar="FILE", help="write the record to FILE, with luck and costs as comments"
    )
    options = parser.parse_args(arguments)
    from beachhead.bots.analysis import analyse
    from beachhead.bots.roster import find_analyst
    from beachhead.bots.verdict import as_json, as_text, remarks
    from beachhead.protocol.files import LARGEST, NoFile, read_file
    from beachhead.protocol.script import run_script
    from beachhead.protocol.session import Session
    from beachhead.protocol.table import Table

    try:
        text = sys.stdin.buffer.read(LARGEST + 1) if options.record == "-" else read_file(options.record)
    except NoFile as problem:
        raise Unusable(str(problem)) from None
    if len(text) > LARGEST:
        raise Unusable(f"{options.record} is larger than any record")
    session = Session(Table(games_with(None)))
    outcome = run_script(options.record, [text], session)
    if outcome.failures:
        raise Unusable(str(outcome.failures[0]))
    game = session.table.game
    if game is None:
        raise Unusable(f"there is no game in {'standard input' if options.record == '-' else options.record}")
    analysis = analyse(session.table.timeline, find_analyst(game))
    if options.out is not None:
        session.table.annotate(remarks(analysis, session.table.timeline))
        save(options.out, "\n".join(session.table.record()) + "\n")
    if options.json:
        import json

        print(json.dumps(as_json(analysis)))  # noqa: T201 (asked for)
    else:
        print("\n".join(as_text(analysis)))  # noqa: T201
    return 0
