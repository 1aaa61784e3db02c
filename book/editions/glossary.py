"""An edition's glossary.yaml: for each term of the source its word here, and the renderings that are wrong, with the reason.

    names: [王杰]                        # stay as they are in every script
    terms:
      - source: 算子
        term: 運算子
        forbid: [{say: 運算元, why: 這是 operand}]

A forbidden rendering is looked for where the source uses the term; with `everywhere: true` in the whole text; never inside an
allowed term.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from book.errors import BadInput, Fault
from book.yamlfile import read_yaml

FILE = "glossary.yaml"
HAN = re.compile("[\u3400-\u9fff]")
TERM_KEYS = {"source", "english", "term", "also", "forms", "forbid", "note"}
FORBID_KEYS = {"say", "pattern", "why", "everywhere", "unless", "instead"}
ENDINGS = re.compile(
    r"(?:иями|ями|ами|иях|ях|ах|иям|ям|ам|ией|ого|его|ому|ему|ыми|ими|ия|ие|ии|ию|ий|ый|ой|ей|ая|яя|ое|ее|ов|ев|ом|ем|ую|юю|ых|их|ть|[аеёиоуыэюяьй])$"
)
"""Endings of nouns and adjectives; what stands before them is the stem."""
TAIL = "[а-яё]{0,4}"
"""What a Russian stem may have behind it."""


@dataclass(frozen=True)
class Forbidden:
    """A rendering that is wrong."""

    say: str
    pattern: re.Pattern[str]
    why: str
    everywhere: bool = False
    unless: re.Pattern[str] | None = None
    """Source text beside which the rendering is right after all."""
    instead: str = ""


@dataclass(frozen=True)
class Term:
    """One entry."""

    source: str
    english: str
    term: str
    also: tuple[str, ...]
    """Other renderings that are right."""
    forbid: tuple[Forbidden, ...]
    note: str


@dataclass(frozen=True)
class Glossary:
    """All terms of an edition."""

    terms: tuple[Term, ...] = ()
    names: tuple[str, ...] = ()

    def words(self) -> Mapping[str, str]:
        """Source to term, for drafts."""
        return {term.source: term.term for term in self.terms if term.source and term.term}

    def allowed(self) -> tuple[str, ...]:
        """All renderings that are right, the longest first."""
        return tuple(sorted({word for term in self.terms for word in (term.term, *term.also) if word}, key=len, reverse=True))


def read_glossary(folder: Path, name: str, language: str) -> Glossary:
    """The glossary of an edition's folder, called `name` in messages; empty where there is none."""
    path = folder / FILE
    if not path.is_file():
        return Glossary()
    data = read_yaml(path, name)
    unknown = set(data) - {"names", "terms"}
    if unknown or not isinstance(data.get("terms", []), list) or not isinstance(data.get("names", []), list):
        raise BadInput(
            Fault(name, 0, 0, "holds `names: […]` and `terms: […]`" + (f", not `{sorted(unknown)[0]}`" if unknown else ""))
        )
    terms = tuple(_term(entry, name, language) for entry in data.get("terms", []))
    return Glossary(terms, tuple(map(str, data.get("names", []))))


def _term(entry: Any, name: str, language: str) -> Term:
    if not isinstance(entry, dict) or not entry.get("source"):
        raise BadInput(Fault(name, 0, 0, f"each term has a `source` and a `term`, not {str(entry)[:60]!r}"))
    source = str(entry["source"])
    if unknown := set(entry) - TERM_KEYS:
        raise BadInput(
            Fault(name, 0, 0, f"{source}: does not know `{sorted(unknown)[0]}`; a term has {', '.join(sorted(TERM_KEYS))}")
        )
    forbid = tuple(_forbidden(each, source, str(entry.get("term", "")), name, language) for each in entry.get("forbid", []))
    return Term(source, str(entry.get("english", "")), str(entry.get("term", "")), tuple(map(str, entry.get("also", []))), forbid,
                str(entry.get("note", "")))


def _forbidden(entry: Any, source: str, term: str, name: str, language: str) -> Forbidden:
    if not isinstance(entry, dict) or not (entry.get("say") or entry.get("pattern")) or not entry.get("why"):
        raise BadInput(Fault(name, 0, 0, f"{source}: a forbidden rendering is `{{say: …, why: …}}`, not {str(entry)[:60]!r}"))
    if unknown := set(entry) - FORBID_KEYS:
        raise BadInput(
            Fault(name, 0, 0, f"{source}: `forbid` does not know `{sorted(unknown)[0]}`; it has {', '.join(sorted(FORBID_KEYS))}")
        )
    say = str(entry.get("say") or entry["pattern"])
    try:
        pattern = re.compile(entry["pattern"]) if "pattern" in entry else spelled(say, language)
        unless = re.compile(str(entry["unless"])) if "unless" in entry else None
    except re.error as error:
        raise BadInput(Fault(name, 0, 0, f"{source}: {say!r} is no regular expression: {error}")) from None
    return Forbidden(say, pattern, str(entry["why"]), bool(entry.get("everywhere")), unless, str(entry.get("instead") or term))


def spelled(phrase: str, language: str) -> re.Pattern[str]:
    """A pattern for a phrase in all its forms: Russian words with any ending, others as they are, in either case."""
    words = [_word(word, language) for word in phrase.split()]
    joined = r"[\s\u00a0-]+".join(words)
    edge = "" if re.search(r"[\u3400-\u9fff]", phrase) else r"(?<![\w])"
    end = "" if re.search(r"[\u3400-\u9fff]", phrase) else r"(?![\w])"
    return re.compile(f"{edge}{joined}{end}", re.IGNORECASE)


def _word(word: str, language: str) -> str:
    if not language.startswith("ru") or not re.search("[а-яё]", word, re.I):
        return re.escape(word) + (r"(?:s|es)?" if word.isascii() and word.isalpha() and len(word) > 3 else "")
    stem = ENDINGS.sub("", word)
    stem = stem if len(stem) >= 3 else word
    return (
        re.escape(stem).replace("е", "[её]").replace("ё", "[её]") if stem == word and len(word) < 4 else f"{re.escape(stem)}{TAIL}"
    )


def as_markdown(glossary: Glossary, heads: tuple[str, str, str], title: str) -> str:
    """The glossary as an appendix: a table of the source's term, the English one and this edition's, with notes.

    It is sorted by this edition's terms if they have an alphabet, else by the English ones.
    """
    english = any(term.english for term in glossary.terms)
    columns = heads if english else (heads[0], heads[2])
    lines = [f"# {title} {{#ch:glossary .appendix}}", "", f"| {' | '.join(columns)} |", "|" + "---|" * len(columns)]
    for term in sorted(glossary.terms, key=lambda term: (term.english if HAN.search(term.term) else term.term).lower()):
        own = "; ".join((term.term, *term.also)) + (f" ({term.note})" if term.note else "")
        lines.append(f"| {' | '.join(map(_cell, (term.source, term.english, own) if english else (term.source, own)))} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def names_of(glossary: Glossary, authors: tuple[str, ...]) -> Iterator[str]:
    """Names that no conversion may touch: those of the glossary and of the authors."""
    yield from glossary.names
    yield from (author for author in authors if 2 <= len(author) <= 4)
