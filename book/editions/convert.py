"""Text from one script and region to another: OpenCC word by word, with the field's own words before it.

OpenCC matches its phrases wherever their characters meet, also across the border of two words (减少|数组|织, 展示|了|如何).
So the text is first cut into words, the cheapest way through a list of frequent words; phrases are looked up only inside a word.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import log
from pathlib import Path
from typing import Any

from book.editions.script import is_traditional
from book.errors import BadInput, Fault, WrongUse
from book.yamlfile import read_yaml

FOLDER = Path(__file__).parent / "conversions"
RUN = re.compile(r"[\u3400-\u9fff]+")
SINGLE = 13.0
"""Cost of a character that is no part of a listed word."""
SMALL = dict.fromkeys(
    "的了在是和与及或有把被让从向对就也还又都而以为其之个只不没要会能可到来去上下中里后前多一二三四五六七八九十两几每各这那此它他她我你们给比按用做算读搬占",
    7.0,
)
"""Cost of the words of one character; without them 缓存|在 is dearer than 缓|存在."""
OWN = 8.5
"""Cost of the field's own words."""
LONGEST = 8
KEPT = "\ue000"


@dataclass(frozen=True)
class Pattern:
    """A change that a list of words cannot express."""

    find: re.Pattern[str]
    put: str


@dataclass(frozen=True)
class Conversion:
    """How drafts of one language are made from another."""

    config: str
    """OpenCC's name of the conversion."""
    words: Mapping[str, str]
    quotes: Mapping[str, str] = field(default_factory=dict)
    patterns: tuple[Pattern, ...] = ()
    names: frozenset[str] = frozenset()
    """Names that stay as they are."""

    def text(self, source: str) -> str:
        """The converted text; it must be running text, without markup that has to stay."""
        held: list[str] = []

        def hold(text: str) -> str:
            held.append(text)
            return f"{KEPT}{len(held) - 1}{KEPT}"

        for name in sorted(self.names, key=len, reverse=True):
            if name in source:
                source = source.replace(name, hold(name))
        for pattern in self.patterns:
            source = pattern.find.sub(lambda match, put=pattern.put: put.format(**match.groupdict("")), source)  # type: ignore[misc]
        new = RUN.sub(lambda match: self._run(match[0]), source).translate(self._quotes())
        new = _spaced(new)
        return re.sub(f"{KEPT}(\\d+){KEPT}", lambda match: held[int(match[1])], new)

    def _quotes(self) -> dict[int, str]:
        return {ord(mark): put for mark, put in self.quotes.items()}

    def _run(self, run: str) -> str:
        """A stretch of Chinese characters; one that is in the other script already stays, so that converting twice changes
        nothing."""
        if is_traditional(run):
            return run
        convert = _opencc(self.config)
        parts: list[str] = []
        singles = ""
        for word in segmented(run, self.words):
            if len(word) == 1 and word not in self.words:
                singles += word
                continue
            if singles:
                parts.append(convert(singles))
                singles = ""
            parts.append(self.words[word] if word in self.words else convert(word))
        return "".join(parts) + (convert(singles) if singles else "")


_BESIDE_LATIN = re.compile(
    r"(?<=[\u3400-\u9fff])(?=(?:GPU|token|MB|GB|TB|KB|Gbit|Mbit)(?![A-Za-z]))|(?<=[\u3400-\u9fff]GPU)(?=[\u3400-\u9fff])"
)


def _spaced(text: str) -> str:
    """A word in letters that took the place of a Chinese one stands apart from its neighbours."""
    return _BESIDE_LATIN.sub(" ", text)


@functools.cache
def _opencc(config: str) -> Callable[[str], str]:
    try:
        import opencc

        convert: Callable[[str], str] = opencc.OpenCC(config).convert
    except ImportError:
        raise WrongUse("drafts need the package opencc: run `make setup`") from None
    return functools.lru_cache(maxsize=20_000)(convert)


@functools.cache
def _lexicon() -> Mapping[str, float]:
    """The cost of each listed word: the rarer, the dearer."""
    lines = (FOLDER / "words-zh-Hans.txt").read_text(encoding="utf-8").splitlines()
    words = [word for line in lines if not line.startswith("#") for word in line.split()]
    return {word: 5.0 + log(1 + rank / 40) for rank, word in enumerate(words)}


def segmented(run: str, own: Mapping[str, str]) -> list[str]:
    """A stretch of Chinese as words, the cheapest way."""
    lexicon = _lexicon()
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(run) + 1):
        found = (best[end - 1][0] + SMALL.get(run[end - 1], SINGLE), end - 1)
        for start in range(max(0, end - LONGEST), end - 1):
            word = run[start:end]
            cost = lexicon.get(word)
            if word in own:
                cost = min(cost or OWN, OWN)
            if cost is not None and best[start][0] + cost < found[0]:
                found = (best[start][0] + cost, start)
        best.append(found)
    words, end = [], len(run)
    while end:
        start = best[end][1]
        words.append(run[start:end])
        end = start
    return words[::-1]


def load_conversion(tag: str, own: Mapping[str, str], names: Iterable[str]) -> Conversion | None:
    """The conversion into a language; `own` words of an edition go before the common ones. None if there is none."""
    path = FOLDER / f"{tag}.yaml"
    if not path.is_file():
        return None
    data: dict[str, Any] = read_yaml(path, path.name)
    try:
        patterns = tuple(Pattern(re.compile(entry["find"]), entry["put"]) for entry in data.get("patterns", ()))
        words = {**data["words"], **own}
        for word in list(words.values()):  # what is converted already stays
            words.setdefault(word, word)
        return Conversion(str(data["config"]), words, data.get("quotes", {}), patterns, frozenset(names))
    except (KeyError, TypeError, re.error) as error:
        raise BadInput(Fault(path.name, 0, 0, f"needs `config`, `words` and `patterns: [{{find, put}}]`: {error}")) from None
