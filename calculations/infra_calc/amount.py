"""Numbers of the command line that are not counts: `405B`, `15.6T`, `7.5e9`, `40%`, `2GiB`; read exactly."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

LARGEST = 10**30
SUFFIXES = {"": 1, "K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}
SIZES = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}


def amount(value: str) -> "Fraction":
    """A number above 0; K, M, B and T are thousand, million, 10^9 and 10^12."""
    return _scaled(value, SUFFIXES, "a number above 0 such as 405B, 15.6T or 7.5e9")


def size(value: str) -> "Fraction":
    """Bytes, above 0; a number alone is in bytes."""
    return _scaled(value, {"": 1, **SIZES}, "a size such as 2GiB or 141GB")


def share(value: str) -> "Fraction":
    """A number above 0 and at most 1, or a percentage."""
    from fractions import Fraction

    expected = "a share such as 0.4 or 40%"
    found = _scaled(value.removesuffix("%"), {"": 1}, expected) / (100 if value.endswith("%") else 1)
    if found > Fraction(1):
        raise ValueError(f"must be {expected}, at most 1")
    return found


def _scaled(value: str, suffixes: dict[str, int], expected: str) -> "Fraction":
    from fractions import Fraction

    text = value.replace(",", "").replace("_", "").replace(" ", "")
    suffix = max((each for each in suffixes if text.endswith(each)), key=len)
    digits = text[: len(text) - len(suffix)]
    if len(digits) > 40 or not digits.isascii() or "/" in digits:
        raise ValueError(f"must be {expected}")
    exponent = digits.lower().partition("e")[2].lstrip("+-")
    if len(exponent) > 2:  # 1e999999999 would take all memory
        raise ValueError(f"must be {expected}, at most 1e30")
    try:
        number = Fraction(digits) * suffixes[suffix]
    except ValueError:
        raise ValueError(f"must be {expected}") from None
    if not 0 < number <= LARGEST:
        raise ValueError(f"must be {expected}, at most 1e30")
    return number
