"""The server of a game played with the mouse on a page; it serves only its own pages.

A page sends lines of the prompt unchanged, and receives everything that it shows as JSON. Requests that change nothing in the
game begin with `?`: `?preview ACTION`, `?why PLACE …`, `?threats on|off`, `?record`, and `?uncover`.
"""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from beachhead.engine.drawing.drawing import definitions
from beachhead.engine.timeline import Moment
from beachhead.protocol.page.document import as_json, document
from beachhead.protocol.repl.clean import Line, clean
from beachhead.protocol.repl.commands import Commands
from beachhead.protocol.repl.listening import Listening
from beachhead.protocol.repl.opponent import Opponent
from beachhead.protocol.repl.record import record_lines
from beachhead.protocol.repl.steps import moments_since
from beachhead.protocol.reply import event_lines
from beachhead.protocol.web.door import Door, forbid, refuse, respond
from beachhead.protocol.web.lines import LONGEST, why_lines, why_refused
from beachhead.protocol.web.show import offered, shown, table, told

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Request, Response


class Server:
    """Serves a room of the prompt to pages instead of a terminal."""

    def __init__(self, commands: Commands, delay: float, door: Door) -> None:
        """``delay`` is the time before every decision of a bot, in seconds."""
        self.commands = commands
        self.room = commands.room
        self.door = door
        self._delay = delay
        self._pages: dict[ServerConnection, bool] = {}  # by connection: whether it shows threats
        self._is_due = False
        self._told: Moment[Any] | None = None  # the moment up to which the log has the events
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
            self._told = self.room.table.timeline.now
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
        parts = {
            "game": game.show.title,
            "definitions": definitions(game.seats(state), game.show.shapes),
            "data": as_json({"games": offered(self.room.setting)}),
        }
        return document("play", parts, connect)

    async def _converse(self, page: ServerConnection) -> None:
        from websockets.exceptions import ConnectionClosed

        self._pages[page] = False
        try:
            with suppress(ConnectionClosed):  # in any way: pages are closed, and machines go to sleep
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
        elif line.startswith("?why "):
            await page.send(json.dumps(told(self.room, self._explained(line.split()[1:3]))))
        elif line in ("?threats on", "?threats off"):
            self._pages[page] = line.endswith("on")
            await page.send(self._shown(page))
        elif line == "?record":
            await page.send(json.dumps({"record": "\n".join([*record_lines(self.room.whole()), ""])}))
        else:
            self._after(self._do(line), line)

    def _do(self, line: str) -> list[Line]:
        """Run a line as the prompt does, or refuse it."""
        problem = why_refused(line, self.room)
        if problem:
            return [[("error", problem)]]
        return self.room.seating.stop(is_asked=True) if line == "stop" else self.commands.handle(line)

    def _explained(self, places: list[str]) -> list[Line]:
        """Return why nothing can be done with places, as the answers to the lines that ask for it."""
        found: list[Line] = []
        for line in why_lines(places, self.room):
            found += [[("typed", f"> {line}")], *self.commands.handle(line)]
        return found or [[("error", f"nothing can be done with {clean(' '.join(places))[:40]} now")]]

    def _shown(self, page: ServerConnection, lines: list[Line] | None = None, sent: str = "") -> str:
        return json.dumps(shown(self.commands, lines or (), sent, self._pages[page]))

    # Events, as at the prompt

    def _after(self, said: list[Line], sent: str = "") -> None:
        said = said + self._events()
        for page in self._pages:
            asyncio.get_running_loop().create_task(_send(page, self._shown(page, said, sent)))
        self._listening.watch(self.room.seating.opponents.values())
        waiting = self.room.waiting
        if waiting is not None and not waiting.is_wanted and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(self._delay, self._ask)

    def _events(self) -> list[Line]:
        """Return the events since the last time as lines of the protocol."""
        now = self.room.table.timeline.now
        before, self._told = self._told, now
        moments = None if before is None else moments_since(now, before)
        return [[("wire", f"< {line}")] for line in event_lines([event for m in moments or () for event in m.told()])]

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

    with suppress(ConnectionClosed):  # the handler of its connection will notice
        await page.send(text)
