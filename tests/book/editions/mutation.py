"""Seeded mistakes of translators: one digit, unit, sign, exponent, sentence, footnote or figure of a translation is changed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from book.editions.block import Block

HIDDEN = re.compile(r"\]\([^)]*\)|\{[#.][^}]*\}|\[\^[^\]]*\]:?|```.*?```|:::.*", re.S)
"""Addresses, labels and code: no translator types them."""
UNITS = [
    "GiB/s",
    "GB/s",
    "TB/s",
    "Gbit/s",
    "MiB",
    "KiB",
    "GiB",
    "TB",
    "GB",
    "MB",
    "TFLOP/s",
    "GFLOP/s",
    "TFLOP",
    "GFLOP",
    "ms",
    "ns",
    "GHz",
    "kW",
    "W",
    "J",
    "ТБ/с",
    "ГБ/с",
    "Гбит/с",
    "ГиБ",
    "МиБ",
    "КиБ",
    "ГБ",
    "МБ",
    "Тфлоп/с",
    "Гфлоп",
    "мс",
    "нс",
    "ГГц",
    "кВт",
    "Вт",
    "Дж",
]
OTHER = {
    "GB": "GiB",
    "GiB": "GB",
    "KiB": "KB",
    "MiB": "MB",
    "MB": "GB",
    "TB": "GB",
    "GB/s": "Gbit/s",
    "TB/s": "GB/s",
    "GiB/s": "GB/s",
    "Gbit/s": "GB/s",
    "TFLOP/s": "GFLOP/s",
    "GFLOP/s": "TFLOP/s",
    "TFLOP": "GFLOP",
    "GFLOP": "TFLOP",
    "ms": "s",
    "ns": "ms",
    "GHz": "MHz",
    "W": "kW",
    "kW": "W",
    "J": "kJ",
    "ГБ": "ГиБ",
    "ГиБ": "ГБ",
    "КиБ": "КБ",
    "МиБ": "МБ",
    "МБ": "ГБ",
    "ТБ/с": "ГБ/с",
    "ГБ/с": "Гбит/с",
    "Гбит/с": "ГБ/с",
    "ТБ": "ГБ",
    "Тфлоп/с": "Гфлоп/с",
    "Гфлоп": "Тфлоп",
    "мс": "с",
    "нс": "мс",
    "ГГц": "МГц",
    "Вт": "кВт",
    "кВт": "Вт",
    "Дж": "кДж",
}
UNIT = re.compile(r"(?<=\d[ \u00a0,])(?:" + "|".join(re.escape(u) for u in sorted(UNITS, key=len, reverse=True)) + r")(?![\w/·])")
EXPONENT = re.compile(r"(?<=10\^\{)\d+(?=\})|(?<=10)[⁰¹²³⁴⁵⁶⁷⁸⁹]+|(?<=\^\{)\d+(?=\})")
SENTENCE = re.compile(r"[^。.!?！？\n]*\d[^。!?！？\n]*?(?:[。！？]|[.!?](?=\s))")
SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹"


@dataclass(frozen=True)
class Mutation:
    """One mistake: the block's Markdown before and after."""

    kind: str
    block: Block
    new: str


def visible(text: str) -> list[bool]:
    """For each character whether a reader sees it."""
    seen = [True] * len(text)
    for match in HIDDEN.finditer(text):
        seen[match.start():match.end()] = [False] * len(match[0])
    return seen


def digit(text: str, rng: random.Random) -> str | None:
    seen = visible(text)
    places = [i for i, char in enumerate(text) if char in "0123456789" and seen[i]]
    if not places:
        return None
    at = rng.choice(places)
    return text[:at] + rng.choice([d for d in "0123456789" if d != text[at]]) + text[at + 1:]


def _replaced(pattern: re.Pattern[str], text: str, rng: random.Random, new: Callable[[str], str]) -> str | None:
    seen = visible(text)
    found = [match for match in pattern.finditer(text) if match.start() < len(text) and seen[match.start()]]
    if not found:
        return None
    match = rng.choice(found)
    return text[:match.start()] + new(match[0]) + text[match.end():]


def unit(text: str, rng: random.Random) -> str | None:
    return _replaced(UNIT, text, rng, lambda old: OTHER[old])


def exponent(text: str, rng: random.Random) -> str | None:
    def other(old: str) -> str:
        return SUPERSCRIPT[(SUPERSCRIPT.index(old[-1]) + 3) % 10] if old[-1] in SUPERSCRIPT else str(int(old) + 1)

    return _replaced(EXPONENT, text, rng, other)


def sign(text: str, rng: random.Random) -> str | None:
    """In a formula `+` for `-` and the reverse; in prose a minus before a number."""
    formulas = [match.span() for match in re.finditer(r"(?<!\\)\$[^$\n]+\$", text)]
    found = [m for m in re.finditer(r"(?<=[\w})]) ?[+-] ?(?=[\w\\{(])", text) if any(a < m.start() < b for a, b in formulas)]
    if found:
        match = rng.choice(found)
        return text[:match.start()] + match[0].translate(str.maketrans("+-", "-+")) + text[match.end():]
    return _replaced(re.compile(r"(?<=[\s\u00a0(\[（「“«])(?=[1-9])"), text, rng, lambda _: "-")


def sentence(text: str, rng: random.Random) -> str | None:
    if text.startswith(("|", "#", "!", "```", "$$")):
        return None
    found = [
        m
        for m in SENTENCE.finditer(text)
        if any(c.isdigit() and s for c, s in zip(m[0], visible(text)[m.start() : m.end()], strict=True))
    ]
    if not found or len(text) - len(rng_match := rng.choice(found)[0]) < 20:
        return None
    return text.replace(rng_match, "", 1)


def footnote(text: str, rng: random.Random) -> str | None:
    found = list(re.finditer(r"(?<!\n)\[\^[^\]]+\](?!:)", text[1:]))
    if not found:
        return None
    match = rng.choice(found)
    return text[0] + text[1:][:match.start()] + text[1:][match.end():]


KINDS: dict[str, Callable[[str, random.Random], str | None]] = {
    "digit": digit, "unit": unit, "exponent": exponent, "sign": sign, "sentence": sentence, "footnote": footnote}
SHARES = ["digit"] * 8 + ["unit"] * 4 + ["exponent"] * 2 + ["sign"] * 3 + ["sentence"] * 3 + ["footnote"]


def batches(source: str, blocks: Sequence[Block], count: int, rng: random.Random) -> list[tuple[str, list[Mutation]]]:
    """`count` mutations in texts with many of them, at most one a block."""
    result: list[tuple[str, list[Mutation]]] = []
    made = 0
    while made < count:
        chosen = [mutation for block in blocks if rng.random() < 0.5 and (mutation := _one(source, block, rng))][:count - made]
        text = source
        for mutation in sorted(chosen, key=lambda m: -m.block.start):
            text = text[:mutation.block.start] + mutation.new + text[mutation.block.end:]
        result.append((text, chosen))
        made += len(chosen)
    return result


def _one(source: str, block: Block, rng: random.Random) -> Mutation | None:
    kind = rng.choice(SHARES)
    old = block.text(source)
    new = KINDS[kind](old, rng)
    return Mutation(kind, block, new) if new is not None and new != old and new.count("\n") == old.count("\n") else None
