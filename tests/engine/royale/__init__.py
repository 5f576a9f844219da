"""Tests of Battle Royale."""
