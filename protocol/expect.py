"""`expect`, the assertions of scripts. A failed one raises, with the actual value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from beachhead.engine.timeline import Timeline
from beachhead.engine.values import Action, IllegalAction
from beachhead.protocol import reader
from beachhead.protocol.framing import untagged
from beachhead.protocol.refusal import CODES, Refusal, instead
from beachhead.protocol.reply import Refused

if TYPE_CHECKING:
    from beachhead.protocol.session import Session

_SHOWN: Final = 6  # legal actions listed in a message


def check(session: Session, command: reader.Command) -> None:
    """Check an expectation; raise the refusal `expect` if it does not hold."""
    table = session.table
    match command:
        case reader.ExpectState(text):
            now = table.timeline.game.write(table.timeline.state)
            if now != text:
                raise _failed(f"the state is {now}")
        case reader.ExpectCount(count):
            actions = _legal(table.timeline)
            if len(actions) != count:
                raise _failed(f"{len(actions)} actions are legal: {_some(actions)}")
        case reader.ExpectLegal(text):
            action, refusal = _judged(table.running(), text)
            if refusal is not None:
                raise _failed(f"{action} is illegal: {refusal}")
        case reader.ExpectIllegal(rule, text):
            _check_illegal(table.running(), rule, text)
        case reader.ExpectEvent(text):
            events = [event.text for event in table.last_events()]
            if text not in events:
                raise _failed(f"the events were: {'; '.join(events) or 'none'}")
        case reader.ExpectResult(text):
            result = str(table.timeline.game.result(table.timeline.state) or "none")
            if result != text:
                raise _failed(f"the result is {result}")
        case reader.ExpectError(code, line):
            _check_error(session, code, line)
        case _:
            raise TypeError(f"not a command of the protocol: {command!r}")


def _judged(timeline: Timeline[Any], text: str) -> tuple[Action, IllegalAction | None]:
    game, state = timeline.game, timeline.state
    action = game.action(state, text)
    return action, game.why_not(state, action)


def _check_illegal(timeline: Timeline[Any], rule: str, text: str) -> None:
    show = timeline.game.show
    if rule not in show.rules:
        raise Refusal("argument", f"'{rule[:20]}' is not a rule of {timeline.game.name}")
    action, refusal = _judged(timeline, text)
    if refusal is None:
        raise _failed(f"{action} is legal: {show.describe(timeline.state, action)}")
    if refusal.rule != rule:
        raise _failed(f"{action} is illegal by rule {refusal}")


def _check_error(session: Session, code: str, line: str) -> None:
    """Run a line as a command, and undo it if it succeeds. Cannot be nested."""
    if code not in CODES:
        raise Refusal("argument", f"'{code[:20]}' is not an error code{instead(code, CODES)}")
    if untagged(line).split(maxsplit=1)[:1] == ["expect"]:
        raise Refusal("argument", "expect does not nest")
    table, is_over = session.table, session.is_over
    before = table.snapshot()
    answer = session.answer(line)
    table.restore(before)
    session.is_over = is_over
    reply = None if answer is None else answer.reply
    if not isinstance(reply, Refused) or reply.code != code:
        final = "nothing: it is a comment" if reply is None else reply.lines()[-1]
        raise _failed(f"the line is answered by {final}")


def _legal(timeline: Timeline[Any]) -> list[str]:
    return sorted(action.text for action in timeline.game.legal(timeline.state))


def _some(actions: list[str]) -> str:
    more = f" and {len(actions) - _SHOWN} more" if len(actions) > _SHOWN else ""
    return f"{', '.join(actions[:_SHOWN])}{more}" if actions else "none"


def _failed(what_is: str) -> Refusal:
    return Refusal("expect", what_is)
