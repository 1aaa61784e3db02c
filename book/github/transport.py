"""One HTTP exchange over urllib: a request in, an answer out, or the reason why there was none. It tries once; who calls tries again."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import IO, Any


class NoAnswer(Exception):
    """Nothing came back, or only a part; whether the request took effect is unknown."""


@dataclass(frozen=True)
class Request:
    """What is asked."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict)
    """Headers that must not follow a redirect to another host."""
    body: bytes | None = None
    seconds: float = 30.0
    """To wait for each part of the answer."""


@dataclass(frozen=True)
class Answer:
    """What came back, whatever its status."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes


class _SameHost(urllib.request.HTTPRedirectHandler):
    """Follows redirects; the token goes along only to the host that it was meant for."""

    def redirect_request(self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
                         ) -> urllib.request.Request | None:
        found = super().redirect_request(req, fp, code, msg, headers, newurl)
        if found is not None and urllib.parse.urlsplit(newurl).netloc == urllib.parse.urlsplit(req.full_url).netloc:
            for name, value in req.unredirected_hdrs.items():
                if name == "Authorization":
                    found.add_unredirected_header(name, value)
        return found


_OPENER = urllib.request.build_opener(_SameHost)


def exchange(request: Request) -> Answer:
    """Send a request once; NoAnswer if the connection breaks, times out, or ends before the whole answer is there."""
    asked = urllib.request.Request(request.url, data=request.body, headers=dict(request.headers), method=request.method)
    for name, value in request.secrets.items():
        asked.add_unredirected_header(name, value)
    try:
        try:
            with _OPENER.open(asked, timeout=request.seconds) as response:
                return _answer(response.status, response.headers, response)
        except urllib.error.HTTPError as error:
            with error:
                return _answer(error.code, error.headers, error)
    except urllib.error.URLError as error:
        raise NoAnswer(str(error.reason)) from None
    except TimeoutError:
        raise NoAnswer(f"no answer within {request.seconds:.0f} s") from None
    except (http.client.HTTPException, OSError) as error:
        raise NoAnswer(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__) from None


def _answer(status: int, headers: Any, body: Any) -> Answer:
    data = body.read()  # without a limit it notices an answer that is cut short
    return Answer(status, {name.lower(): value for name, value in headers.items()}, data)
