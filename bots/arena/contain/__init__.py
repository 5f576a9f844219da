"""Containment: start, watch and end bots so that nothing of them remains. See docs/security.md."""
