"""The umpire of one game: asks players for decisions, keeps the clock, and reports faults.

The clock runs from the `go` to the arrival of the accepted action's newline, with one deadline, whatever else the bot sends
meanwhile. *Our lag is never theirs*: we wait only for a short time at once, so we notice when we have been held up
(stopped, or without a processor) for more than the grace; that time does not count for the bot, and lines in the
pipe by then are in time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from beachhead.bots.arena.advice import FLUSH
from beachhead.bots.arena.clock import GRACE
from beachhead.bots.arena.contain.share import Shares
from beachhead.bots.arena.player import Player
from beachhead.bots.arena.result import UNFLUSHED, Fault
from beachhead.protocol.process import Life, Watch
from beachhead.protocol.seat import PLAYED
from beachhead.protocol.seated import MAX_STRAYS

SOON: Final = 0.001  # seconds after which the other players are told what has happened
MOMENT: Final = 0.05  # maximum seconds of one wait
WORK: Final = 0.01  # seconds of answering one bot before we check the clock again
SCRAP: Final = 0.001  # seconds of answering each other bot meanwhile
_CUT: Final = Life.CUT  # looked up once, for speed
_monotonic: Final = time.monotonic


Played = tuple[list[str], float]
"""A played decision: the lines of its events, and the seconds that it took."""


class Umpire:
    """Asks the players of one game, in the order of their seats; None is a seat without a bot."""

    def __init__(self, seats: Sequence[Player | None], hang: float, allowance: int) -> None:
        self._seats = tuple(seats)
        self._players = [player for player in seats if player is not None]
        self._watch = Watch([player.process for player in self._players])
        self._others = {each: [other for other in self._players if other is not each] for each in self._players}
        self._untimed: list[int | None] = [None for _ in seats]
        self._is_timed = any(player.left is not None for player in self._players)
        self._shares = Shares({player.seat.seat: player.process.pid for player in self._players})
        self._hang = hang
        self._allowance = allowance
        self._standing: tuple[Player, float, float, float] | None = (
            None  # a question that was interrupted by another player's fault
        )

    def drop(self, player: Player) -> None:
        """Stop listening to a player who is out."""
        self._players.remove(player)
        self._others = {each: [other for other in self._players if other is not each] for each in self._players}
        self._watch = Watch([each.process for each in self._players])

    def decide(self, player: Player) -> Played | Fault:
        """Ask a player for one decision. The fault may be another player's: too many invalid lines lose at once.

        Lines owed to the player are sent with the question. The others get theirs if the answer takes more than
        an instant: waking them for every action of a fast bot would cost as much as the question itself.
        """
        process = player.process
        others = self._others[player]
        if self._standing is not None and self._standing[0] is player and player.seat.asked is not None:
            _, asked, deadline, held_up = self._standing
            mark = _monotonic()
            player.tell([])
        else:
            if process.lines:  # sent before the question
                player.hear(_monotonic() + WORK)
            if process.has_ended:
                return player.crash()
            question = player.seat.ask(self._times(player) if self._is_timed else self._untimed)
            asked = mark = _monotonic()
            deadline = asked + (self._hang if player.left is None else player.left + player.pardon)
            held_up = 0.0
            player.tell([question])
        self._standing = None
        wait, lines = self._watch.wait, process.lines
        is_slow = False  # whether we watch who uses the processor
        is_owed = True  # whether the others may be owed lines
        while True:
            until = mark + (SOON if is_owed else MOMENT)
            if until > deadline:
                until = deadline
            if lines and not process.pending:
                until = mark  # there is something to do
            wait(until)
            now = _monotonic()
            if now - until > GRACE:  # we have been held up
                held_up += now - until
                deadline += now - until
            mark = now
            if is_owed and not lines:  # it is thinking, so the others may do so too
                is_owed = False
                for other in others:
                    other.tell([])
            if not is_slow and self._is_timed and now - asked > MOMENT:
                is_slow = True
                self._shares.begin(player.seat.seat)
            if now > deadline:
                fault = self._starved(player) or self._late(player)
                if fault.seat != player.seat.seat:  # it gets its time back, if the game goes on
                    self._standing = (player, now, now + deadline - asked - held_up, 0.0)
                return fault
            if lines:
                heard = player.hear(now + WORK)
                if heard is not None:
                    if heard.said is PLAYED:
                        player.owed, told = heard.told()
                        if is_slow:
                            self._shares.end(player.seat.seat)
                        spent = process.arrived - asked - held_up
                        if player.left is not None and spent > player.left:
                            player.pardon = max(0.0, player.pardon - (spent - player.left))
                        return told, spent
                    if player.mistakes > self._allowance:
                        return player.fault("illegal", player.wrong, player.code)
            if process.has_ended or process.life is _CUT:
                return player.crash()
            for other in others:
                if other.process.lines:
                    other.hear(now + SCRAP)
                    if other.has_strayed:
                        self._standing = (player, asked, deadline, held_up)
                        return other.fault(
                            "illegal", f"{MAX_STRAYS} lines of garbage out of turn; {other.wrong}", other.code
                        )
            if player.has_strayed:
                return player.fault(
                    "illegal", f"{MAX_STRAYS} lines of garbage out of turn; {player.wrong}", player.code
                )

    def _times(self, player: Player) -> list[int | None]:
        """Return the milliseconds on all clocks, the player's own first."""
        return [_milliseconds(player), *[_milliseconds(other) for other in self._seats if other is not player]]

    def _starved(self, player: Player) -> Fault | None:
        """Return the fault of a bot that kept the processor from a player until its time was up, or None."""
        self._shares.end(player.seat.seat)
        seat, seconds = self._shares.thief(player.seat.seat)
        for other in self._others[player]:
            if other.seat.seat == seat:
                return other.fault(
                    "crash", f"used {seconds:.2f} s of processor time that {player.bot.name} had to wait for"
                )
        return None

    def _late(self, player: Player) -> Fault:
        process, cause = player.process, ""
        if process.life in (Life.DEAF, Life.CUT) or process.is_pending:
            state = "and it does not read its input"
        elif process.is_midway:
            state = "only the beginning of a line: its end was not written, or not flushed"
        elif player.wrong and player.mistakes:
            state, cause = f"after {player.wrong}", player.code
        elif player.seat.asked == 1 and (late := player.unflushed()):  # a bot that has answered before does flush
            state, cause = f"and only when its input ended it said '{late}': {FLUSH}", UNFLUSHED
        else:
            state = "and it is alive"
        if player.left is None:
            return player.fault("hang", f"no answer in {self._hang:g} s, {state}", cause)
        return player.fault("time", f"no answer in {player.left:.3f} s, {state}", cause)


def _milliseconds(player: Player | None) -> int | None:
    return None if player is None or player.left is None else int(player.left * 1000)
