"""`python _weakened.py NAME SHARE SEED`: a built-in bot that acts at random in a share of its decisions."""

import sys
from random import Random

from beachhead.bots.roster import find_bot
from beachhead.bots.sdk import Decision, play


def main() -> None:
    """Play until `bye`."""
    name, share, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    choose = find_bot(name)(seed)

    def weakened(decision: Decision) -> str:
        rng = Random(f"{seed} {decision.commit} {decision.seat} {decision.number}")
        return rng.choice(decision.legal()) if rng.random() < share else choose(decision)

    play(weakened, name=f"{name}, weakened")


main()
