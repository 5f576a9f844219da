"""Matches between the built-in bots, and the page of their standings."""
