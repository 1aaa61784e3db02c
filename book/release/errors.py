"""Why there is no release.

    BookError
    └── Refused               exit 1: one or several reasons, a line each
"""

from __future__ import annotations

from collections.abc import Sequence

from book.errors import BookError


class Refused(BookError):
    """Something that a release must prove does not hold; nothing was published."""

    exit_code = 1

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons = list(reasons)
        super().__init__("\nbook: ".join(f"no release: {reason}" for reason in self.reasons))
