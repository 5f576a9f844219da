"""What the compiled build adds to Python. This file is never compiled, and has no dependencies at run time.

``mypyc_attr(allow_interpreted_subclasses=True)`` lets interpreted classes inherit from a compiled one. ``i64`` is a machine
word of 64 bits in compiled code, and an int otherwise.
"""

from collections.abc import Callable
from typing import TypeVar

__all__ = ["i64", "mypyc_attr"]

try:
    from mypy_extensions import i64, mypyc_attr
except ImportError:
    C = TypeVar("C")
    i64 = int  # type: ignore[misc]

    def mypyc_attr(*_: str, **__: object) -> Callable[[C], C]:
        """Return the class unchanged: this is the interpreted build."""
        return lambda cls: cls
