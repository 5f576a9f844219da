"""Tests of the protocol: framing, session, server, seats, processes, client."""
