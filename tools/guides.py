"""`python -m tools.guides`: write docs/how-to-play-GAME.md from the guides and rulebooks of the games."""

import sys
from pathlib import Path
from typing import Any

from beachhead.engine.game import Game
from beachhead.engine.games import NAMES, find_game
from beachhead.engine.guide import Chapter, Example
from beachhead.engine.picture import plain
from beachhead.engine.timeline import Moment
from beachhead.engine.values import CHANCE

DOCS = Path(__file__).resolve().parent.parent / "docs"


def page(game: Game[Any]) -> str:
    """Return the page of a game."""
    show = game.show
    parts = [f"# How to play {show.title}"]
    for number, chapter in enumerate(show.guide):
        parts += _chapter(game, chapter)
        if number == 0:
            parts.append(f"![The board of {show.title}](pictures/{game.name}-board.svg)")
            parts.append(
                f"`beachhead play --game {game.name}` begins, `tutorial` teaches it in five minutes, `rules` shows the "
                "rules below. The number or name before each rule is what a refusal cites."
            )
    return "\n\n".join(parts) + "\n"


def _chapter(game: Game[Any], chapter: Chapter) -> list[str]:
    parts = [f"## {chapter.title}"]
    parts += [chapter.text] if chapter.text else []
    rules = [game.show.rules[id] for id in chapter.rules]
    if rules:
        parts.append("\n".join(f"- **{rule.id}** *{rule.name}.* {rule.text}" for rule in rules))
    if chapter.example is not None:
        parts += _example(game, chapter.example)
    return parts


def _example(game: Game[Any], example: Example) -> list[str]:
    """Return an example: what is typed, and what comes of it with the chance that follows."""
    now = Moment(game.read(example.position))
    rows: list[tuple[str, list[Moment[Any]]]] = []
    for text in example.actions:
        actor, action = game.actor(now.state), game.canonical(text)
        if actor is None or action is None or game.why_not(now.state, action) is not None:
            raise ValueError(f"the example of {game.name} cannot be played: {text}")
        now = now.then(game, actor, action)
        if actor == CHANCE and rows:
            rows[-1][1].append(now)
        else:
            rows.append((f"{actor.upper() if len(actor) == 2 else actor.title()}: `{text}`", [now]))
    lines = ["| what is typed | what happens |", "|---|---|"]
    lines += [f"| {typed} | {_told(game, moments)} |" for typed, moments in rows]
    return [f"*An example.* {example.words}", "\n".join(lines)]


def _told(game: Game[Any], moments: list[Moment[Any]]) -> str:
    """Return what happened in some moments, or if that says nothing, what followed from them."""
    told = plain(game.show.story(moments)) or [game.show.tell(event) for moment in moments for event in moment.events]
    return " ".join(told)


def main() -> int:
    """Write the pages of all games that have a guide."""
    for name in NAMES:
        game = find_game(name)
        if game.show.guide:
            (DOCS / f"how-to-play-{name}.md").write_text(page(game), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
