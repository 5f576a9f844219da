"""Tests of the one description of the language, and of what is read off it."""
