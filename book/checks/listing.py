"""What stands in the list after a passage: how many items, and how many things they may name.

An item can name two things (`width` and `height`), be a remark on the others (`Note: …`), or follow after a picture; such a list has
a range of numbers, and only a number outside of it is a mismatch.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from book.numbers.literal import in_words
from book.numbers.words import simplify

WINDOW = 40
"""Blocks after a passage among which its list may go on."""


@dataclass(frozen=True)
class Listing:
    """A list of a text."""

    items: tuple[str, ...]
    """The first words of each item: its first paragraph."""
    first: int = 0
    """The number of the first item; 0 for a list without numbers."""
    inner: int = 0
    """The number of items of the lists inside its items, where an item is a line and such a list."""


class Between(Enum):
    """What is neither a list nor a paragraph."""

    HEADING = "heading"
    OTHER = "other"
    """A picture, code, a table."""


@dataclass(frozen=True)
class Listed:
    """How many things a list lists."""

    number: int = 0
    """Its items; 0 if there is no list, or none that can be counted."""
    least: int = 0
    most: int = 0
    otherwise: tuple[int, ...] = ()
    """With the items of the lists inside; by the numbers with which the items begin (`- two fans`, `- a pump`)."""

    def fits(self, stated: int) -> bool:
        """Whether it may list as many things."""
        return self.least <= stated <= self.most or stated in self.otherwise


NOTHING = Listed()


def listed(after: Sequence[Listing | Between | str]) -> Listed:
    """What is listed by the blocks after a passage, a paragraph as its text: a list right there, and others that carry it on."""
    head = after[0] if after else None
    if not isinstance(head, Listing) or _enumerates(head.items):
        return NOTHING
    last, perhaps, inner = head.first + len(head.items), 0, head.inner
    items = [simplify(item) for item in head.items]
    paragraphs, below, apart = 0, False, False
    for block in after[1:]:
        if isinstance(block, str):
            paragraphs += 1
            apart |= paragraphs > 1 or block.endswith((":", "："))
        elif isinstance(block, Listing) and head.first and block.first == last:
            perhaps += len(block.items) if below else 0
            items += () if below else map(simplify, block.items)
            last, inner = last + len(block.items), inner + block.inner
        elif isinstance(block, Listing) and not (head.first or block.first or below or apart):
            perhaps, paragraphs = perhaps + len(block.items), 0
        else:
            below |= block is Between.HEADING
    number = len(items)
    least = number - max(_remarks(items), _afterthoughts(items))
    return Listed(number, least, number + perhaps + sum(map(_more, items)), (number + inner, _told(items)))


_ENUMERATION = re.compile(r"^[^,，、。.;；:：]{1,40}(?:[,，、][^,，、。.;；:：]{1,41})+$")


def _enumerates(items: Sequence[str]) -> bool:
    """Whether half the items enumerate several things each (`a`, `b`)."""
    several = sum(bool(_ENUMERATION.match(text.strip())) for text in items)
    return several > 0 and several * 2 >= len(items)


def leading(item: str) -> int | None:
    """The number with which an item begins; an article is one."""
    first = item.split(maxsplit=1)[:1]
    if not first:
        return None
    word = first[0].lower()
    value = Fraction(1) if word in ("a", "an") else Fraction(word) if word.isdecimal() and len(word) < 3 else in_words(word, "en") or in_words(word, "ru")
    return int(value) if value is not None else None


def _told(items: Sequence[str]) -> int:
    """The sum of the numbers with which the items begin; 0 if one has none."""
    numbers = [leading(item) for item in items]
    return sum(number or 0 for number in numbers) if all(numbers) else 0


_REMARK = re.compile(
    r"\W{0,3}(?:(?:请|需要?|要|值得)?注意|(?:注|备注|附注|说明|提示|警告|例外|补充)\s?[:：]|另外|此外|顺便|顺带|"
    r"finally\b|lastly\b|最后|наконец(?!\w)|note\b|n\.?b\.?\s?:|also\b|(?:remark|warning|caution|tip|hint|ps|p\.s\.|exception|important)\s?[:：!]|by the way\b|besides\b|"
    r"in addition\b|additionally\b|keep in mind\b|"
    r"(?:замечание|примечание|внимание|важно|подсказка|совет|исключение)\s?[:.!]|заметьте|заметим|обратите внимание|кроме того|кстати|"
    r"также(?!\w))", re.IGNORECASE)
"""An item that remarks on the others."""
_HEADED = re.compile(r"(?P<head>[^.。;；:：–—\n]{1,60}?)(?:[:：]|\s(?:[–—]|--?-?)\s|——)")
"""An item that names a thing and then tells of it."""


def _remarks(items: Sequence[str]) -> int:
    """Items, after the first, that are remarks."""
    return sum(bool(_REMARK.match(text)) for text in items[1:])


def _afterthoughts(items: Sequence[str]) -> int:
    """Sentences at the end of a list whose other items name a thing each and then tell of it."""
    named = [bool(_HEADED.match(text)) for text in items]
    count = named.index(False) if False in named else len(named)
    rest = items[count:]
    told = count >= 2 and not any(named[count:]) and all(_tells(text.strip()) for text in rest)
    return len(rest) if told else 0


def _tells(item: str) -> bool:
    """Whether an item is a sentence, or a remark."""
    words = len(item.split())
    return words > 4 or (words <= 2 and len(item) >= 14) or item.endswith(tuple(".。!！;；")) or bool(_REMARK.match(item))


_JOINT = re.compile(r"(?<=\s)(?:and|и|&)(?=\s)|以及|(?<![求之总的饱缓共涉参普以])(?<![校检]验)[和与及](?![为平谐时其否])", re.IGNORECASE)
_TWO = re.compile(r"(?:[和与]|(?<=\s)(?:and|и))\s?(?:一[个种条项]|(?:an?|one|одн\w{1,3})\s)|"
                  r"\w[_.(]\S{0,40}\s?(?:[和与]|(?<=\s)(?:and|и)(?=\s))\s?\w{1,40}[_.(]", re.IGNORECASE)
_OF = re.compile(r"(?:for|if|when|in|with|by|to|для|при|если|когда|в|с|по|对|当|在|把|将|从|如果)(?!\w)|[对当在把将从]|如果", re.IGNORECASE)
"""Words with which no name of a thing begins."""


def _more(item: str) -> int:
    """How many more things than one an item may name: `width` and `height`, a function and a value."""
    item = re.sub(r"[（(][^（）()]{0,80}[)）]", "", item).strip()
    headed = _HEADED.match(item)
    text = headed["head"] if headed else item[:60]
    chinese = re.search("[\u4e00-\u9fff]", text)
    short = len(text) <= (16 if chinese else 40) and len(text.split()) <= (5 if headed else 3) and not _OF.match(text)
    return len(_JOINT.findall(text)) if short and (headed or text == item) else len(_TWO.findall(text))
