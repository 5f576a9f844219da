"""The room: a table with its game, its players, the autopilot, and the news for people."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.engine.games import DEFAULT_GAME
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import Action, BadOption, IllegalAction
from beachhead.protocol import reader
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.analysis import told_end
from beachhead.protocol.repl.autopilot import Autopilot
from beachhead.protocol.repl.autosave import Autosave
from beachhead.protocol.repl.clean import Line, clean
from beachhead.protocol.repl.hidden import is_secret, secret
from beachhead.protocol.repl.news import Entry, lines_of
from beachhead.protocol.repl.opponent import Opponent
from beachhead.protocol.repl.question import Question
from beachhead.protocol.repl.record import Kept, record_lines, save_record
from beachhead.protocol.repl.recording import Recording
from beachhead.protocol.repl.seating import Seating, told_fault
from beachhead.protocol.repl.setting import Setting
from beachhead.protocol.repl.situation import Situation, situation_of
from beachhead.protocol.repl.steps import first_of, go_steps, moments_since
from beachhead.protocol.repl.talk import answered, paragraphs
from beachhead.protocol.repl.tutorial import Tutorial
from beachhead.protocol.repl.variations import Variations
from beachhead.protocol.reply import Done, Reply, event_lines
from beachhead.protocol.session import Session
from beachhead.protocol.side_line import MAIN
from beachhead.protocol.table import Table

_NEWS: Final = 400  # maximum number of moments and sentences kept for the news


class Room:
    """A table with its players, its autopilot and its news. It begins with a game if one is resumed."""

    def __init__(self, setting: Setting, table: Table | None = None) -> None:
        self.setting = setting
        self.session = Session(table or Table(setting.find), setting.adviser)
        self.seating = Seating(setting.who, setting.opponent, setting.hang, setting.spawn)
        self.autopilot = Autopilot(setting.adviser, setting.is_auto_end)
        self.tutorial: Tutorial | None = None
        self.variations = Variations()
        self.news: deque[Entry] = deque(maxlen=_NEWS)
        self.sees_all = False
        self.shows_dangers = False  # whether dangers are marked on the board
        self.has_ended = False  # whether a game has just ended, and its summary is still to be shown
        self._opened: Moment[Any] | None = None  # the end of the last opened record
        self.question: Question | None = None  # the question to answer next, if any
        self._autosave = Autosave(setting.keeper)
        self._recording = Recording()
        self._unsaved = 0  # variations beside a finished game or an opened record that are in no file
        self._situation: Situation | None = None
        self._looked_at: tuple[object, ...] = ()  # the key of the cached situation
        if table is not None:
            self.seating.sit(self._seats())

    @property
    def table(self) -> Table:
        """The table that is shown: that of the lesson, or of the game."""
        return self.session.table if self.tutorial is None else self.tutorial.table

    @property
    def game(self) -> Game[Any]:
        """The current game, or the one that `newgame` would begin."""
        return self.table.game or self.table.find(DEFAULT_GAME)

    def _seats(self) -> tuple[str, ...]:
        table = self.session.table
        return () if table.game is None else table.game.seats(table.timeline.state)

    @property
    def is_unfinished(self) -> bool:
        """Whether a game is in progress."""
        table = self.session.table
        return table.game is not None and table.game.actor(table.timeline.state) is not None

    @property
    def is_only_opened(self) -> bool:
        """Whether the table holds an opened record, and nobody has played on from it."""
        table = self.session.table
        return table.game is not None and table.timeline.end is self._opened

    @property
    def would_be_missed(self) -> bool:
        """Whether something would be lost that nobody has saved: a game in progress, or variations."""
        return self.kept() is not None or self.loses_variations

    @property
    def loses_variations(self) -> bool:
        """Whether variations beside a finished game or an opened record would be lost."""
        return bool(self._unsaved) and self.kept() is None and self.setting.record is None

    @property
    def is_busy(self) -> bool:
        """Whether people have played in the game in progress."""
        kept = self.kept()
        return kept is not None and kept.has_been_played

    @property
    def waiting(self) -> Opponent | None:
        """The bot that has to decide now, or None."""
        if self.tutorial is not None or self.question is not None:
            return None
        return self.seating.waiting(self.situation.actor)

    @property
    def situation(self) -> Situation:
        """The moment that is shown; the same object as long as nothing changes."""
        table = self.table
        game = table.game
        timeline = None if game is None else table.timeline
        state = None if timeline is None else timeline.state
        is_mine = (
            game is None
            or self.tutorial is not None
            or (self.seating.is_for_people(game.actor(state)) and not self.is_secret)
        )
        key = (timeline, is_mine, self.game)
        if self._situation is None or self._looked_at != key:
            self._looked_at, self._situation = key, situation_of(table, is_mine, self.tutorial is None)
        return self._situation

    @property
    def is_secret(self) -> bool:
        """Whether a bot has to decide whose cards people may not see, so that nobody may play or ask for it."""
        table = self.session.table
        if self.tutorial is not None or table.game is None or not self.seating.opponents:
            return False
        people = () if self.sees_all else self.seating.humans
        state = table.timeline.state
        actor = table.game.actor(state)
        return actor in self.seating.opponents and is_secret(table.game, state, people, actor)

    # Actions and their results

    def act(self, what: Action | str) -> list[Line]:
        """Play an action for people; raise Refusal if a bot has to decide."""
        waiting = self.waiting
        if waiting is not None:
            raise Refusal("turn", f"it is {waiting.seat}'s turn: {waiting.title} is thinking, Ctrl-C stops it")
        if self._is_recorded(what):
            return self.go_steps(1)
        if self.is_secret:
            raise secret(self.situation.actor or "")
        return self.run(lambda: self.session.reply_to(reader.Act(what)))

    def decide(self, text: str) -> list[Line]:
        """Play an action that a person has typed; the news begin anew with it."""
        table = self.session.table
        before = table.timeline if table.game is not None else None
        told = list(self.news)
        lines = self.act(text)
        is_alone = len(self.seating.humans) < 2  # others still need the news since their own decisions
        if is_alone and before is not None and table.timeline is not before:
            while told and self.news and self.news[0] is told[0]:
                self.news.popleft()
                del told[0]
        return lines

    def _is_recorded(self, what: Action | str) -> bool:
        """Return whether an action is the next one of the current line."""
        timeline = self.session.table.timeline if self.session.table.game is not None else None
        if timeline is None or timeline.future is None:
            return False
        recorded = first_of(timeline).action
        with suppress(BadOption, IllegalAction):
            return recorded == (what if isinstance(what, Action) else self.session.completed(what))
        return False

    def run(self, do: Callable[[], Reply | None], is_new: bool = False) -> list[Line]:
        """Execute a command at the table; tell the bots what happened, and return the text for people."""
        table = self.session.table
        before = None if table.game is None else table.timeline
        lines = answered(do(), self.game)
        if table.game is None or (before is not None and table.timeline is before):
            return lines
        if is_new or before is None:
            return lines + self._begin()
        lines += self._preserve(before)
        return lines if table.timeline.now is before.now else lines + self._follow(before)

    def _preserve(self, before: Timeline[Any]) -> list[Line]:
        """If the command has left a line, keep that line as a variation and say so."""
        table = self.session.table
        was = self.variations.current
        is_record = before.end is self._opened or before.game.actor(before.end.state) is None
        name = self.variations.preserve(table, before, is_record)
        if not name:
            return []
        self._unsaved += is_record
        if self.variations.current == was:
            told = f"What was taken back is kept as variation {name}."
        else:
            told = f"This is variation {name} now; `{was if was == MAIN else f'variation {was}'}` goes back."
        line = paragraphs(told, "dim")
        self.news.append(line)
        return [line]

    def _begin(self) -> list[Line]:
        self.sees_all = self.has_ended = False
        self._autosave.leave()
        self._recording.leave()
        self._unsaved = 0
        self.variations.forget()
        self.autopilot.stop()
        self.news.clear()
        self.seating.sit(self._seats())
        table = self.session.table
        seats = ", ".join(f"{seat}: {clean(self.seating.who(seat))}" for seat in self.seating.seats)
        dice = f"Seed {table.seed}." if table.is_auto else "You throw the dice."
        mode = self.game.setting(table.timeline.state).mode
        return [[("strong", self.game.show.title), ("", f", {mode}. {seats}. "), ("dim", dice)]]

    def _follow(self, before: Timeline[Any]) -> list[Line]:
        """Tell all bots what has happened since; if the game continues from another moment, restart them."""
        moments = moments_since(self.session.table.timeline.now, before.now)
        if moments is None:
            self.news.clear()
            self.seating.take_back()
            return []
        events = [event for moment in moments for event in moment.told()]
        self.seating.tell(event_lines(events))
        return self._tell(moments)

    def _tell(self, moments: Sequence[Moment[Any]]) -> list[Line]:
        lines = lines_of(moments, self.game)
        self.news.extend(moments)
        if self.is_unfinished or self.is_only_opened:
            return lines
        self.seating.rest()
        self.has_ended = True
        return lines + self.write_record()

    def sum_up(self) -> list[Line]:
        """Return the summary of a finished game."""
        self.has_ended = False
        timeline = self.session.table.timeline
        if timeline.game.actor(timeline.state) is not None:
            return []
        analyse = self.setting.analyse
        self.news.clear()
        return told_end(timeline, None if analyse is None else analyse(timeline, False))

    @property
    def has_record(self) -> bool:
        """Whether the current game has a file with its record, to which variations may have to be added."""
        return self._recording.is_written and bool(self._unsaved)

    def write_record(self) -> list[Line]:
        """Write the record of the game if one is wanted."""
        name = self.setting.record
        if name is None or self.session.table.game is None or self.is_only_opened:
            return []
        try:
            file = self._recording.write(name, record_lines(self.whole()))
        except OSError as problem:
            return [[("error", f"{clean(name)} cannot be written: {problem.strerror}")]]
        self._unsaved = 0
        return [[("dim", f"The record is in {clean(str(file))}.")]]

    # What happens automatically

    def advance(self) -> list[Line]:
        """Do everything that needs no decision of people; return the text for people."""
        lines: list[Line] = []
        table = self.session.table
        if self.tutorial is not None or table.game is None:
            return lines
        while (action := self._decided(table)) is not None:
            lines += self.act(action)
        full, short = self.autopilot.report(self.situation)
        self.news.extend(short)
        return lines + full + self.keep()

    def _decided(self, table: Table) -> Action | str | None:
        return self.autopilot.decide(
            self.situation, table.timeline.now, self.seating.humans, is_past=bool(table.timeline.future)
        )

    # Stepping

    def go_steps(self, steps: int) -> list[Line]:
        """Go this number of steps forward, or back if it is negative."""

        def go() -> Reply:
            self.autopilot.stop()
            go_steps(self.session.table, steps)
            return Done()

        return self.run(go)

    # Saved games

    def take(self, kept: Kept) -> None:
        """Continue with another game and its players; people play instead of programs."""
        self._autosave.leave()
        self._recording.leave()
        self._unsaved = 0
        self.session = Session(kept.table, self.setting.adviser)
        self.variations = kept.variations
        self.seating.seat_as(self._seats(), kept.without_programs())
        self.autopilot.stop()
        self._opened = kept.table.timeline.end
        self.news.clear()
        self.has_ended = False
        self.sees_all = not self.seating.opponents

    def save(self, name: str) -> Path:
        """Write the game with its players and variations to a new file; raise Refusal."""
        file = save_record(self.whole(), name)
        self._unsaved = 0
        return file

    def whole(self) -> Kept:
        """Return the game with its players and variations."""
        who = {seat: self.seating.who(seat) for seat in self.seating.seats}
        return Kept(self.session.table, who, self.autopilot.ends_turns, self.variations)

    def kept(self) -> Kept | None:
        """Return the unfinished game to save when the person leaves, or None."""
        return None if not self.is_unfinished or self.is_only_opened else self.whole()

    def keep(self) -> list[Line]:
        """Write an unfinished game to its file if it has changed; return the error, if any."""
        if self.session.table.game is None:
            return []
        return self._autosave.save(self.kept(), not self.is_unfinished)

    # The bots

    def hear(self, opponent: Opponent) -> list[Line]:
        """Handle the output, the end or the silence of a bot; return the text for people."""
        if self.seating.opponents.get(opponent.seat) is not opponent or opponent.fault:
            return []
        before = self.session.table.timeline.now
        heard = opponent.hear()
        lines: list[Line] = []
        if heard is not None:
            self.seating.tell(event_lines(heard.events), but=opponent)
            lines = self._tell(self.session.table.timeline.now.since(before))
        return lines + self.fault(opponent) + self.advance()

    def fault(self, opponent: Opponent) -> list[Line]:
        """Return the fault of a bot, if it has one."""
        if not opponent.fault:
            return []
        lines = told_fault(opponent)
        self.news.extend(lines)
        return lines

    def stop(self) -> list[Line]:
        """Stop the bots if one is thinking."""
        return [] if self.waiting is None else self.seating.stop(is_asked=True)
