"""YAML from outside: read with a size limit, without aliases, and with errors that name the line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from book.errors import BadInput, Fault

LIMIT = 4_000_000
"""Bytes; a data file of this toolchain has a few kilobytes."""


def _refuse_aliases(text: str, name: str) -> None:
    """Ten nested aliases make a gigabyte of ten lines."""
    if "*" not in text:
        return
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.AliasEvent):
            line = event.start_mark.line + 1 if event.start_mark else 0
            raise BadInput(Fault(name, line, 0, f"aliases (`*{event.anchor}`) are not read here; write the value again"))


def parse_yaml(text: str, name: str) -> Any:
    """Read `text`; faults are reported under the file name `name`."""
    try:
        _refuse_aliases(text, name)
        return yaml.load(text, Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise BadInput(Fault(name, *place, f"this is not YAML: {error.problem}; mend the line")) from None
    except (yaml.YAMLError, RecursionError) as error:
        what = str(error).splitlines()[0]
        raise BadInput(Fault(name, 0, 0, f"this is not YAML: {what}; mend the file")) from None


def read_yaml(path: Path, name: str) -> dict[str, Any]:
    """Read a mapping from the file at `path`; an empty file is an empty mapping."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(Fault(name, 0, 0, f"cannot be read: {error.strerror}")) from None
    if len(data) > LIMIT:
        raise BadInput(Fault(name, 0, 0, f"has {len(data):,} bytes; a data file may have {LIMIT:,}"))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(Fault(name, line, 0, "is not UTF-8; save the file as UTF-8")) from None
    found = parse_yaml(text, name)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise BadInput(Fault(name, 1, 1, "must be a mapping (`key: value` lines)"))
    return found
