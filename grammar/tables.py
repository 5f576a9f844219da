"""The tables of the parser as a JSON file of the package: data that cannot run code.

Lark needs a tenth of a second to build them from the grammar. The file is used only if its key matches the text of the
grammar and the version of Lark; otherwise the tables are built in memory, and nothing is written.
`make tables` writes the file again, and a test compares it with the grammar.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from lark import Lark

FILE: Final = Path(__file__).with_name("tables.json")
_FORMAT: Final = "1"  # version of the file format: change it if the output of `dump` changes


def load_or_build(text: str, starts: Sequence[str]) -> Lark:
    """Return the parser of a grammar: from the file if its key matches, else built in memory."""
    return load(FILE, text, starts) or build(text, starts)


def build(text: str, starts: Sequence[str]) -> Lark:
    """Return the parser of a grammar, with new tables."""
    from lark import Lark

    return Lark(text, parser="lalr", lexer="contextual", start=list(starts), maybe_placeholders=True)


def load(file: Path, text: str, starts: Sequence[str]) -> Lark | None:
    """Return the parser of a grammar from a file of tables; None if the file is missing or its key does not match."""
    from lark import Lark

    try:
        content = file.read_bytes()
    except OSError:
        return None
    if not content.startswith(_head(text, starts).encode()):
        return None
    saved = json.loads(content)
    table = saved["data"]["parser"]["parser"]
    table["states"] = {
        number: {int(token): step for token, step in steps.items()} for number, steps in enumerate(table["states"])
    }
    return Lark.load({"data": saved["data"], "memo": saved["memo"]})


def dump(text: str, starts: Sequence[str]) -> str:
    """Return the content of the file, always the same for a grammar: a line for each terminal, rule and state."""
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    data, memo = build(text, starts).memo_serialize([TerminalDef, Rule])
    assert list(memo) == list(range(len(memo)))  # so a list is enough: keys in JSON are strings
    table = data["parser"]["parser"] = _in_order(data["parser"]["parser"], starts)
    states, table["states"] = table["states"], []
    whole = _head(text, starts) + f'\n"memo": {_lines([*memo.values()])},\n"data": {_json(data)}}}\n'
    return whole.replace('"states":[]', f'"states":{_lines(states)}')


def _in_order(table: dict[str, Any], starts: Sequence[str]) -> dict[str, Any]:  # Any: Lark does not type its data
    """Return the table with tokens sorted by name and states in the order of a walk from the start states.

    Lark's own order depends on Python's hash randomization.
    """
    names = sorted(table["tokens"].values())
    token_of = {token: names.index(name) for token, name in table["tokens"].items()}
    walk = dict.fromkeys(table["start_states"][rule] for rule in starts)
    waiting = list(walk)
    steps_of: dict[int, dict[int, Any]] = {}
    for state in waiting:  # grows during the loop
        steps = sorted((token_of[token], step) for token, step in table["states"][state].items())
        steps_of[state] = dict(steps)
        for _, (is_reduce, target) in steps:
            if not is_reduce and target not in walk:
                walk[target] = None
                waiting.append(target)
    assert len(walk) == len(table["states"])
    number_of = {state: number for number, state in enumerate(walk)}
    return table | {
        "tokens": names,
        "states": [
            {token: (0, number_of[step[1]]) if step[0] == 0 else step for token, step in steps_of[state].items()}
            for state in walk
        ],
        "start_states": {rule: number_of[table["start_states"][rule]] for rule in starts},
        "end_states": {rule: number_of[table["end_states"][rule]] for rule in starts},
    }


def _head(text: str, starts: Sequence[str]) -> str:
    """Return the head of the file: the key, which identifies the grammar and the version of Lark."""
    import lark

    key = sha256("\0".join([_FORMAT, lark.__version__, *starts, text]).encode()).hexdigest()
    return f'{{"key": "{key}",'


def _lines(items: list[Any]) -> str:
    return "[\n" + ",\n".join(map(_json, items)) + "\n]"


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
