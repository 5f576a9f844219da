"""The page about tournaments on many machines: what it points at is there, and its commands exist."""

import re
from pathlib import Path

from beachhead.bots.arena.tournament_command import tournament_parser

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "cluster.md").read_text(encoding="utf-8")


def test_links_lead_somewhere() -> None:
    """Every file that the page points at is there."""
    for target in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (DOCS / target).exists(), target


def test_the_command_is_understood() -> None:
    """The command of the page is one that the program takes."""
    [line] = re.findall(r"beachhead (tournament friday.toml --cluster.*)", PAGE)
    options = tournament_parser().parse_args(line.split()[1:])
    assert (options.file, options.cluster, options.sandbox) == ("friday.toml", "tcp://alpha:8786", True)
