"""How the four languages name attributes and conditions: the data file as compiled patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from book.yamlfile import read_yaml

DATA = Path(__file__).with_name("words.yaml")

_COUNTER = r"(?:[个個张張块塊台条條组組份枚]\s?)?"
_LINK = (
    r"\s*(?:[(（][^()（）]{0,24}[)）]\s*)?(?:of|is|are|has|holds|contains|содержит|包含|含|=|:|：|为|為|是|取|有|共|达|達|长|長|—|–|равн\w+|составля\w+|по|из|в)?"
    r"\s*(?:about|only|exactly|just|约|約|只有|仅有|约为)?\s*\$?(?:\s*\\?[A-Za-z][\w{}\\]{0,16}\s*=)?\s*\$?\s*"
)
_EACH = re.compile(r"(?:每|第|前|后|後|every|each|first|last|кажд\w+|перв\w+|последн\w+)\s?$", re.IGNORECASE)
_COUNTS = frozenset(("layers", "attention_layers", "experts", "heads", "ranks", "requests"))


@dataclass(frozen=True)
class Attribute:
    """The words of one thing that a configuration has."""

    name: str
    after: re.Pattern[str]
    """Matches the text after a number."""
    before: re.Pattern[str]
    """Searches the text before a number."""
    label: re.Pattern[str]
    """Matches a table's label, or what a symbol is said to be."""

    def fits(self, before: str, after: str, *, first: bool) -> bool:
        """Whether a number between two texts is this; `first`: by what follows it or by the special words before it."""
        if self.name in _COUNTS and _EACH.search(before):
            return False
        return bool((self.after if first else self.before).search(after if first else before))


def whole(patterns: list[str]) -> str:
    """One alternation; Latin and Cyrillic words are matched as a whole."""
    parts = [p if re.search(r"[\u3000-\u9fff]", p) else rf"(?<![A-Za-zА-Яа-яЁё])(?:{p})(?![A-Za-zа-яё])" for p in patterns]
    return "(?:" + "|".join(parts) + ")" if parts else r"(?!)"


@cache
def attributes() -> tuple[Attribute, ...]:
    """All attributes, special ones before general ones."""
    found = []
    for name, lists in read_yaml(DATA, DATA.name)["attributes"].items():
        nouns, after, before = (list(lists.get(key, ())) for key in ("nouns", "after", "before"))
        found.append(
            Attribute(
                lists.get("is", name),
                re.compile(rf"\A[\s$-]{{0,2}}{_COUNTER}(?:(?:维|維)的?|dimensional )?{whole(nouns + after)}", re.IGNORECASE),
                re.compile(rf"{whole(nouns + before)}{_LINK}\Z", re.IGNORECASE),
                re.compile(whole(nouns), re.IGNORECASE),
            )
        )
    return tuple(found)


@cache
def cue(name: str) -> re.Pattern[str]:
    """The words that say a condition."""
    return re.compile(whole(list(read_yaml(DATA, DATA.name)["cues"][name])), re.IGNORECASE)
