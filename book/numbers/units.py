"""Units by a whitelist of spellings, case-sensitive: what is not listed is not a unit.

A unit is a factor and a dimension over byte, second, flop, joule, metre, gram, hertz-free (1/s) and the currencies
("hard": a mismatch is an error) and over countable things such as token, device, request ("soft": labels that
authors drop at will). A bit is 1/8 byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from book.numbers.errors import Unreadable
from book.numbers.words import simplify

CURRENCIES = frozenset({"USD", "EUR", "CNY", "RUB", "TWD", "GBP", "JPY", "INR"})
"""Money: a price is often printed without what it is for (12 hours × 3 USD)."""
HARD = frozenset({"byte", "second", "flop", "joule", "metre", "gram"}) | CURRENCIES
"""Dimensions that nobody drops; the others are labels of things that are counted."""

Dimension = tuple[tuple[str, int], ...]
"""Sorted pairs of a base and its exponent, none of them zero."""


def dimension(pairs: Iterable[tuple[str, int]]) -> Dimension:
    """The dimension with the exponents of equal bases added."""
    total: dict[str, int] = {}
    for base, exponent in pairs:
        total[base] = total.get(base, 0) + exponent
    return tuple(sorted((base, exponent) for base, exponent in total.items() if exponent))


def hard(dims: Dimension) -> Dimension:
    """The part of a dimension that a mismatch may be reported of."""
    return tuple(pair for pair in dims if pair[0] in HARD)


@dataclass(frozen=True)
class Unit:
    """A unit as printed."""

    spelling: str
    """The characters."""
    factor: Fraction
    """Size in base units."""
    dims: Dimension
    """Its dimension."""
    decimal_bytes: bool = False
    """KB, MB, GB …: decimal, but many texts mean 1024s; GiB is never meant otherwise."""
    binary: bool = False
    """KiB, MiB, GiB …"""
    vague: bool = False
    """FLOPS and FLOPs: a rate to some authors, an amount to others."""

    def times(self, other: Unit, sign: int = 1, spelling: str = "") -> Unit:
        """Product with a power of another unit."""
        dims = dimension([*self.dims, *((base, sign * exponent) for base, exponent in other.dims)])
        return Unit(spelling or self.spelling, self.factor * other.factor**sign, dims,
                    self.decimal_bytes or other.decimal_bytes, self.binary or other.binary, self.vague or other.vague)

    @property
    def hard(self) -> Dimension:
        """The hard part of the dimension."""
        return hard(self.dims)

    @property
    def binary_factor(self) -> Fraction:
        """The size if K, M, G before a byte mean powers of 1024."""
        for power, letter in enumerate("KMGTPE", start=1):
            if self.decimal_bytes and self.spelling[:1].upper() == letter:
                return self.factor * Fraction(1024**power, 1000**power)
        return self.factor


_SI = {"": 0, "k": 3, "K": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18, "Z": 21}
_SMALL = {"m": -3, "µ": -6, "μ": -6, "u": -6, "n": -9, "p": -12}
_CYRILLIC = {"": 0, "к": 3, "К": 3, "М": 6, "Г": 9, "Т": 12, "П": 15, "Э": 18}
_CYRILLIC_SMALL = {"м": -3, "мк": -6, "н": -9, "п": -12}
_BINARY = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5, "Ei": 6}
_CYRILLIC_BINARY = {"Ки": 1, "Ми": 2, "Ги": 3, "Ти": 4, "Пи": 5}
_BIT = Fraction(1, 8)


class _Table(dict[str, Unit]):
    """The spellings, as they are declared; the first declaration of a spelling wins."""

    def add(self, spellings: str | Iterable[str], factor: Fraction | int, dims: Dimension, **flags: bool) -> None:
        """Spellings of one unit."""
        for spelling in spellings.split() if isinstance(spellings, str) else spellings:
            self.setdefault(spelling, Unit(spelling, Fraction(factor), dims, **flags))

    def add_si(self, base: str, dims: Dimension, prefixes: Mapping[str, int], factor: Fraction | int = 1, **flags: bool) -> None:
        """A base unit with prefixes."""
        for prefix, power in prefixes.items():
            self.add(prefix + base, Fraction(10) ** power * factor, dims, **flags)


_BYTE, _SECOND, _FLOP, _JOULE = (("byte", 1),), (("second", 1),), (("flop", 1),), (("joule", 1),)
_RATE, _WATT = (("flop", 1), ("second", -1)), (("joule", 1), ("second", -1))


def _bytes_and_bits(table: _Table) -> None:
    """Data, decimal and binary, Latin and Cyrillic."""
    for base, bits in (("B", 1), ("byte", 1), ("bytes", 1), ("b", _BIT), ("bit", _BIT), ("bits", _BIT)):
        for prefix, power in _SI.items():
            table.add(prefix + base, Fraction(10) ** power * bits, _BYTE, decimal_bytes=bool(power) and bits == 1)
        for prefix, power in _BINARY.items():
            table.add(prefix + base, Fraction(1024) ** power * bits, _BYTE, binary=True)
    for base, bits in (("Б", 1), ("байт", 1), ("бит", _BIT)):
        for prefix, power in _CYRILLIC.items():
            table.add(prefix + base, Fraction(10) ** power * bits, _BYTE, decimal_bytes=bool(power) and bits == 1)
        for prefix, power in _CYRILLIC_BINARY.items():
            table.add(prefix + base, Fraction(1024) ** power * bits, _BYTE, binary=True)
    table.add("byte bytes Byte Bytes 字节 字節 位元组 位元組 байта байтов байтам байтами байте", 1, _BYTE)
    table.add("bit bits Bit Bits 比特 位元 бита битов битам", _BIT, _BYTE)
    for word, power in (("kilobyte", 3), ("megabyte", 6), ("gigabyte", 9), ("terabyte", 12), ("petabyte", 15)):
        table.add((word, word + "s"), 10**power, _BYTE, decimal_bytes=True)
    for word, power in (("kibibyte", 1), ("mebibyte", 2), ("gibibyte", 3), ("tebibyte", 4)):
        table.add((word, word + "s"), 1024**power, _BYTE, binary=True)
    for prefix, power in (("kilo", 3), ("mega", 6), ("giga", 9), ("tera", 12)):
        table.add((prefix + "bit", prefix + "bits"), 10**power * _BIT, _BYTE)
    for prefix, power in (("кило", 3), ("мега", 6), ("гига", 9), ("тера", 12)):
        table.add([prefix + "байт" + end for end in ("", "а", "ов")], 10**power, _BYTE, decimal_bytes=True)
        table.add([prefix + "бит" + end for end in ("", "а", "ов")], 10**power * _BIT, _BYTE)
    for prefix, power in (("киби", 1), ("меби", 2), ("гиби", 3), ("теби", 4)):
        table.add([prefix + "байт" + end for end in ("", "а", "ов")], 1024**power, _BYTE, binary=True)
    for prefix, power in _SI.items():
        size = Fraction(10) ** power / 8
        table.add((prefix + "bps", prefix + "bit/s"), size, dimension([*_BYTE, ("second", -1)]))
        table.add(prefix + "Bps", size * 8, dimension([*_BYTE, ("second", -1)]), decimal_bytes=bool(power))


def _times(table: _Table) -> None:
    """From nanoseconds to weeks; a month or a year has no fixed length."""
    table.add_si("s", _SECOND, _SMALL)
    table.add_si("с", _SECOND, _CYRILLIC_SMALL)
    table.add("s sec secs second seconds 秒 秒钟 秒鐘 с сек сек. секунд секунда секунды секунду секундам", 1, _SECOND)
    table.add("millisecond milliseconds msec 毫秒 миллисекунд миллисекунды миллисекунда", Fraction(1, 1000), _SECOND)
    table.add("microsecond microseconds usec μsec 微秒 микросекунд микросекунды микросекунда", Fraction(1, 10**6), _SECOND)
    table.add("nanosecond nanoseconds nsec 纳秒 納秒 奈秒 наносекунд наносекунды", Fraction(1, 10**9), _SECOND)
    table.add("min mins minute minutes 分钟 分鐘 мин мин. минут минута минуты минуту минутам", 60, _SECOND)
    table.add("h hr hrs hour hours 小时 小時 个小时 個小時 ч ч. час часа часов часам часах", 3600, _SECOND)
    table.add("d day days 天 昼夜 晝夜 сут сут. сутки суток суткам дней дня день дн. дням", 86400, _SECOND)
    table.add("week weeks 周 週 星期 个星期 недель недели неделя неделю", 604800, _SECOND)


def _work(table: _Table) -> None:
    """Operations, energy, power, frequency, length, mass."""
    table.add_si("FLOP", _FLOP, _SI)
    for base in ("FLOPs", "Flops", "FLOPS", "flops", "flop/s"):
        amount = base == "FLOPs"
        table.add_si(base, _FLOP if amount else _RATE, _SI, vague=base != "flop/s")
    table.add_si("FLOP/s", _RATE, _SI)
    table.add_si("FLOPs/s", _RATE, _SI)
    table.add_si("флопс", _RATE, _CYRILLIC, vague=True)
    table.add_si("флоп", _FLOP, _CYRILLIC)
    table.add_si("OPS", (("op", 1), ("second", -1)), _SI, vague=True)
    table.add_si("J", _JOULE, _SI | _SMALL)
    table.add_si("W", _WATT, {"": 0, "k": 3, "M": 6, "G": 9, "m": -3})
    table.add_si("Wh", _JOULE, {"": 0, "k": 3, "M": 6, "G": 9, "m": -3}, 3600)
    table.add_si("Дж", _JOULE, _CYRILLIC)
    table.add_si("Вт", _WATT, _CYRILLIC)
    table.add("watt watts 瓦 瓦特 ватт", 1, _WATT)
    table.add("kilowatt kilowatts 千瓦 瓩 киловатт", 1000, _WATT)
    table.add("megawatt megawatts 兆瓦 мегаватт", 10**6, _WATT)
    table.add("joule joules 焦 焦耳 джоуль джоулей", 1, _JOULE)
    table.add("千瓦时 千瓦時 度电 度電 度", 3600000, _JOULE)
    table.add_si("Hz", (("second", -1),), {"": 0, "k": 3, "M": 6, "G": 9})
    table.add_si("Гц", (("second", -1),), _CYRILLIC)
    table.add_si("m", (("metre", 1),), {"": 0, "k": 3, "c": -2, "m": -3, "µ": -6, "μ": -6, "n": -9})
    table.add_si("м", (("metre", 1),), {"": 0, "к": 3, "с": -2, "м": -3, "н": -9})
    table.add("毫米", Fraction(1, 1000), (("metre", 1),))
    table.add("厘米 公分", Fraction(1, 100), (("metre", 1),))
    table.add("公里 千米 kilometres kilometers", 1000, (("metre", 1),))
    table.add("米 公尺 metres meters", 1, (("metre", 1),))
    table.add("kg 公斤 千克 кг", 1000, (("gram", 1),))


def _money_and_things(table: _Table) -> None:
    """Currencies, and what is counted."""
    for names, currency in (("$ US$ USD dollar dollars 美元 美金 доллар доллара долларов", "USD"), (
        "€ EUR euro euros евро 欧元 歐元", "EUR"),
                            ("¥ CNY RMB 元 人民币 人民幣", "CNY"), ("₽ RUB руб руб. рубль рубля рублей", "RUB"),
                            ("NT$ TWD NTD 新台幣", "TWD"), ("£ GBP pounds", "GBP"), ("JPY 日元 日圓", "JPY"), ("₹ INR", "INR")):
        table.add(names, 1, ((currency, 1),))
    table.add("cent cents", Fraction(1, 100), (("USD", 1),))
    for thing, names in _THINGS.items():
        table.add(names, 1, ((thing, 1),))
    table.add("‰", Fraction(1, 1000), ())
    table.add("卡时 卡時 卡小时 卡小時 карто-час карто-часа карто-часов GPU-час GPU-часа GPU-часов", 3600, dimension([("device", 1), ("second", 1)]))


def _whitelist() -> dict[str, Unit]:
    """Every spelling of a simple unit."""
    table = _Table()
    for declare in (_bytes_and_bits, _times, _work, _money_and_things):
        declare(table)
    return table


_THINGS = {
    "token": "token tokens tok toks Token Tokens 词元 詞元 токен токена токенов токены токенам токенами токенах",
    "parameter": "parameter parameters param params 参数 參數 параметр параметра параметров",
    "request": "request requests req reqs 请求 請求 запрос запроса запросов запросы",
    "image": "image images img imgs",
    "device": "GPU GPUs TPU TPUs card cards 卡 карта карты карт",
    "sample": "sample samples sequence sequences seq seqs",
    "op": "op ops operation operations Ops OPs MAC MACs GMACs TMACs",
    "step": "step steps iteration iterations",
    "frame": "frame frames",
    "node": "node nodes",
}

UNITS: dict[str, Unit] = _whitelist()
"""Every spelling of a simple unit, such as `GiB`, `мкс`, `位元組`."""

PERCENT = Unit("%", Fraction(1, 100), ())
"""Per cent: a number, not a dimension."""


_NOT_BEFORE = {"元": "素组組数數件语語函方分多模", "周": "期边邊围圍年", "天": "线線", "卡": "片", "米": "尺", "秒": "杀殺", "瓦": "解片", "比特": "币幣"}
"""Characters after which a Chinese unit is another word (元素, 周期)."""


def _tree(spellings: Iterable[str]) -> dict[str, Any]:
    """The spellings letter by letter; the key `""` marks where one ends, with what may not follow there."""
    tree: dict[str, Any] = {}
    for spelling in spellings:
        node = tree
        for char in spelling:
            node = node.setdefault(char, {})
        node[""] = rf"(?![{_NOT_BEFORE[spelling]}])" if spelling in _NOT_BEFORE else ""
    return tree


def _alternation(tree: Mapping[str, Any]) -> str:
    """The pattern of a tree, longest spelling first: shorter than the plain list, and compiled in a fraction of the time."""
    endings: dict[str, list[str]] = {}
    for char, below in tree.items():
        if char:
            endings.setdefault(_alternation(below), []).append(char)
    branches = [re.escape(chars[0]) + rest if len(chars) == 1 else f"[{''.join(map(re.escape, chars))}]{rest}"
                for rest, chars in endings.items()]
    if "" in tree:
        branches.append(tree[""])
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


def _lettered(spelling: str) -> bool:
    """Whether a spelling ends in a letter of an alphabet, so that letters may not go on after it."""
    return spelling[-1].isalpha() and spelling[-1] < "\u0500"


_ANY = (rf"(?:{_alternation(_tree(s for s in UNITS if not _lettered(s)))}"
        rf"|{_alternation(_tree(s for s in UNITS if _lettered(s)))}(?![A-Za-zА-Яа-яё]))")
_ONE = rf"{_ANY}(?:[²³]|\^[23](?!\d))?"
_JOIN = r"(?:\s?/\s?|\s?[·⋅∙*]\s?|\s(?:per|за|на|в)\s|(?<!second)(?<!minute)(?<!hour)(?<!/s)\sa\s|\sper\s(?=\w+-hour)|-(?=hours?\b|h\b|s\b|seconds?\b|days?\b))"
PATTERN = re.compile(rf"{_ONE}(?:{_JOIN}(?:{_ONE}))*")
"""A unit with what it is divided or multiplied by: `GB/s`, `кВт·ч`, `USD per GPU-hour`."""


@cache
def _part() -> re.Pattern[str]:
    """One simple unit of a compound one, and what joins it; compiled where the first compound unit is met."""
    return re.compile(rf"(?P<join>{_JOIN})?(?P<unit>{_ANY})(?P<power>[²³]|\^[23](?!\d))?")


_AREA = {"²": 2, "³": 3, "^2": 2, "^3": 3}


@lru_cache(maxsize=4096)
def parse_unit(text: str) -> Unit:
    """Read a unit, simple or compound; `Unreadable` if the whitelist lacks it."""
    text = text.strip()
    if text in UNITS:
        return UNITS[text]
    if text in ("%", "％", "percent", "per cent"):
        return PERCENT
    if len(text) > 60 or not PATTERN.fullmatch(text):
        raise Unreadable(f"{text[:30]!r} is no unit of the list")
    unit = Unit(text, Fraction(1), ())
    divided = False
    for part in _part().finditer(text):
        simple = UNITS[part["unit"]]
        join = (part["join"] or "").strip()
        power = _AREA.get(part["power"] or "", 1)
        divided = divided or join not in ("", "·", "⋅", "∙", "*", "-")
        sign = -power if divided else power
        unit = unit.times(simple, sign, text)
    return unit


def simplified(text: str) -> str:
    """Traditional characters of units and classifiers replaced one for one."""
    return simplify(text)
