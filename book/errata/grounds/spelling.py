"""The witness about spelling: a printed word that is none, one slip away from the proposed one; and the reverse.

A word that a list lacks is no misspelling yet: the field's own words are in no list. So the slip must be a usual one (two letters
exchanged, one doubled, dropped or taken for its like), the right word must be known, and the book may not use the other elsewhere.
Chinese has no words between spaces: there the two characters must sound alike, and the book itself must use the proposed one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.scene import Scene

if TYPE_CHECKING:
    from spellchecker import SpellChecker

SHORTEST = 5
"""Letters of a word that can be called misspelt: shorter ones are one letter away from too many others."""
LONG = 8
"""Letters from which a consonant taken for another, or two slips at once, are still no other word."""

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_HAN = re.compile(r"[\u3400-\u9fff]")


def spelling(dispute: Dispute) -> Iterator[Evidence]:
    """Which of two words is one, where a claim differs in nothing but a letter or a character."""
    found = _differing(dispute)
    if found is None:
        return
    printed, proposed = found
    if _is_name(printed, dispute.scene.place.words):
        return
    book = _Usage(dispute.scene)
    judge = _misspelt_han if _HAN.search(printed) else _misspelt
    mine, theirs = judge(printed, proposed, book), judge(proposed, printed, book)
    shown = {"printed": printed.strip("…"), "proposed": proposed.strip("…")}
    if mine and not theirs:
        yield Evidence.of("spelling", For.PROPOSAL, "misspelt", **shown)
    elif theirs and not mine:
        yield Evidence.of("spelling", For.TEXT, "spelt-right", **shown)


def _is_name(word: str, quote: str) -> bool:
    """Whether a word stands in program text, or has a capital within a sentence: a name is spelt as its owner spells it."""
    at = quote.find(word)
    inside = at >= 0 and (quote.count("`", 0, at) % 2 == 1 or quote.count("$", 0, at) % 2 == 1)
    begins = not quote[:at].strip(" *_“\"«(") or quote[:at].rstrip(" *_“\"«(")[-1:] in ".!?:\n"
    return inside or (at > 0 and word[:1].isupper() and not begins)


class _Usage:
    """How often the book's own edition has a word, the place of the quote left out."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    @cached_property
    def _text(self) -> str:
        scene = self._scene
        place = scene.place
        texts = [
            text.source if text.file != place.text.file else text.source[: place.start] + "\n" + text.source[place.end :]
            for text in scene.volume.texts(place.text.edition.id)
        ]
        return "\n".join([*texts, *_glossaries(scene)]).lower()

    def words(self, word: str) -> int:
        """Occurrences as a whole word."""
        return len(re.findall(rf"(?<![^\W\d_]){re.escape(word.lower())}(?![^\W\d_])", self._text))

    def characters(self, run: str) -> int:
        """Occurrences of a run of characters."""
        return self._text.count(run)


def _glossaries(scene: Scene) -> Iterator[str]:
    """The glossaries of all editions as text: the terms of the source stand in them, too."""
    for edition in scene.volume.project.editions.values():
        path = Path(edition.folder) / "glossary.yaml"
        if path.is_file():
            yield path.read_text(encoding="utf-8", errors="replace")


def _differing(dispute: Dispute) -> tuple[str, str] | None:
    """The one word of the text that the proposal replaces, with its replacement; for Chinese with a character on either side."""
    claim, scene = dispute.claim, dispute.scene
    quote = scene.place.words
    stated, proposed = claim.stated.strip(), claim.proposed.strip()
    if not proposed or any(char.isdigit() or char in "$\\=" for char in stated + proposed):
        return None
    if not stated:
        near = [word for word in dict.fromkeys(_WORD.findall(quote)) if _slip(word.lower(), proposed.lower())]
        return (near[0], proposed) if len(near) == 1 and _WORD.fullmatch(proposed) else None
    if _HAN.search(stated) and _HAN.search(proposed):
        return _differing_han(stated, proposed, quote)
    first, second = _WORD.findall(stated), _WORD.findall(proposed)
    apart = [(a, b) for a, b in zip(first, second, strict=False) if a != b]
    if len(first) != len(second) or len(apart) != 1 or re.sub(_WORD, "", stated) != re.sub(_WORD, "", proposed):
        return None
    return apart[0] if apart[0][0] in _WORD.findall(quote) else None


# words of letters

_VARIANTS = (
    (r"(?<=[iy])s(?=e[ds]?$|er|ing$|ation|able)", "z"),
    (r"our", "or"),
    (r"(?<=[^aeiou])re$|(?<=[^aeiou])res$", "er"),
    (r"([lsp])\1(?=(?:ed|ing|ers?|ors?|ations?)$)", r"\1"),
    (r"ogue", "og"),
    (r"ae|oe", "e"),
    (r"(?<=[ef]en)ce", "se"),
    (r"dgement", "dgment"),
    (r"ё", "е"),
)
"""Spellings that both are right somewhere."""
_PREFIXES = re.compile(r"(?:pre|de|re|un|non|micro|multi|hyper|sub|super|co|inter|intra|auto|meta|over|under|out|up|down|cross|all|арх|де|пере|пре|под|над|меж|микро|мульти|гипер|авто|мета)")
_LISTED = {"Latin": "en", "Cyrillic": "ru"}


def _misspelt(word: str, right: str, book: _Usage) -> bool:
    """Whether a word is none and another one, which is, was meant."""
    script = "Cyrillic" if re.search("[А-яё]", word) else "Latin"
    if not word.isalpha() or not right.isalpha() or word[1:] != word[1:].lower() or (word[0] != right[0] and word[0].lower() == right[0].lower()):
        return False
    wrong, meant = word.lower(), right.lower()
    if min(len(wrong), len(meant)) < SHORTEST or not _slip(wrong, meant) or _variants(wrong, meant):
        return False
    known = _words(_LISTED[script])
    if wrong in known or _compound(wrong, known) or book.words(wrong):
        return False
    return meant in known or book.words(meant) > 1


@cache
def _words(language: str) -> SpellChecker:
    """A list of words; it takes a tenth of a second to load and so is loaded by the first report about a word."""
    from spellchecker import SpellChecker

    return SpellChecker(language=language)


def _variants(first: str, second: str) -> bool:
    """Whether two words are one in two spellings that are both in use."""
    for pattern, plain in _VARIANTS:
        first, second = re.sub(pattern, plain, first), re.sub(pattern, plain, second)
    return first == second


def _compound(word: str, known: SpellChecker) -> bool:
    """Whether a word that no list has is made of a prefix and a word, or of two words: prefill, softmax, warmup."""
    match = _PREFIXES.match(word)
    if match and len(word) - match.end() > 3 and word[match.end() :] in known:
        return True
    return any(word[:i] in known and word[i:] in known for i in range(4, len(word) - 2))


def _slip(wrong: str, right: str) -> bool:
    """Whether a word is another with one of the usual slips of the pen, and not with another ending or beginning."""
    if wrong == right or not wrong or not right or wrong[0] != right[0] or abs(len(wrong) - len(right)) > 2:
        return False
    edits = [each for each in SequenceMatcher(None, wrong, right, autojunk=False).get_opcodes() if each[0] != "equal"]
    parts = [(wrong[a:b], right[c:d], right[d:], wrong[:a]) for _, a, b, c, d in edits]
    if _exchanged(wrong, right):
        return True
    if len(parts) > 2 or (len(parts) == 2 and len(right) <= LONG):
        return False
    return all(_one_slip(*part, long=len(right) >= LONG) for part in parts)


def _exchanged(wrong: str, right: str) -> bool:
    """Two neighbouring letters in the other order."""
    apart = [i for i, (a, b) in enumerate(zip(wrong, right, strict=False)) if a != b]
    return len(wrong) == len(right) and len(apart) == 2 and apart[1] == apart[0] + 1 and wrong[apart[0]] == right[apart[1]] and wrong[apart[1]] == right[apart[0]]


_VOWELS = "aeiouyаеёиоуыэюя"


def _one_slip(wrong: str, right: str, after: str, before: str, *, long: bool) -> bool:
    """One letter too many, too few, or another one, inside the word: an ending is a matter of grammar."""
    cyrillic = bool(re.search("[а-яё]", after + before))
    if len(after) < (2 if cyrillic else 1) or not before or len(wrong) > 1 or len(right) > 1:
        return False
    if not wrong or not right:
        return True
    return (wrong in _VOWELS and right in _VOWELS) or (long and wrong not in _VOWELS and right not in _VOWELS)


# words of characters

ALIKE = 12
"""GB 2312 orders its 3755 common characters by their sound: those so near each other are homophones or nearly."""
_BOTH_RIGHT = ({"的", "地", "得"}, {"做", "作"}, {"像", "象"}, {"账", "帐"}, {"他", "它", "她"}, {"唯", "惟"}, {"份", "分"}, {"买", "卖"}, {"受", "授"}, {"两", "俩"}, {"至", "致"})


def _differing_han(stated: str, proposed: str, quote: str) -> tuple[str, str] | None:
    """The one character that differs, with its neighbours (`…` where there is none); the place is the only one of the quote."""
    at = quote.find(stated)
    apart = [i for i, (a, b) in enumerate(zip(stated, proposed, strict=False)) if a != b]
    if len(stated) != len(proposed) or len(apart) != 1 or at < 0 or quote.find(stated, at + 1) >= 0:
        return None
    place = at + apart[0]
    before, after = (quote[i : i + 1] if i >= 0 and _HAN.match(quote[i : i + 1]) else "…" for i in (place - 1, place + 1))
    return before + stated[apart[0]] + after, before + proposed[apart[0]] + after


def _misspelt_han(printed: str, proposed: str, book: _Usage) -> bool:
    """Whether the book knows a word of the proposed character and its neighbour, and none of the printed one, which sounds alike."""
    first, second = _sound(printed[1]), _sound(proposed[1])
    if first is None or second is None or abs(first - second) > ALIKE or any({printed[1], proposed[1]} <= pair for pair in _BOTH_RIGHT):
        return False
    pairs = [(printed[i : i + 2], proposed[i : i + 2]) for i in (0, 1) if "…" not in printed[i : i + 2]]
    return any(book.characters(right) > 0 for _, right in pairs) and not any(book.characters(wrong) for wrong, _ in pairs)


def _sound(char: str) -> int | None:
    """The place of a character in the order of sounds; traditional ones by their simplified form; None for a rare one."""
    from opencc import OpenCC

    try:
        high, low = OpenCC("t2s").convert(char).encode("gb2312")
    except (UnicodeEncodeError, ValueError):
        return None
    row = high - 0xA0
    return (row - 16) * 94 + low - 0xA1 if 16 <= row <= 55 else None
