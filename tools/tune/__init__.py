"""Fit the weights of the island's evaluation by self-play."""
