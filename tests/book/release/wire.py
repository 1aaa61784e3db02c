"""Our GitHub on a port of this machine, and the ways in which a connection to it goes wrong."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import threading
import time
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlsplit

from tests.book.release.hub import TOKEN, Hub, Reply


class Harm(Enum):
    """What happens to one request."""

    ERROR = "500"
    ERROR_AFTER = "500 after effect"
    TIMEOUT = "timeout"
    TIMEOUT_AFTER = "timeout after effect"
    RESET = "reset"
    RESET_AFTER = "reset after effect"
    HALF = "half"
    LIMIT = "429"
    OTHER = "other bytes"

    @property
    def after(self) -> bool:
        """The request takes effect, only its answer is lost."""
        return self.name.endswith("AFTER")


class Fate(Protocol):
    """Decides what happens to each request to a hub."""

    def before(self, hub: Hub, number: int) -> Harm | None:
        """Called with the request's number, from 1, before it takes effect."""

    def after(self, hub: Hub, number: int) -> None:
        """Called when it has taken effect, before it is answered."""


class Seat:
    """A hub, what it has been asked, and its fate."""

    def __init__(self, hub: Hub, fate: Fate | None, stall: float) -> None:
        self.hub, self.fate, self.stall = hub, fate, stall
        self.asked: list[str] = []
        """Method and path of each request."""


class Server:
    """Many hubs behind one port, each under its own path."""

    def __init__(self) -> None:
        self.seats: dict[str, Seat] = {}
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"seats": self.seats, **VERBS}))
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> Server:
        self._thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def seat(self, hub: Hub, fate: Fate | None = None, stall: float = 0.5) -> Seat:
        """Give a hub an address; `stall`: seconds that a request hangs where it times out."""
        found = Seat(hub, fate, stall)
        name = f"hub{len(self.seats)}"
        hub.address = f"http://127.0.0.1:{self._http.server_address[1]}/{name}"
        self.seats[name] = found
        return found


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    seats: dict[str, Seat]

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on stderr."""

    def _any(self) -> None:
        self.close_connection = True
        parts = urlsplit(self.path)
        name, _, path = parts.path.lstrip("/").partition("/")
        seat = self.seats[name]
        length = int(self.headers.get("Content-Length") or 0)
        if path.startswith("files/"):  # another host in real life: it must not see the token
            assert "Authorization" not in self.headers
            self._send(seat.hub.answer("GET", f"/{path}", {}, None), seat)
            return
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            self.rfile.read(length)
            self._send(Reply(401, {"message": "Bad credentials"}), seat)
            return
        with seat.hub.lock:
            seat.asked.append(f"{self.command} /{path}")
            number = len(seat.asked)
        harm = seat.fate.before(seat.hub, number) if seat.fate else None
        self._suffer(seat, f"/{path}", dict(parse_qsl(parts.query)), length, harm, number)

    def _suffer(self, seat: Seat, path: str, query: dict[str, str], length: int, harm: Harm | None, number: int) -> None:
        if harm is Harm.HALF and self.command == "POST" and path.startswith("/uploads"):
            with seat.hub.lock:
                seat.hub.store(int(path.split("/")[-2]), query["name"], self.rfile.read(length // 2), whole=False)
            self._reset()
            return
        body: Any = self.rfile.read(length)
        if harm in (Harm.ERROR, Harm.TIMEOUT, Harm.RESET, Harm.LIMIT):
            self._fail(seat, harm)
            return
        if self.headers.get("Content-Type") == "application/json" and not path.startswith("/uploads"):
            body = json.loads(body or b"null")
        elif harm is Harm.OTHER and body:
            body = bytes([body[0] ^ 1]) + body[1:]
        reply = seat.hub.answer(self.command, path, query, body)
        if seat.fate:
            seat.fate.after(seat.hub, number)
        if harm is not None and harm.after:
            self._fail(seat, harm)
        elif harm is Harm.OTHER and reply.status == 302:
            self._bytes(200, b"something else")
        else:
            self._send(reply, seat, half=harm is Harm.HALF)

    def _fail(self, seat: Seat, harm: Harm) -> None:
        if harm in (Harm.ERROR, Harm.ERROR_AFTER):
            self._bytes(500, b'{"message": "Server Error"}')
        elif harm is Harm.LIMIT:
            self._bytes(429, b'{"message": "API rate limit exceeded"}', {"Retry-After": "3"})
        elif harm in (Harm.TIMEOUT, Harm.TIMEOUT_AFTER):
            time.sleep(seat.stall)
        else:
            self._reset()

    def _reset(self) -> None:
        """Close as a machine does that has lost its memory."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.rfile.close()

    def _send(self, reply: Reply, seat: Seat, *, half: bool = False) -> None:
        headers = {"Location": seat.hub.address.replace("127.0.0.1", "localhost") + reply.location} if reply.location else {}
        if reply.next_page:
            parts = urlsplit(self.path)
            query = dict(parse_qsl(parts.query))
            page = int(query.pop("page", 1)) + 1
            address = f"{seat.hub.address.rpartition('/')[0]}{parts.path}?per_page={query['per_page']}&page={page}"
            headers["Link"] = f'<{address}>; rel="next"'
        data = reply.body if isinstance(reply.body, bytes) else b"" if reply.body is None else json.dumps(reply.body).encode()
        self._bytes(reply.status, data, headers, half=half)

    def _bytes(self, status: int, data: bytes, headers: dict[str, str] | None = None, *, half: bool = False) -> None:
        with contextlib.suppress(OSError):  # who asked may be dead
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data) + (9 if half else 0)))
            self.end_headers()
            self.wfile.write(data)


VERBS = {f"do_{verb}": _Handler._any for verb in ("GET", "POST", "PATCH", "PUT", "DELETE")}
