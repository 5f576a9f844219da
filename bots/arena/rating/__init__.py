"""Ratings: how much better one bot is than another, and how sure that is. Pure functions of results."""
