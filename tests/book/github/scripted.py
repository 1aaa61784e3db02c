"""A server that answers what a test tells it to, in order, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from book.github.api import Api


@dataclass(frozen=True)
class Say:
    """One answer."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    """Less comes than was announced."""


@dataclass
class Talk:
    """What is still to be said, and what was asked."""

    answers: list[Say]
    address: str = ""
    asked: list[str] = field(default_factory=list)
    bodies: list[Any] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)

    @property
    def api(self) -> Api:
        """The client; its pauses are only written down."""
        return Api(self.address, "secret", pause=self.pauses.append, seconds=10)


@contextmanager
def talking(*answers: Say) -> Iterator[Talk]:
    """A server for as long as the block runs; every answer must have been asked for."""
    talk = Talk(list(answers))

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            """Nothing on stderr."""

        def answer(self) -> None:
            data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            talk.asked.append(f"{self.command} {self.path}")
            talk.bodies.append(json.loads(data) if data else None)
            talk.tokens.append(self.headers.get("Authorization", ""))
            said = talk.answers.pop(0)
            body = said.body if isinstance(said.body, bytes) else b"" if said.body is None else json.dumps(said.body).encode()
            self.send_response_only(said.status)
            for name, value in said.headers.items():
                self.send_header(name, value.replace("ADDRESS", talk.address))
            self.send_header("Content-Length", str(len(body) + (5 if said.cut else 0)))
            self.end_headers()
            self.wfile.write(body)

    verbs = {f"do_{verb}": Handler.answer for verb in ("GET", "POST", "PATCH", "PUT", "DELETE")}
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Verbs", (Handler,), verbs))
    talk.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield talk
        assert talk.answers == []
    finally:
        server.shutdown()
        server.server_close()
