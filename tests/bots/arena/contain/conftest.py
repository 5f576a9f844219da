from tests.bots.arena.ring import ring

__all__ = ["ring"]
