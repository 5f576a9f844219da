"""Schedules: the games to play, as pure functions of the tournament's terms and the results so far."""
