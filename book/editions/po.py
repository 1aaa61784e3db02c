"""Exchange with Weblate, Poedit and other tools: an edition as a gettext PO file, and back.

An entry is a block: its Markdown in the source and in the edition. Entries of one text in two places differ by their context, the
label of
the section and the number of the block in it. Stale ones are fuzzy and carry the earlier source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from book.errors import BadInput, Fault

ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
UNESCAPES = {"\\": "\\", '"': '"', "n": "\n", "t": "\t", "r": "\r"}
KEYWORD = re.compile(r'(msgctxt|msgid|msgstr(?:\[0\])?|msgid_plural)\s+"((?:[^"\\]|\\.)*)"\s*$')
CONTINUED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*$')


@dataclass(frozen=True)
class Message:
    """One entry."""

    context: str
    """`CHAPTER SECTION NUMBER`."""
    source: str
    translation: str
    reference: str = ""
    """Where it stands in the source."""
    fuzzy: bool = False
    previous: str = ""
    """The source that the translation was made from."""
    comment: str = ""
    line: int = 0
    """In the file that it was read from."""


def escaped(text: str) -> str:
    """A string as PO writes it."""
    return "".join(ESCAPES.get(char, char) for char in text)


def unescaped(text: str) -> str:
    """The string that PO wrote."""
    return re.sub(r"\\(.)", lambda match: UNESCAPES.get(match[1], match[1]), text)


def write_po(messages: Sequence[Message], header: Mapping[str, str]) -> str:
    """The text of a PO file."""
    head = "".join(f'"{escaped(f"{key}: {value}" + chr(10))}"\n' for key, value in header.items())
    return f'msgid ""\nmsgstr ""\n{head}' + "".join("\n" + _entry(message) for message in messages)


def _entry(message: Message) -> str:
    lines = [f"#. {line}" for line in message.comment.splitlines()]
    lines += [f"#: {message.reference}"] if message.reference else []
    lines += ["#, fuzzy"] if message.fuzzy else []
    if message.previous:
        lines += [f"#| {line}" for line in _keyword("msgid", message.previous).splitlines()]
    return "\n".join([*lines, _keyword("msgctxt", message.context), _keyword("msgid", message.source),
                      _keyword("msgstr", message.translation)]) + "\n"


def _keyword(keyword: str, text: str) -> str:
    if "\n" not in text:
        return f'{keyword} "{escaped(text)}"'
    lines = text.split("\n")
    parts = [f'"{escaped(line)}\\n"' for line in lines[:-1]] + ([f'"{escaped(lines[-1])}"'] if lines[-1] else [])
    return "\n".join([f'{keyword} ""', *parts])


def read_po(text: str, name: str) -> list[Message]:
    """The messages of a PO file, the header and obsolete ones left out; a line of another form is refused with its number."""
    return [message for block in _blocks(text) if (message := _message(block, name)) and message.source]


def _blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    block: list[tuple[int, str]] = []
    for number, line in enumerate(text.replace("\r\n", "\n").removeprefix("\ufeff").split("\n"), 1):
        if line.strip():
            block.append((number, line.strip()))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _message(block: list[tuple[int, str]], name: str) -> Message | None:
    fields: dict[str, str] = {}
    current, fuzzy = "", False
    for number, line in block:
        if line.startswith("#~"):
            return None
        if line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif match := KEYWORD.match(line):
            current = match[1].removesuffix("[0]")
            fields[current] = unescaped(match[2])
        elif current and (match := CONTINUED.match(line)):
            fields[current] += unescaped(match[1])
        else:
            raise BadInput(Fault(name, number, 1, "is no line of a PO file; export again and mend this entry"))
    return Message(fields.get("msgctxt", ""), fields.get("msgid", ""), fields.get("msgstr", ""), fuzzy=fuzzy, line=block[0][0])
