"""The keyed dice: every chance event is a pure function of the seed and of where in the game it stands."""

import re
import secrets
from hashlib import sha256
from typing import Final

from beachhead.engine.game import Hash

SEED: Final = re.compile(r"[a-z0-9]{1,32}")


def keyed(seed: str) -> Hash:
    """The hash `h` for the key texts of one game: the first 8 bytes of SHA-256 of the seed and the text, as a number."""

    def h(text: str) -> int:
        return int.from_bytes(sha256(f"{seed} {text}".encode()).digest()[:8], "big")

    return h


def fresh_seed() -> str:
    """A seed that nobody can guess: 32 hexadecimal digits."""
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """The SHA-256 of a seed: told before the game, it lets anyone check the dice once the seed is published."""
    return sha256(seed.encode()).hexdigest()
