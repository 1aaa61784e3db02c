"""The name of a release: `build-20261130-235959`, the time in UTC+8, where the book is at home.

A name is only a name. Which of two releases is newer is asked of the history of commits, since a clock may jump.
"""

from __future__ import annotations

import datetime
from collections.abc import Container

PREFIX = "build-"
PATTERN = f"{PREFIX}[0-9]*"
"""As git globs it."""
HOME = datetime.timezone(datetime.timedelta(hours=8))


def free_tag(now: datetime.datetime, taken: Container[str]) -> str:
    """The tag of this moment, or of the first second after it that is not taken."""
    moment = now.astimezone(HOME)
    while (tag := moment.strftime(f"{PREFIX}%Y%m%d-%H%M%S")) in taken:
        moment += datetime.timedelta(seconds=1)
    return tag


def utc_now() -> datetime.datetime:
    """This moment."""
    return datetime.datetime.now(datetime.UTC)
