"""What `help` says: a page for every command, for every verb of the game that is played, and for every rule."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.grammar.language import name_of, words_of
from beachhead.protocol.refusal import Refusal

# By command: how it is written, and what it does.
COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "answer": ("answer ID ACTION", "A seated bot's decision; ID is that of the `go` it answers."),
    "bench": ("bench [N]", "Plays N random games (100 where not said) from fixed seeds and gives their checksum."),
    "board": ("board", "Draws the game for people."),
    "expect": (
        "expect state POSITION | legal COUNT | legal ACTION | illegal RULE ACTION | event EVENT | result … | error CODE LINE",
        "For scripts: an error where that does not hold. It changes nothing.",
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
        "newgame [island|royale] [MODE] [first=SEAT|roll] [players=N] [seed=WORD] [dice=auto|manual]",
        "Begins a game. With dice=manual the client sends what the dice show.",
    ),
    "perft": ("perft N", "Counts the sequences of N actions from here, outcomes of chance counted as actions."),
    "ping": ("ping", "Is answered, nothing more."),
    "position": ("position [GAME] POSITION [actions A; B; …]", "Begins a game from a position; undo starts afresh."),
    "quit": ("quit", "Ends the conversation."),
    "redo": ("redo [N]", "Takes N undone steps again."),
    "result": ("result", "Says how the game ended: winner, reason, points."),
    "state": ("state [SEAT]", "Gives the position as text, whole or as a seat may see it."),
    "undo": ("undo [N]", "Takes N steps back: an action and what was drawn after it are one."),
}

_WORD: Final = re.compile("[a-z]+")
_NAMED: Final = (
    "BEVERAGE",
    "FACING",
    "GAME",
    "HAND",
    "OPTION",
    "PIECE",
    "SIDE",
    "UNDERSIDE",
)  # terminals of several words


def help_on(topic: str | None, game: Game[Any]) -> list[str]:
    """The lines of a page; raises `argument` for a word that nothing is known about."""
    if topic is None:
        return [
            "Every line is a command or an action, and is answered by lines that end in `ok` or `error`.",
            f"Commands: {' '.join(COMMANDS)}",
            f"Actions of {game.name}: {' '.join(game.kinds)}",
            f"Rules of {game.name}: {' '.join(game.rules)}",
            "help WORD tells more about each.",
        ]
    entries = {**game.verbs, **COMMANDS}
    pages = [*entries.get(topic, ())]
    rule = game.rules.get(topic)
    if rule is not None:
        pages += [f"Rule {rule.id}, {rule.name}: {rule.text}"]
    pages = pages or _where(topic, entries, game)
    if not pages:
        from difflib import get_close_matches

        known = {word.lower(): word for word in (*entries, *game.rules)}
        (near,) = get_close_matches(topic[:32].lower(), known, 1, 0.0)
        raise Refusal("argument", f"there is no help on '{topic[:32]}': did you mean '{known[near]}'? help lists all")
    return pages


def _where(word: str, entries: Mapping[str, Sequence[str]], game: Game[Any]) -> list[str]:
    """What a word means that begins no line: what the grammar calls it, and the lines that it is written in."""
    said = [f"{word} is {name_of(terminal)}." for terminal in _NAMED if word in words_of(terminal)]
    if word in game.modes:
        said.append(f"{word} is a mode of {game.name}.")
    said += [usage for usage, *_ in entries.values() if word in _WORD.findall(usage)]
    return said
