"""Beachhead: a scriptable text-protocol engine for games of dice."""

VERSION = "0.1.0"
__version__ = VERSION
PROTOCOL = 1
