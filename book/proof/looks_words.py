"""Words that another language of the book would print: a `Figure 1.2` in the Russian edition is a label that nobody translated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from book.errors import Fault
from book.language import FOLDER, Language, known_languages, load_language
from book.publish.glyphs import is_cjk

KINDS = ("chapter", "appendix", "figure", "table", "example", "exercise", "experiment")
STANDING = ("contents", "figures", "tables", "bibliography", "answer", "pitfall", "keynumbers")
"""Strings that stand alone as headings or labels."""


def languages() -> list[Language]:
    """All languages that the toolchain knows."""
    return [load_language(tag, {}, FOLDER.name) for tag in known_languages()]


def foreign(language: Language, others: Sequence[Language]) -> dict[str, re.Pattern[str]]:
    """For each label of another language that `language` does not share, what it looks like with a number."""
    own = {language.labels[kind] for kind in KINDS}
    found: dict[str, re.Pattern[str]] = {}
    for other in others:
        for kind in KINDS:
            before, after = other.labels[kind]
            if other.labels[kind] in own or not (before + after).strip():
                continue
            start = r"(?<!\w)" if before[:1].isalpha() and not is_cjk(before[:1]) else ""
            found[f"{before}1.2{after}"] = re.compile(
                rf"{start}{re.escape(before.strip())}\s?\d+(?:\.\d+)?{re.escape(after)}(?!\d)"
            )
    return found


def standing(language: Language, others: Sequence[Language]) -> frozenset[str]:
    """Headings of other languages that are none in this one."""
    own = {text.casefold() for text in language.strings.values()}
    return frozenset(text for other in others for key in STANDING if (text := other.strings[key]).casefold() not in own)


def wrong_words(pages: Mapping[str, str], language: Language, name: str) -> Iterator[Fault]:
    """Labels and headings of other languages in the text of `pages`, by the page's name."""
    others = [other for other in languages() if other.tag != language.tag]
    patterns, headings = foreign(language, others), standing(language, others)
    for page, text in pages.items():
        for label, pattern in patterns.items():
            match = pattern.search(text)
            if match:
                yield Fault(name, 0, 0, f"{page}: `{match[0]}` is a label of another language (as in `{label}`)", "look.language")
        for line in text.splitlines():
            if line.strip() in headings:
                yield Fault(name, 0, 0, f"{page}: `{line.strip()}` is a heading of another language", "look.language")
