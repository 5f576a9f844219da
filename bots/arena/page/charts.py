"""The charts of a report: descriptions in Vega-Lite, drawn as SVG by vl-convert, in the colours of all pages.

Colours are the variables of the style sheet, so a chart follows the reader's preference for light or dark. What a colour
tells is also told by a shape, a dash or a label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from beachhead.bots.arena.page.figures import Rated, SeatScore, TimeUse
from beachhead.bots.arena.page.luck import Scored
from beachhead.bots.arena.rating.standings import Line

_SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v5.json"  # a name: nothing is loaded
_COLOURS: Final = [f"var(--seat{number})" for number in range(1, 7)]
_DASHES: Final = [[1, 0], [6, 3], [2, 2], [8, 2, 2, 2]]
_WIDTH: Final = 520  # of a chart without its margins
_NARROW: Final = 215  # the same on a phone
_NAMES: Final = 160  # limit of a bot's name beside a chart
_SHORT: Final = 80  # the same on a phone
_LEGEND: Final = 150  # limit of a bot's name in a legend
_WHOLE: Final = {"labelExpr": "datum.value % 1 ? '' : format(datum.value, ',')"}  # no half games
_PERCENT: Final = {"labelExpr": "format(100 * datum.value, '~g') + ' %'"}
_CONFIG: Final[Mapping[str, Any]] = {
    "background": None,
    "padding": {"left": 36, "right": 16, "top": 6, "bottom": 6},  # the reader's letters may be wider than those measured
    "font": "sans-serif",
    "view": {"stroke": "var(--line)"},
    "axis": {
        "labelColor": "var(--ink)", "titleColor": "var(--ink)", "gridColor": "var(--line)", "gridOpacity": 0.4,
        "domainColor": "var(--faint)", "tickColor": "var(--faint)", "labelFontSize": 13, "titleFontSize": 13,
        "titleFontWeight": "normal", "labelOverlap": "parity", "labelSeparation": 8, "labelFlush": False,
    },
    "legend": {
        "labelColor": "var(--ink)", "titleColor": "var(--ink)", "labelFontSize": 13, "titleFontSize": 13,
        "symbolSize": 300, "symbolStrokeWidth": 2.5, "orient": "top", "columnPadding": 40,
    },
    "rule": {"color": "var(--ink)", "strokeWidth": 2},
    "point": {"color": "var(--seat1)", "filled": True, "size": 90, "opacity": 1},
    "text": {"color": "var(--ink)", "fontSize": 13},
    "bar": {"color": "var(--seat1)"},
}  # fmt: skip

Rows = Sequence[Mapping[str, Any]]  # Any: numbers and texts


def standings(lines: Sequence[Line], names: Sequence[str]) -> str:
    """Return the Elo of every bot with its interval; a bound is an arrow. Empty if no bot has a number."""
    rows: list[dict[str, Any]] = []
    for line in lines:
        rating = line.rating
        if str(rating) == "–":
            continue  # nothing is known that is worth showing
        if rating.elo is not None and rating.low is not None and rating.high is not None:
            rows.append(
                {"bot": names[line.bot], "elo": rating.elo, "low": rating.low, "high": rating.high, "kind": "elo"}
            )
        elif rating.low is not None or rating.high is not None:
            bound = rating.low if rating.low is not None else rating.high
            kind = "above" if rating.low is not None else "below"
            rows.append({"bot": names[line.bot], "elo": bound, "low": bound, "high": bound, "kind": kind})
    if not rows:
        return ""
    shape = {
        "field": "kind", "type": "nominal", "legend": None,
        "scale": {"domain": ["elo", "above", "below"], "range": ["circle", "triangle-right", "triangle-left"]},
    }  # fmt: skip
    zero = {
        "data": {"values": [{"elo": 0}]},
        "mark": {"type": "rule", "color": "var(--faint)", "strokeDash": [4, 4], "strokeWidth": 1},
    }
    return _drawn(
        rows,
        [
            {**zero, "encoding": {"x": {"field": "elo", "type": "quantitative"}}},
            {"mark": "rule", "encoding": {"y": _names(rows), "x": _number("low", "Elo"), "x2": {"field": "high"}}},
            {"mark": "point", "encoding": {"y": _names(rows), "x": _number("elo", "Elo"), "shape": shape}},
        ],
        {"height": {"step": 28}},
    )


def ratings(points: Sequence[Rated], names: Sequence[str]) -> str:
    """Return the Elo of the bots over the games of the tournament, each with its interval as a band."""
    if len({point.games for point in points}) < 2:
        return ""
    order = [names[bot] for bot in dict.fromkeys(point.bot for point in reversed(points))]
    rows = [{"bot": names[p.bot], "games": p.games, "elo": p.elo, "low": p.low, "high": p.high} for p in points]
    size = len(order)
    colour = {
        "field": "bot",
        "type": "nominal",
        "title": None,
        "scale": {"domain": order, "range": _cycled(_COLOURS, size)},
    }
    dash = {
        "field": "bot",
        "type": "nominal",
        "title": None,
        "scale": {"domain": order, "range": _cycled(_DASHES, size)},
    }
    x = {**_number("games", "games played"), "axis": _WHOLE}
    y = _number("elo", "Elo")
    band = {"x": x, "y": _number("low", "Elo"), "y2": {"field": "high"}, "detail": {"field": "bot"}}
    return _drawn(
        rows,
        [
            {"mark": {"type": "area", "opacity": 0.1, "color": "var(--ink)"}, "encoding": band},
            {
                "mark": {"type": "line", "strokeWidth": 2.5},
                "encoding": {"x": x, "y": y, "color": colour, "strokeDash": dash},
            },
        ],
        {"height": 260},
    )


def seats(scores: Sequence[SeatScore]) -> str:
    """Return the share of the win that each seat gained, with its interval and a line at an equal share."""
    if not scores:
        return ""
    rows = [{"bot": s.seat.title(), "share": s.share, "low": s.low, "high": s.high} for s in scores]
    equal = {
        "data": {"values": [{"share": 1 / len(rows)}]},
        "mark": {"type": "rule", "color": "var(--faint)", "strokeDash": [4, 4], "strokeWidth": 1},
        "encoding": {"x": {"field": "share", "type": "quantitative"}},
    }
    x = _number("low", "share of the win", _PERCENT), _number("share", "share of the win", _PERCENT)
    rule = {"mark": "rule", "encoding": {"y": _names(rows), "x": x[0], "x2": {"field": "high"}}}
    point = {"mark": "point", "encoding": {"y": _names(rows), "x": x[1]}}
    return _drawn(rows, [equal, rule, point], {"height": {"step": 28}})


def lengths(turns: Sequence[int]) -> str:
    """Return how long games were, in turns."""
    if len(set(turns)) < 2:
        return ""
    x = {
        "field": "turns",
        "type": "quantitative",
        "bin": {"maxbins": 30, "minstep": 1},
        "title": "turns",
        "axis": {"grid": False},
    }
    y = {"aggregate": "count", "type": "quantitative", "title": "games", "axis": _WHOLE}
    rows = [{"turns": count} for count in turns]
    return _drawn(rows, [{"mark": {"type": "bar", "binSpacing": 2}, "encoding": {"x": x, "y": y}}], {"height": 180})


def times(uses: Sequence[TimeUse], names: Sequence[str]) -> str:
    """Return the milliseconds that the bots used for a decision: quantiles of the games, and the slowest of all."""
    if not uses:
        return ""
    rows = [{**use._asdict(), "bot": names[use.bot]} for use in uses]
    for row in rows:
        for key in ("low", "quarter", "middle", "three", "high", "slowest"):
            row[key] = max(float(row[key]), 0.01)  # the scale has no zero
    scale = {"scale": {"type": "log"}, "axis": {"tickCount": 6, "labelOverlap": "greedy"}}
    title = "milliseconds for a decision"
    y = _names(rows)

    def at(field: str) -> dict[str, Any]:
        return {**_number(field, title), **scale}

    return _drawn(
        rows,
        [
            {"mark": "rule", "encoding": {"y": y, "x": at("low"), "x2": {"field": "high"}}},
            {"mark": {"type": "bar", "height": 14}, "encoding": {"y": y, "x": at("quarter"), "x2": {"field": "three"}}},
            {"mark": {"type": "tick", "color": "var(--page)", "thickness": 3, "height": 14},
             "encoding": {"y": y, "x": at("middle")}},
            {"mark": {"type": "point", "shape": "cross", "color": "var(--danger)"}, "encoding": {"y": y, "x": at("slowest")}},
        ],
        {"height": {"step": 28}},
    )  # fmt: skip


def luck(lines: Sequence[Scored], names: Sequence[str]) -> str:
    """Return the scores of the bots with their intervals, as played and without luck."""
    rows: list[dict[str, Any]] = []
    for line in lines:
        own = line.adjusted
        for kind, mean, error in (("as played", line.raw, line.error), ("without luck", own.score, own.error)):
            low, high = mean - (error or 0.0), mean + (error or 0.0)
            rows.append({"bot": names[line.bot], "kind": kind, "share": mean, "low": low, "high": high})
    if not rows:
        return ""
    kinds = ["as played", "without luck"]
    offset = {"field": "kind", "sort": kinds}
    colour = {"field": "kind", "type": "nominal", "title": None, "scale": {"domain": kinds, "range": _COLOURS[1::-1]}}
    shape = {
        "field": "kind",
        "type": "nominal",
        "title": None,
        "scale": {"domain": kinds, "range": ["diamond", "circle"]},
    }
    y, title = _names(rows), "share of the win"
    rule = {"y": y, "yOffset": offset, "x": _number("low", title, _PERCENT), "x2": {"field": "high"}}
    point = {"y": y, "yOffset": offset, "x": _number("share", title, _PERCENT), "color": colour, "shape": shape}
    return _drawn(
        rows, [{"mark": "rule", "encoding": rule}, {"mark": "point", "encoding": point}], {"height": {"step": 22}}
    )


def _names(rows: Rows) -> dict[str, Any]:
    """Return the axis of names, in the order of the rows."""
    order = list(dict.fromkeys(row["bot"] for row in rows))
    return {"field": "bot", "type": "nominal", "sort": order, "title": None, "axis": {"ticks": False, "domain": False}}


def _number(field: str, title: str, axis: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    return {"field": field, "type": "quantitative", "title": title, "scale": {"zero": False}, "axis": dict(axis)}


def _cycled(values: Sequence[Any], count: int) -> list[Any]:
    return [values[number % len(values)] for number in range(count)]


def _drawn(rows: Rows, layers: list[dict[str, Any]], size: Mapping[str, Any]) -> str:
    """Return a chart as two SVG elements: for wide screens, and for narrow ones."""
    import vl_convert

    found = []
    for kind, width, limit, columns in (("wide", _WIDTH, _NAMES, 2), ("narrow", _NARROW, _SHORT, 1)):
        config = {
            **_CONFIG,
            "axis": {**_CONFIG["axis"], "labelLimit": limit},
            "legend": {**_CONFIG["legend"], "columns": columns, "labelLimit": _LEGEND},
        }
        spec = {
            "$schema": _SCHEMA, "width": width, **size, "data": {"values": list(rows)}, "layer": layers, "config": config,
        }  # fmt: skip
        found.append(vl_convert.vegalite_to_svg(spec).replace('class="marks"', f'class="chart {kind}"', 1))
    return "".join(found)
