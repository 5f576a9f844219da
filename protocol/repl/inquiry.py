"""Questions about the game: dangers, chances, best actions, and the analysis of a whole game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.engine.values import CHANCE
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.analysis import Choice, told_analysis, told_chances, told_choices, told_dangers
from beachhead.protocol.repl.board import Board
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.room import Room
from beachhead.protocol.repl.talk import paragraphs

_MOST: Final = 20  # maximum number of actions that are compared


class Inquiry:
    """Answers questions of the person at the board."""

    def __init__(self, room: Room, board: Board) -> None:
        self.room = room
        self.board = board

    def chances(self) -> list[Line]:
        """Return the chances of all seats in this position, and the dangers."""
        situation = self.room.situation
        return [*told_chances(situation, self._choices(1)), *told_dangers(situation, self.board.viewer)]

    def best(self, count: int) -> list[Line]:
        """Return the best actions, with their chances and risks."""
        return told_choices(self.room.situation, self._choices(count))

    def analyse(self) -> list[Line]:
        """Return the skill and luck of all seats, over the whole current line."""
        timeline = self.room.session.table.timeline
        if self.room.setting.analyse is None:
            raise Refusal("limit", "there is nobody at this table who can analyse a game")
        if timeline.game.actor(timeline.end.state) is not None:
            raise Refusal("turn", "the game is not over: `hint` advises while it is played")
        whole = timeline.redo(timeline.ahead) or timeline
        verdict = self.room.setting.analyse(whole, True)
        if verdict is None:
            raise Refusal("limit", f"{timeline.game.show.title} cannot be analysed: no bot evaluates its positions")
        return told_analysis(whole, verdict)

    def threats(self, is_on: bool | None) -> list[Line]:
        """List the dangers, or switch their marks on the board."""
        told = told_dangers(self.room.situation, self.board.viewer)
        if is_on is None:
            switch = "off" if self.room.shows_dangers else "on"
            return [
                *told,
                paragraphs(f"`threats {switch}` {'marks' if switch == 'on' else 'no longer marks'} them.", "dim"),
            ]
        self.room.shows_dangers = is_on
        return [paragraphs("Dangers are marked with !" if is_on else "Dangers are no longer marked.", "dim")]

    def _choices(self, count: int) -> Sequence[Choice]:
        """Return the best actions of the person who decides now; raise Refusal if no bot can compare them."""
        room, situation = self.room, self.room.situation
        seat, rank = situation.actor, room.setting.rank
        if situation.state is None:
            raise Refusal("state", "there is no game yet: newgame begins one")
        if seat is None:
            raise Refusal("turn", "the game is over: `analyse` shows what it turned on")
        if seat == CHANCE:
            raise Refusal("turn", "no decision is due: the dice come first")
        if not situation.is_mine:
            raise Refusal("turn", f"it is {seat}'s turn")
        if not 1 <= count <= _MOST:
            raise Refusal("argument", f"expected 1 to {_MOST} actions")
        if rank is None:
            raise Refusal("limit", "there is nobody at this table who can compare actions")
        return rank(situation.game, situation.state, seat, count)
