"""A complete HTML document from a template, with inline script and styles and a policy that allows nothing else."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Final

from beachhead.engine.drawing.look import STYLE

_FOLDER: Final = Path(__file__).parent


def document(name: str, parts: Mapping[str, str], connect: str = "'none'") -> str:
    """Return the page of a template, `NAME.html` with `board.js` and `NAME.js`; the parts are markup, ready to be inserted.

    ``connect`` lists the sources that the script may connect to.
    """
    style = STYLE + _read("page.css")
    script = _read("board.js") + _read(f"{name}.js")
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_digest(script)}'",
            f"style-src '{_digest(style)}'",
            f"connect-src {connect}",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    return Template(_read(f"{name}.html")).substitute(parts, style=style, script=script, policy=policy)


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
