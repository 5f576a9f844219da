"""The sections of a report as markup, by the ids of their places on the page."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Final

from beachhead.bots.arena.page import charts, figures
from beachhead.bots.arena.page.luck import Luck, luck_of
from beachhead.bots.arena.page.markup import Cell, figure, paragraph, percent, table
from beachhead.bots.arena.progress import expected
from beachhead.bots.arena.rating.standings import Line
from beachhead.bots.arena.report import Report
from beachhead.bots.arena.result import GameResult

EXAMPLES: Final = 3  # counter-examples of a bot and a kind of fault that are shown
LONGEST: Final = 8_000  # characters of a counter-example: its end tells most
LARGEST: Final = 1_000_000  # characters of all counter-examples
ENDINGS: Final = 12  # reasons that are listed


def sections(report: Report) -> dict[str, str]:
    """Return all sections."""
    counted = report.counted()
    luck = luck_of(report)
    return {
        "facts": escape(_facts(report, len(counted))),
        "standings": _standings(report, luck),
        "crosstable": _crosstable(report),
        "ratings": _ratings(report),
        "luck": _luck(report, luck),
        "seats": _seats(counted),
        "lengths": _lengths(counted),
        "times": _times(report, counted),
        "faults": _faults(report, counted),
    }


def _facts(report: Report, played: int) -> str:
    tournament = report.plan.tournament
    total = expected(report.plan)
    of = f" of {total}" if total is not None and not report.is_finished else ""
    begun = time.strftime("%Y-%m-%d %H:%M", time.localtime(report.store.begun))
    facts = [
        f"{tournament.game}, {tournament.mode}", tournament.format,
        f"time {tournament.clock.in_words()}", f"begun {begun}",
        f"{played}{of} games played", "finished" if report.is_finished else "not finished",
    ]  # fmt: skip
    return ", ".join(facts)


def _standings(report: Report, luck: Luck) -> str:
    names, lines = report.plan.names, report.standings.lines
    has_points = report.plan.tournament.war is not None
    adjusted = {line.bot: line for line in luck.lines}
    head = ["", "bot", "wars" if has_points else "games", "wins", "draws", "losses", "score"]
    head += ["points"] if has_points else []
    head += ["Elo ± 95 %", "LOS"] + (["score without luck"] if adjusted else [])
    rows: list[list[Cell]] = []
    for place, line in enumerate(lines, 1):
        sure = line.rating.superiority
        row: list[Cell] = [str(place), names[line.bot] + (" (withdrawn)" if line.is_withdrawn else "")]
        row += map(str, (line.games, line.wins, line.draws, line.losses))
        row += [percent(line.score / line.games) if line.games else "–"]
        row += [str(line.points)] if has_points else []
        row += [str(line.rating), "–" if sure is None else percent(sure)]
        if adjusted:
            row += [str(adjusted[line.bot].adjusted) if line.bot in adjusted else "–"]
        rows.append(row)
    drawn = charts.standings(lines, names)
    words = (
        "Elo of each bot over the average of the others, with its 95 % interval; LOS is how likely it is that the bot is "
        "better than that average. "
        "A triangle is a bound: the games tell only that the bot is better than that, or worse."
    )
    notes = "".join([f"<li>{escape(note)}</li>" for note in report.notes()])
    return (
        table(head, rows, "Standings", 2) + figure(drawn, words) + (f'<ul class="notes">{notes}</ul>' if notes else "")
    )


def _crosstable(report: Report) -> str:
    order = [line.bot for line in report.standings.lines]
    if len(order) < 3:
        return ""
    against, met = report.standings.against, report.standings.met
    rows: list[list[Cell]] = []
    for place, bot in enumerate(order, 1):
        cells: list[Cell] = []
        for other in order:
            count = met.get((bot, other), 0)
            share = against.get((bot, other), 0.0)
            kind = "" if not count else "ahead" if share > count / 2 else "behind" if share < count / 2 else ""
            cells.append((f"{share:g}/{count}" if count else "·", kind))
        rows.append([str(place), report.plan.names[bot], *cells])
    head = ["", "bot", *[str(place) for place in range(1, len(order) + 1)]]
    words = "Games in which the bot of the row was ahead of the bot of the column, a tie half. Bold: more than half of them."
    return "<h2>Crosstable</h2>" + table(head, rows, "Crosstable", 2) + paragraph(words)


def _ratings(report: Report) -> str:
    drawn = charts.ratings(figures.ratings(report), report.plan.names)
    words = "Elo after the first games of the schedule, with 95 % intervals; a bot without a number in the end has no curve."
    return f"<h2>Rating over time</h2>{figure(drawn, words)}" if drawn else ""


def _luck(report: Report, luck: Luck) -> str:
    pairs = figures.saved_by_pairs(report)
    said = ""
    if pairs is not None:
        kind = "Mirrored pairs" if report.plan.tournament.seats == 2 else "Blocks with the same dice"
        saved = pairs.worth - pairs.games
        more = f"they saved {saved:.0f} games" if saved >= 1 else "they saved no games"
        said = paragraph(
            f"{kind}: {pairs.games} games tell as much as {pairs.worth:.0f} independent games would; {more}."
        )
    if not luck.lines:
        return f"<h2>Luck</h2>{said}{paragraph('The luck of these games was not measured.')}"
    names = report.plan.names
    rows: list[list[Cell]] = [
        [names[line.bot], str(line.games), _share(line.raw, line.error), str(line.adjusted)] for line in luck.lines
    ]
    worth = ""
    if luck.worth is not None and luck.left is not None and luck.left < 1:
        worth = (
            f"Luck was {1 - luck.left:.0%} of the variance of the results: without it these {luck.games} games tell as much "
            f"as {luck.worth:.0f} games with it, so {luck.worth - luck.games:.0f} games are saved."
        )
    words = (
        "Share of the win per game of the measured games as played, and without the luck of the dice, with 95 % intervals. "
        "Without luck it may be under 0 or over 100 %."
    )
    shown = table(["bot", "games", "as played", "without luck"], rows, "Scores without luck")
    return f"<h2>Luck</h2>{said}{paragraph(worth)}{shown}{figure(charts.luck(luck.lines, names), words)}"


def _share(share: float, error: float | None) -> str:
    return f"{100 * share:.1f} ± {100 * error:.1f} %" if error is not None else percent(share)


def _seats(counted: Sequence[GameResult]) -> str:
    scores = figures.seat_scores(counted)
    if not scores:
        return ""
    rows: list[list[Cell]] = [
        [s.seat.title(), str(s.games), percent(s.share), f"{percent(s.low)} to {percent(s.high)}"] for s in scores
    ]
    words = "Share of the win by seat, with 95 % intervals; the dashed line is an equal share."
    shown = table(["seat", "games", "score", "95 % interval"], rows, "Results by seat")
    return f"<h2>Results by seat</h2>{shown}{figure(charts.seats(scores), words)}"


def _lengths(counted: Sequence[GameResult]) -> str:
    if not counted:
        return ""
    turns = sorted(result.turns for result in counted)
    found = figures.endings(counted)
    rows: list[list[Cell]] = [
        [reason, str(count), percent(count / len(counted))] for reason, count in found.most_common(ENDINGS)
    ]
    middle = turns[len(turns) // 2]
    words = f"Turns of a game: {turns[0]} to {turns[-1]}, half of the games at most {middle}."
    shown = table(["ended by", "games", "share"], rows, "How games ended")
    return f"<h2>Length of games</h2>{figure(charts.lengths(turns), words)}{shown}"


def _times(report: Report, counted: Sequence[GameResult]) -> str:
    names, lines = report.plan.names, [line for line in report.standings.lines if line.decisions]
    if not lines:
        return ""
    rows: list[list[Cell]] = [
        [names[line.bot], str(line.decisions), f"{1000 * line.seconds / line.decisions:.1f} ms",
         f"{1000 * line.slowest:.0f} ms", f"{line.seconds:.1f} s"]
        for line in lines
    ]  # fmt: skip
    drawn = charts.times(figures.times(counted, [line.bot for line in lines]), names)
    words = (
        "Mean time for a decision by game: the bar is the middle half of the games, the mark in it the median, the line "
        "nine tenths of them; the cross is the slowest decision of all."
    )
    shown = table(["bot", "decisions", "mean", "slowest", "in all"], rows, "Time use")
    return f"<h2>Time use</h2>{shown}{figure(drawn, words)}"


def _faults(report: Report, counted: Sequence[GameResult]) -> str:
    names = report.plan.names
    kinds: Counter[tuple[str, str]] = Counter()
    for result in counted:
        kinds.update((fault.bot, fault.reason) for fault in result.faults)
    if not kinds:
        return "<h2>Faults</h2><p>None.</p>"
    rows: list[list[Cell]] = []
    games = _games_of(report.standings.lines)
    for (bot, reason), count in sorted(kinds.items(), key=lambda each: (-each[1], each[0])):
        rows.append([bot, reason, str(count), percent(count / max(1, games.get(names.index(bot), 0)))])
    shown = table(["bot", "fault", "games", "share of its games"], rows, "Faults", 2)
    return f"<h2>Faults</h2>{shown}{_examples(report, counted)}"


def _games_of(lines: Sequence[Line]) -> dict[int, int]:
    return {line.bot: line.games for line in lines}


def _examples(report: Report, counted: Sequence[GameResult]) -> str:
    """Return the first counter-examples of every bot and kind of fault."""
    shown: Counter[tuple[str, str]] = Counter()
    found: list[str] = []
    left = LARGEST
    for result in counted:
        wanted = [f for f in result.faults if not f.is_withdrawn and shown[f.bot, f.reason] < EXAMPLES]
        if not wanted:
            continue
        texts = {bot: lines for _, bot, lines in report.store.evidence(result.id)}
        for fault in wanted:
            shown[fault.bot, fault.reason] += 1
            lines = "\n".join(without_secrets(report, result, texts.get(fault.bot, [])))
            text = lines if len(lines) <= LONGEST else f"[… the beginning is left out …]\n{lines[-LONGEST:]}"
            left -= len(text)
            if left < 0:
                return "".join(found)
            title = f"Game {result.id}: {fault.bot} loses by {fault.reason}: {fault.detail}"
            body = f"<pre>{escape(text)}</pre>" if text else "<p>There is no counter-example.</p>"
            found.append(f"<details><summary><bdi>{escape(title)}</bdi></summary>{body}</details>")
    return "".join(found)


def without_secrets(report: Report, result: GameResult, lines: Sequence[str]) -> list[str]:
    """Return lines about a game without the seed of its dice, if that is a secret still."""
    if not report.has_secret:
        return list(lines)
    return [line.replace(result.spec.seed, "(secret)") for line in lines]
