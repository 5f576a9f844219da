"""A set of positive numbers without large gaps: a bit for each, so that a hundred thousand games take 12 KB."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSet


class Numbers(MutableSet[int]):
    """The ids of games."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self._bits = bytearray()
        self._count = 0
        for number in numbers:
            self.add(number)

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int):
            return False
        place = number >> 3
        return 0 <= place < len(self._bits) and bool(self._bits[place] >> (number & 7) & 1)

    def __iter__(self) -> Iterator[int]:
        """Yield the numbers, the smallest first."""
        for place, bits in enumerate(self._bits):
            if bits:
                yield from (8 * place + bit for bit in range(8) if bits >> bit & 1)

    def __len__(self) -> int:
        return self._count

    def add(self, value: int) -> None:
        """Add a number; raise ValueError if it is negative."""
        if value < 0:
            raise ValueError(f"{value} is negative")
        if value not in self:
            place = value >> 3
            if place >= len(self._bits):
                self._bits.extend(bytes(place + 1 - len(self._bits)))
            self._bits[place] |= 1 << (value & 7)
            self._count += 1

    def discard(self, value: int) -> None:
        """Remove a number if it is there."""
        if value in self:
            self._bits[value >> 3] &= ~(1 << (value & 7))
            self._count -= 1
