"""`python tools/attack [NAME…]`: run the attacks of docs/security.md, and print whether they succeed."""

import argparse
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)

from beachhead.bots.arena.contain.sandbox import NoSandbox, boxed
from tools.attack.attacks import ATTACKS, damage
from tools.attack.traps import TRAPS


def main() -> int:
    """Run them all; return 1 if one does not end as docs/security.md says."""
    parser = argparse.ArgumentParser(prog="attack", description="attack matches as a hostile bot would")
    parser.add_argument("name", nargs="*", help="only these attacks")
    names = parser.parse_args().name
    there = [each.name for each in (*ATTACKS, *TRAPS)]
    if unknown := set(names) - set(there):
        sys.exit(f"attack: no attack {', '.join(sorted(unknown))}: there are {', '.join(there)}")
    try:
        boxed([])
        why_not = ""
    except NoSandbox as problem:
        why_not = str(problem)
    _say(f"{'attack':<24}{'not boxed':<64}in the sandbox")
    surprises = []
    for attack in ATTACKS:
        if names and attack.name not in names:
            continue
        plain = damage(attack, is_boxed=False)
        inside = "" if why_not else damage(attack, is_boxed=True)
        _say(f"{attack.name:<24}{plain or 'holds':<64}{inside or ('not tried' if why_not else 'holds')}")
        is_other = bool(inside) == attack.is_closed and not why_not
        if is_other or bool(plain) == attack.holds:
            surprises.append(attack.name)
    for trap in TRAPS:
        if names and trap.name not in names:
            continue
        done = trap.run()
        _say(f"{trap.name:<24}{done or 'holds'}")
        if done:
            surprises.append(trap.name)
    if why_not:
        _say(f"the sandbox was not tried: {why_not}")
    _say(f"other than docs/security.md says: {', '.join(surprises)}" if surprises else "all as docs/security.md says")
    return 1 if surprises else 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
