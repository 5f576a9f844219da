"""The console: keys and bots, and what they set off at the desk, until the person leaves."""

from __future__ import annotations

import asyncio
import signal
import termios
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from prompt_toolkit.filters import has_completions, is_searching
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.desk import Desk
from beachhead.protocol.repl.judge import EMPTY, Kind, coloured
from beachhead.protocol.repl.line import kind_of
from beachhead.protocol.repl.listening import Listening
from beachhead.protocol.repl.opponent import Opponent
from beachhead.protocol.repl.screen import Screen

_ACTIONS: Final = ("act", "brief")  # the grammar's names for lines that are actions,
_LONG: Final = ("perft", "bench")  # and for those that may take long
_SHORT: Final = 6  # lines that need no room of their own: they stand beside the board too


class Console(Screen):
    """A screen that does what is typed."""

    def __init__(
        self, desk: Desk, bots: tuple[str, ...] = (), delay: float = 0.0, ascii: bool = False, light: bool | None = None
    ) -> None:
        """``delay`` is how long every decision of a bot waits, in seconds."""
        super().__init__(desk, bots, ascii, light)
        self._delay = delay
        self._queue: deque[str] = deque()  # lines that wait for a bot
        self._was_reading = False  # whether the board was away when the last key was pressed
        self.app.key_processor.before_key_press += lambda _: self._return_board()
        self._is_due = False  # whether a bot is about to be asked, after the delay
        self._listening = Listening(self._hear)

    def run(self, first: list[Line]) -> None:
        """Plays until the person leaves; ``first`` is said first."""

        def begin() -> None:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self._leave)
            self.desk.news.extend([line for line in first if line not in self.desk.news])
            loop.call_soon(self._after, first + self.desk.advance())

        with suppress(EOFError):  # the keyboard is gone
            self.app.run(pre_run=begin, handle_sigint=True)

    def _leave(self) -> None:
        if self.app.is_running and not self.app.is_done:
            self.app.exit()

    # Keys

    def keys(self) -> KeyBindings:
        keys = KeyBindings()
        in_line = ~is_searching
        keys.add("enter", filter=in_line)(lambda _: self._enter())
        keys.add("tab", filter=in_line)(lambda _: self._complete())
        keys.add("escape", filter=has_completions, eager=True)(lambda _: self.buffer.cancel_completion())
        keys.add("c-c", filter=in_line)(lambda _: self._cancel())
        keys.add("<sigint>")(lambda _: self._cancel())
        keys.add("c-d", filter=in_line)(lambda _: self._ask_to_leave())
        keys.add(Keys.BracketedPaste)(self._paste)
        return keys

    def _return_board(self) -> None:
        """Any key brings the board back."""
        self._was_reading, self.is_reading = self.is_reading, False

    def _enter(self) -> None:
        buffer = self.buffer
        if self._was_reading and not buffer.text:
            self.stay()
            return
        if buffer.complete_state and buffer.complete_state.current_completion and self.verdict().kind is Kind.PARTIAL:
            buffer.complete_state = None
            buffer.insert_text(" ")
            buffer.start_completion(select_first=False)
            return
        text = buffer.text
        forced = self.desk.scene.forced
        buffer.reset(append_to_history=bool(text.strip()))
        if not text.strip() and forced is not None:
            text = forced.text
        self.stay()
        if text.strip():
            self._submit([text])

    def _complete(self) -> None:
        if self.buffer.complete_state:
            self.buffer.complete_next()
        else:
            self.buffer.start_completion(select_first=False, insert_common_part=True)

    def _paste(self, event: KeyPressEvent) -> None:
        """A pasted text of several lines is played line by line; what follows the last end stays in the prompt."""
        *lines, rest = event.data.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if not lines:
            self.buffer.insert_text(rest)
            return
        lines[0] = self.buffer.text + lines[0]
        self.buffer.reset()
        self.buffer.insert_text(rest)
        self._submit(lines)

    def _cancel(self) -> None:
        """Ctrl-C: drops the line, or what waits; stops the bots; never ends the game."""
        self.stay()
        if self.buffer.text:
            self.buffer.reset()
            return
        lines = self.desk.stop() + self._drop()
        self.desk.news.extend(lines)
        self._after(lines)

    def _drop(self) -> list[Line]:
        """Forgets the lines that wait."""
        count = len(self._queue)
        self._queue.clear()
        return [[("dim", f"{count} lines that waited are dropped.")]] if count else []

    def _ask_to_leave(self) -> None:
        """Ctrl-D: within a line it deletes; else it asks once, where something would be left."""
        if self.buffer.text:
            self.buffer.delete()
        elif self.desk.tutorial is not None:
            self.stay()
            self._after(self.desk.leave_lesson())
        elif self.is_leaving or not self.desk.would_be_missed:
            self._leave()
        else:
            self.is_leaving = True

    # What happens

    def _submit(self, lines: list[str]) -> None:
        """Lines in their order. An action that comes while a bot thinks waits for it, and so do all behind it."""
        said: list[Line] = []
        scene = self.desk.scene
        for line in lines:
            if self._queue or (self.desk.waiting is not None and kind_of(line, self.desk.scene) in _ACTIONS):
                self._queue.append(line)
            elif not self.desk.is_over:
                said += self._do(line)
        if (
            len(lines) == 1 and self.desk.tutorial is None and self.desk.scene is scene
        ):  # after a change the board is shown
            room = self.rows_left() - self.menu_room()
            self.is_reading = len(said) > max(room, _SHORT)
        self._after(said)

    def _do(self, line: str) -> list[Line]:
        scene = self.desk.scene
        echo: Line = [("dim", "".join([text for _, text in self.label()])), *coloured(line, EMPTY, scene)]
        do = partial(self.desk.handle, line)
        if kind_of(line, scene) not in _LONG:
            return [echo, *do()]
        return self._interruptible(echo, do)

    def _interruptible(self, echo: Line, do: Callable[[], list[Line]]) -> list[Line]:
        """Does something that may take long: Ctrl-C breaks it off, and the game is as it was."""
        former = signal.signal(signal.SIGINT, signal.default_int_handler)
        keyboard = self.app.input.fileno()
        modes = termios.tcgetattr(keyboard)
        try:
            termios.tcsetattr(keyboard, termios.TCSANOW, [*modes[:3], modes[3] | termios.ISIG, *modes[4:]])
            self.write([echo, [("dim", "Ctrl-C breaks it off.")]])  # and it does from here on
            return do()
        except KeyboardInterrupt:
            self.desk.news.append([("dim", "Broken off.")])
            return [self.desk.news[-1]]
        finally:
            termios.tcsetattr(keyboard, termios.TCSANOW, modes)
            signal.signal(signal.SIGINT, former)

    def _after(self, said: list[Line]) -> None:
        """Writes above the board what there is to say, and goes on: with lines that wait, or with a bot."""
        said = list(said)
        while self._queue and self.desk.waiting is None and not self.desk.is_over:
            said += self._do(self._queue.popleft())
        self.write(said)
        if self.desk.is_over:
            self._leave()
            return
        self._listening.watch(self.desk.seating.opponents.values())
        waiting = self.desk.waiting
        if waiting is not None and not waiting.is_wanted and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(self._delay, self._ask)
        self.app.invalidate()

    # Bots

    def _ask(self) -> None:
        """Asks the bot whose decision is due, if one still is."""
        self._is_due = False
        waiting = self.desk.waiting
        if waiting is None or waiting.is_wanted or not self.app.is_running:
            return
        waiting.want(self.desk.session.table)
        if waiting.fault:
            self._after(self.desk.fault(waiting) + self._drop())
            return
        self._listening.watch(self.desk.seating.opponents.values())
        self._listening.tick(partial(self._look, waiting))

    def _look(self, waiting: Opponent) -> bool:
        """Looks at the clock while a bot thinks, for the toolbar and for a bot that hangs; whether it thinks on."""
        if not self.app.is_running or self.desk.waiting is not waiting:
            return False
        waiting.check()
        if waiting.fault:
            self._after(self.desk.fault(waiting) + self._drop())
            return False
        self.app.invalidate()
        return waiting.is_wanted

    def _hear(self, opponent: Opponent) -> None:
        lines = self.desk.hear(opponent)
        self._after(lines + self._drop() if opponent.fault else lines)
