"""Values that a text tells in words: `half`, `twenty-four thousand`, 三分之一 and 二十, `вдвое`."""

from __future__ import annotations

import re
from fractions import Fraction

from book.numbers import words
from book.numbers.scan import family

_CHINESE_WORD = re.compile(r"[零〇一二三四五六七八九十百千万萬亿億两兩]+|半")
LETTER_WORD = re.compile(r"[A-Za-zА-Яа-яЁё]+(?:-[A-Za-z]+)*")
_SCALED = re.compile(r"(?P<number>[零〇一二三四五六七八九十百千万萬亿億两兩]*[一二三四五六七八九十百千两兩])成")
_ENGLISH_RUN = re.compile(
    r"(?i)\b(?:(?:a|one)\s)?(?:{0})(?:[\s-](?:and\s)?(?:{0}|one|hundred|thousand|million|billion|trillion))*\b".format(
        "|".join(sorted((*words.ENGLISH, "hundred", "thousand", "million", "billion", "trillion"), key=len, reverse=True))
    )
)
_RUSSIAN_WORD = "|".join(sorted(words.RUSSIAN, key=len, reverse=True))
_RUSSIAN_SCALES = "|".join(sorted((w for w in words.SCALES if re.match("[а-я]", w)), key=len, reverse=True))
_RUSSIAN_RUN = re.compile(
    rf"(?i)(?<![\w-])(?:{_RUSSIAN_WORD})(?:\s(?:{_RUSSIAN_WORD}))*(?:[\s\u00a0](?P<scale>{_RUSSIAN_SCALES}))?(?!\w)"
)
_OTHERS = {word: Fraction(value) for value, said in (
    (Fraction(1, 2), "half halves половина половину половины"),
    (2, "twice double doubles doubled pair both second вдвое дважды оба обе обоих обеих"),
    (1, "once single first однажды"),
    (3, "triple thrice third втрое трижды"),
    (Fraction(1, 4), "quarter четверть"),
    (Fraction(1, 3), "thirds треть"),
    (0, "zero ноль нуль нуля"),
    (4, "вчетверо"),
    (5, "впятеро"),
    (10, "вдесятеро"),
    (Fraction(3, 2), "полтора полторы"),
    (100, "сотня"),
    (1000, "тысяча тысячи"),
    (10**6, "миллион миллиона"),
    (10**9, "миллиард миллиарда"),
    (10**12, "триллион"),
) for word in said.split()}


def in_words(text: str, language: str) -> list[Fraction]:
    """Values told in words."""
    lang = family(language)
    if lang == "zh":
        plain = words.simplify(text)
        chinese = [Fraction(1, 2) if match[0] == "半" else words.chinese(match[0]) for match in _CHINESE_WORD.finditer(plain)]
        chinese += [value * 10 for match in _SCALED.finditer(plain) if (value := words.chinese(match["number"])) is not None]
        chinese += [
            v for match in re.finditer(r"百分之([零一二三四五六七八九十百]+)", plain) if (v := words.chinese(match[1])) is not None
        ]
        return [value for value in chinese if value is not None]
    found: list[Fraction | None] = [_OTHERS.get(match[0].lower()) for match in LETTER_WORD.finditer(text)]
    if lang == "en":
        found += [words.english(re.sub(r"(?i)^(?:a)\s", "one ", match[0])) for match in _ENGLISH_RUN.finditer(text)]
        found += [
            Fraction(ordinal) for match in LETTER_WORD.finditer(text) if (ordinal := words.ENGLISH_ORDINALS.get(match[0].lower()))
        ]
    else:
        for match in _RUSSIAN_RUN.finditer(text):
            scale = match["scale"]
            value = words.russian(match[0].removesuffix(scale).strip() if scale else match[0])
            found.append(value * 10 ** words.SCALES[scale.lower()] if value is not None and scale else value)
        found += [Fraction(ordinal) for match in LETTER_WORD.finditer(text) if (ordinal := words.russian_ordinal(match[0]))]
    return [value for value in found if value is not None]
