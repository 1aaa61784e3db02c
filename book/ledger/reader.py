"""A chapter's ledger, `calculations/ledger/SLUG.yaml`, read strictly: scalars stay as typed, every fault has its line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from book.cache import digest
from book.errors import BadInput, Fault
from book.ledger.entry import ChapterLedger, Entry, FormulaEntry, Kind, Rounding

LIMIT = 4_000_000
"""Bytes."""
ID = re.compile(r"[a-z0-9][a-z0-9.-]*\Z")
KEYS = {*(kind.value for kind in Kind), "with", "unit", "says", "from", "round"}
FORMULA_KEYS = {"is", "symbols", "definition"}


def read_ledger(path: Path, shown: str, slug: str) -> ChapterLedger:
    """Read one ledger; BadInput names every fault with its line."""
    data = _bytes(path, shown)
    work = _Reader(shown, slug)
    sections = work.mapping(work.tree(data.decode()), "the ledger")
    for name, (line, _) in sections.items():
        if name not in ("numbers", "formulas"):
            work.fault(line, f"does not know the section `{name[:40]}`; a ledger has `numbers` and `formulas`")
    numbers = {name: work.number(name, line, node) for name, (line, node) in work.section(sections, "numbers")}
    formulas = {name: work.formula(name, line, node) for name, (line, node) in work.section(sections, "formulas")}
    if work.faults:
        raise BadInput(work.faults)
    return ChapterLedger(slug, path, shown, {name: entry for name, entry in numbers.items() if entry},
                         {name: entry for name, entry in formulas.items() if entry}, digest(data))


def _bytes(path: Path, shown: str) -> bytes:
    try:
        data = path.read_bytes()
        data.decode()
    except OSError as error:
        raise BadInput(Fault(shown, 0, 0, f"cannot be read: {error.strerror}")) from None
    except UnicodeDecodeError as error:
        raise BadInput(Fault(shown, data.count(b"\n", 0, error.start) + 1, 0, "is not UTF-8; save the file as UTF-8")) from None
    if len(data) > LIMIT:
        raise BadInput(Fault(shown, 0, 0, f"has {len(data):,} bytes; a ledger may have {LIMIT:,}"))
    return data


class _Reader:
    """Walks the nodes of the YAML and collects faults."""

    def __init__(self, shown: str, slug: str) -> None:
        self.shown, self.slug = shown, slug
        self.faults: list[Fault] = []

    def fault(self, line: int, message: str) -> None:
        self.faults.append(Fault(self.shown, line, 0, message))

    def tree(self, text: str) -> Any:
        try:
            return yaml.compose(text, Loader=yaml.CSafeLoader)
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 0
            raise BadInput(Fault(self.shown, line, 0, f"this is not YAML: {error.problem}; mend the line")) from None
        except (yaml.YAMLError, RecursionError) as error:
            raise BadInput(Fault(self.shown, 0, 0, f"this is not YAML: {str(error).splitlines()[0]}; mend the file")) from None

    def mapping(self, node: Any, what: str) -> dict[str, tuple[int, Any]]:
        """Keys with their lines and nodes; a key twice is a fault."""
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            self.fault(node.start_mark.line + 1, f"{what} must be a mapping (`key: value`)")
            return {}
        found: dict[str, tuple[int, Any]] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                self.fault(line, f"{what} has a key that is no word")
            elif key.value in found:
                self.fault(line, f"`{key.value[:60]}` is already there on line {found[key.value][0]}; take one of them out")
            else:
                found[key.value] = (line, value)
        return found

    def section(self, sections: dict[str, tuple[int, Any]], name: str) -> list[tuple[str, tuple[int, Any]]]:
        return list(self.mapping(sections[name][1], f"`{name}`").items()) if name in sections else []

    def scalars(self, node: Any, what: str, allowed: set[str], nested: str) -> dict[str, Any]:
        """The texts of one entry's keys; `nested` is the key that holds a mapping of texts."""
        texts: dict[str, Any] = {}
        for key, (line, value) in self.mapping(node, what).items():
            if key not in allowed:
                self.fault(line, f"{what} has the unknown key `{key[:40]}`; it may have {', '.join(sorted(allowed))}")
            elif key == nested:
                inner = self.mapping(value, f"`{key}` of {what}")
                texts[key] = {name: self.scalar(each, at, f"`{name}` of {what}") for name, (at, each) in inner.items()}
            else:
                texts[key] = self.scalar(value, line, f"`{key}` of {what}")
        return texts

    def scalar(self, node: Any, line: int, what: str) -> str:
        if isinstance(node, yaml.ScalarNode):
            return str(node.value).strip()
        self.fault(line, f"{what} must be one value")
        return ""

    def number(self, name: str, line: int, node: Any) -> Entry | None:
        what = f"number `{name[:60]}`"
        before = len(self.faults)
        if not ID.match(name):
            self.fault(line, f"{what}: an id has small letters, digits, `-` and `.`")
        texts = self.scalars(node, what, KEYS, "with")
        kinds = [kind for kind in Kind if kind.value in texts]
        if len(kinds) != 1:
            listed = ", ".join(f"`{kind.value}`" for kind in Kind)
            self.fault(line, f"{what} needs exactly one of {listed}")
            return None
        kind = kinds[0]
        if ("with" in texts) != (kind is Kind.CALC):
            self.fault(line, f"{what}: `with` belongs to `calc`, and `calc` needs it")
        rounding = texts.get("round", Rounding.NEAREST.value)
        if rounding not in [each.value for each in Rounding]:
            self.fault(line, f"{what}: `round` may be down, up or nearest, not `{rounding[:20]}`")
        if kind in (Kind.EXPR, Kind.RESULT) and not texts.get("unit"):
            self.fault(line, f"{what} needs `unit:` (`1` for a plain number)")
        if not texts[kind.value]:
            self.fault(line, f"{what}: `{kind.value}` is empty")
        if len(self.faults) > before:
            return None
        return Entry(self.slug, name, kind, texts[kind.value], line, texts.get("with", {}), texts.get("unit", ""),
                     texts.get("says", ""), texts.get("from", ""), Rounding(rounding))

    def formula(self, label: str, line: int, node: Any) -> FormulaEntry | None:
        what = f"formula `{label[:60]}`"
        before = len(self.faults)
        if not label.startswith("eq:"):
            self.fault(line, f"{what}: a formula is named by its label, `eq:…`")
        texts = self.scalars(node, what, FORMULA_KEYS, "symbols")
        if ("is" in texts) == ("definition" in texts):
            self.fault(line, f"{what} needs `is: MODULE.FUNCTION` with `symbols:`, or `definition:` and what it defines")
        elif "is" in texts and "result" not in texts.get("symbols", {}).values():
            self.fault(line, f"{what}: `symbols` must name the symbol of the `result`")
        if len(self.faults) > before:
            return None
        return FormulaEntry(self.slug, label, texts.get("is", ""), texts.get("symbols", {}), texts.get("definition", ""), line)
