"""The Python API for people who write harnesses; `beachhead.arena` is its front."""
