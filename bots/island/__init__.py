"""Bots that know the island."""
