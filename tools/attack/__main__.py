"""`python tools/attack [NAME…]`: run the attacks of docs/security.md, and print whether they succeed."""

import argparse
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)

from beachhead.bots.arena.contain.sandbox import NoSandbox, boxed
from tools.attack.attacks import ATTACKS, run


def main() -> int:
    """Run them all; return 1 if one does not end as docs/security.md says."""
    parser = argparse.ArgumentParser(prog="attack", description="attack matches as a hostile bot would")
    parser.add_argument("name", nargs="*", help="only these attacks")
    names = parser.parse_args().name
    if unknown := set(names) - {attack.name for attack in ATTACKS}:
        sys.exit(
            f"attack: no attack {', '.join(sorted(unknown))}: there are {', '.join(each.name for each in ATTACKS)}"
        )
    try:
        boxed([])
        why_not = ""
    except NoSandbox as problem:
        why_not = str(problem)
    _say(f"{'attack':<24}{'not boxed':<44}in the sandbox")
    surprises = []
    for attack in ATTACKS:
        if names and attack.name not in names:
            continue
        plain = run(attack, is_boxed=False).damage(attack)
        inside = "" if why_not else run(attack, is_boxed=True).damage(attack)
        _say(f"{attack.name:<24}{plain or 'holds':<44}{inside or ('not tried' if why_not else 'holds')}")
        if inside or bool(plain) == attack.holds:
            surprises.append(attack.name)
    if why_not:
        _say(f"the sandbox was not tried: {why_not}")
    _say(f"other than docs/security.md says: {', '.join(surprises)}" if surprises else "all as docs/security.md says")
    return 1 if surprises else 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
