"""The book's own text again and again, with labels of its own each time: books of any size for `make bench`."""

from __future__ import annotations

import re

LABEL = re.compile(r"(\]\(#|[{ ]#)([a-z]+:[\w-]+)(?=[ })])")


def named(text: str, number: int) -> str:
    """`text` with labels that no other number has."""
    return LABEL.sub(lambda match: f"{match[1]}{match[2]}-r{number}", text)


def repeated(text: str, times: int) -> list[str]:
    """`times` chapters of one, with labels of their own."""
    return [named(text, number) for number in range(times)]
