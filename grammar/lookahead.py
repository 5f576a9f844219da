"""What may come next at any point of a line."""

from lark import Token
from lark.exceptions import UnexpectedInput

from beachhead.grammar.language import END, is_door, language, words_of


def expected_after(before: str, start: str) -> tuple[str, ...]:
    """The terminals that may follow these words, END among them where the line may end; none where they are wrong."""
    return read_words(before, start)[1]


def read_words(before: str, start: str) -> tuple[list[Token], tuple[str, ...]]:
    """The words of the beginning of a line with their terminals, and the terminals that may follow, as above."""
    interactive = language().parse_interactive(before, start=start)
    try:
        words = list(interactive.iter_parse())
    except UnexpectedInput:
        return [], ()
    terminals: set[str] = interactive.accepts()  # type: ignore[no-untyped-call]  # Lark leaves it untyped
    return words, tuple(sorted(terminal for terminal in terminals if not is_door(terminal)))


def next_words(before: str, start: str) -> dict[str, str]:
    """The words that may follow, where they can be listed, each with its terminal."""
    found: dict[str, str] = {}
    for terminal in expected_after(before, start):
        if terminal != END:
            for word in words_of(terminal):
                found.setdefault(word, terminal)
    return found
