"""Search that bots share."""
