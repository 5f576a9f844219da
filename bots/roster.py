"""The built-in bots by name. The modules of a bot are imported when it is made, before any clock runs.

A bot has one name for all games: it plays each game with the module listed for it, and a game without a module as
`wanderer` does. Only `random` and `wanderer` play every game without knowing it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from beachhead.bots.sdk import Choose, Decision, GameInfo, play
from beachhead.engine.interrupt import IsStopped
from beachhead.engine.values import Action

if TYPE_CHECKING:
    from beachhead.bots.analysis import Analyst
    from beachhead.engine.game import Game
    from beachhead.engine.timeline import Timeline

# The modules that play any game, by the bot's name.
_ANY_GAME: Final[Mapping[str, str]] = {
    "random": "beachhead.bots.random",
    "wanderer": "beachhead.bots.wanderer",
}
# The modules that play one game, by the bot's name and the game.
_ONE_GAME: Final[Mapping[str, Mapping[str, str]]] = {
    "greedy": {"island": "beachhead.bots.island.greedy"},
    "rookie": {"island": "beachhead.bots.island.rookie"},
    "scout": {"island": "beachhead.bots.island.scout"},
    "general": {"island": "beachhead.bots.island.general"},
    "raider": {"royale": "beachhead.bots.royale.raider"},
    "warlord": {"royale": "beachhead.bots.royale.warlord"},
}
# The modules that advise people, by game.
_ADVISERS: Final[Mapping[str, str]] = {
    "island": "beachhead.bots.island.advice",
    "royale": "beachhead.bots.royale.advice",
}
# The modules and classes that evaluate positions, by game.
_ANALYSTS: Final[Mapping[str, tuple[str, str]]] = {
    "island": ("beachhead.bots.island.analyst", "IslandAnalyst"),
    "royale": ("beachhead.bots.royale.analyst", "RoyaleAnalyst"),
}
# The bots with levels, and how many they have.
_LEVELS: Final[Mapping[str, int]] = {"general": 9, "warlord": 9}
NAMES: Final = (*_ANY_GAME, *_ONE_GAME)
# What each of them does, for people who choose one.
SUMMARIES: Final[Mapping[str, str]] = {
    "random": "plays any legal action",
    "wanderer": "plays any legal kind of action, and then any action of that kind",
    "greedy": "takes the best action of those that it can play now",
    "rookie": "shoots if that pays, else tries three actions: an opponent for a first bot",
    "scout": "looks one whole turn ahead",
    "general": "searches as deep as its clock allows",
    "raider": "weighs the exact odds of attacks and duels",
    "warlord": "plans with random draws of what it cannot see",
}

MakeChoice = Callable[..., Choose]  # takes a seed; for a bot with levels, a level too
# Takes a state in which a seat decides, and milliseconds (None: no limit); returns an action, remarks on it, and the
# numbers of the search as a remark for programs.
Advise = Callable[[Any, int | None, IsStopped], tuple[Action, list[str], str]]  # Any: the game's own class of states

# Takes a state in which a seat decides, and a number; returns so many actions, the best first, each with the seat's chance.
Rank = Callable[[Any, int], list[tuple[Action, float]]]


class UnknownBot(Exception):
    """No built-in bot has that name, or the bot does not have that level."""


def games_of(name: str) -> tuple[str, ...]:
    """Return the games that a built-in bot knows; empty for a bot that plays every game without knowing it."""
    return tuple(_ONE_GAME.get(name, ()))


def listed() -> list[str]:
    """Return a line for each built-in bot: its name, the games that it knows, and what it does."""
    width = max(map(len, NAMES))
    games = {name: ", ".join(games_of(name)) or "any game" for name in NAMES}
    most = max(map(len, games.values()))
    levels = {name: f"; --level 1 to {top}" for name, top in _LEVELS.items()}
    return [f"{name:<{width}}  {games[name]:<{most}}  {SUMMARIES[name]}{levels.get(name, '')}" for name in NAMES]


def opponents(game: str) -> list[tuple[str, str]]:
    """Return the built-in bots that know a game, each level as one: the name that a seat takes, and words for people."""
    found = []
    for name in NAMES:
        known = _ONE_GAME.get(name)
        if known is None or game in known:
            levels = _LEVELS.get(name)
            if levels is None:
                found.append((f"builtin:{name}", f"{name}: {SUMMARIES[name]}"))
            else:
                found += [
                    (f"builtin:{name} --level {n}", f"{name}, level {n}: {SUMMARIES[name]}")
                    for n in range(1, levels + 1)
                ]
    return found


def find_adviser(game: str) -> Advise | None:
    """Return the adviser for a game, or None if it has none."""
    if game not in _ADVISERS:
        return None
    advise: Advise = import_module(_ADVISERS[game]).advise
    return advise


def find_ranker(game: str) -> Rank | None:
    """Return the function that compares the actions of a game, or None if it has none."""
    if game not in _ADVISERS:
        return None
    rank: Rank = import_module(_ADVISERS[game]).rank
    return rank


def find_analyst(game: Game[Any]) -> Analyst[Any]:
    """Return the analyst for a game: the one that is made for it, or one that plays random games."""
    if game.name not in _ANALYSTS:
        from beachhead.bots.sampling import Sampler

        return Sampler(game)
    module, name = _ANALYSTS[game.name]
    analyst: Analyst[Any] = getattr(import_module(module), name)()
    return analyst


def luck_of(timeline: Timeline[Any]) -> tuple[float, ...]:
    """Return the luck of each seat of a game."""
    from beachhead.bots.analysis import analyse

    return analyse(timeline, find_analyst(timeline.game), has_costs=False).luck


def find_bot(name: str, level: int | None = None) -> MakeChoice:
    """Return a function that makes a bot's choice from a seed; with the seed None it cannot be repeated.

    Raise UnknownBot if no bot has that name, or the bot does not have that level.
    """
    if level is not None and name in NAMES:
        count = _LEVELS.get(name, 0)
        if not 1 <= level <= count:
            expected = f"levels 1 to {count}" if count else "no levels"
            raise UnknownBot(f"'{name}' has {expected}, and no level {level}")
    if name in _ANY_GAME:
        return _load(_ANY_GAME[name])
    if name in _ONE_GAME:
        return _by_game(_ONE_GAME[name], level)
    from difflib import get_close_matches

    near = get_close_matches(name, NAMES, 1, 0.5)
    meant = f" (did you mean {near[0]}?)" if near else ""
    raise UnknownBot(f"'{name[:40]}' is not a built-in bot{meant}: expected {', '.join(NAMES[:-1])} or {NAMES[-1]}")


def module_of(name: str, game: str) -> str:
    """Return the module with which a built-in bot plays a game."""
    return _ANY_GAME.get(name) or _ONE_GAME.get(name, {}).get(game) or _ANY_GAME["wanderer"]


def run(name: str, seed: int | None = None, level: int | None = None) -> None:
    """Run a built-in bot on standard input and output. Raise UnknownBot if no bot has that name and level."""
    choose = find_bot(name, level)(seed)
    if isinstance(choose, _ByGame) and choose.listens:
        play(choose, name=name, on_game=choose.begin, on_event=choose.hear)
    else:
        play(choose, name=name)


def _load(module: str) -> MakeChoice:
    make: MakeChoice = import_module(module).chooser
    return make


def _by_game(modules: Mapping[str, str], level: int | None) -> MakeChoice:
    """Return a function that makes a choice from a seed; the choice uses the module of the game being played."""

    def make(seed: int | None) -> Choose:
        given = {} if level is None else {"level": level}
        choices = {game: _load(module)(seed, **given) for game, module in modules.items()}
        return _ByGame(choices, _load(_ANY_GAME["wanderer"])(seed))

    return make


class _ByGame:
    """A bot that knows some games: it uses the choice for the game being played, and plays other games as `wanderer`.

    A choice that keeps a memory of the game has `begin` and `hear`, which are called with what happens.
    """

    def __init__(self, choices: Mapping[str, Choose], wander: Choose) -> None:
        self._choices = choices
        self._wander = wander
        self._game = ""
        self.listens = any(hasattr(choice, "hear") for choice in choices.values())

    def __call__(self, decision: Decision) -> str:
        return self._choices.get(decision.game, self._wander)(decision)

    def begin(self, game: GameInfo) -> None:
        """Tell the choice for a game that it begins."""
        self._game = game.game
        begin = getattr(self._choices.get(game.game), "begin", None)
        if begin is not None:
            begin(game)

    def hear(self, event: str) -> None:
        """Tell the choice for the game about an event."""
        hear = getattr(self._choices.get(self._game), "hear", None)
        if hear is not None:
            hear(event)
