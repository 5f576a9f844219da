"""Completions for the open terminals of the grammar: seats, modes, rules, files, bots."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Final

from beachhead.engine.games import NAMES
from beachhead.engine.values import FORFEITS
from beachhead.protocol.help import COMMANDS
from beachhead.protocol.refusal import CODES
from beachhead.protocol.repl.pages import OWN, SEATED, summary
from beachhead.protocol.repl.room import Room
from beachhead.protocol.repl.seating import HUMAN

_MOST_FILES: Final = 200
_OTHER_OPTIONS: Final = {"seed": ("",), "dice": ("auto", "manual")}  # options of every game


class Known:
    """Provides completions from the current state of the room."""

    def __init__(self, room: Room, bots: tuple[str, ...]) -> None:
        self._room = room
        self._bots = bots  # the names of the built-in ones

    def __call__(self, terminal: str, before: str) -> Iterable[tuple[str, str]]:
        """Return the words for a terminal, each with a description; `OPTION KEY` asks for the values of a key."""
        situation = self._room.situation
        named = [word for word in before.split()[1:2] if word in NAMES]  # `newgame` may be about another game
        game = self._room.setting.find(named[0]) if named else self._room.game
        match terminal.split():
            case ["SEAT"]:
                return [(seat, self._room.seating.who(seat)) for seat in self._room.seating.seats]
            case ["WHO"]:
                return [(HUMAN, "you, or whoever sits beside you"), *((f"builtin:{bot}", "") for bot in self._bots)]
            case ["MODE"]:
                return [(mode, "") for mode in game.show.modes]
            case ["RULE"]:
                return [(rule.id, rule.name) for rule in game.show.rules.values()]
            case ["KIND"]:
                counts: dict[str, int] = {}
                for words, _ in situation.actions:
                    counts[words[0]] = counts.get(words[0], 0) + 1
                return [(kind, f"{count} legal") for kind, count in counts.items()]
            case ["TOPIC"]:
                topics = [*OWN, *(word for word in COMMANDS if word not in SEATED), *game.show.verbs]
                pages = [(word, summary(word) or game.show.verbs[word][1]) for word in dict.fromkeys(topics)]
                pages += [(word, page[0]) for word, page in game.show.topics.items() if word not in topics]
                return [*pages, *((rule.id, rule.name) for rule in game.show.rules.values() if rule.id not in topics)]
            case ["REASON"]:
                return [(reason, "") for reason in FORFEITS]
            case ["CODE"]:
                return [(code, "") for code in CODES]
            case ["FILE"]:
                return _files(re.split(r"[ \t]", before)[-1])
            case ["OPTION", key]:
                return [(value, "") for value in game.options.get(key, _OTHER_OPTIONS.get(key, ()))]
        return ()


def _files(fragment: str) -> list[tuple[str, str]]:
    """Return the files and folders whose paths begin with this text."""
    folder, name = os.path.split(fragment)
    try:
        with os.scandir(os.path.expanduser(folder) or ".") as entries:
            found = sorted((entry.name, entry.is_dir()) for entry in entries if entry.name.startswith(name))
    except OSError:
        return []
    shown = [(os.path.join(folder, entry) + "/" * is_folder, "") for entry, is_folder in found[:_MOST_FILES]]
    return [(path, words) for path, words in shown if path.isprintable() and " " not in path]
