"""Containment: a bot is started, watched and ended, and nothing of it is left. See docs/security.md."""
