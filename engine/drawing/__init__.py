"""Scenes as SVG, for files, notebooks and pages; nothing here knows a game."""
