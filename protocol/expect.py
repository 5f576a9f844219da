"""`expect`: what a script says must hold. It raises where it does not, with what was and what would have been right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from beachhead.engine.timeline import Timeline
from beachhead.protocol import reader
from beachhead.protocol.framing import untagged
from beachhead.protocol.refusal import CODES, Refusal, instead

if TYPE_CHECKING:
    from beachhead.protocol.session import Session

_SHOWN: Final = 6  # legal actions that a message lists


def check(session: Session, command: reader.Expect) -> None:
    """Nothing where the expectation holds; raises `expect` where it does not."""
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
            _check_legal(table.running(), text)
        case reader.ExpectIllegal(rule, text):
            _check_illegal(table.running(), rule, text)
        case reader.ExpectEvent(text):
            events = table.last_events()
            if text not in events:
                raise _failed(f"the events were: {'; '.join(events) or 'none'}")
        case reader.ExpectResult(text):
            result = str(table.timeline.game.result(table.timeline.state) or "none")
            if result != text:
                raise _failed(f"the result is {result}")
        case reader.ExpectError(code, line):
            _check_error(session, code, line)


def _check_legal(timeline: Timeline[Any], text: str) -> None:
    game, state = timeline.game, timeline.state
    action = game.action(state, text)
    refusal = game.why_not(state, action)
    if refusal is not None:
        raise _failed(f"{action} is illegal: {refusal}")


def _check_illegal(timeline: Timeline[Any], rule: str, text: str) -> None:
    game, state = timeline.game, timeline.state
    if rule not in game.rules:
        raise Refusal("argument", f"'{rule[:20]}' is no rule of {game.name}")
    action = game.action(state, text)
    refusal = game.why_not(state, action)
    if refusal is None:
        raise _failed(f"{action} is legal: {game.describe(state, action)}")
    if refusal.rule != rule:
        raise _failed(f"{action} is illegal by rule {refusal}")


def _check_error(session: Session, code: str, line: str) -> None:
    """Tries a line as a command, and takes it back if it succeeds. It does not nest."""
    if code not in CODES:
        raise Refusal("argument", f"'{code[:20]}' is no code of an error{instead(code, CODES)}")
    if untagged(line).split(maxsplit=1)[:1] == ["expect"]:
        raise Refusal("argument", "expect does not nest")
    table, is_over = session.table, session.is_over
    before = table.snapshot()
    replies = session.answer_tagged(line)
    table.restore(before)
    session.is_over = is_over
    final = untagged(replies[-1]) if replies else "nothing: it is a comment"
    if final.split()[:2] != ["error", code]:
        raise _failed(f"the line is answered by {final}")


def _legal(timeline: Timeline[Any]) -> list[str]:
    return sorted(action.text for action in timeline.game.legal(timeline.state))


def _some(actions: list[str]) -> str:
    more = f" and {len(actions) - _SHOWN} more" if len(actions) > _SHOWN else ""
    return f"{', '.join(actions[:_SHOWN])}{more}" if actions else "none"


def _failed(what_is: str) -> Refusal:
    return Refusal("expect", what_is)
