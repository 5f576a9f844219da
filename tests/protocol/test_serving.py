"""The two ways of answering that the bench compares give the same text."""

from tools.bench._serving import bare, served
from tools.bench.protocol import recorded


def test_same_text() -> None:
    """The bare engine answers recorded battles as the protocol does, to the byte."""
    conversation = recorded(3)
    assert served(conversation) == bare(conversation)
    assert served(conversation).count(b"event over") == 3
