"""Tests of the bots and of what their authors copy."""
