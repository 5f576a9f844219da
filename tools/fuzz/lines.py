"""Lines for the engine: of the language, damaged, of random bytes, and legal actions, so that games go on to their ends."""

import re
from collections.abc import Callable
from random import Random
from typing import Any, Final

from beachhead.engine.games import NAMES, find_game
from beachhead.engine.timeline import Timeline
from beachhead.grammar.sample import sample

LIMITED: Final = re.compile(rb"perft|bench|hint")  # commands that may take long, within limits of their own
_HEAVY: Final = re.compile(rb"(perft|bench)[ \t]*[0-9]*")
_DISRUPTIVE: Final = ("newgame", "position", "undo", "redo", "quit", "resign", "forfeit", "hint", "bench")
_SCRAPS: Final = (
    "", " ", "\t", "#", ";", '"', "\\", "=", "@", "@1 ", "\x00", "\x1b", "\r", "\xa0", "é", "→", "\u2028", "😀", "0", "9", "-",
    "999999999", "9999999999", "d13", "move", "expect", "actions", "d2", "p1", "south",
)  # fmt: skip


class Lines:
    """A source of lines. It looks at the game that runs, so that some of them are legal."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._kinds: list[tuple[Callable[[Timeline[Any] | None], str], int]] = [
            (self._legal, 40),
            (self._sample, 18),
            (self._damaged, 18),
            (self._useful, 12),
            (self._soup, 4),
            (self._newgame, 1),
        ]

    def next(self, timeline: Timeline[Any] | None) -> bytes:
        """Return the bytes of a line with its end, or of several lines."""
        rng = self._rng
        if rng.random() < 0.08:
            line = self._bytes()
        else:
            make = rng.choices([make for make, _ in self._kinds], [weight for _, weight in self._kinds])[0]
            line = (self._tag() + make(timeline)).encode("utf-8", "surrogatepass")
        line = _HEAVY.sub(lambda found: found[1] + rng.choice([b" 0", b" 1", b" 2"]), line)
        return line + rng.choice([b"\n", b"\n", b"\n", b"\n", b"\r\n"])

    def _tag(self) -> str:
        rng = self._rng
        chance = rng.random()
        if chance < 0.75:
            return ""
        if chance < 0.97:
            return (
                f"{rng.choice(['', '', ' '])}@{rng.randrange(10 ** rng.randrange(1, 10))}{rng.choice([' ', ' ', '  '])}"
            )
        return rng.choice(["@", "@ ", "@x ", "@1", "@1234567890 ", "@-1 ", "@1\t", "@1#", "@@1 ", "@1 @2 "])

    def _legal(self, timeline: Timeline[Any] | None) -> str:
        if timeline is None:
            return self._newgame(None)
        actions = timeline.game.legal(timeline.state)
        if not actions:
            return self._newgame(None) if self._rng.random() < 0.2 else "undo 3"
        text = self._rng.choice(actions).text
        return text if self._rng.random() < 0.9 else text.replace(" ", self._rng.choice(["  ", "\t", " "]))

    def _start(self, timeline: Timeline[Any] | None) -> str:
        return timeline.game.name if timeline is not None and self._rng.random() < 0.9 else self._rng.choice(NAMES)

    def _sample(self, timeline: Timeline[Any] | None) -> str:
        start = self._start(timeline)
        while True:
            line = sample(start, self._rng.randrange)
            if not line.startswith(_DISRUPTIVE) or self._rng.random() < 0.05:
                return line

    def _damaged(self, timeline: Timeline[Any] | None) -> str:
        rng = self._rng
        line = rng.choice([self._sample, self._sample, self._legal, self._useful])(timeline)
        at = rng.randrange(len(line) + 1)
        return line[:at] + rng.choice(_SCRAPS) + line[at + rng.randrange(3) :]

    def _soup(self, timeline: Timeline[Any] | None) -> str:
        rng = self._rng
        words = [*_SCRAPS, *self._sample(timeline).split(), *self._sample(timeline).split()]
        return " ".join(rng.choice(words) for _ in range(rng.randrange(8)))

    def _newgame(self, timeline: Timeline[Any] | None) -> str:
        rng = self._rng
        game = find_game(rng.choice(NAMES))
        options = [f"{key}={rng.choice(values)}" for key, values in game.options.items() if rng.random() < 0.4]
        options += [f"dice={rng.choice(['auto', 'auto', 'manual'])}"] if rng.random() < 0.5 else []
        return " ".join(["newgame", game.name, rng.choice(game.show.modes), *options, f"seed={rng.randrange(10**6)}"])

    def _useful(self, timeline: Timeline[Any] | None) -> str:
        rng = self._rng
        if timeline is None:
            return rng.choice(["ping", "hello 1", "help", "legal", "state"])
        game, state = timeline.game, timeline.state
        action = rng.choice(game.legal(state) or [None])
        text = action.text if action is not None else "end"
        verbs = [*game.show.verbs]
        plain = [
            "legal", "state", "board", "history", "result", "undo", "redo", "undo 2", "redo 3", "ping", "hint", "perft 1",
            f"state {rng.choice(game.seats(state))}", f"legal {rng.choice(verbs)}", f"help {rng.choice(verbs)}",
            f"help {rng.choice([*game.show.rules])}", f"explain {text}", f"expect legal {text}", f"expect illegal 1 {text}",
            f"expect state {game.write(state)}", f"expect event {text}", f"expect error illegal {text}",
            f"expect error syntax {self._soup(timeline)}", f"expect legal {len(game.legal(state))}",
            f'header K{rng.randrange(120)} "{rng.choice(["a", "é", "x" * 300])}"', "hello 1 bot", "hello 2", "answer 1 end",
        ]  # fmt: skip
        if rng.random() < 0.03:
            then = f" actions {text}{rng.choice(['', '; end', ';', f'; {text}'])}" if rng.random() < 0.5 else ""
            return f"position {game.name} {game.write(state)}{then}"
        if rng.random() < 0.005:
            return f"forfeit {rng.choice(game.seats(state))} {rng.choice(['time', 'crash', 'love'])}"
        return rng.choice(plain)

    def _bytes(self) -> bytes:
        rng = self._rng
        chance = rng.random()
        if chance < 0.95:
            return rng.randbytes(rng.randrange(1 << rng.randrange(9)))
        if chance < 0.97:
            return b"@7 " + rng.choice([b"x", b" ", b"ping ", b"\xff", b"a=b ", b"; ", b'"']) * rng.choice(
                [65_536, 70_000, 9_000]
            )
        word = rng.choice([b"d2 ", b"a=b ", b"; ", b"1", b"\\", b'"', b"=", b"x", "é".encode(), b"roll 1;", b" "])
        start = rng.choice(
            [b"newgame ", b"position ", b"info ", b"move ", b"header a ", b"expect error syntax ", b"help ", b""]
        )
        return (start + word * 65_536)[: rng.choice([65_535, 65_536, 65_537])]
