"""The arena: matches between bots that no bot can break."""
