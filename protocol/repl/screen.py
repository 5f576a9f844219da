"""The screen: the board, the prompt with its menu, the toolbar, and the keys. All that it shows is found elsewhere.

The board stands above the prompt and is drawn anew in place; what happens is written above it and scrolls away.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, has_completions, is_searching
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings
from prompt_toolkit.key_binding.bindings.auto_suggest import load_auto_suggest_bindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Dimension,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import AppendAutoSuggestion, BeforeInput
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.shortcuts import print_formatted_text
from prompt_toolkit.styles import Style
from prompt_toolkit.widgets import SearchToolbar

from beachhead.engine.game import CHANCE, Action
from beachhead.protocol.process import BotProcess
from beachhead.protocol.repl.clean import Line, clean, clean_line
from beachhead.protocol.repl.colours import fragments, is_light, styles
from beachhead.protocol.repl.desk import Desk
from beachhead.protocol.repl.draw import AROUND, MENU
from beachhead.protocol.repl.judge import EMPTY, Kind, Verdict, coloured, judge
from beachhead.protocol.repl.known import Known
from beachhead.protocol.repl.line import kind_of
from beachhead.protocol.repl.offer import Offers, offers
from beachhead.protocol.repl.opponent import Opponent
from beachhead.protocol.repl.places import history_file

_TICK: Final = 0.5  # seconds between looks at the clock while a bot thinks
_ACTIONS: Final = ("act", "brief")  # the grammar's names for lines that are actions,
_LONG: Final = ("perft", "bench", "hint", "auto", "load")  # and for those that may take long
_KEYS: Final = "Tab completes  help  tutorial  Ctrl-D leaves"


class Screen:
    """The terminal in front of a desk."""

    def __init__(
        self, desk: Desk, bots: tuple[str, ...] = (), delay: float = 0.0, ascii: bool = False, light: bool | None = None
    ) -> None:
        self.desk = desk
        self._known = Known(desk, bots)
        self._delay = delay
        self._ascii = ascii
        self._is_leaving = False  # whether Ctrl-D has asked
        self._queue: deque[str] = deque()  # lines that wait for a bot
        self._watched: dict[int, tuple[Opponent, BotProcess]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._is_due = False  # whether a bot is about to be asked, after the delay
        self._judged: tuple[object, str, Verdict] = (None, "", EMPTY)
        self._offered: tuple[object, str, Offers] = (None, "", Offers(0, ()))
        self._buffer = Buffer(
            completer=_OfferCompleter(self),
            complete_while_typing=Condition(lambda: bool(self._buffer.text.strip())),
            auto_suggest=AutoSuggestFromHistory(),
            history=_history(),
            multiline=False,
            on_text_changed=lambda _: self._stay(),
        )
        light = is_light(os.environ) if light is None else light
        self._style = Style.from_dict(styles(light))
        self.app: Application[None] = self._application()

    # What is shown

    def verdict(self) -> Verdict:
        """What there is to say about the line as it stands."""
        scene, text = self.desk.scene, self._buffer.text
        if self._judged[0] is not scene or self._judged[1] != text:
            self._judged = scene, text, judge(text, scene, self._known)
        return self._judged[2]

    def offered(self, before: str) -> Offers:
        """What may follow the text before the cursor."""
        scene = self.desk.scene
        if self._offered[0] is not scene or self._offered[1] != before:
            self._offered = scene, before, offers(before, scene, self._known)
        return self._offered[2]

    def preview(self) -> Action | None:
        """The action that the board shows as considered: what is chosen in the menu, or typed."""
        state = self._buffer.complete_state
        chosen = state.current_completion if state else None
        return chosen.action if isinstance(chosen, _Offered) else self.verdict().action

    def board(self) -> StyleAndTextTuples:
        """The board above the prompt."""
        size = self.app.output.get_size()
        shown: StyleAndTextTuples = []
        for line in self.desk.picture((size.columns, size.rows), self.preview(), self._ascii):
            shown += [*fragments(line), ("", "\n")]
        return shown[:-1]

    def prompt(self) -> StyleAndTextTuples:
        """Who is asked, and for what."""
        desk = self.desk
        actor = desk.scene.actor
        if desk.tutorial is not None:
            return [("class:asks", "lesson> ")]
        if actor == CHANCE:
            kinds = dict.fromkeys(words[0] for words, _ in desk.scene.actions)
            return [("class:asks", f"{'/'.join(kinds)}? ")]
        if actor is None:
            return [("class:prompt", "> ")]
        style = "dim" if desk.waiting else f"prompt class:{actor}"
        return [(f"class:{style}", f"{actor}> ")]

    def toolbar(self) -> StyleAndTextTuples:
        """What there is to say about the line, or about the moment."""
        desk, verdict = self.desk, self.verdict()
        if self._is_leaving:
            kept = " It is kept: beachhead play --resume goes on with it." if desk.is_unfinished else ""
            return [("class:asks", f"Leave the game? Ctrl-D again leaves, any other key stays.{kept}")]
        if verdict.kind in (Kind.ILLEGAL, Kind.UNREADABLE):
            return [("class:error", clean(verdict.text, self._ascii))]
        if verdict.text:
            return [("", clean(verdict.text, self._ascii))]
        waiting = desk.waiting
        if waiting is not None:
            seconds = time.monotonic() - waiting.asked_at
            since = f" ({seconds:.0f} s)" if waiting.is_wanted and seconds >= 1 else ""
            return [("", clean(f"{waiting.seat}: {waiting.title} is thinking{since}  Ctrl-C stops it", self._ascii))]
        forced = desk.scene.forced
        if verdict.kind is Kind.EMPTY and forced is not None and desk.tutorial is None:
            return [("", clean(f"Enter: {forced} ({desk.scene.describe(forced)})  {_KEYS}", self._ascii))]
        step = ""
        if desk.table.game is not None and desk.tutorial is None and desk.table.timeline.future:
            step = "step {} of {}  next  back  goto N  ".format(*desk.step_number())
        return [("class:dim", f"{step}{_KEYS}")]

    def _menu_height(self) -> int:
        """Lines kept free below the prompt."""
        rows = self.app.output.get_size().rows
        board = len(self.desk.picture((self.app.output.get_size().columns, rows), None, self._ascii))
        return max(1, min(MENU + 3, rows - board - AROUND))

    def _application(self) -> Application[None]:
        search = SearchToolbar(ignore_case=True)
        control = BufferControl(
            self._buffer,
            input_processors=[BeforeInput(self.prompt), AppendAutoSuggestion()],
            lexer=_Painter(self),
            search_buffer_control=search.control,
            preview_search=True,
        )
        board = Window(FormattedTextControl(self.board), dont_extend_height=True, wrap_lines=False)
        line = Window(control, height=lambda: Dimension(min=1 + self._menu_height()), wrap_lines=True)
        toolbar = Window(
            FormattedTextControl(self.toolbar), height=1, dont_extend_height=True, style="class:bottom-toolbar"
        )
        floats = [Float(xcursor=True, ycursor=True, content=CompletionsMenu(max_height=MENU + 3, scroll_offset=1))]
        body = HSplit([ConditionalContainer(board, Condition(lambda: self.desk.table.game is not None)), line, search, toolbar])
        return Application(
            layout=Layout(FloatContainer(body, floats), focused_element=line),
            key_bindings=merge_key_bindings([load_auto_suggest_bindings(), self._keys()]),
            style=self._style,
            include_default_pygments_style=False,
            erase_when_done=True,
            min_redraw_interval=0.01,
            mouse_support=False,
        )

    # Keys

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        in_line = ~is_searching

        @keys.add("enter", filter=in_line)
        def _(event: KeyPressEvent) -> None:
            self._enter()

        @keys.add("tab", filter=in_line)
        def _(event: KeyPressEvent) -> None:
            if self._buffer.complete_state:
                self._buffer.complete_next()
            else:
                self._buffer.start_completion(select_first=False, insert_common_part=True)

        @keys.add("escape", filter=has_completions, eager=True)
        def _(event: KeyPressEvent) -> None:
            self._buffer.cancel_completion()

        @keys.add("c-c", filter=in_line)
        @keys.add("<sigint>")
        def _(event: KeyPressEvent) -> None:
            self._cancel()

        @keys.add("c-d", filter=in_line)
        def _(event: KeyPressEvent) -> None:
            self._ask_to_leave()

        @keys.add(Keys.BracketedPaste)
        def _(event: KeyPressEvent) -> None:
            self._paste(event.data)

        return keys

    def _enter(self) -> None:
        buffer = self._buffer
        if buffer.complete_state and buffer.complete_state.current_completion and self.verdict().kind is Kind.PARTIAL:
            buffer.complete_state = None
            buffer.insert_text(" ")
            buffer.start_completion(select_first=False)
            return
        text = buffer.text
        forced = self.desk.scene.forced
        if not text.strip() and forced is not None and self.desk.tutorial is None:
            text = forced.text
        buffer.reset(append_to_history=bool(buffer.text.strip()))
        if text.strip():
            self._submit([text])

    def _paste(self, data: str) -> None:
        """A pasted text of several lines is played line by line; what follows the last end stays in the prompt."""
        *lines, rest = data.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if not lines:
            self._buffer.insert_text(rest)
            return
        lines[0] = self._buffer.text + lines[0]
        self._buffer.reset()
        self._buffer.insert_text(rest)
        self._submit(lines)

    def _stay(self) -> None:
        self._is_leaving = False

    def _cancel(self) -> None:
        """Ctrl-C: drops the line, or what waits; stops the bots; never ends the game."""
        self._stay()
        if self._buffer.text:
            self._buffer.reset()
            return
        dropped, self._queue = len(self._queue), deque()
        lines = self.desk.stop()
        if dropped:
            lines.append([("dim", f"{dropped} lines that waited are dropped.")])
        self._after(lines)

    def _ask_to_leave(self) -> None:
        """Ctrl-D: within a line it deletes; else it asks once, where something would be left."""
        if self._buffer.text:
            self._buffer.delete()
        elif self.desk.tutorial is not None:
            self._after(self.desk.leave_lesson())
        elif self._is_leaving or not self.desk.is_unfinished:
            self.app.exit()
        else:
            self._is_leaving = True

    # What happens

    def _submit(self, lines: list[str]) -> None:
        """Lines in their order. An action that comes while a bot thinks waits for it, and so do all behind it."""
        said: list[Line] = []
        for line in lines:
            if self._queue or (self.desk.waiting is not None and kind_of(line, self.desk.scene) in _ACTIONS):
                self._queue.append(line)
            else:
                said += self._do(line)
        self._after(said)

    def _do(self, line: str) -> list[Line]:
        echo = self._echo(line)
        if kind_of(line, self.desk.scene) in _LONG:
            return [echo, *self._interruptible(partial(self.desk.handle, line))]
        return [echo, *self.desk.handle(line)]

    def _echo(self, line: str) -> Line:
        label = "".join([text for _, text, *_ in self.prompt()])
        scene = self.desk.scene
        return [("dim", label), *coloured(line, Verdict(Kind.FINE), scene)]

    def _interruptible(self, do: Callable[[], list[Line]]) -> list[Line]:
        """Does something that may take long: Ctrl-C breaks it off, and the game is as it was."""
        former = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with self.app.input.cooked_mode():
                return do()
        except KeyboardInterrupt:
            return [[("dim", "Broken off.")]]
        finally:
            signal.signal(signal.SIGINT, former)

    def _after(self, lines: Iterable[Line]) -> None:
        """Writes above the board what there is to say, and goes on: with lines that wait, or with a bot."""
        said = list(lines)
        while self._queue and self.desk.waiting is None and not self.desk.is_over:
            said += self._do(self._queue.popleft())
        self.write(said)
        if self.desk.is_over:
            if self.app.is_running:
                self.app.exit()
            return
        waiting = self.desk.waiting
        if waiting is not None and not waiting.is_wanted and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(self._delay, self._ask)
        self.app.invalidate()

    def write(self, lines: list[Line]) -> None:
        """Writes lines above the board, which is drawn again below them."""
        if not lines:
            return
        app = self.app
        if app.is_running:
            app.renderer.erase()
        for line in lines:
            print_formatted_text(
                _Fragments(clean_line(line, self._ascii)), style=self._style, output=app.output, include_default_pygments_style=False,
                color_depth=app.color_depth,
            )  # fmt: skip
        if app.is_running:
            app.renderer.request_absolute_cursor_position()
            app.invalidate()

    # Bots

    def _ask(self) -> None:
        """Asks the bot whose decision is due, if one still is."""
        self._is_due = False
        waiting = self.desk.waiting
        if waiting is None or waiting.is_wanted or not self.app.is_running:
            return
        waiting.want(self.desk.session.table)
        if waiting.fault:
            self._after(self.desk.fault_of(waiting))
            return
        self._watch()
        self._tick()

    def _watch(self) -> None:
        """Listens to the streams of all bots that run, and to no others."""
        loop = asyncio.get_running_loop()
        wanted: dict[int, tuple[Opponent, BotProcess]] = {}
        for opponent in self.desk.opponents.values():
            process = opponent.process
            if process is not None:
                wanted |= dict.fromkeys(process.open, (opponent, process))
                if process.is_pending:
                    loop.add_writer(process.stdin, self._write_on, process)
        for stream, owner in list(self._watched.items()):
            if wanted.get(stream) != owner:
                loop.remove_reader(stream)
                del self._watched[stream]
        for stream, owner in wanted.items():
            if stream not in self._watched:
                loop.add_reader(stream, self._read, stream, *owner)
                self._watched[stream] = owner

    def _write_on(self, process: BotProcess) -> None:
        process.read(process.stdin)
        if not process.is_pending:
            asyncio.get_running_loop().remove_writer(process.stdin)

    def _read(self, stream: int, opponent: Opponent, process: BotProcess) -> None:
        process.read(stream)
        lines = self.desk.hear(opponent) if opponent.process is process else []
        self._watch()
        self._after(lines)

    def _tick(self) -> None:
        """Looks at the clock while a bot thinks, for the toolbar and for a bot that hangs."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        waiting = self.desk.waiting
        if waiting is None or not waiting.is_wanted or not self.app.is_running:
            return
        waiting.check()
        if waiting.fault:
            self._watch()
            self._after(self.desk.fault_of(waiting))
            return
        self.app.invalidate()
        self._timer = asyncio.get_running_loop().call_later(_TICK, self._tick)

    # From beginning to end

    def run(self, first: list[Line]) -> None:
        """Plays until the person leaves."""

        def begin() -> None:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self._hang_up)
            loop.call_soon(self._after, first + self.desk.advance())

        self.app.run(pre_run=begin, handle_sigint=True)

    def _hang_up(self) -> None:
        if self.app.is_running:
            self.app.exit()


class _Fragments(list[Any]):
    """Formatted text of our own spans. (Any: prompt_toolkit's union of tuples, whose handlers are never used here.)"""

    def __init__(self, line: Line) -> None:
        super().__init__(fragments(line))


class _Offered(Completion):
    """A completion with the action that it would be."""

    action: Action | None = None


class _OfferCompleter(Completer):
    """The menu: what `offers` gives."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        found = self._screen.offered(document.text_before_cursor)
        for offer in found.found:
            meta = clean(offer.words, self._screen._ascii)
            completion = _Offered(offer.text, -found.length, display=clean(offer.text), display_meta=meta)
            completion.action = offer.action
            yield completion


class _Painter(Lexer):
    """The line in the grammar's colours, marked where it is illegal or cannot be read."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        screen = self._screen
        if document.text == screen._buffer.text:
            verdict = screen.verdict()
        else:
            verdict = EMPTY
        spans = coloured(document.text, verdict, screen.desk.scene)
        return lambda _: [*fragments(spans)]


def _history() -> History:
    file = history_file()
    return InMemoryHistory() if file is None else FileHistory(str(file))


def depth_of(environ: dict[str, str]) -> ColorDepth | None:
    """No colours where the person wants none."""
    return ColorDepth.DEPTH_1_BIT if environ.get("NO_COLOR") else None
