"""Which build of the core is running."""

from typing import Final

from beachhead.engine import values

BUILD: Final = "pure" if (values.__file__ or "").endswith(".py") else "compiled"
