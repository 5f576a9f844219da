"""`python _trivial.py FILE`: a bot that answers `go` without a query or computation, from a file of scripted games.

The file has, by commit and seat, the actions of a game; in any other game the bot resigns.
"""

import json
import sys
from itertools import chain, repeat


def main() -> None:
    """Play until `bye`."""
    with open(sys.argv[1]) as file:
        games = json.load(file)
    script = repeat("resign")
    for line in sys.stdin:
        if line.startswith("go "):
            sys.stdout.write(f"answer {line.split(' ', 2)[1]} {next(script)}\n")
            sys.stdout.flush()
        elif line.startswith("game "):
            words = line.split()
            script = chain(games.get(words[-1], {}).get(words[4], []), repeat("resign"))
        elif line.startswith("ready "):
            sys.stdout.write("hello 1 trivial\n")
            sys.stdout.flush()
        elif line == "bye\n":
            return


main()
