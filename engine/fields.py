"""Values with named fields: type checkers and pattern matching treat them like frozen dataclasses.

Creating a dataclass takes half a millisecond at every start, so forty of them cost more than a game; these cost nothing.
Their metaclass keeps them ordinary classes of Python in compiled modules too.
"""

from __future__ import annotations

from typing import Any, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class Fields(type):
    """The class of the classes of values: the annotations of each name its fields, for patterns too."""

    __match_args__: tuple[str, ...]

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> None:  # Any: whatever a class holds
        super().__init__(name, bases, body)
        cls.__match_args__ = tuple(body.get("__annotations__", ()))  # type: ignore[misc] # like a dataclass


class Value(metaclass=Fields):
    """A value: equal to another of its class if all fields are equal. Annotations name the fields and may have defaults."""

    __slots__ = ()

    def __init__(self, *fields: Any, **named: Any) -> None:  # Any: each class has its own fields
        names = type(self).__match_args__
        if len(fields) > len(names) or not named.keys() <= {*names[len(fields) :]}:
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(names) or '(none)'}")
        given = self.__dict__
        given.update(zip(names, fields, strict=False))
        given.update(named)
        for name in names:
            if name not in given:
                given[name] = getattr(type(self), name)

    def changed(self, **named: Any) -> Self:
        """Return a copy with other contents in these fields."""
        return type(self)(**{**self.__dict__, **named})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is never changed once made")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"
