"""Decorators for the compiled build. This file is never compiled, and has no dependencies at run time.

``mypyc_attr(allow_interpreted_subclasses=True)`` lets interpreted classes inherit from a compiled one.
"""

from collections.abc import Callable
from typing import TypeVar

__all__ = ["mypyc_attr"]

try:
    from mypy_extensions import mypyc_attr
except ImportError:
    C = TypeVar("C")

    def mypyc_attr(*_: str, **__: object) -> Callable[[C], C]:
        """Return the class unchanged: this is the interpreted build."""
        return lambda cls: cls
