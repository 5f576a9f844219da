"""A complete HTML document from a template, with inline script and styles and a policy that allows nothing else."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any, Final

from beachhead.engine.drawing.look import STYLE

_FOLDER: Final = Path(__file__).parent


def document(
    name: str,
    parts: Mapping[str, str],
    connect: str = "'none'",
    folder: Path = _FOLDER,
    shared: Sequence[str] = ("board.js",),
) -> str:
    """Return the page of a template, `NAME.html` in a folder; the parts are markup, ready to be inserted.

    Its script is `NAME.js`, after the shared ones. Its style is that of all pages, and `NAME.css` if there is one.
    ``connect`` lists the sources that the script may connect to.
    """
    own = folder / f"{name}.css"
    style = STYLE + _read(_FOLDER / "page.css") + (_read(own) if own.is_file() else "")
    script = "".join([*[_read(_FOLDER / each) for each in shared], _read(folder / f"{name}.js")])
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
    text = Template(_read(folder / f"{name}.html"))
    return text.substitute(parts, style=style, script=script, policy=policy)


def as_json(data: Any) -> str:  # Any: whatever JSON can hold
    """Return data as JSON that is safe inside a script element, where only `</` and `<!` can begin something else."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("</", "<\\/").replace("<!", "\\u003c!")


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
