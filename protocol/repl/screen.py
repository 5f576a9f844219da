"""The screen: the layout of the board, the prompt with its menu, and the toolbar.

The board above the prompt is redrawn in place; messages are written above it and scroll away.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import get_app_session
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, merge_key_bindings
from prompt_toolkit.key_binding.bindings.auto_suggest import load_auto_suggest_bindings
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
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.renderer import print_formatted_text
from prompt_toolkit.styles import Style
from prompt_toolkit.widgets import SearchToolbar

from beachhead.engine.picture import Picture, Span
from beachhead.engine.values import Action
from beachhead.protocol.repl.analysis import risks
from beachhead.protocol.repl.board import LOW, Board
from beachhead.protocol.repl.clean import Line, clean, clean_line
from beachhead.protocol.repl.colours import fragments, is_light, styles
from beachhead.protocol.repl.draft import Draft
from beachhead.protocol.repl.draw import AROUND, MENU, wrapped
from beachhead.protocol.repl.judge import EMPTY, Kind, Verdict
from beachhead.protocol.repl.known import Known
from beachhead.protocol.repl.places import history_file
from beachhead.protocol.repl.room import Room
from beachhead.protocol.repl.talk import paragraphs
from beachhead.protocol.repl.toolbar import LEAVE, LOSE, about, label

_MENU_MOST: Final = MENU + 5  # maximum number of lines of the menu


class Screen:
    """The terminal in front of a room."""

    def __init__(
        self,
        room: Room,
        board: Board,
        bots: tuple[str, ...],
        ascii: bool = False,
        light: bool | None = None,
        keys: KeyBindings | None = None,
    ) -> None:
        """``bots`` are the names of the built-in bots; ``light`` is None if the background has to be detected."""
        self.room = room
        self._board = board
        self.ascii = ascii
        self.is_leaving = False  # whether Ctrl-D has asked whether to leave
        self.has_more = False  # whether a long answer has another page
        self.is_reading = False  # whether the board is hidden for a long answer, until the next key
        self.draft = Draft(lambda: self.room.situation, Known(room, bots))
        self._keys = keys or KeyBindings()
        self.buffer = Buffer(
            completer=_Menu(self),
            complete_while_typing=Condition(lambda: bool(self.buffer.text.strip())),
            auto_suggest=AutoSuggestFromHistory(),
            history=_history(),
            multiline=False,
            on_text_changed=lambda _: self.stay(),
        )
        self._style = Style.from_dict(styles(is_light(os.environ) if light is None else light))
        self.app: Application[None] = self._application()

    def stay(self) -> None:
        """Called for every key: do not leave, and show the board."""
        self.is_leaving = self.is_reading = False

    def _fragments(self, spans: Iterable[Span]) -> list[tuple[str, str]]:
        table = self.room.table
        return fragments(spans, () if table.game is None else table.game.seats(table.timeline.state))

    # The line

    def verdict(self) -> Verdict:
        """Return the verdict on the current line."""
        return EMPTY if self.room.question is not None else self.draft.verdict(self.buffer.text)

    def painted(self, text: str) -> StyleAndTextTuples:
        """Return a line in colour."""
        return [("", text)] if self.room.question is not None else [*fragments(self.draft.painted(text))]

    # The parts of the screen

    def _picture(self, preview: Action | None = None) -> Picture:
        size = self.app.output.get_size()
        self._board.columns = size.columns
        return self._board.picture((size.columns, size.rows), preview, self.ascii)

    def board(self) -> StyleAndTextTuples:
        """Return the board above the prompt, with a preview of the action chosen in the menu or typed."""
        state = self.buffer.complete_state
        chosen = state.current_completion if state else None
        preview = chosen.action if isinstance(chosen, _Offered) else self.verdict().action
        shown: StyleAndTextTuples = []
        for line in self._picture(preview):
            shown += [*self._fragments(line), ("", "\n")]
        return shown[:-1]

    def label(self) -> Line:
        """Return the label of the prompt: who is asked, and for what."""
        return [] if self._board.is_covered or self._board.film else label(self.room)

    def toolbar(self) -> StyleAndTextTuples:
        """Return the toolbar: remarks on the line, or on the moment."""
        shown: StyleAndTextTuples = []
        for line in self._toolbar_lines():
            shown += [*fragments(line), ("", "\n")]
        return shown[:-1]

    def _toolbar_lines(self) -> Picture:
        """Return the toolbar in at most two lines; on a low screen it leaves room for the menu and the board."""
        style, text = self._said()
        size = self.app.output.get_size()
        lines = wrapped(paragraphs(clean(text, self.ascii), style), size.columns)[:2]
        if size.rows >= LOW:
            return lines
        room = size.rows - len(self._picture()) - AROUND
        if self.buffer.complete_state:
            return lines[:room] if room > 0 else [[]]
        return lines if style == "error" else lines[: max(room + 1, 1)]

    def _said(self) -> tuple[str, str]:
        if self.is_leaving:
            return "asks", LOSE if self.room.loses_variations else LEAVE
        if self._board.film:
            return "dim", "the dice fall: any key shows how it ends"
        if self._board.is_covered:
            return "", ""
        verdict = self.verdict()
        if verdict.action is not None and self.room.shows_dangers:
            found = risks(self.room.situation, verdict.action)
            return "", "  ! ".join([verdict.text, *found])
        if verdict.text:
            return "error" if verdict.kind in (Kind.ILLEGAL, Kind.UNREADABLE) else "", verdict.text
        if self.is_reading:
            return "dim", f"{'Enter: more.  ' if self.has_more else ''}any key brings the board back"
        style, text = about(self.room, verdict.kind is Kind.EMPTY)
        due = self._due()
        return ("", f"{due}  {text}") if due else (style, text)

    def _due(self) -> str:
        """Return who has to act and how, if the screen is too low for the board to show it."""
        size = self.app.output.get_size()
        return self._board.due((size.columns, size.rows)) if size.rows < LOW else ""

    def rows_left(self) -> int:
        """Return the number of rows that the board, the prompt and the toolbar leave free."""
        return self.app.output.get_size().rows - len(self._picture()) - AROUND - len(self._toolbar_lines()) + 1

    def menu_room(self) -> int:
        """Return the number of rows to keep free below the prompt."""
        return 0 if self.is_reading else max(0, min(_MENU_MOST, self.rows_left()))

    def _menu_rows(self) -> int:
        """Return the number of rows of the menu that fit below the prompt, so that it never hides the board."""
        state = self.buffer.complete_state
        return min(self.menu_room(), len(state.completions) if state else 0) or 1

    def _is_board_shown(self) -> bool:
        return self.room.table.game is not None and not self.is_reading

    def _application(self) -> Application[None]:
        search = SearchToolbar(ignore_case=True)
        control = BufferControl(
            self.buffer,
            input_processors=[BeforeInput(lambda: [*self._fragments(self.label())]), AppendAutoSuggestion()],
            lexer=_Painter(self),
            search_buffer_control=search.control,
            preview_search=True,
        )
        board = Window(FormattedTextControl(self.board), dont_extend_height=True, wrap_lines=False)
        line = Window(control, height=lambda: Dimension(min=1 + self.menu_room()), wrap_lines=True)
        toolbar = Window(FormattedTextControl(self.toolbar), height=lambda: len(self._toolbar_lines()))
        menu = Float(
            CompletionsMenu(max_height=_MENU_MOST, scroll_offset=1), xcursor=True, ycursor=True, height=self._menu_rows
        )
        body = HSplit([ConditionalContainer(board, Condition(self._is_board_shown)), line, search, toolbar])
        output = get_app_session().output
        if isinstance(output, Vt100_Output):
            # Asked for its cursor, a terminal would answer from before the last lines were written.
            output.enable_cpr = False
        return Application(
            output=output,
            layout=Layout(FloatContainer(body, [menu]), focused_element=line),
            key_bindings=merge_key_bindings([load_auto_suggest_bindings(), self._keys]),
            style=self._style,
            include_default_pygments_style=False,
            erase_when_done=True,
        )

    def wrapped(self, lines: list[Line]) -> list[Line]:
        """Return lines wrapped at the terminal's width."""
        columns = self.app.output.get_size().columns
        return [part for line in lines for part in wrapped(clean_line(line, self.ascii), columns)]

    def write(self, lines: list[Line]) -> None:
        """Write lines above the board, which is redrawn below them."""
        if not lines:
            return
        app = self.app
        if app.is_running:
            app.renderer.erase()
        for part in self.wrapped(lines):
            text: StyleAndTextTuples = [*self._fragments(part), ("", "\n")]
            print_formatted_text(app.output, text, self._style, color_depth=app.color_depth)
        if app.is_running:
            app.invalidate()


class _Offered(Completion):
    """A completion with the action that it would make."""

    action: Action | None = None


class _Menu(Completer):
    """The completions of `offers` in the form of prompt_toolkit."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        if complete_event.text_inserted and not document.text.strip():
            return  # the line has been played meanwhile
        if self._screen.room.question is not None:
            return
        found = self._screen.draft.offered(document.text_before_cursor)
        for offer in found.found:
            meta = clean(offer.words, self._screen.ascii)
            completion = _Offered(offer.text, -found.length, display=clean(offer.text), display_meta=meta)
            completion.action = offer.action
            yield completion


class _Painter(Lexer):
    """The line in the grammar's colours; illegal and invalid parts are marked."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        painted = self._screen.painted(document.text)
        return lambda _: painted


def _history() -> History:
    file = history_file()
    return InMemoryHistory() if file is None else FileHistory(str(file))
