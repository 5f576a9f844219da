"""The terminal: prompt_toolkit around a session, fed by the grammar and the game."""
