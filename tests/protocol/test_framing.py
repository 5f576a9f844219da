"""Bytes to lines, in whatever pieces they come."""

import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.protocol.framing import HEAD, MAX_LINE, TOO_LONG, Framing

BOM = b"\xef\xbb\xbf"
PARTS = st.sampled_from(
    [b"\n", b"\r\n", b"\r", BOM, b"ping", b"@7 ", b"\x00", b"\xff", b"x" * 40_000, b"y" * 65_535, b"z" * 65_536]
)
STREAMS = st.one_of(
    st.binary(max_size=300), st.lists(st.one_of(PARTS, st.binary(max_size=5)), max_size=12).map(b"".join)
)


def reference(stream: bytes) -> list[bytes]:
    """The lines of a stream that is known to its end, said as plainly as possible."""
    *whole, last = stream.removeprefix(BOM).split(b"\n")
    if last or stream == BOM:
        whole.append(last)
    lines = [line[:-1] if line.endswith(b"\r") else line for line in whole]
    return [line if len(line) <= 65_536 else b"\n" + line[:32] for line in lines]


def framed(stream: bytes, cuts: list[int]) -> list[bytes]:
    """The lines of a stream that comes in pieces."""
    framing, lines = Framing(), []
    for start, end in pairwise([0, *sorted(cuts), len(stream)]):
        lines += framing.feed(stream[start:end])
    return lines + framing.end()


@settings(derandomize=True, deadline=None, database=None, max_examples=400)
@given(stream=STREAMS, data=st.data())
def test_cut_anywhere(stream: bytes, data: st.DataObject) -> None:
    """However a stream is cut, its lines are the same."""
    cuts = data.draw(st.lists(st.integers(0, len(stream)), max_size=20))
    assert framed(stream, cuts) == framed(stream, []) == reference(stream)


@settings(derandomize=True, deadline=None, database=None, max_examples=100)
@given(stream=st.binary(max_size=60) | st.lists(PARTS, max_size=6).map(lambda parts: b"".join(parts)[:60]))
def test_byte_by_byte(stream: bytes) -> None:
    """A stream that drips gives the same lines."""
    assert framed(stream, list(range(len(stream)))) == reference(stream)


@pytest.mark.parametrize(
    ("stream", "lines"),
    [
        (b"", []),
        (b"ping", [b"ping"]),
        (b"ping\n", [b"ping"]),
        (b"ping\r\nping\r", [b"ping", b"ping"]),
        (b"a\r\r\nb\rc\n", [b"a\r", b"b\rc"]),
        (b"\n\r\n", [b"", b""]),
        (b"a\x0bb\x0cc\xc2\x85d\xe2\x80\xa8e\n", [b"a\x0bb\x0cc\xc2\x85d\xe2\x80\xa8e"]),
        (BOM + b"ping\n" + BOM + b"ping\n", [b"ping", BOM + b"ping"]),
        (BOM, [b""]),
        (b"x" * MAX_LINE, [b"x" * MAX_LINE]),
        (b"x" * MAX_LINE + b"\r\n", [b"x" * MAX_LINE]),
        (BOM + b"x" * MAX_LINE + b"\r\n", [b"x" * MAX_LINE]),
        (b"x" * (MAX_LINE + 1), [TOO_LONG + b"x" * HEAD]),
        (b"x" * (MAX_LINE + 1) + b"\r\nping", [TOO_LONG + b"x" * HEAD, b"ping"]),
        (b"x" * MAX_LINE + b"\r\r\n", [TOO_LONG + b"x" * HEAD]),
        (BOM + b"@7 " + b"x" * (1 << 20) + b"\n" + BOM, [TOO_LONG + b"@7 " + b"x" * (HEAD - 3), BOM]),
    ],
)  # fmt: skip
def test_lines(stream: bytes, lines: list[bytes]) -> None:
    """A line ends with LF alone, loses one CR and the stream's BOM, and has at most 65,536 bytes."""
    for cuts in ([], [1], [MAX_LINE], [MAX_LINE, MAX_LINE + 1], list(range(0, len(stream), 999))):
        assert framed(stream, [cut for cut in cuts if cut <= len(stream)]) == lines


def test_flat_memory() -> None:
    """A line of fifty megabytes takes no more room than a short one."""
    framing, piece = Framing(), b"x" * 65_536
    tracemalloc.start()
    for _ in range(800):
        assert framing.feed(piece) == []
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 500_000
    assert framing.feed(b"\nping\n") == [TOO_LONG + b"x" * HEAD, b"ping"]
