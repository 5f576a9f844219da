"""The console: the event loop of the prompt, which connects keys, bots, the commands and the screen."""

from __future__ import annotations

import asyncio
import gc
import signal
import termios
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from prompt_toolkit.filters import Condition, has_completions, is_searching
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from beachhead.engine.timeline import Moment
from beachhead.engine.values import CHANCE
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.commands import GOODBYE, Commands, is_brief
from beachhead.protocol.repl.draw import AROUND
from beachhead.protocol.repl.judge import Kind
from beachhead.protocol.repl.listening import Listening
from beachhead.protocol.repl.opponent import Opponent
from beachhead.protocol.repl.screen import Screen
from beachhead.protocol.repl.steps import moments_since

_ACTIONS: Final = ("act", "brief")  # the grammar's names for lines that are actions,
_LONG: Final = ("perft", "bench", "analyse")  # and for those that may take long
_BACK: Final = "back"
_NEXT: Final = "next"
_FILM: Final = 2  # the least number of throws in a row that are shown one by one
_SHOUTED: Final = 5.0  # seconds for which large messages are shown
_SINCE: Final[Line] = [("strong", "Since your last decision:")]
_SHORT: Final = 6  # lines of an answer that always fit beside the board


class Console:
    """The running prompt: executes typed lines and lets the bots play."""

    def __init__(
        self,
        commands: Commands,
        bots: tuple[str, ...] = (),
        delay: float = 0.0,
        ascii: bool = False,
        light: bool | None = None,
    ) -> None:
        """``delay`` is the time before each decision of a bot, in seconds."""
        self.room = commands.room
        self.commands = commands
        self.screen = Screen(commands.room, commands.board, bots, ascii, light, self._keys())
        self.app = self.screen.app
        self.buffer = self.screen.buffer
        self._delay = delay
        self._queue: deque[str] = deque()  # lines that wait for a bot's decision
        self._pages: list[Line] = []  # the remaining lines of a long answer
        self._was_reading = False  # whether the board was hidden when the last key was pressed
        self.app.key_processor.before_key_press += lambda _: self._return_board()
        self._is_due = False  # whether a bot is about to be asked, after the delay
        self._listening = Listening(self._hear)
        self._filmed: Moment[Any] | None = None  # the last moment that has been shown
        self._held: list[Line] = []  # lines to write after the film
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._paged: Moment[Any] | None = None  # the last moment that was shown on pages
        self.app.after_render += self._is_shown

    def run(self, first: list[Line]) -> None:
        """Play until the person leaves; ``first`` is written first."""

        def begin() -> None:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self._leave)
            self.room.news.extend([line for line in first if line not in self.room.news])
            loop.call_soon(self._after, first + self.room.advance())

        with suppress(EOFError):  # the terminal has been closed
            self.app.run(pre_run=begin, handle_sigint=True)

    def _is_shown(self, _: object) -> None:
        """Called when the prompt is first on the screen: load what the first key needs, and enable garbage collection."""
        self.app.after_render -= self._is_shown

        def warm_up() -> None:
            self.screen.draft.warm_up()
            gc.freeze()  # imported modules never become garbage
            gc.enable()

        asyncio.get_running_loop().call_soon(warm_up)

    def _leave(self) -> None:
        if self.app.is_running and not self.app.is_done:
            self.app.exit()

    # Keys

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        in_line = ~is_searching
        keys.add("enter", filter=in_line)(lambda _: self._enter())
        keys.add("space", filter=in_line & Condition(lambda: self._was_reading and not self.buffer.text))(
            lambda _: self._enter()
        )
        keys.add("tab", filter=in_line)(lambda _: self._complete())
        keys.add("escape", filter=has_completions, eager=True)(lambda _: self.buffer.cancel_completion())
        keys.add("c-c", filter=in_line)(lambda _: self._cancel())
        keys.add("<sigint>")(lambda _: self._cancel())
        keys.add("c-d", filter=in_line)(lambda _: self._ask_to_leave())
        is_covered = Condition(lambda: self.commands.board.is_covered)
        for key in (Keys.Any, "enter", "tab", "space"):
            keys.add(key, filter=is_covered, eager=True)(lambda _: self._uncover())
        is_film = Condition(lambda: bool(self.commands.board.film))
        for any_key in (Keys.Any, "enter", "tab", "space", "c-c"):
            keys.add(any_key, filter=is_film, eager=True)(lambda _: self._end_film())
        is_empty = in_line & Condition(self._may_step)
        keys.add("left", filter=is_empty)(lambda _: self._step(_BACK))
        keys.add("right", filter=is_empty)(lambda _: self._step(_NEXT))
        keys.add("c-z")(lambda event: event.app.suspend_to_background())
        keys.add(Keys.BracketedPaste)(self._paste)
        return keys

    def _return_board(self) -> None:
        """Show the board again and dismiss large messages, as any key does."""
        self.commands.board.hush()
        self._was_reading, self.screen.is_reading = self.screen.is_reading, False
        self.screen.has_more = False

    def _enter(self) -> None:
        buffer = self.buffer
        if self._was_reading and not buffer.text:
            self.screen.stay()
            if self._pages:
                self.screen.write(self._page(self._pages))
            return
        if (
            buffer.complete_state
            and buffer.complete_state.current_completion
            and self.screen.verdict().kind is Kind.PARTIAL
        ):
            buffer.complete_state = None
            buffer.insert_text(" ")
            buffer.start_completion(select_first=False)
            return
        text = buffer.text
        situation = self.room.situation
        buffer.reset(append_to_history=bool(text.strip()))
        if not text.strip() and self.room.question is None:
            text = _NEXT if situation.has_future else situation.forced.text if situation.forced else ""
        self.screen.stay()
        if text.strip():
            self._submit([text])

    def _may_step(self) -> bool:
        room = self.room
        return not self.buffer.text and not self._was_reading and room.tutorial is None and room.question is None

    def _step(self, line: str) -> None:
        """Step back or forward, if there is a step."""
        table = self.room.table
        if table.game is not None and (table.timeline.now.step if line == _BACK else table.timeline.ahead):
            self._submit([line])

    def _complete(self) -> None:
        if self.buffer.complete_state:
            self.buffer.complete_next()
        else:
            self.buffer.start_completion(select_first=False, insert_common_part=True)

    def _paste(self, event: KeyPressEvent) -> None:
        """Play a pasted text line by line; an incomplete last line stays in the prompt."""
        *lines, rest = event.data.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if not lines:
            self.buffer.insert_text(rest)
            return
        lines[0] = self.buffer.text + lines[0]
        self.buffer.reset()
        self.buffer.insert_text(rest)
        self._submit(lines)

    def _cancel(self) -> None:
        """Ctrl-C: drop the line or the waiting lines, and stop the bots; it never ends the game."""
        self.screen.stay()
        if self.buffer.text:
            self.buffer.reset()
            return
        lines = self.room.stop() + self._drop()
        self.room.news.extend(lines)
        self._after(lines)

    def _drop(self) -> list[Line]:
        """Drop the waiting lines."""
        count = len(self._queue)
        self._queue.clear()
        return [[("dim", f"{count} lines that waited are dropped.")]] if count else []

    def _ask_to_leave(self) -> None:
        """Ctrl-D: delete within a line; else leave, and ask once if a game is being played."""
        if self.buffer.text:
            self.buffer.delete()
        elif self.room.tutorial is not None:
            self.screen.stay()
            self._after(self.commands.leave_lesson())
        elif self.screen.is_leaving or not self.room.would_be_missed:
            self._leave()
        else:
            self.screen.is_leaving = True

    # What happens

    def _submit(self, lines: list[str]) -> None:
        """Execute lines in order. An action typed while a bot thinks waits for the bot, and so do all later lines."""
        said: list[Line] = []
        situation, was_taught = self.room.situation, self.room.tutorial is not None
        for line in lines:
            if self._queue or (self.room.waiting is not None and self.screen.draft.kind(line) in _ACTIONS):
                self._queue.append(line)
            elif not self.commands.is_over:
                said += self._do(line)
        if len(lines) == 1 and self.room.situation is situation:  # after a change the board is shown
            room = self.screen.rows_left() - self.screen.menu_room()
            self.screen.is_reading = len(self.screen.wrapped(said)) > room and not self._is_beside(said[1:])
        elif was_taught and self.room.tutorial is None:
            self.screen.is_reading = not self._is_shown_beside(said[-GOODBYE:])
        self._after(self._page(said) if self.screen.is_reading else said)

    def _is_beside(self, answer: list[Line]) -> bool:
        """Return whether an answer fits beside the board."""
        tutorial = self.room.tutorial
        if tutorial is not None:
            if self.screen.rows_left() >= 0:
                return len(answer) < _SHORT
            tutorial.put_aside()
            return False
        return is_brief(answer) and self._is_shown_beside(answer)

    def _is_shown_beside(self, answer: list[Line]) -> bool:
        """Return whether the latest news, or an answer, all stand beside the board."""
        size = self.app.output.get_size()
        return self.commands.board.shows(answer, (size.columns, size.rows))

    def _page(self, lines: list[Line]) -> list[Line]:
        """Return the first page of a long answer, and keep the rest for the next keys."""
        parts = self.screen.wrapped(lines)
        rows = max(self.app.output.get_size().rows - AROUND, 1)
        self._pages = parts[rows:]
        self.screen.is_reading, self.screen.has_more = True, bool(self._pages)
        return parts[:rows]

    def _do(self, line: str) -> list[Line]:
        echo: Line = [("dim", "".join([text for _, text in self.screen.label()])), *self.screen.draft.painted(line)]
        do = partial(self.commands.handle, line)
        if self.screen.draft.kind(line) not in _LONG:
            return [echo, *do()]
        return self._interruptible(echo, do)

    def _interruptible(self, echo: Line, do: Callable[[], list[Line]]) -> list[Line]:
        """Run a function that may take long; Ctrl-C interrupts it and leaves the game unchanged."""
        former = signal.signal(signal.SIGINT, signal.default_int_handler)
        keyboard = self.app.input.fileno()
        modes = termios.tcgetattr(keyboard)
        try:
            termios.tcsetattr(keyboard, termios.TCSANOW, [*modes[:3], modes[3] | termios.ISIG, *modes[4:]])
            self.screen.write([echo, [("dim", "Ctrl-C breaks it off.")]])  # from here on it does
            return do()
        except KeyboardInterrupt:
            broken: Line = [("dim", "Broken off.")]
            self.room.news.append(broken)
            return [broken]
        finally:
            termios.tcsetattr(keyboard, termios.TCSANOW, modes)
            signal.signal(signal.SIGINT, former)

    def _after(self, said: list[Line]) -> None:
        """Write lines above the board, and continue with the waiting lines or a bot."""
        said = list(said)
        while self._queue and self.room.waiting is None and not self.commands.is_over:
            said += self._do(self._queue.popleft())
        if self.commands.board.film:
            self._held += said
            return
        if self._begin_film():
            self._held = said
            return
        self._show(said)

    def _show(self, said: list[Line]) -> None:
        """Write lines above the board, and ask the bot that has to decide, if one has."""
        if self.commands.board.is_covered and self.app.is_running:
            self.app.renderer.clear()  # hides what the other person was told
        self.screen.write(said)
        if self.room.has_ended and self.app.is_running:
            self.room.has_ended = False
            asyncio.get_running_loop().call_soon(self._sum_up)  # after the end has been shown
        if self.commands.is_over:
            self._leave()
            return
        self._listening.watch(self.room.seating.opponents.values())
        waiting = self.room.waiting
        if waiting is not None and not waiting.is_wanted and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(self._delay, self._ask)
        if waiting is None:
            self._show_missed()
        if self.commands.board.shouts():
            self._later("hush", _SHOUTED, self._hush)
        self.app.invalidate()

    def _sum_up(self) -> None:
        """Show the summary of the game."""
        lines = self.room.sum_up()
        self.room.news.extend(lines)  # beside the board, instead of the last moves
        size = self.app.output.get_size()
        has_room = self.commands.board.has_room(lines, (size.columns, size.rows))
        self.screen.write(lines[1:] if has_room else self._page(lines))  # how it ended has been told above the board

    def _later(self, name: str, seconds: float, do: Callable[[], None]) -> None:
        """Call a function after some time; replaces an earlier call with the same name."""
        if name in self._timers:
            self._timers[name].cancel()
        self._timers[name] = asyncio.get_running_loop().call_later(seconds, do)

    def _hush(self) -> None:
        self.commands.board.hush()
        self.app.invalidate()

    def _uncover(self) -> None:
        self.commands.board.uncover()
        self._show_missed(is_new=True)
        self.app.invalidate()

    def _show_missed(self, is_new: bool = False) -> None:
        """Show the news on pages if they do not all fit beside the board of the person who decides next.

        Only for actions of bots, or if the person has not seen the screen since (``is_new``).
        """
        board, room = self.commands.board, self.room
        if not self.app.is_running or board.is_covered or room.tutorial is not None or room.situation.has_future:
            return
        played = [entry for entry in board.news() if isinstance(entry, Moment)]
        if not played or played[-1] is self._paged or room.question is not None or room.table.game is None:
            return
        if not is_new and not any(moment.actor in room.seating.opponents for moment in played):
            return
        size = self.app.output.get_size()
        lines = board.missed((size.columns, size.rows))
        if lines and not self.screen.is_reading:
            self._paged = played[-1]
            self.screen.write(self._page([_SINCE, *lines]))

    # Dice that fall one by one

    def _begin_film(self) -> bool:
        """Show consecutive throws one by one, if bots play with a delay."""
        table, former = self.room.session.table, self._filmed
        if table.game is None or self.room.tutorial is not None:
            return False
        now, self._filmed = table.timeline.now, table.timeline.now
        moments = moments_since(now, former) if former is not None else None
        frames = [moment for moment in moments or () if moment.actor == CHANCE]
        if not self._delay or not self.app.is_running or len(frames) < _FILM:
            return False
        self.commands.board.film = frames
        self._later("film", self._delay, self._next_frame)
        self.app.invalidate()
        return True

    def _next_frame(self) -> None:
        board = self.commands.board
        board.film = board.film[1:]
        if not board.film:
            self._end_film()
            return
        self._later("film", self._delay, self._next_frame)
        self.app.invalidate()

    def _end_film(self) -> None:
        """Show the current board again, after the film or a key."""
        self._timers.pop("film").cancel()
        self.commands.board.film = ()
        said, self._held = self._held, []
        self._show(said)

    # Bots

    def _ask(self) -> None:
        """Ask the bot that has to decide, if one has."""
        self._is_due = False
        waiting = self.room.waiting
        if waiting is None or waiting.is_wanted or not self.app.is_running:
            return
        waiting.want(self.room.session.table)
        if waiting.fault:
            self._after(self.room.fault(waiting) + self._drop())
            return
        self._listening.watch(self.room.seating.opponents.values())
        self._listening.tick(partial(self._look, waiting))

    def _look(self, waiting: Opponent) -> bool:
        """Update the toolbar while a bot thinks, and notice a bot that hangs; return whether it is still thinking."""
        if not self.app.is_running or self.room.waiting is not waiting:
            return False
        waiting.check()
        if waiting.fault:
            self._after(self.room.fault(waiting) + self._drop())
            return False
        self.app.invalidate()
        return waiting.is_wanted

    def _hear(self, opponent: Opponent) -> None:
        lines = self.room.hear(opponent)
        self._after(lines + self._drop() if opponent.fault else lines)
