"""The schedule of a tournament file."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.bots.arena.rating.sprt import Hypotheses
from beachhead.bots.arena.schedule.fixed import Size, gauntlet, round_robin, tables
from beachhead.bots.arena.schedule.knockout import Knockout
from beachhead.bots.arena.schedule.match import match as match_of
from beachhead.bots.arena.schedule.schedule import Schedule
from beachhead.bots.arena.schedule.sequential import Sequential
from beachhead.bots.arena.schedule.swiss import Swiss
from beachhead.bots.arena.tournament_file import Tournament


def schedule_of(tournament: Tournament, positions: tuple[str, ...] = (), stages: Sequence[Size] = ()) -> Schedule:
    """Return the schedule of a tournament; ``positions`` are those of its file of positions.

    ``stages`` say how large it was before its file got more bots or games.
    """
    bots, games, war = len(tournament.bots), tournament.games, tournament.war
    match tournament.format:
        case "match":
            return match_of(bots, games, positions)
        case "gauntlet":
            return gauntlet(bots, games, positions, war, stages)
        case "swiss":
            return Swiss(bots, tournament.rounds or (bots - 1).bit_length(), games, positions, war)
        case "knockout":
            return Knockout(bots, games, positions, war)
        case "sprt":
            return Sequential(tournament.sprt or Hypotheses(), -(-games // 2), positions)
        case _ if tournament.seats > 2:
            return tables(bots, tournament.seats, games, positions, stages)
        case _:
            return round_robin(bots, games, positions, war, stages)
