"""Executors: a game as a value goes in, a result comes out. Local processes today."""
