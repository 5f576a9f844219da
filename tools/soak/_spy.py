"""`python _spy.py FILE`: a healthy bot that appends everything it is told to a file, and asks for all that it may."""

import sys


def main() -> None:
    """Play until `bye`: every seventh decision asks for the state and the board."""
    log = open(sys.argv[1], "a", encoding="utf-8")  # noqa: SIM115 (until the process ends)
    number, legal = 0, []
    for line in sys.stdin:
        log.write(line)
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "ready":
            print("hello 1 spy", flush=True)
        elif word == "go":
            number, legal = int(rest.split()[0]), []
            if number % 7 == 1:
                print("state\nboard", flush=True)
            print("legal", flush=True)
        elif word == "legal":
            legal.append(rest)
        elif word == "ok" and legal:
            print("answer", number, legal[number * 7919 % len(legal)], flush=True)
            legal = []
        elif word == "bye":
            log.close()
            return


main()
