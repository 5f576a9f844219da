"""Keyed dice: every chance event is a pure function of the seed and of its place in the game."""

import re
import secrets
from hashlib import sha256
from typing import Final

from beachhead.engine.game import Hash

SEED: Final = re.compile(r"[a-z0-9]{1,32}")


def keyed(seed: str) -> Hash:
    """Return the hash `h` for the keys of one game: the first 8 bytes of SHA-256 of seed and key, as a number."""

    def h(text: str) -> int:
        return int.from_bytes(sha256(f"{seed} {text}".encode()).digest()[:8], "big")

    return h


def fresh_seed() -> str:
    """Return a seed that nobody can guess: 32 hexadecimal digits."""
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """Return the SHA-256 of a seed: if told before the game, anyone can check the dice once the seed is published."""
    return sha256(seed.encode()).hexdigest()
