"""The units that annotate the formulas: each name is a product that a person and a program can read.

    def transfer_time(data: Bytes, bandwidth: BytesPerSecond) -> Seconds

`transfer_time.__annotations__["bandwidth"]` is the text `byte/second`: atoms joined by `*` and `/`, read from
left to right, a power as `second^2`. `dimension` turns it into a scale and the powers of the base dimensions:

    dimension("dollar/hour") == ((1, 3600), {"dollar": 1, "second": -1})

A function takes its numbers in the unit of the annotation (2 for 2 dollars an hour). The measured dimensions
balance exactly in each formula. A counted one may be carried by a plain number: the 2 of 2N is FLOP for each
parameter and token.
"""

MEASURED = ("byte", "second", "joule", "dollar", "metre")
COUNTED = ("FLOP", "token", "parameter", "request", "device", "image")

_HOUR, _YEAR = 3600, 8760 * 3600
ATOMS = {
    "1": (1, 1, {}),
    "bit": (1, 8, {"byte": 1}),
    "hour": (_HOUR, 1, {"second": 1}),
    "day": (24 * _HOUR, 1, {"second": 1}),
    "year": (_YEAR, 1, {"second": 1}),
    "watt": (1, 1, {"joule": 1, "second": -1}),
    "kWh": (1000 * _HOUR, 1, {"joule": 1}),
    "Wh": (_HOUR, 1, {"joule": 1}),
    "pJ": (1, 10**12, {"joule": 1}),
    "EFLOP": (10**18, 1, {"FLOP": 1}),
    "Mtoken": (10**6, 1, {"token": 1}),
    "centimetre": (1, 100, {"metre": 1}),
    "element": (1, 1, {}),
}
for _base in MEASURED + COUNTED:
    ATOMS[_base] = (1, 1, {_base: 1})

MYPY = False
if MYPY:  # a type checker sees numbers of any exactness: int, Fraction, float, a symbol
    from typing import Any

    def __getattr__(name: str) -> Any: ...
else:
    Count = "1"
    Ratio = "1"
    Elements = "element"

    Bytes = "byte"
    Bits = "bit"
    BytesPerParameter = "byte/parameter"
    BytesPerElement = "byte/element"
    BytesPerToken = "byte/token"
    BytesPerSecond = "byte/second"
    BitsPerParameter = "bit/parameter"
    BitsPerElement = "bit/element"
    BitsPerSecond = "bit/second"
    ByteSeconds = "byte*second"

    Seconds = "second"
    SecondsSquared = "second^2"
    Hours = "hour"
    Days = "day"
    Years = "year"
    SecondsPerToken = "second/token"
    SecondsPerDevice = "second/device"
    PerSecond = "1/second"
    Hertz = "1/second"

    Parameters = "parameter"
    Tokens = "token"
    TokensPerSecond = "token/second"
    Requests = "request"
    RequestsPerSecond = "request/second"
    Devices = "device"
    MillionTokens = "Mtoken"

    Flop = "FLOP"
    FlopPerSecond = "FLOP/second"
    FlopPerByte = "FLOP/byte"
    FlopPerToken = "FLOP/token"

    Joules = "joule"
    JoulesPerByte = "joule/byte"
    JoulesPerFlop = "joule/FLOP"
    JoulesPerToken = "joule/token"
    PicojoulesPerFlop = "pJ/FLOP"
    Watts = "watt"
    WattHours = "Wh"

    Dollars = "dollar"
    DollarsPerHour = "dollar/hour"
    DollarsPerSecond = "dollar/second"
    DollarsPerMillionTokens = "dollar/Mtoken"
    DollarsPerExaflop = "dollar/EFLOP"
    DollarsPerKilowattHour = "dollar/kWh"
    DollarsPerByteSecond = "dollar/byte/second"

    Metres = "metre"
    SquareCentimetres = "centimetre^2"
    PerSquareCentimetre = "1/centimetre^2"


def dimension(unit: str) -> "tuple[tuple[int, int], dict[str, int]]":
    """Exact scale (numerator, denominator) of `unit` and the powers of its base dimensions, zeros left out.

    Raises ValueError for an atom that is not in `ATOMS`.
    """
    above, below = 1, 1
    powers: dict[str, int] = {}
    for factor in unit.replace("*", " *").replace("/", " /").split():
        atom, _, power = factor.lstrip("*/").partition("^")
        if atom not in ATOMS:
            raise ValueError(f"unknown unit {atom!r} in {unit!r}; known: {', '.join(sorted(ATOMS))}")
        numerator, denominator, base = ATOMS[atom]
        exponent = int(power or 1)
        sign = 1
        if factor[0] == "/":
            numerator, denominator, sign = denominator, numerator, -1
        above, below = above * numerator**exponent, below * denominator**exponent
        for name in base:
            powers[name] = powers.get(name, 0) + sign * exponent * base[name]
    return _reduced(above, below), {name: powers[name] for name in powers if powers[name]}


def _reduced(numerator: int, denominator: int) -> "tuple[int, int]":
    a, b = numerator, denominator
    while b:
        a, b = b, a % b
    return numerator // a, denominator // a
