"""Measure by analysis how much of the results of battles is luck."""
