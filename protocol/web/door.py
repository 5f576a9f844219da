"""Access to a server of pages: checks requests, and sets the headers of responses.

Whoever knows the secret in the address may read. Only pages of this server may open a connection: the origin must be
the requested address. On loopback only that one address is accepted, not other names that resolve to it.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
import socket
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from websockets.asyncio.server import Server, ServerConnection
    from websockets.http11 import Request, Response

LOOPBACK: Final = "127.0.0.1"
_EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 (told by the user)
_PLACE: Final = re.compile(r"[A-Za-z0-9.\-]+(:[0-9]+)?|\[[0-9A-Fa-f:.]+\](:[0-9]+)?")
_HEADERS: Final = (
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)


class Door:
    """The secret of a server, and its address when it is open."""

    def __init__(self, host: str = LOOPBACK, token: str | None = None) -> None:
        self.host = host
        self.port = 0
        self.token = token or secrets.token_urlsafe(24)

    def open(self, server: Server) -> None:
        """Set the port of the server."""
        self.port = next(iter(server.sockets)).getsockname()[1]

    @property
    def address(self) -> str:
        """The address of the first page."""
        name = socket.gethostname() if self.host in _EVERYWHERE else self.host
        return f"http://{f'[{name}]' if ':' in name else name}:{self.port}/{self.token}/"

    def path(self, request: Request) -> str | None:
        """Return the path after the secret; None if the secret is wrong, or the request used another host name."""
        if self.place(request) is None:
            return None
        _, _, rest = request.path.partition("/")
        token, slash, path = rest.partition("?")[0].partition("/")
        is_known = hmac.compare_digest(token.encode(), self.token.encode())
        return path if is_known and slash else None

    def place(self, request: Request) -> str | None:
        """Return host and port of the request; None if they are not those of this server."""
        hosts = request.headers.get_all("Host")
        if len(hosts) != 1 or not _PLACE.fullmatch(hosts[0]):
            return None
        if self.host == LOOPBACK and hosts[0] != f"{LOOPBACK}:{self.port}":
            return None
        return hosts[0]

    def is_own_page(self, request: Request) -> bool:
        """Return whether a request for a connection comes from a page of this server."""
        return request.headers.get_all("Origin") == [f"http://{self.place(request)}"]


def why_closed(place: tuple[str, int], problem: OSError) -> str:
    """Return why a server cannot listen at a host and port, for people; the library's own text is for programmers."""
    number = problem.errno or 0  # under 0 if a name has no address
    reason = os.strerror(number) if number > 0 else problem.strerror or str(problem)
    return f"{place[0]}, port {place[1]}, cannot be used: {reason}"


def respond(connection: ServerConnection, page: str, kind: str = "text/html") -> Response:
    """Return the response with a page."""
    response = connection.respond(HTTPStatus.OK, page)
    del response.headers["Content-Type"]
    response.headers["Content-Type"] = f"{kind}; charset=utf-8"
    for key, value in _HEADERS:
        response.headers[key] = value
    return response


def refuse(connection: ServerConnection, request: Request) -> Response:
    """Return the response to a request for an unknown path."""
    if request.path == "/favicon.ico":  # every browser requests it
        return connection.respond(HTTPStatus.NO_CONTENT, "")
    return connection.respond(HTTPStatus.NOT_FOUND, "nothing here\n")


def forbid(connection: ServerConnection) -> Response:
    """Return the refusal of a connection from a foreign page."""
    return connection.respond(HTTPStatus.FORBIDDEN, "only the page itself may connect\n")
