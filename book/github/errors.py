"""What can go wrong with GitHub, each as one sentence.

    GitHubError               exit 2: what was asked, what was answered, what to do
    ├── Unreachable           no answer after all tries
    ├── NotFound              404, or 410
    ├── Denied                401 or 403: the token is missing or may not do this
    └── Rejected              409 or 422: the request was understood and is not possible, e.g. because the name is taken
"""

from __future__ import annotations

from book.errors import BookError


class GitHubError(BookError):
    """An answer that is not what was asked for."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status
        """Of HTTP; 0 where there was no answer."""


class Unreachable(GitHubError):
    """No answer, or only errors of the server, after all tries."""


class NotFound(GitHubError):
    """There is no such thing, or the token may not see it."""


class Denied(GitHubError):
    """The token is missing, or lacks a permission."""


class Rejected(GitHubError):
    """The server understood and refused, e.g. a name that is taken."""


def refused(asked: str, status: int, said: str) -> GitHubError:
    """The error for an answer with this status to the request `asked`; `said` is the server's own message."""
    told = f" ({said})" if said else ""
    if status in (404, 410):
        return NotFound(f"GitHub does not have what {asked} asks for{told}; see that it exists and that the token may read it", status)
    if status in (401, 403):
        return Denied(f"GitHub refuses {asked}{told}; set GITHUB_TOKEN to a token that may do this", status)
    if status in (409, 422):
        return Rejected(f"GitHub rejects {asked}{told}", status)
    return GitHubError(f"GitHub answers {status} to {asked}{told}; try again later", status)
