"""`python tools/bench [--json] [NAME…]`: a line per figure, `name: value unit`; names are parts, all of them by default."""

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def main() -> int:
    """Measure the parts and print their figures; return 1 if a part does not exist."""
    there = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))
    parser = argparse.ArgumentParser(prog="bench", description="measure speed: a line per figure")
    parser.add_argument("--json", action="store_true", help="one JSON object with all figures instead of lines")
    parser.add_argument("name", nargs="*", help=f"only these parts: {', '.join(there)}")
    arguments = parser.parse_args()
    unknown = set(arguments.name) - set(there)
    if unknown:
        sys.stderr.write(f"bench: no part {', '.join(sorted(unknown))}: there are {', '.join(there)}\n")
        return 1
    sys.path[0] = str(ROOT)
    missing_error = import_module("tools.bench").Missing
    build = import_module("beachhead.engine.build").BUILD
    _say(f"# the {build} build", arguments.json)
    figures, missing = [], []
    for name in arguments.name or there:
        try:
            for figure in import_module(f"tools.bench.{name}").figures():
                figures.append(figure.as_json())
                _say(str(figure), arguments.json)
        except missing_error as reason:
            missing.append(f"{name}: {reason}")
            _say(f"# {name}: {reason}", arguments.json)
    if arguments.json:
        sys.stdout.write(json.dumps({"build": build, "figures": figures, "missing": missing}, indent=2) + "\n")
    return 0


def _say(line: str, is_json: bool) -> None:
    if not is_json:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
