"""A sentence as a row of numbers with the words between them: what the rules of reckoning look at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from book.checks.compare import exact
from book.checks.lexicon import Lexicon, lexicon
from book.checks.sentence import JOINED, Sentence
from book.numbers.scan import Hedge, Mention, What
from book.numbers.units import HARD, Dimension

_MENTION = re.compile("[\ue000-\ue4ff]")
_OPEN = re.compile(r"[(（][^(（]{0,9}$")
_LEVEL = re.compile(r"(?:到|至|达)了?$|\b(?:to|at)\s(?:only\s|just\s|about\s)?$|(?<!\w)до\s(?:лишь\s|около\s)?$", re.IGNORECASE)
_TURN = re.compile(r"[)）]\s?[,，]\s?[^,，、]*[^\W\d_]")
_BREAK = re.compile(r"[;；。:：]|\.\s")


@dataclass(frozen=True)
class Place:
    """A number and the words around it, up to its neighbours."""

    mention: Mention
    before: str
    after: str
    words: Lexicon

    @cached_property
    def per(self) -> frozenset[str] | None:
        """The stems of the thing that has this value each; empty if it is not named, None if the value is not one for each."""
        if self.words.each_of.search(self.before):
            return None
        match = self.words.each_before.search(self.before[-60:]) or self.words.each_after.match(self.after[:60])
        if match is None:
            return None
        return stems("".join(text or "" for name, text in match.groupdict().items() if name.startswith("noun")))

    @cached_property
    def holder(self) -> frozenset[str]:
        """The stems of the one thing that has this value: `a token takes 160 KB`, `trays of 18 boards`."""
        match = self.words.carrier.search(self.before[-60:]) or self.words.single.search(self.before[-60:])
        return stems(match["noun"]) if match else frozenset()

    @cached_property
    def noun(self) -> frozenset[str]:
        """The stems of what was counted."""
        match = self.words.noun.match(self.after)
        unit = self.mention.unit.spelling if self.mention.unit and not self.mention.dims else ""
        return stems((match["noun"] if match else "") + " " + unit)

    @cached_property
    def counts(self) -> bool:
        """Whether it is a number of things."""
        literal = self.mention.literal
        return self.mention.what is What.QUANTITY and not self.mention.dims and literal.value > 1 \
            and literal.value.denominator == 1

    @cached_property
    def labels(self) -> Dimension:
        """What is counted, by the whitelist of units."""
        return tuple(p for p in self.mention.unit.dims if p[0] not in HARD) if self.mention.unit else ()

    @property
    def level(self) -> bool:
        """Whether it is a value of its own and compares nothing: `rose to only 35%`."""
        return bool(_LEVEL.search(self.before))

    @property
    def starts(self) -> bool:
        """Whether a new clause begins before it."""
        return bool(_BREAK.search(self.before))

    def to(self, other: Place) -> Place:
        """The place with the unit of another one, if it has none: `14, 22 and 31 ms`."""
        if self.mention.unit is not None or other.mention.unit is None:
            return self
        return replace(self, mention=replace(self.mention, unit=other.mention.unit))


@dataclass(frozen=True)
class Scene:
    """All numbers of a sentence in their order."""

    sentence: Sentence
    places: tuple[Place, ...]
    words: Lexicon

    def runs(self, at: int) -> list[Sequence[Place]]:
        """The rows of numbers before one, nearest first, each from the start of a clause: nothing in a row may be left over."""
        return self._runs[at]

    @cached_property
    def _runs(self) -> list[list[Sequence[Place]]]:
        """The rows before each number: every rule asks for them."""
        return [self._before(at) for at in range(len(self.places))]

    def _before(self, at: int) -> list[Sequence[Place]]:
        """The rows of numbers before one."""
        out: list[Sequence[Place]] = []
        for start in range(at - 1, max(-1, at - 8), -1):
            if JOINED in self.places[start].after:
                break
            if start == 0 and JOINED in self.places[0].before:
                break
            if start == 0 or self.places[start].starts or self._turns(start):
                out.append([p for i, p in enumerate(self.places[start:at], start) if not self._again(i)])
        return out

    def begins(self, place: Place) -> bool:
        """Whether nothing before a place belongs to its clause, however the sentence goes on."""
        i = next(i for i, other in enumerate(self.places) if other is place)
        return i == 0 or self._turns(i)

    def _turns(self, i: int) -> bool:
        """Whether a value told twice is complete before a comma: `2.5 hours (150 minutes), in which 18 shards …`."""
        return i > 1 and bool(_TURN.match(self.places[i].before)) and self._again(i - 1)

    def _again(self, i: int) -> bool:
        """Whether a number only repeats the one before it in another unit, in brackets."""
        place = self.places[i]
        return i > 0 and bool(_OPEN.search(place.before)) and place.after.startswith((")", "）")) \
            and place.mention.dims == self.places[i - 1].mention.dims != ()


_GENERIC = frozenset("个的了在上里中内是为有约共需要用和与及")
_STEM = 4


def stems(text: str) -> frozenset[str]:
    """The beginnings of the words of a noun phrase; of Chinese its characters."""
    text = text.strip().lower()
    if re.search("[\u4e00-\u9fff]", text):
        return frozenset(text) - _GENERIC
    return frozenset(word[:_STEM] for word in re.split(r"[\s\u00a0-]+", text) if len(word) > 2)


def shared(first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether two names may mean the same things: вес, весов."""
    return any(a.startswith(b) or b.startswith(a) for a in first for b in second)


def scene_of(sentence: Sentence) -> Scene:
    """The scene of a sentence."""
    words = lexicon(sentence.family)
    skeleton = sentence.skeleton
    found = list(_MENTION.finditer(skeleton))
    bounds = [0, *(match.end() for match in found)]
    ends = [*(match.start() for match in found), len(skeleton)]
    gaps = [skeleton[start:end] for start, end in zip(bounds, ends, strict=True)]
    places = tuple(Place(sentence.mention(match[0]), gaps[i], gaps[i + 1], words) for i, match in enumerate(found))
    return Scene(sentence, places, words)


def usable(places: Sequence[Place]) -> bool:
    """Whether all are plain quantities: no bound, no percentage among them."""
    return all(p.mention.what is What.QUANTITY and p.mention.hedge is not Hedge.BOUND for p in places)


def alike(first: Place, second: Place) -> bool:
    """Whether two may be amounts of one thing."""
    if first.mention.dims != second.mention.dims:
        return False
    return not first.labels or not second.labels or first.labels == second.labels


def size(place: Place) -> Fraction:
    """The value in base units, for finding the larger one."""
    return exact(place.mention).low
