"""Where a quote stands: searched in the raw texts exactly, then by letters and digits alone, then nearly, in every edition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from book.errata.form import Report
from book.errata.squeeze import Squeezed, squeeze
from book.errata.volume import Text, Volume
from book.language import canonical

NEAR = 80
"""Per cent of the characters of a quote that a place must share to be offered as the nearest one."""
SAME = 97
"""Per cent above which a place with the same numbers is the quote itself, mistyped."""
SHORTEST = 6
"""Letters and digits (four for Chinese) that a quote needs to be searched other than exactly."""
MAX_PLACES = 8


@dataclass(frozen=True)
class Place:
    """A stretch of one text that is, or nearly is, the quote."""

    text: Text
    start: int
    end: int
    how: str
    """`exact`, `normalised` or `near`."""
    score: float
    """Per cent of shared characters."""

    @property
    def words(self) -> str:
        """The text's own words."""
        return self.text.source[self.start : self.end]

    @property
    def line(self) -> int:
        """Line of the first word."""
        return self.text.lines.place(self.start)[0]

    @property
    def verbatim(self) -> bool:
        """Whether the quote is still there, up to markup, spacing and punctuation."""
        return self.how != "near"


def editions_in_order(report: Report, volume: Volume) -> list[str]:
    """Ids of the editions: the one that the reader named first, then the source and the others."""
    editions = volume.project.editions
    wanted = canonical(report.edition.strip())
    named = [
        key
        for key, edition in editions.items()
        if wanted
        and (
            wanted.lower() in (key.lower(), edition.language.tag.lower(), edition.language.name.lower())
            or _word(key, report.edition)
            or _word(edition.language.tag, report.edition)
            or edition.language.name in report.edition
        )
    ]
    return list(dict.fromkeys([*named[:1], *editions]))


def _word(name: str, text: str) -> bool:
    """Whether a name stands in a text as a word of its own (`English (en)`)."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, re.IGNORECASE) is not None


def find(report: Report, volume: Volume) -> list[Place]:
    """Places of the quote, the likeliest first; near ones only where it is nowhere else, and none if nothing is like it."""
    quote = report.quote.strip()
    if not quote:
        return []
    order = editions_in_order(report, volume)
    for search in (_exactly, _normalised):
        for key in order:
            found = [place for text in volume.texts(key) for place in search(quote, text)][:MAX_PLACES]
            if found:
                return _by_chapter(found, report.location)
    return _nearest(quote, order, volume)


def _exactly(quote: str, text: Text) -> Iterator[Place]:
    at = text.source.find(quote)
    while at >= 0:
        if _whole(text.source, at, at + len(quote)):
            yield Place(text, at, at + len(quote), "exact", 100)
        at = text.source.find(quote, at + len(quote))


def _whole(text: str, start: int, end: int) -> bool:
    """Whether a match does not cut a number or a Latin word in two."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if text[start].isdigit() and re.search(r"\d[.,]?$", before):
        return False
    if text[end - 1].isdigit() and re.match(r"[.,]?\d", after):
        return False
    return not (_latin(text[start]) and _latin(before[-1:])) and not (_latin(text[end - 1]) and _latin(after[:1]))


def _latin(char: str) -> bool:
    return bool(char) and char.isalpha() and char < "\u0500"


def _normalised(quote: str, text: Text) -> Iterator[Place]:
    wanted = squeeze(quote).text
    formula = not _long_enough(wanted)
    if formula and (len(wanted) < 3 or "=" not in quote):
        return
    squeezed = text.squeezed
    at = squeezed.text.find(wanted)
    while at >= 0:
        start, end = squeezed.place(at), squeezed.place(at + len(wanted), end=True)
        if _whole(text.source, start, end) and _signs_kept(quote, text.source[start:end]) and (not formula or _in_formula(text.source, start, end)):
            yield Place(text, start, end, "normalised", 100)
        at = squeezed.text.find(wanted, at + len(wanted))


def _signs_kept(quote: str, words: str) -> bool:
    """Whether a formula that is quoted as LaTeX has the signs that the text has: to a search by letters a plus is as good as a minus."""
    if "=" not in quote or not ("\\" in quote or "$" in quote) or not ("\\" in words or "$" in words):
        return True
    return all(_math(quote).count(sign) == _math(words).count(sign) for sign in "+-/")


def _math(text: str) -> str:
    """The formulas of a text; all of it if it has no dollar signs."""
    inside = re.findall(r"\$+([^$]+)\$+", text) if text.count("$") > 1 else [text.replace("$", "")]
    return re.sub(r"\\(?:mathrm|text)\{[^{}]*\}", "", " ".join(inside)).replace("−", "-")


def _in_formula(source: str, start: int, end: int) -> bool:
    """Whether a match with an equals sign stands between dollar signs: a short formula is found only there."""
    block = source[max(source.rfind("\n\n", 0, start), 0) : start]
    return "=" in source[start:end] and block.replace("$$", "$").count("$") % 2 == 1


def _long_enough(squeezed: str) -> bool:
    return len(squeezed) >= SHORTEST or (len(squeezed) >= 4 and any(char > "\u2e80" for char in squeezed))


def _by_chapter(found: list[Place], location: str) -> list[Place]:
    """Places in the chapter that the reader names come first."""
    numbers = re.findall(r"\d{1,3}", location)
    if len(found) < 2 or not numbers:
        return found
    chapter = int(numbers[0])
    return sorted(found, key=lambda place: not re.match(rf"0*{chapter}(?!\d)", place.text.file))


# nearly


def _nearest(quote: str, order: list[str], volume: Volume) -> list[Place]:
    """The place most like the quote, if it is at least `NEAR` alike; anchors of the quote say where to look."""
    from rapidfuzz.fuzz import partial_ratio_alignment

    wanted = squeeze(quote).text[:1000]
    if len(wanted) < 2 * SHORTEST and not (
        _long_enough(wanted) and any(char > "\u2e80" for char in wanted) and len(wanted) >= SHORTEST
    ):
        return []
    best: Place | None = None
    for key in order:
        for text in volume.texts(key):
            squeezed = text.squeezed
            for start, end in _windows(wanted, squeezed):
                found = partial_ratio_alignment(
                    wanted, squeezed.text[start:end], score_cutoff=max(NEAR, best.score + 0.5 if best else 0)
                )
                if found is None or found.dest_end <= found.dest_start or end - start < len(wanted) // 2:
                    continue
                first, last = _snapped(squeezed, start + found.dest_start, start + found.dest_end)
                best = Place(text, first, last, "near", found.score)
    return [best] if best else []


def _snapped(squeezed: Squeezed, start: int, end: int) -> tuple[int, int]:
    """A match in the source, widened to whole words and numbers."""
    pieces = squeezed.pieces
    first, last = pieces.index(start), pieces.index(end - 1)
    cjk_first, cjk_last = (squeezed.text[pieces.starts[each]] > "\u2e80" for each in (first, last))
    begin = squeezed.place(start) if cjk_first else pieces.places[first]
    stop = squeezed.place(end, end=True) if cjk_last else pieces.ends[last]
    return begin, stop


def _windows(wanted: str, squeezed: Squeezed) -> list[tuple[int, int]]:
    """Stretches of the text around anchors of the quote, the most often hit first."""
    size = 4 if any(char > "\u2e80" for char in wanted) else 9
    hits: dict[int, int] = {}
    for offset in range(0, max(1, len(wanted) - size + 1), max(1, size // 2)):
        anchor, at = wanted[offset : offset + size], -1
        for _ in range(20):
            at = squeezed.text.find(anchor, at + 1)
            if at < 0:
                break
            start = max(0, at - offset)
            bucket = start // max(40, len(wanted))
            hits[bucket] = hits.get(bucket, 0) + 1
    width = max(40, len(wanted))
    best = sorted(hits, key=lambda bucket: -hits[bucket])[:12]
    return [(max(0, (bucket - 1) * width), min(len(squeezed.text), (bucket + 2) * width + 20)) for bucket in best]
