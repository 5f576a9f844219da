"""The server of the page of a game that is played with the mouse, for its own pages only.

A page sends lines of the protocol unchanged, and receives everything that it shows as JSON. Requests that change nothing
in the game begin with `?`: `?preview ACTION`, `?threats on|off`, `?record`, and `?uncover`.
"""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from beachhead.engine.drawing.drawing import definitions
from beachhead.grammar.parse import BadSyntax
from beachhead.protocol import reader
from beachhead.protocol.page.document import document
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.commands import Commands
from beachhead.protocol.repl.listening import Listening
from beachhead.protocol.repl.opponent import Opponent
from beachhead.protocol.repl.record import record_lines
from beachhead.protocol.web.door import Door, forbid, refuse, respond
from beachhead.protocol.web.show import shown, table

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Request, Response

LONGEST: Final = 2000  # limit of a line, in characters
_OWN: Final = ("go", "stop", "rematch")  # lines of the prompt that a page may also send
_LONG: Final = (reader.Perft, reader.Bench)  # these would block all pages


class Server:
    """A room of the prompt, with pages instead of a terminal."""

    def __init__(self, commands: Commands, delay: float, door: Door) -> None:
        """``delay`` is the time before every decision of a bot, in seconds."""
        self.commands = commands
        self.room = commands.room
        self.door = door
        self._delay = delay
        self._pages: dict[ServerConnection, bool] = {}  # whether each shows threats
        self._is_due = False
        self._listening = Listening(self._hear)

    async def run(self, port: int, told: Callable[[str], None], first: list[Line]) -> None:
        """Serve until SIGINT or SIGTERM; ``told`` is called with the address. Raise OSError if the port is taken."""
        from websockets.asyncio.server import serve

        ended = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
        async with serve(
            self._converse, self.door.host, port, process_request=self._answer, max_size=4 * LONGEST, compression=None
        ) as server:
            self.door.open(server)
            told(self.door.address)
            self._after(first + self.room.advance())
            await ended.wait()

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return the page or a refusal, or None to let one of our own pages open its connection."""
        path = self.door.path(request)
        if path == "lines":
            return None if self.door.is_own_page(request) else forbid(connection)
        if path != "":
            return refuse(connection, request)
        return respond(connection, self.page(f"ws://{self.door.place(request)}"))

    def page(self, connect: str) -> str:
        """Return the page; it may connect to ``connect``."""
        game, state = self.room.game, self.room.table.timeline.state
        parts = {"game": game.show.title, "definitions": definitions(game.seats(state), game.show.shapes)}
        return document("play", parts, connect)

    async def _converse(self, page: ServerConnection) -> None:
        self._pages[page] = False
        try:
            await page.send(self._shown(page))
            async for line in page:
                if isinstance(line, str):
                    await self._hear_page(page, line)
        finally:
            del self._pages[page]

    async def _hear_page(self, page: ServerConnection, line: str) -> None:
        if line == "?uncover":
            self.commands.board.uncover()
            self._after([])
        elif self.commands.board.is_covered:
            await page.send(self._shown(page))
        elif line.startswith("?preview "):
            action = next((a for _, a in self.room.situation.actions if a.text == line.removeprefix("?preview ")), None)
            await page.send(json.dumps({"table": table(self.commands, action, self._pages[page]), "is_preview": True}))
        elif line in ("?threats on", "?threats off"):
            self._pages[page] = line.endswith("on")
            await page.send(self._shown(page))
        elif line == "?record":
            await page.send(json.dumps({"record": "\n".join([*record_lines(self.room.whole()), ""])}))
        else:
            self._after(self._do(line), line)

    def _do(self, line: str) -> list[Line]:
        """Run a line of the protocol as the prompt does; most other lines of the prompt are refused."""
        problem = self._problem(line)
        return [[("error", problem)]] if problem else self.commands.handle(line)

    def _problem(self, line: str) -> str:
        if len(line) > LONGEST or not line.isprintable():
            return f"a line has at most {LONGEST} printable characters"
        if line in _OWN:
            return ""
        try:
            command = reader.read(line, self.room.game)
        except BadSyntax as bad:
            return str(bad)
        return "perft and bench are for the prompt" if isinstance(command, _LONG) else ""

    def _shown(self, page: ServerConnection, lines: list[Line] | None = None, sent: str = "") -> str:
        return json.dumps(shown(self.commands, lines or (), sent, self._pages[page]))

    # Events, as at the prompt

    def _after(self, said: list[Line], sent: str = "") -> None:
        for page in self._pages:
            asyncio.get_running_loop().create_task(_send(page, self._shown(page, said, sent)))
        self._listening.watch(self.room.seating.opponents.values())
        waiting = self.room.waiting
        if waiting is not None and not waiting.is_wanted and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(self._delay, self._ask)

    def _ask(self) -> None:
        self._is_due = False
        waiting = self.room.waiting
        if waiting is None or waiting.is_wanted:
            return
        waiting.want(self.room.session.table)
        if waiting.fault:
            self._after(self.room.fault(waiting))
            return
        self._listening.watch(self.room.seating.opponents.values())
        self._listening.tick(partial(self._look, waiting))

    def _look(self, waiting: Opponent) -> bool:
        if self.room.waiting is not waiting:
            return False
        waiting.check()
        if waiting.fault:
            self._after(self.room.fault(waiting))
            return False
        return waiting.is_wanted

    def _hear(self, opponent: Opponent) -> None:
        before: Any = self.room.table.timeline
        lines = self.room.hear(opponent)
        if lines or self.room.table.timeline is not before:
            self._after(lines)
        else:
            self._listening.watch(self.room.seating.opponents.values())


async def _send(page: ServerConnection, text: str) -> None:
    from websockets.exceptions import ConnectionClosed

    try:
        await page.send(text)
    except ConnectionClosed:
        return  # the page has gone; the handler of its connection will notice
