"""Schedules: which games are to be played. Pure functions of the tournament's terms and of the results so far."""
