"""`python -m tools.bench._serving served|bare`: answer a conversation on stdin; print seconds, digest, CPU seconds.

`served` is the protocol, bytes in and bytes out. `bare` is the engine behind the shortest dispatcher that answers the same.
"""

import sys
import time
from hashlib import sha256

CHUNK = 65_536


def served(data: bytes) -> bytes:
    """Yield the answers of framing and session."""
    from beachhead.protocol.framing import Framing
    from beachhead.protocol.session import Session
    from beachhead.protocol.table import Table

    framing, session = Framing(), Session(Table())
    out: list[str] = []
    for start in range(0, len(data), CHUNK):
        for line in framing.feed(data[start : start + CHUNK]):
            answer = session.handle(line)
            if answer is not None:
                out += answer.lines()
    return "\n".join(out).encode()


def bare(data: bytes) -> bytes:
    """Yield the same answers from engine calls alone, for the commands of the conversation only."""
    from beachhead.engine.island import ISLAND
    from beachhead.engine.island.actions import BY_TEXT
    from beachhead.engine.island.state import State
    from beachhead.engine.values import CHANCE, Action

    out: list[str] = []
    state, past, seed = ISLAND.start()[0], list[tuple[State, Action]](), ""

    def h(text: str) -> int:
        return int.from_bytes(sha256(f"{seed} {text}".encode()).digest()[:8], "big")

    def draw(state: State) -> State:
        while ISLAND.actor(state) == CHANCE:
            ticket = ISLAND.draw(state, reversed(past), h)
            past.append((state, ticket))
            out.append(f"event chance {ticket.text}")
            state, events = ISLAND.apply(state, ticket)
            out.extend([f"event {event.text}" for event in events])
        return state

    for line in data.decode().split("\n"):
        words = line.split()
        if not words:
            continue
        if words[0] == "newgame":
            seed = words[3].removeprefix("seed=")
            state, past = ISLAND.start(words[2])[0], []
            state = draw(state)
        elif words[0] == "result":
            out.append(f"result {ISLAND.result(state)}")
        else:
            action = BY_TEXT[line]
            refusal = ISLAND.why_not(state, action)
            if refusal is not None:
                out.append(f"error illegal {refusal}")
                continue
            past.append((state, action))
            out.append(f"event {ISLAND.actor(state)} {line}")
            state, events = ISLAND.apply(state, action)
            out.extend([f"event {event.text}" for event in events])
            state = draw(state)
        out.append("ok")
    return "\n".join(out).encode()


def main() -> None:
    """Answer one conversation, without a warm-up."""
    import lark  # noqa: F401 (importing is measured elsewhere)

    import beachhead.engine.island
    import beachhead.protocol.session  # noqa: F401

    data = sys.stdin.buffer.read()
    answer = {"served": served, "bare": bare}[sys.argv[1]]
    begun, worked = time.perf_counter(), time.process_time()
    text = answer(data)
    taken, work = time.perf_counter() - begun, time.process_time() - worked
    sys.stdout.write(f"{taken} {sha256(text).hexdigest()} {work}\n")


if __name__ == "__main__":
    main()
