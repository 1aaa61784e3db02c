"""Characters replaced one for one: several times faster than `str.translate` where few of a text's characters are concerned."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping


def folding(pairs: Mapping[str, str]) -> Callable[[str], str]:
    """A function that replaces the characters of `pairs`; each by one, so that places stay."""
    odd = re.compile(f"[{re.escape(''.join(pairs))}]")

    def fold(text: str) -> str:
        return odd.sub(lambda match: pairs[match[0]], text)

    return fold
