"""The built-in bots as advisers: hints, comparisons of actions, and analyses. They are imported on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from beachhead.engine.game import Game
    from beachhead.engine.timeline import Timeline
    from beachhead.protocol.page.curve import Verdict
    from beachhead.protocol.repl.analysis import Choice
    from beachhead.protocol.reply import Hinted
    from beachhead.protocol.session import Adviser

ADVISER: Final = "greedy"  # advises on games that have no adviser of their own


def new_adviser() -> Adviser:
    """Return the bot that answers `hint`; it is loaded on first use."""
    from beachhead.engine.interrupt import IsStopped, never

    def advise(
        game: Game[Any], state: Any, seat: str, milliseconds: int | None, is_stopped: IsStopped = never
    ) -> Hinted:
        from beachhead.bots.roster import find_adviser, find_bot
        from beachhead.bots.sdk import Decision
        from beachhead.protocol.reply import Hinted

        adviser = find_adviser(game.name)
        if adviser is not None:
            action, remarks, search = adviser(state, milliseconds, is_stopped)
            return Hinted(action, tuple(remarks), search)
        legal = sorted(action.text for action in game.legal(state))
        view = game.view(state, seat)
        decision = Decision(
            game=game.name, mode=game.setting(state).mode, seat=seat, state=view, time=milliseconds, legal=legal
        )
        text = find_bot(ADVISER)(1)(decision)
        return Hinted(game.action(state, text), tuple(decision.said))

    return advise


def rank_actions(game: Game[Any], state: Any, seat: str, count: int) -> list[Choice]:
    """Return the best actions of a seat with its chances; none if no bot compares them."""
    from beachhead.bots.roster import find_ranker
    from beachhead.protocol.repl.analysis import Choice

    rank = find_ranker(game.name)
    return [] if rank is None else [Choice(action, chance) for action, chance in rank(state, count)]


def judge(timeline: Timeline[Any], has_costs: bool = True) -> Verdict:
    """Return the analysis of a game, without the costs of decisions if only luck is wanted."""
    from beachhead.bots.analysis import analyse
    from beachhead.bots.roster import find_analyst
    from beachhead.bots.verdict import for_page

    return for_page(analyse(timeline, find_analyst(timeline.game), has_costs), timeline)
