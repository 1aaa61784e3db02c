"""The API of one GitHub server: JSON in and out, pages, files, and patience with a server that fails for a while."""

from __future__ import annotations

import json
import os
import time
import urllib.parse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any

from book import __version__
from book.errors import WrongUse
from book.github.errors import GitHubError, Unreachable, refused
from book.github.transport import Answer, NoAnswer, Request, exchange

ADDRESS = "https://api.github.com"
TRIES = 5
"""Attempts at one request."""
FIRST_PAUSE = 1.0
"""Seconds before the second attempt; each pause is twice the one before."""
LONGEST_PAUSE = 120.0
"""Seconds that are waited for a rate limit to pass; beyond that the command ends and says when to try again."""
PASSING = frozenset({408, 429, 500, 502, 503, 504})
"""Answers that may be another one a moment later."""
PER_PAGE = 100

Look = Callable[[], Any]
"""Looks whether a request took effect: what it made, or None."""


@dataclass(frozen=True)
class Api:
    """A server, and who asks."""

    address: str = ADDRESS
    token: str = field(default="", repr=False)
    pause: Callable[[float], None] = time.sleep
    """Waits so many seconds."""
    seconds: float = 30.0
    """Until a request without an answer is given up."""

    # what is asked

    def get(self, path: str, **query: str | int) -> Any:
        """The JSON at a path such as `/repos/o/r/releases`."""
        return _json(self._ask("GET", self._url(path, query)))

    def pages(self, path: str, **query: str | int) -> Iterator[Any]:
        """The entries of a list, page after page."""
        url = self._url(path, {"per_page": PER_PAGE, **query})
        while url:
            answer = self._ask("GET", url)
            yield from _json(answer)
            url = _next(answer)

    def post(self, path: str, body: Mapping[str, Any], look: Look | None = None) -> Any:
        """Create something. Where the answer is lost, `look` says whether it exists; without `look` it is not tried again."""
        return self._once(self._url(path), json.dumps(body).encode(), "application/json", look)

    def put(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Set something; twice is the same as once."""
        return _json(self._ask("PUT", self._url(path), json.dumps(body or {}).encode()))

    def patch(self, path: str, body: Mapping[str, Any]) -> Any:
        """Change fields; twice is the same as once."""
        return _json(self._ask("PATCH", self._url(path), json.dumps(body).encode()))

    def delete(self, path: str) -> None:
        """Delete something; what is gone already is as good."""
        try:
            self._ask("DELETE", self._url(path))
        except GitHubError as error:
            if error.status != 404:
                raise

    def upload(self, url: str, data: bytes, media_type: str, look: Look | None = None) -> Any:
        """Send a file to an address that the API gave; `look` as for `post`."""
        return self._once(url, data, media_type, look)

    def download(self, path: str) -> bytes:
        """The bytes of a release asset: `/repos/o/r/releases/assets/ID`."""
        return self._ask("GET", self._url(path), accept="application/octet-stream").body

    # how

    def _url(self, path: str, query: Mapping[str, str | int] | None = None) -> str:
        base = path if "://" in path else self.address.rstrip("/") + path
        return base + (f"?{urllib.parse.urlencode(query)}" if query else "")

    def _request(self, method: str, url: str, body: bytes | None, media_type: str, accept: str) -> Request:
        headers = {"Accept": accept, "X-GitHub-Api-Version": "2022-11-28", "User-Agent": f"book/{__version__}"}
        if body is not None:
            headers["Content-Type"] = media_type
        secrets = {"Authorization": f"Bearer {self.token}"} if self.token and self._ours(url) else {}
        return Request(method, url, headers, secrets, body, self.seconds)

    def _ours(self, url: str) -> bool:
        """Whether an address may see the token: the server itself, or its host for uploads."""
        here, there = urllib.parse.urlsplit(self.address), urllib.parse.urlsplit(url)
        host = here.netloc.removeprefix("api.")
        return there.scheme == here.scheme and there.netloc in (here.netloc, f"uploads.{host}")

    def _ask(self, method: str, url: str, body: bytes | None = None, accept: str = "application/vnd.github+json") -> Answer:
        """A request that may be repeated."""
        request = self._request(method, url, body, "application/json", accept)
        return self._patiently(request, lambda: None)[0]

    def _once(self, url: str, body: bytes, media_type: str, look: Look | None) -> Any:
        """A request that must take effect once: before each repetition `look` sees whether it has."""
        request = self._request("POST", url, body, media_type, "application/vnd.github+json")
        answer, found = self._patiently(request, look)
        return found if found is not None else _json(answer)

    def _patiently(self, request: Request, look: Look | None) -> tuple[Answer, Any]:
        """The answer, or what `look` found after a failure; the error that says what was tried and what to do."""
        asked = f"{request.method} {urllib.parse.urlsplit(request.url).path}"
        said = ""
        for attempt in range(1, TRIES + 1):
            wait = FIRST_PAUSE * 2 ** (attempt - 1)
            unknown = True
            try:
                answer = exchange(request)
            except NoAnswer as problem:
                said = str(problem)
            else:
                if answer.status < 400:
                    return answer, None
                limit = _limited(answer)
                if limit is None and answer.status not in PASSING:
                    raise refused(asked, answer.status, _message(answer))
                said, unknown = f"answer {answer.status}", limit is None
                wait = max(wait, limit or 0.0)
                if wait > LONGEST_PAUSE:
                    raise GitHubError(f"GitHub's rate limit is used up; try {asked} again in {wait / 60:.0f} minutes", answer.status)
            if unknown and look is None:
                raise Unreachable(f"{asked} had no answer ({said}); it may have taken effect: look before you try again")
            if attempt < TRIES:
                self.pause(wait)
            found = look() if unknown and look is not None else None
            if found is not None:
                return Answer(200, {}, b""), found
        raise Unreachable(f"GitHub does not answer {asked} after {TRIES} tries ({said}); run the command again when it does")


def connect(address: str = "", environment: Mapping[str, str] = os.environ, *, needs_token: bool = True) -> Api:
    """The API at an address, else at GITHUB_API_URL, else at github.com; the token is GITHUB_TOKEN or GH_TOKEN of the environment."""
    token = (environment.get("GITHUB_TOKEN") or environment.get("GH_TOKEN") or "").strip()
    if needs_token and not token:
        raise WrongUse("no token for GitHub: set GITHUB_TOKEN in the environment")
    return Api(address or environment.get("GITHUB_API_URL") or ADDRESS, token)


def _json(answer: Answer) -> Any:
    if not answer.body.strip():
        return None
    try:
        return json.loads(answer.body)
    except ValueError:
        raise GitHubError("GitHub's answer is not JSON; is the address of the API right (GITHUB_API_URL)?", answer.status) from None


def _message(answer: Answer) -> str:
    """What the server says about its refusal, in one line."""
    try:
        said = json.loads(answer.body)
        details = [str(each.get("code") or each.get("message") or "") if isinstance(each, dict) else str(each)
                   for each in said.get("errors", [])]
        return " ".join(": ".join([str(said.get("message", "")), *filter(None, details)]).split())[:300]
    except (ValueError, AttributeError):
        return ""


def _limited(answer: Answer) -> float | None:
    """Seconds until a rate limit passes; None if it is none. Measured by the server's own clock: ours may be wrong."""
    if answer.status not in (403, 429):
        return None
    after = answer.headers.get("retry-after", "")
    if after.isdigit():
        return float(after)
    reset = answer.headers.get("x-ratelimit-reset", "")
    if answer.headers.get("x-ratelimit-remaining") != "0" or not reset.isdigit():
        return 0.0 if answer.status == 429 else None
    try:
        now = parsedate_to_datetime(answer.headers.get("date", "")).timestamp()
    except (TypeError, ValueError):
        return FIRST_PAUSE
    return max(0.0, int(reset) - now) + 1.0


def _next(answer: Answer) -> str:
    """The address of the next page; empty after the last."""
    for part in answer.headers.get("link", "").split(","):
        address, _, relation = part.partition(";")
        if 'rel="next"' in relation:
            return address.strip().strip("<>")
    return ""
