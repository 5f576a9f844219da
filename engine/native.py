"""What the compiled build adds to Python. This file is never compiled, and imports nothing at run time.

``mypyc_attr(allow_interpreted_subclasses=True)`` lets interpreted classes inherit from a compiled one. ``i64`` is a machine
word of 64 bits in compiled code, and an int otherwise.
"""

from typing import TYPE_CHECKING, TypeVar

__all__ = ["i64", "mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import i64, mypyc_attr
else:
    C = TypeVar("C")
    i64 = int

    def mypyc_attr(*_: str, **__: object):
        """Return a decorator that changes nothing: the compiler alone reads it."""
        return lambda cls: cls
