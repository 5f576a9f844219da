"""Playing in a browser: a page on loopback whose every action is a line of the protocol."""
