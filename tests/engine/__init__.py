"""Tests of the engine: what all games share here, each game in a folder of its own."""
