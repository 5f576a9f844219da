"""The pages of `help`: for every command, and for every verb and rule of the current game."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.engine.games import NAMES
from beachhead.grammar.language import language
from beachhead.protocol.refusal import Refusal

# By command: its usage, and what it does.
COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "answer": ("answer ID ACTION", "A seated bot's decision; ID is that of the `go` it answers."),
    "bench": ("bench [N]", "Plays N random games (default: 100) from fixed seeds and gives their checksum."),
    "board": ("board", "Draws the game for people."),
    "expect": (
        "expect state POSITION | legal COUNT | legal ACTION | illegal RULE ACTION | event EVENT | result … | error CODE LINE",
        "For scripts: an error if that does not hold. It changes nothing.",
    ),
    "explain": (
        "explain ACTION",
        "Says whether an action is legal now and what it would do, or which rule forbids it.",
    ),
    "forfeit": ("forfeit SEAT time|illegal|crash|hang|start", "Takes a seat out of the game; for harnesses."),
    "header": ('header KEY "VALUE"', "Sets a header of the game's record."),
    "hello": ("hello 1 [NAME]", "Says who you are and which version of the protocol you speak."),
    "help": ("help [WORD]", "Explains a command, a verb of the game, or a rule by its id."),
    "hint": ("hint [ms N]", "Asks for a good action, within N milliseconds."),
    "history": ("history", "Gives the game so far as a record that replays."),
    "info": ("info …", "A seated bot's remark; it goes into the record as a comment and gets no answer."),
    "legal": ("legal [KIND]", "Lists the legal actions, all or those whose first word is KIND."),
    "newgame": (
        f"newgame [{'|'.join(NAMES)}] [MODE] [KEY=VALUE …] [seed=WORD] [dice=auto|manual]",
        "Begins a game. With dice=manual the client sends what the dice show.",
    ),
    "perft": ("perft N", "Counts the sequences of N actions from here, outcomes of chance counted as actions."),
    "ping": ("ping", "Is answered, nothing more."),
    "position": ("position [GAME] POSITION [actions A; B; …]", "Begins a game from a position; undo starts afresh."),
    "quit": ("quit", "Ends the conversation."),
    "redo": ("redo [N]", "Takes N undone steps again."),
    "result": ("result", "Says how the game ended: winner, reason, points."),
    "state": ("state [SEAT]", "Gives the position as text, whole or as a seat may see it."),
    "stop": ("stop", "Ends a `perft`, `bench` or `hint` that is running."),
    "undo": ("undo [N]", "Takes N steps back: an action and what was drawn after it are one."),
}

_WORD: Final = re.compile("[a-z]+")


def help_on(topic: str | None, game: Game[Any]) -> list[str]:
    """Return the lines of a page; raise the refusal `argument` for an unknown word."""
    show = game.show
    if topic is None:
        return [
            "Every line is a command or an action, and is answered by lines that end in `ok` or `error`.",
            f"Commands: {' '.join(COMMANDS)}",
            f"Actions of {game.name}: {' '.join(show.verbs)}",
            f"Rules of {game.name}: {' '.join(show.rules)}",
            *([f"Also of {game.name}: {' '.join(show.topics)}"] if show.topics else []),
            "help WORD tells more about each.",
        ]
    entries = {**show.verbs, **show.topics, **COMMANDS}
    pages = [*entries.get(topic, ())]
    if topic == "newgame":
        pages += [f"In {game.name} besides: {key}={'|'.join(values)}" for key, values in game.options.items()]
    rule = show.rules.get(topic)
    if rule is not None:
        pages += [f"Rule {rule.id}, {rule.name}: {rule.text}"]
    pages = pages or _where(topic, entries, game)
    if not pages:
        from difflib import get_close_matches

        known = {word.lower(): word for word in (*entries, *show.rules)}
        (near,) = get_close_matches(topic[:32].lower(), known, 1, 0.0)
        raise Refusal("argument", f"there is no help on '{topic[:32]}': did you mean '{known[near]}'? help lists all")
    return pages


def _where(word: str, entries: Mapping[str, Sequence[str]], game: Game[Any]) -> list[str]:
    """Return help on a word that does not begin a line: its name in the grammar, and the usages that contain it."""
    spoken = language()
    said = [f"{word} is {spoken.name_of(name)}." for name in spoken.choices if word in spoken.words_of(name)]
    if word in game.show.modes:
        said.append(f"{word} is a mode of {game.name}.")
    said += [usage for usage, *_ in entries.values() if word in _WORD.findall(usage)]
    return said
