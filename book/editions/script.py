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


def is_traditional(text: str) -> bool:
    """Whether more characters are of the traditional script alone than of the simplified one alone."""
    old, new = _converter("t2s")(text), _converter("s2t")(text)
    return sum(a != b for a, b in zip(text, old, strict=False)) > sum(a != b for a, b in zip(text, new, strict=False))


def to_traditional(text: str) -> str:
    """The text in traditional characters."""
    return _converter("s2t")(text)
