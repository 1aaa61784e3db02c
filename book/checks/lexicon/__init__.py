"""The words by which a text tells how a number comes from others: one `Lexicon` for each language, the same fields in all."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from book.checks.lexicon.words import Lexicon

__all__ = ["Lexicon", "lexicon"]


@cache
def lexicon(family: str) -> Lexicon:
    """The words of a language family: `en`, `ru` or `zh`."""
    found: Lexicon = import_module(f"book.checks.lexicon.{family}").LEXICON
    return found
