"""Limits long work: it ends if `stop` is the next line, or if its time is up."""

from time import monotonic

from beachhead.engine.interrupt import IsStopped


class TimeLimit:
    """Called regularly to ask whether the work has to stop; ``is_late`` says whether its time was up."""

    __slots__ = ("_end", "_is_stopped", "is_late")

    def __init__(self, is_stopped: IsStopped, seconds: float) -> None:
        self._is_stopped = is_stopped
        self._end = monotonic() + seconds
        self.is_late = False

    def __call__(self) -> bool:
        self.is_late = monotonic() >= self._end
        return self.is_late or self._is_stopped()
