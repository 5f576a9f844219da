"""Tests of Battle for the Island."""
