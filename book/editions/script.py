"""Which of the two Chinese scripts a text is in, as far as its characters tell."""

from __future__ import annotations

import functools
from collections.abc import Callable


@functools.cache
def _converter(config: str) -> Callable[[str], str]:
    import opencc

    convert: Callable[[str], str] = opencc.OpenCC(config).convert
    return convert


def differs(text: str) -> bool:
    """Whether traditional script writes this text with other characters: then it is in simplified script."""
    return _converter("s2t")(text) != text


def to_simplified(text: str) -> str:
    """The text in simplified characters, one for one where possible."""
    return _converter("t2s")(text)
