"""`python _careful.py SEED`: a healthy bot that uses nine tenths of its time: of a decision's, or of the whole game's."""

import sys
import time


def main() -> None:
    """Play until `bye`; of base time, use a quarter of what is left above the last tenth, and the increment."""
    seed = int(sys.argv[1])
    begun = budget = base = increment = 0.0
    is_base = False
    number = 0
    legal: list[str] = []
    for line in sys.stdin:
        now = time.monotonic()
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "ready":
            print("hello 1 careful", flush=True)
        elif word == "game":
            words = rest.split()
            is_base = "base" in words
            base, increment = (int(words[words.index("base") + n]) / 1000 if is_base else 0.0 for n in (1, 2))
        elif word == "go":
            words = rest.split()
            begun, number, legal = now, int(words[0]), []
            left = int(words[2]) / 1000
            budget = max(0.0, left - increment - base / 10) / 4 + 0.9 * increment if is_base else 0.9 * left
            print("legal", flush=True)
        elif word == "legal":
            legal.append(rest)
        elif word == "ok" and legal:
            time.sleep(max(0.0, begun + budget - time.monotonic()))
            print("answer", number, legal[(seed * 7919 + number * 104729) % len(legal)], flush=True)
            legal = []
        elif word == "bye":
            return


main()
