"""`beachhead play --web`: play a game on a page, as the options of the command line say, and save it if asked to."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

from beachhead.protocol.process import end_all
from beachhead.protocol.repl.clean import clean
from beachhead.protocol.repl.play import WATCHING, BadStart, Options, begin, farewell, resume
from beachhead.protocol.repl.setting import Setting
from beachhead.protocol.web.door import Door
from beachhead.protocol.web.server import Server


def serve(setting: Setting, options: Options, place: tuple[str, int], told: Callable[[str], None]) -> int:
    """Serve a game at a host and port until Ctrl-C; ``told`` is called with the address.

    Raise BadStart, and OSError if the port is taken.
    """
    if setting.record is not None and os.path.exists(setting.record):
        raise BadStart(f"there is a file {clean(setting.record)} already: name another for the record")
    commands, first = begin(setting, options) if options.resumed is None else resume(setting, options.resumed)
    room = commands.room
    host, port = place
    delay = options.delay if options.delay is not None else 0.0 if room.seating.humans else WATCHING
    try:
        asyncio.run(Server(commands, delay, Door(host)).run(port, told, first))
    finally:
        farewell(room)
        end_all([process for bot in room.seating.opponents.values() if (process := bot.say_goodbye()) is not None])
    return 0
