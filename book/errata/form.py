"""The reader's report: the fields of the form, read from an issue's body or from YAML.

Everything in it is text by a stranger. It is limited in size and cleaned of control characters here, and nothing of it is ever
executed, opened or resolved.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path

import yaml

from book.errors import BadInput, Fault
from book.yamlfile import parse_yaml

FORM_FILE = Path(".github") / "ISSUE_TEMPLATE" / "erratum.yml"
LABELS = {
    "edition": "版本 / Edition",
    "build": "构建 / Build",
    "location": "位置 / Location",
    "quote": "原文 / Quoted text",
    "kind": "类别 / Kind",
    "stated": "书中写作 / It says",
    "proposed": "应为 / It should say",
    "reasoning": "理由 / Reasoning",
}
"""Field to label, in the order of the form: GitHub renders labels, never ids. A book's own form file comes before these."""
KINDS = ("number", "unit", "formula", "table", "figure", "reference", "translation", "wording")

MAX_BYTES = 400_000
"""An issue has at most 65,536 characters."""
MAX_FIELD = 6_000
"""What is longer than this is cut: no sentence is."""
EMPTY = "_No response_"


@dataclass(frozen=True)
class Report:
    """One report. Empty fields were left blank."""

    edition: str = ""
    """The language tag or the id of the edition."""
    build: str = ""
    location: str = ""
    quote: str = ""
    kind: str = ""
    stated: str = ""
    proposed: str = ""
    reasoning: str = ""
    notes: tuple[str, ...] = ()
    """What was changed in reading: codes `cut`, `control`, `hidden`, `reversed`."""


FIELDS = tuple(field.name for field in fields(Report) if field.name != "notes")

_CONTROL = re.compile(r"\x1b\[[0-9;?]{0,12}[ -/]{0,4}[@-~]|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_REVERSED = re.compile("[\u202a-\u202e]")
_BACKWARDS = re.compile("\u202e(?P<text>[^\u202a-\u202e\n]{0,80})\u202c")
"""What is shown from right to left: the reader saw, and means, its characters in the other order."""
_LONE = re.compile("[\ud800-\udfff]")


def read_form(path: Path, root: Path) -> Report:
    """Read a report from a file; BadInput, in one line, if it is none. The form file of the book at `root` has the labels."""
    name = path.name
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadInput(
            Fault(name, 0, 0, f"cannot be read: {error.strerror}; give a file with the issue's body or an erratum.yaml")
        ) from None
    if len(data) > MAX_BYTES:
        raise BadInput(Fault(name, 0, 0, f"has more than {MAX_BYTES:,} bytes; a report is one quote and a few lines"))
    text = data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    return parse_form(text, name, labels_of(root))


def labels_of(root: Path) -> dict[str, str]:
    """Field to label in the order of the book's own form file; the built-in labels if it has none."""
    path = root / FORM_FILE
    if not path.is_file():
        return LABELS
    body = parse_yaml(path.read_text(encoding="utf-8"), FORM_FILE.as_posix())
    items = body.get("body", []) if isinstance(body, dict) else []
    found = {
        str(item["id"]): str(item["attributes"]["label"])
        for item in items
        if isinstance(item, dict)
        and item.get("id") in FIELDS
        and isinstance(item.get("attributes"), dict)
        and "label" in item["attributes"]
    }
    if "quote" not in found:
        raise BadInput(
            Fault(FORM_FILE.as_posix(), 0, 0, "has no field with the id `quote`; the reports of this form cannot be read")
        )
    return found


def parse_form(text: str, name: str = "form", labels: dict[str, str] | None = None) -> Report:
    """Read a report from text: an issue's body if it has one of the form's headings, else YAML."""
    labels = labels or LABELS
    is_yaml = name.endswith((".yaml", ".yml"))
    fields_read = None if is_yaml else _from_body(text, labels)
    return clean(fields_read if fields_read is not None else _from_yaml(text, name))


def _from_body(text: str, labels: dict[str, str]) -> dict[str, str] | None:
    """Fields of an issue's body; a heading counts once and only in the order of the form, others are the reader's own text."""
    order = list(labels)
    index = {_label(label): i for i, label in enumerate(labels.values())}
    found: dict[str, list[str]] = {}
    last = -1
    for line in text.split("\n"):
        at = index.get(_label(line[4:]), -1) if line.startswith("### ") else -1
        if at > last:
            last = at
            found[order[at]] = []
        elif last >= 0:
            found[order[last]].append(line)
    if not found:
        return None
    values = {key: "\n".join(lines).strip() for key, lines in found.items()}
    return {key: "" if value == EMPTY else value for key, value in values.items()}


def _label(text: str) -> str:
    """A label without differences that an edit in the browser may make."""
    return re.sub(r"\s+", " ", text).strip().casefold()


def _from_yaml(text: str, name: str) -> dict[str, str]:
    """Fields of a YAML mapping, every scalar as its characters; tags and aliases are refused."""
    text = _LONE.sub("\ufffd", text)
    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            line = event.start_mark.line + 1 if event.start_mark else 0
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                raise BadInput(Fault(name, line, 0, "anchors and aliases are not read here; write the text again"))
            if getattr(event, "tag", None) not in (None, "!"):
                raise BadInput(Fault(name, line, 0, "tags (`!…`) are not read here; put the text into quotation marks"))
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > 4:
                raise BadInput(Fault(name, line, 0, "is nested; a report is a list of `field: text`"))
        data = yaml.load(text, Loader=yaml.CBaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise BadInput(
            Fault(name, mark.line + 1 if mark else 0, 0, f"is neither an issue's body nor YAML: {error.problem}")
        ) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise BadInput(Fault(name, 0, 0, f"is neither an issue's body nor YAML: {str(error).splitlines()[0][:80]}")) from None
    if not isinstance(data, dict) or not any(key in FIELDS for key in data):
        raise BadInput(
            Fault(name, 0, 0, f"is no report: give `{FIELDS[0]}: …` and `quote: …`, or the body of an issue of the form")
        )
    return {key: value for key, value in data.items() if key in FIELDS and isinstance(value, str)}


def clean(values: dict[str, str]) -> Report:
    """The report with control characters and invisible ones taken out and long fields cut."""
    notes: dict[str, None] = {}
    done: dict[str, str] = {}
    for key in FIELDS:
        value = _LONE.sub("\ufffd", values.get(key, ""))
        if _BACKWARDS.search(value):
            notes["reversed"] = None
            value = _BACKWARDS.sub(lambda match: _CONTROL.sub("", match["text"])[::-1], value)
        for pattern, note in ((_CONTROL, "control"), (_REVERSED, "reversed"), (_HIDDEN, "hidden")):
            value, count = pattern.subn("", value)
            if count:
                notes[note] = None
        limit = MAX_FIELD if key in ("quote", "reasoning") else 300
        if len(value) > limit:
            value = value[:limit]
            notes["cut"] = None
        done[key] = value.strip()
    kind = done["kind"].split("/")[-1].strip().lower() if done["kind"] else ""
    kind = next((each for each in KINDS if re.search(rf"\b{each}\b", done["kind"].lower())), kind)
    return Report(
        done["edition"],
        done["build"],
        done["location"],
        done["quote"],
        kind if kind in KINDS else "",
        done["stated"],
        done["proposed"],
        done["reasoning"],
        tuple(notes),
    )
