"""Conversations, positions and dice from an independent implementation, and how tests read them."""

from hashlib import sha256
from pathlib import Path

VECTORS = Path(__file__).parent


def keyed(text: str) -> int:
    """The first 8 bytes of the hash of a text, as a number."""
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def exchanges(path: Path) -> list[tuple[str, list[str]]]:
    """What the client sent, and the lines that were answered."""
    found: list[tuple[str, list[str]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("> "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line[2:])
    return found
