"""Nonsense for the engine: lines that are right, nearly right and hopeless, and the laws that hold for all of them."""
