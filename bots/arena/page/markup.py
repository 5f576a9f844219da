"""Pieces of markup for the report. Whatever comes from bots or files is escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

Cell = str | tuple[str, str]  # a text, or a text and its class


def table(head: Sequence[str], rows: Iterable[Sequence[Cell]], caption: str, names: int = 1) -> str:
    """Return a table of texts. The first columns name the row, ``names`` of them; all others hold numbers."""
    kinds = [' class="name"'] * names + [""] * (len(head) - names)
    top = "".join([f'<th scope="col"{kind}>{escape(cell)}</th>' for kind, cell in zip(kinds, head, strict=True)])
    body = "".join([f"<tr>{''.join([_cell(cell, at < names) for at, cell in enumerate(row)])}</tr>" for row in rows])
    name = escape(caption)
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{name}"><table><caption>{name}</caption>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _cell(cell: Cell, is_name: bool) -> str:
    text, kind = cell if isinstance(cell, tuple) else (cell, "")
    named = f' class="{kind}"' if kind else ""
    shown = f"<bdi>{escape(text)}</bdi>"
    return f'<th scope="row"{named}>{shown}</th>' if is_name else f"<td{named}>{shown}</td>"


def figure(chart: str, words: str) -> str:
    """Return a chart with its caption; empty if there is no chart."""
    return f"<figure>{chart}<figcaption>{escape(words)}</figcaption></figure>" if chart else ""


def paragraph(*sentences: str) -> str:
    """Return sentences as a paragraph; empty if there are none."""
    text = " ".join([sentence for sentence in sentences if sentence])
    return f"<p>{escape(text)}</p>" if text else ""


def percent(share: float) -> str:
    """Return a share in percent."""
    return f"{100 * share:.1f} %"
