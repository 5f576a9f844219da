"""The report of a tournament, and the pages of its games, served on this machine; they grow while games run.

Nothing can be changed from these pages: they ask for pages, and a connection tells them what is new. The server reads the
database as anyone may while games run, so it never keeps a game from being stored.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from beachhead.bots.arena.game import FindGame
from beachhead.bots.arena.page.boards import Boards
from beachhead.bots.arena.page.page import Judge, game_page, game_row, report_page
from beachhead.bots.arena.page.sections import sections
from beachhead.bots.arena.plan import BadPlan
from beachhead.bots.arena.reading import reading
from beachhead.bots.arena.store import BadStore
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.web.door import Door, forbid, refuse, respond, why_closed

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Request, Response

LOOK: Final = 1.0  # seconds between two looks at the database
BREATH: Final = 9  # times what a report took to make: so long nothing new is made
BOARDS: Final = 0.5  # seconds between two pictures of the running games
PATIENCE: Final = 300  # seconds that a page may take to be made
KEPT: Final = 50  # pages of games that are remembered
_UNREADABLE: Final = (BadPlan, BadStore, OSError, sqlite3.Error)


def serve(
    folder: Path,
    find: FindGame,
    judge: Judge | None,
    place: tuple[str, int],
    told: Callable[[str], None],
    live: int | None = None,
) -> int:
    """Serve the pages of a folder at a host and port until Ctrl-C; ``told`` is called with the address.

    ``live`` is the end of a pipe by which a spectator tells about running games: when it is closed, the server ends.
    Raise BadPlan if it cannot listen there.
    """
    host, port = place
    asyncio.run(_Server(folder, find, judge, Door(host), live).run(port, told))
    return 0


class _Server:
    def __init__(self, folder: Path, find: FindGame, judge: Judge | None, door: Door, live: int | None) -> None:
        self.door = door
        self._folder = folder
        self._find = find
        self._live = live
        self._boards = Boards()
        self._pages: set[ServerConnection] = set()
        self._sections: dict[str, str] = {}
        self._ids: set[int] = set()  # the games that the pages know
        self._whole: dict[str, Any] = {}  # all that the pages know, for one that comes later
        self._maker = ThreadPoolExecutor(1)  # makes one page at a time: the games need the other cores
        self._judge = judge
        self._game_page = lru_cache(KEPT)(self._make_game_page)
        self._ended = asyncio.Event()

    async def run(self, port: int, told: Callable[[str], None]) -> None:
        from websockets.asyncio.server import serve

        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._ended.set)
        if self._live is not None:
            os.set_blocking(self._live, False)
            loop.add_reader(self._live, self._hear, self._live)
        listening = serve(
            self._converse,
            self.door.host,
            port,
            process_request=self._answer,
            open_timeout=PATIENCE,
            max_size=1000,
            compression=None,
        )
        async with AsyncExitStack() as stack:
            try:
                server = await stack.enter_async_context(listening)
            except OSError as problem:
                raise BadPlan(why_closed((self.door.host, port), problem)) from None
            self.door.open(server)
            told(self.door.address)
            watching = [asyncio.create_task(self._watch()), asyncio.create_task(self._show_boards())]
            await self._ended.wait()
            for task in watching:
                task.cancel()
            with suppress(*_UNREADABLE):
                await self._renew(is_whole=True)  # news may have been lost when the tasks were cancelled
            await self._send({"ended": True})
        self._maker.shutdown(cancel_futures=True)

    # Pages

    async def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        path = self.door.path(request)
        if path == "news":
            return None if self.door.is_own_page(request) else forbid(connection)
        try:
            if path == "":
                connect = f"ws://{self.door.place(request)}"
                return respond(connection, await self._in_thread(partial(self._make_report, connect)))
            if path is not None and path.startswith("games/") and path.endswith(".html"):
                number = path.removeprefix("games/").removesuffix(".html")
                if number.isascii() and number.isdecimal() and len(number) < 10:
                    return respond(connection, await self._in_thread(partial(self._game_page, int(number))))
        except (KeyError, Refusal):
            return refuse(connection, request)
        except _UNREADABLE as problem:
            return respond(connection, f"{problem}\n", "text/plain")
        return refuse(connection, request)

    async def _in_thread(self, make: Callable[[], str]) -> str:
        return await asyncio.get_running_loop().run_in_executor(self._maker, make)

    def _make_report(self, connect: str) -> str:
        with reading(self._folder, self._find) as report:
            return report_page(report, None, "news", connect)

    def _make_game_page(self, id: int) -> str:
        with reading(self._folder, self._find) as report:
            return game_page(report, report.results[id], self._judge)

    # News

    async def _converse(self, page: ServerConnection) -> None:
        from websockets.exceptions import ConnectionClosed

        self._pages.add(page)
        try:
            with suppress(ConnectionClosed):  # in any way: pages are closed, and machines go to sleep
                await page.send(json.dumps({**self._boards.all(), **self._whole}))
                async for _ in page:  # pages say nothing
                    pass
        finally:
            self._pages.discard(page)

    async def _send(self, message: dict[str, Any]) -> None:  # Any: JSON
        from websockets.exceptions import ConnectionClosed

        text = json.dumps(message)
        for page in tuple(self._pages):
            with suppress(ConnectionClosed):
                await page.send(text)

    async def _watch(self) -> None:
        """Tell the pages what is new in the database."""
        while True:
            begun = time.monotonic()
            if self._pages:
                with suppress(*_UNREADABLE):
                    await self._renew()
            await asyncio.sleep(max(LOOK, BREATH * (time.monotonic() - begun)))

    async def _renew(self, is_whole: bool = False) -> None:
        news = await asyncio.get_running_loop().run_in_executor(self._maker, self._news, is_whole)
        if news:
            await self._send(news)

    def _news(self, is_whole: bool) -> dict[str, Any]:
        """Return the sections that changed, and the games that came since the last time; or all of both."""
        with reading(self._folder, self._find) as report:
            ids = set(report.store.ids())
            if ids == self._ids and self._sections and not is_whole:
                return {}
            found = sections(report)
            is_whole = (
                is_whole or bool(self._ids - ids) or not self._sections
            )  # games were taken back, or none are known
            changed = {id: markup for id, markup in found.items() if is_whole or self._sections.get(id) != markup}
            rows = [game_row(result) for result in report.counted()]
            known = set() if is_whole else self._ids
            self._sections, self._ids = found, ids
            self._boards.forget(ids)
            self._whole = {"sections": found, "games": rows, "whole": True, "bots": report.plan.names}
            fresh = [row for row in rows if row[0] not in known]
            return {**self._whole, "sections": changed, "games": fresh, "whole": is_whole}

    # Boards

    def _hear(self, live: int) -> None:
        try:
            heard = os.read(live, 1 << 16)
        except BlockingIOError:
            return
        if heard:
            self._boards.hear(heard)
            return
        asyncio.get_running_loop().remove_reader(live)  # the run is over
        self._ended.set()

    async def _show_boards(self) -> None:
        while True:
            await asyncio.sleep(BOARDS)
            if self._pages and self._boards.is_changed:
                await self._send(await asyncio.get_running_loop().run_in_executor(self._maker, self._drawn))

    def _drawn(self) -> dict[str, Any]:
        with reading(self._folder, self._find) as report:
            plan = report.plan
            return self._boards.draw(plan.find(plan.terms.game, plan.terms.deck), plan.names)
