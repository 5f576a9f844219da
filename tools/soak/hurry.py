"""Hurried bots: matches at short clocks; every game is decided by the rules, none by the clock.

Fifty rounds of the island are 1,000 games at 1 s + 0.01 s, 1,000 at 0.02 s a move, and 100 at 10 s + 0.1 s; those of royale are
a fifth of that.
"""

import json
import subprocess
import sys

GAMES = {
    "island": {"1+0.01": 20, "move 0.02": 20, "10+0.1": 2},
    "royale": {"1+0.01": 4, "move 0.02": 4},
}
PAIRS = {"island": ("general", "scout"), "royale": ("warlord", "raider")}
MODES = {"island": ("standard", "short", "allout", "blitz"), "royale": ("standard",)}


def run(seed: int) -> str:
    """Play a round of both games."""
    for game, (bot, opponent) in PAIRS.items():
        mode = MODES[game][seed % len(MODES[game])]
        for clock, count in GAMES[game].items():
            command = [
                sys.executable, "-m", "beachhead", "match", f"builtin:{bot}", f"builtin:{opponent}", "--game", game,
                "--mode", mode, "-n", str(count), "--time", clock, "--seed", f"hurry{seed}",
                "--concurrency", "2", "--json",
            ]  # fmt: skip
            done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
            games = json.loads(done.stdout)["games"]
            faults = [each["fault"] for each in games if each["fault"]]
            assert len(games) == count
            assert not faults, (game, mode, clock, faults)
    return f"{sum(sum(games.values()) for games in GAMES.values())} games, none lost but by the rules"
