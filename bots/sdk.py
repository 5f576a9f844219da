"""A Beachhead bot in Python: this one file, the standard library, and a function that chooses. Copy it beside your bot:

    from sdk import play

    def choose(decision):
        return decision.legal()[0]

    play(choose, name="First come")

``play`` speaks the protocol with the engine over standard input and output, until the engine says `bye`. While it runs,
everything that your code prints goes to standard error, so that a forgotten ``print`` does no harm.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence

TYPE_CHECKING = False  # importing typing would cost some milliseconds at every start
if TYPE_CHECKING:
    from typing import BinaryIO

Choose = Callable[["Decision"], str]

_WITHDRAWN = ("stale", "turn", "over", "nogame")  # errors that mean that the decision is no longer asked for
_LONGEST_INFO = 16_000  # characters; at four bytes each they still fit into a line


class GameInfo:
    """The facts of a game that begins."""

    __slots__ = ("clock", "commit", "game", "mode", "seat")

    def __init__(self, game: str, mode: str, seat: str, clock: str = "none", commit: str = "") -> None:
        self.game = game  # island, royale
        self.mode = mode  # standard, blitz+live, …
        self.seat = seat  # south, north; p1, p2, …
        self.clock = clock  # none; base MS INCREMENT; move MS
        self.commit = commit  # the hash of the seed: with a published seed it proves the dice


class Decision:
    """One decision that the bot is asked for. To make one without an engine, pass the legal actions as a list."""

    __slots__ = (
        "_legal",
        "_wire",
        "clock",
        "commit",
        "game",
        "id",
        "mode",
        "number",
        "others",
        "said",
        "seat",
        "state",
        "time",
    )

    def __init__(
        self,
        id: int = 1,
        game: str = "island",
        mode: str = "standard",
        seat: str = "south",
        state: str = "",
        time: int | None = None,
        others: Sequence[int | None] = (),
        number: int = 1,
        commit: str = "",
        legal: Sequence[str] | None = None,
        wire: _Wire | None = None,
        clock: str = "none",
    ) -> None:
        self.id = id  # the engine's number for it
        self.game = game
        self.mode = mode
        self.seat = seat
        self.state = state  # the position, as this seat may see it
        self.time = time  # milliseconds left on your clock; None without a clock
        self.others = list(others)  # the same for the other seats, in their order
        self.number = number  # this seat's decisions in this game, from 1
        self.commit = commit
        self.clock = clock  # of the game, as the engine names it: none; base MS INCREMENT; move MS
        self.said: list[str] = []  # the remarks passed to `info`
        self._legal = None if legal is None else list(legal)
        self._wire = wire

    def legal(self) -> list[str]:
        """Return the legal actions in the engine's order; only the first call asks the engine."""
        if self._legal is None:
            if self._wire is None:
                raise ValueError("this decision was made without an engine and without legal=[…]")
            self._legal = self._wire.ask_legal()
            if not self._legal:
                raise _WithdrawnDecision
        return self._legal

    def info(self, text: str) -> None:
        """Add a remark to the record, such as `score 0.52 depth 3 text any words`."""
        text = _one_line(text)[:_LONGEST_INFO]
        self.said.append(text)
        if self._wire is not None:
            self._wire.send(f"info {text}")


def play(
    choose: Choose,
    name: str = "bot",
    *,
    on_game: Callable[[GameInfo], object] | None = None,
    on_event: Callable[[str], object] | None = None,
    stdin: BinaryIO | None = None,
    stdout: BinaryIO | None = None,
) -> None:
    """Play until the engine says `bye` or goes away.

    If the engine refuses an action, report it on standard error and play the first legal one. A second refusal of the
    same decision ends the program with exit code 1.

    ``on_game`` is called when a game begins, ``on_event`` for every event, with its text (`north move d11 d9`).
    The streams are for tests; by default they are those of the process.
    """
    printing = sys.stdout
    try:
        if stdout is None:
            stdout = open(sys.stdout.fileno(), "wb", closefd=False)  # noqa: SIM115 (it is not ours to close)
            sys.stdout = sys.stderr
        _converse(choose, name, _Wire(stdin or sys.stdin.buffer, stdout), on_game, on_event)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:
        return  # the engine has gone away: as at the end of input
    finally:
        sys.stdout = printing


class _WithdrawnDecision(Exception):
    """The engine no longer asks for the decision."""


class _Wire:
    """The lines to and from the engine."""

    def __init__(self, stdin: BinaryIO, stdout: BinaryIO) -> None:
        self._readline = stdin.readline
        self._stdout = stdout
        self._early: list[str] = []  # lines that came while an answer was awaited, the last one first
        self.owed = 0  # commands whose final line has not been read: `legal` is answered after those

    def lines(self) -> Iterator[str]:
        """Yield the lines of the engine until the end of input."""
        while True:
            if self._early:
                yield self._early.pop()
                continue
            line = self._readline()
            if not line.endswith(b"\n"):  # the end, perhaps in the middle of a line
                return
            yield line.decode("utf-8", "replace").rstrip("\r\n")

    def send(self, line: str) -> None:
        """Send one line and flush it."""
        self._stdout.write(f"{line}\n".encode("utf-8", "replace"))
        self._stdout.flush()

    def answer(self, decision: Decision, action: str) -> None:
        """Send the answer to a decision."""
        self.owed += 1
        self.send(f"answer {decision.id} {' '.join(action.split())}")

    def ask_legal(self) -> list[str]:
        """Ask for the legal actions; return them."""
        self.send("legal")
        found: list[str] = []
        early: list[str] = []
        owed = self.owed
        for line in self.lines():
            word, _, rest = line.partition(" ")
            if word == "legal":
                found.append(rest)
            elif owed and (word == "ok" or word == "error"):
                owed -= 1
                early.append(line)
            elif word == "ok":
                break
            elif word == "error":
                if rest.partition(" ")[0] not in _WITHDRAWN:
                    raise SystemExit(f"the engine does not answer `legal`: {rest}")
                break
            else:
                early.append(line)
        self._early[:0] = early[::-1]
        return found


def _converse(
    choose: Choose,
    name: str,
    wire: _Wire,
    on_game: Callable[[GameInfo], object] | None,
    on_event: Callable[[str], object] | None,
) -> None:
    quoted = _one_line(name).replace("\\", "\\\\").replace('"', '\\"')
    game = GameInfo("", "", "")
    number = 0
    decision: Decision | None = None  # the last one that was asked for
    action = ""
    is_spare = False  # whether that action was not the bot's own choice
    for line in wire.lines():
        word, _, rest = line.partition(" ")
        if word == "event":
            if on_event is not None:
                on_event(rest)
        elif word == "go":
            number += 1
            is_spare = False
            decision = _read_go(rest, game, number, wire)
            try:
                action = choose(decision)
            except _WithdrawnDecision:
                continue
            if not isinstance(action, str):
                raise SystemExit(f"{name}: choose returned {repr(action)[:60]}, not the text of an action")
            wire.answer(decision, action)
        elif word == "game":
            game = _read_game(rest)
            number = 0
            if on_game is not None:
                on_game(game)
        elif word == "ok":
            wire.owed = max(0, wire.owed - 1)
        elif word == "error":
            wire.owed = max(0, wire.owed - 1)
            if rest.partition(" ")[0] in _WITHDRAWN:
                continue
            if decision is None and rest.startswith("version"):
                raise SystemExit(f"{name}: the engine refuses the greeting: {rest}")
            if decision is None:  # something was printed before `play` was called, and the engine has read it
                print(f"{name}: the engine refuses a line that is not from `play`: {rest}", file=sys.stderr, flush=True)  # noqa: T201
                continue
            problem = f"{name}: the engine refuses `{action}` at `go {decision.id}`, state {decision.state}: {rest}"
            if is_spare:
                raise SystemExit(problem)
            try:
                action, is_spare = decision.legal()[0], True
            except _WithdrawnDecision:
                raise SystemExit(problem) from None
            print(f"{problem}; it plays `{action}` instead", file=sys.stderr, flush=True)  # noqa: T201
            wire.answer(decision, action)
        elif word == "ready":
            wire.owed += 1
            wire.send(f'hello 1 "{quoted}"')
        elif word == "bye":
            return


def _one_line(text: str) -> str:
    """Return the text with a blank for each line end and other character that a line must not contain."""
    return text if text.isprintable() else "".join([letter if letter.isprintable() else " " for letter in text])


def _read_game(text: str) -> GameInfo:
    """Read `island standard seat south clock base 60000 100 commit 9f86`; skip unknown words."""
    words = text.split()
    found: dict[str, list[str]] = {}
    key = ""
    for word in words[2:]:
        if word in ("seat", "clock", "commit"):
            key = word
        found.setdefault(key, []).append(word)
    seat, clock, commit = (found.get(key, [key])[1:] for key in ("seat", "clock", "commit"))
    return GameInfo(words[0], words[1], "".join(seat[:1]), " ".join(clock), "".join(commit[:1]))


def _read_go(text: str, game: GameInfo, number: int, wire: _Wire) -> Decision:
    """Read `12 time 60000 59000 state 12/12/…`; skip unknown words before `state`."""
    head, _, state = text.partition(" state ")
    words = head.split()
    times: list[int | None] = []
    if "time" in words:
        for word in words[words.index("time") + 1 :]:
            if word != "-" and not word.isdecimal():
                break
            times.append(None if word == "-" else int(word))
    own = times[0] if times else None
    return Decision(
        int(words[0]), game.game, game.mode, game.seat, state, own, times[1:], number, game.commit, None, wire,
        game.clock,
    )  # fmt: skip
