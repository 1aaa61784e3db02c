"""JSON without `import json`, which costs two thirds of an empty Python because it imports `re` and `enum`.

Reading calls the scanner that `json` itself is built on, so the grammar is the same; writing is a few lines.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_BLANK = " \t\n\r"


class _Rules:
    """What `json.JSONDecoder` hands to its scanner."""

    strict = True
    object_hook = None
    parse_float = float
    parse_int = int
    memo: "dict[str, str]" = {}

    def __init__(self, pairs: "Callable[[list[tuple[str, Any]]], Any]", constant: "Callable[[str], Any]") -> None:
        self.object_pairs_hook = pairs
        self.parse_constant = constant


def parse(text: str) -> "Any":
    """The value of a JSON text; ValueError for broken text, a name given twice, or NaN."""
    try:
        import _json as scanner
    except ImportError:  # another Python than CPython
        from json import scanner  # type: ignore[no-redef]
    start, scan = _skip(text, 0), scanner.make_scanner(_Rules(_pairs, _constant))  # type: ignore[arg-type]
    try:
        value, end = scan(text, start)
    except StopIteration as stop:
        raise ValueError(f"a value is missing at {_place(text, stop.value)}") from None
    except RecursionError:
        raise ValueError("objects are nested too deeply") from None
    end = _skip(text, end)
    if end != len(text):
        raise ValueError(f"more text follows the value at {_place(text, end)}")
    return value


def write(value: "Any", indent: str = "\n") -> str:
    """The JSON text of a value, indented by two; other numbers (fractions) become whole or floating ones."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return _quoted(value)
    deeper = indent + "  "
    if isinstance(value, dict):
        inside = [f"{_quoted(str(key))}: {write(each, deeper)}" for key, each in value.items()]
        return "{" + deeper + f",{deeper}".join(inside) + indent + "}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        inside = [write(each, deeper) for each in value]
        return "[" + deeper + f",{deeper}".join(inside) + indent + "]" if inside else "[]"
    if isinstance(value, (int, float)):
        return repr(value)
    return repr(int(value) if value == int(value) else float(value))


def _quoted(text: str) -> str:
    """A string as `json.dumps(text, ensure_ascii=False)` has it."""
    marks = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}
    shown = (marks.get(each) or (f"\\u{ord(each):04x}" if each < " " else each) for each in text)
    return '"' + "".join(shown) + '"'


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in _BLANK:
        position += 1
    return position


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"line {line}, column {position - text.rfind(chr(10), 0, position)}"


def _constant(text: str) -> float:
    """NaN is nobody's value; published files have Infinity in limits that nothing here reads."""
    if text == "NaN":
        raise ValueError("NaN is not a number")
    return float(text)


def _pairs(pairs: "list[tuple[str, Any]]") -> "dict[str, Any]":
    values = dict(pairs)
    if len(values) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)[:60]!r} is given twice")
    return values
