"""`python tools/agree.py [--games N] [--seed N]`: print digests of random games of every mode, and of conversations.

Run by `make agree` on the interpreted and on the compiled build: both must print the same lines.
"""

import argparse
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from beachhead.engine.bench import bench
from beachhead.engine.games import NAMES, find_game
from beachhead.engine.perft import perft
from beachhead.engine.position import read_position
from beachhead.engine.record import write_record
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE, RESIGN, BadOption, BadPosition

ROOT = Path(__file__).resolve().parent.parent
BATTLES = 100
REFUSED = 40  # actions of other moments that are judged at a decision
DAMAGED = 4  # texts of positions that are damaged at a decision
SHARE = 0.05  # of the decisions are looked at so closely
LINES = 400  # of a conversation: legal, damaged and of every other kind


def main() -> int:
    """Print the lines."""
    parser = argparse.ArgumentParser(prog="agree", description="what the rules say in random games, as digests")
    parser.add_argument("--games", type=int, default=20, help="games of each of the games (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all chance (default: 1)")
    arguments = parser.parse_args()
    for name in NAMES:
        for line in lines_of(find_game(name), arguments.games, arguments.seed):
            sys.stdout.write(f"{name} {line}\n")
    for line in conversations(arguments.games, arguments.seed):
        sys.stdout.write(f"{line}\n")
    return 0


def conversations(count: int, seed: int) -> Iterator[str]:
    """Yield digests of what the engine answers to lines of every kind."""
    from tools.fuzz.process import conversation

    for number in range(count):
        said = [line for line in conversation((seed << 20) + number, LINES)[1] if " build " not in line]
        digest = sha256("\n".join(said).encode()).hexdigest()[:16]
        yield f"conversation {number} {len(said)} lines {digest}"


def lines_of(game: Any, games: int, seed: int) -> Iterator[str]:  # Any: whatever the states of the game are
    """Yield the signature of a game's play, perft, and a digest of each random game."""
    yield f"signature {bench(game, BATTLES).signature}"
    for mode in sorted(game.show.modes)[:3]:
        state = game.start(mode)[0]
        yield f"perft {mode} {' '.join(str(perft(game, state, depth)) for depth in range(1, 3))}"
    for number in range(games):
        rng = Random(f"{seed} {game.name} {number}")
        mode = rng.choice(sorted(game.show.modes))
        options = {key: rng.choice(values) for key, values in game.options.items() if rng.random() < 0.5}
        digest, moments = sha256(), 0
        for line in told(game, rng, mode, options):
            digest.update(line.encode() + b"\n")
            moments += line.startswith("state ")
        yield f"game {number} {mode} {moments} moments {digest.hexdigest()[:16]}"


def told(game: Any, rng: Random, mode: str, options: dict[str, str]) -> Iterator[str]:
    """Yield everything that the rules return in a random game: positions, views, actions, events, refusals, the record."""
    try:
        state, events = game.start(mode, options)
    except BadOption as problem:  # as for the fifth seat of two
        yield f"option {problem}"
        state, events = game.start(mode, {})
        options = {}
    timeline = Timeline(game, Moment(state, events=events))
    seen: list[str] = []
    while True:
        state = timeline.state
        yield f"state {game.write(state)}"
        yield from (f"event {event.text}" for event in timeline.now.told())
        yield from (f"view {seat} {game.view(state, seat)}" for seat in game.seats(state))
        actor = game.actor(state)
        if actor is None:
            break
        texts = sorted(action.text for action in game.legal(state))
        yield f"legal {actor} {' '.join(texts)}"
        tickets = game.urn(state) if actor == CHANCE else sorted(game.legal(state), key=str)
        if actor != CHANCE and rng.random() < SHARE:
            seen += texts
            yield from judged(game, state, [rng.choice(seen) for _ in range(REFUSED)])
            yield from damaged(game, state, rng)
        timeline = timeline.play(rng.choice(tickets), is_step=actor != CHANCE)
    yield f"result {game.result(timeline.state)}"
    yield from write_record(timeline, options)


def judged(game: Any, state: Any, texts: list[str]) -> Iterator[str]:
    """Yield the rule that forbids each of these actions."""
    for text in texts:
        yield f"judged {text}: {game.why_not(state, game.canonical(text))}"
    yield f"judged resign: {game.why_not(state, RESIGN)}"
    for seat in ("south", "p1", "nobody"):
        try:
            yield f"forfeit {seat}: {game.write(game.forfeit(state, seat, 'time')[0])}"
        except BadOption as problem:
            yield f"forfeit {seat}: {problem}"


def damaged(game: Any, state: Any, rng: Random) -> Iterator[str]:
    """Yield the errors of positions with one character changed."""
    text = game.write(state)
    for _ in range(DAMAGED):
        at = rng.randrange(len(text))
        broken = text[:at] + rng.choice("0123456789/*:+.- SJTsjtnesw") + text[at + 1 :]
        try:
            yield f"read {broken}: {game.write(read_position(game, broken).state)}"
        except BadPosition as problem:
            yield f"read {broken}: {problem}"


if __name__ == "__main__":
    sys.path[0] = str(ROOT)
    sys.exit(main())
