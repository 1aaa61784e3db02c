"""Research logs, `research/YYYY-MM-DD-slug.md`: a question each, what it was decided on, and what the answer changed.

The front matter is data for `book check` and for the notes of a release; the text below it is for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import yaml

from book.errors import BadInput, Fault
from book.findings import Code
from book.manuscript.reader import read_source
from book.yamlfile import parse_yaml

FOLDER = "research"
KEYS = ("question", "chapters", "sources", "decision", "numbers_changed", "lang")
NAME = re.compile(r"(\d{4}-\d{2}-\d{2})-([a-z0-9]+(?:-[a-z0-9]+)*)\.md")
LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
HEAD = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*$", re.S | re.M)
REFUSED = Code.TEXT_REFUSED.id


@dataclass(frozen=True)
class Named:
    """A name in the front matter and where it stands."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Log:
    """One research log."""

    path: str
    """As messages print it."""
    date: date
    slug: str
    language: str
    question: str
    chapters: tuple[Named, ...]
    """Slugs; empty for all chapters."""
    sources: tuple[Named, ...]
    decision: str
    numbers_changed: tuple[Named, ...]
    """Ids of the ledger, `first-look/decode-read`; empty for none."""


def log_files(root: Path) -> list[Path]:
    """The files of a book that must be research logs, oldest first; a README explains the folder."""
    return sorted(path for path in (root / FOLDER).glob("*.md") if path.name != "README.md")


def read_log(path: Path, shown: str) -> Log:
    """Read one log; BadInput with every fault of its name and its front matter, each with its line."""
    reader = _Reader(shown, read_source(path, shown))
    day = reader.day(path.name)
    log = Log(shown, day or date.min, path.stem[11:], reader.text("lang"), reader.text("question"), reader.names("chapters", "all"),
              reader.names("sources"), reader.text("decision"), reader.names("numbers_changed", "none"))
    reader.check_language(log.language)
    if reader.faults:
        raise BadInput(reader.faults)
    return log


class _Reader:
    """The front matter of one log as YAML nodes, which know their places, and the faults found so far."""

    def __init__(self, shown: str, source: str) -> None:
        self.shown = shown
        self.faults: list[Fault] = []
        self._nodes: dict[str, yaml.Node] = {}
        head = HEAD.match(source)
        if head is None:
            raise BadInput(Fault(shown, 1, 1, f"a research log begins with front matter between lines `---`: {', '.join(KEYS)}", REFUSED))
        self._read(head[1])

    def _read(self, head: str) -> None:
        try:
            parse_yaml(head, self.shown)  # refuses what is no YAML, and aliases
        except BadInput as error:
            raise BadInput([Fault(each.path, each.line + 1, each.column, each.message, REFUSED) for each in error.faults]) from None
        node = yaml.compose(head, Loader=yaml.CSafeLoader)
        if not isinstance(node, yaml.MappingNode):
            raise BadInput(Fault(self.shown, 2, 1, f"the front matter must be lines `key: value`: {', '.join(KEYS)}", REFUSED))
        for key, value in node.value:
            name = str(key.value)
            if name not in KEYS or name in self._nodes:
                what = f"has `{name}` twice" if name in self._nodes else f"does not know `{name[:40]}`"
                self._fault(key, f"a research log {what}; it has {', '.join(KEYS)}, once each")
            else:
                self._nodes[name] = value
        for name in KEYS:
            if name not in self._nodes:
                self.faults.append(Fault(self.shown, 1, 1, f"`{name}` is missing in the front matter; write it", REFUSED))

    def _fault(self, node: yaml.Node, message: str) -> None:
        self.faults.append(Fault(self.shown, node.start_mark.line + 2, node.start_mark.column + 1, message, REFUSED))

    def day(self, name: str) -> date | None:
        """The date in the file's name."""
        match = NAME.fullmatch(name)
        try:
            return date.fromisoformat(match[1] if match else "")
        except ValueError:
            message = f"a research log is called YYYY-MM-DD-slug.md, with a date that exists and a slug of a–z, 0–9 and `-`; rename {name[:80]}"
            self.faults.append(Fault(self.shown, 1, 1, message, REFUSED))
            return None

    def text(self, key: str) -> str:
        """A line of text."""
        node = self._nodes.get(key)
        if node is None:
            return ""
        if not isinstance(node, yaml.ScalarNode) or not node.value.strip() or node.tag == "tag:yaml.org,2002:null":
            self._fault(node, f"`{key}` must be a text, not empty")
            return ""
        return " ".join(node.value.split())

    def names(self, key: str, word: str = "") -> tuple[Named, ...]:
        """The entries of a list; none for the `word` that stands for the list."""
        node = self._nodes.get(key)
        if node is None or (word and isinstance(node, yaml.ScalarNode) and node.value == word):
            return ()
        found = tuple(self._entries(node)) if isinstance(node, yaml.SequenceNode) else ()
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            self._fault(node, f"`{key}` must be " + (f"`{word}` or a list with entries" if word else "a list with at least one entry"))
        return found

    def _entries(self, node: yaml.SequenceNode) -> Iterator[Named]:
        for each in node.value:
            if isinstance(each, yaml.ScalarNode) and each.value.strip():
                yield Named(" ".join(each.value.split()), each.start_mark.line + 2, each.start_mark.column + 1)
            else:
                self._fault(each, "an entry of a list must be a text, not empty; put a text with `: ` in quotes")

    def check_language(self, language: str) -> None:
        """A tag such as `en` or `zh-Hans`."""
        if language and not LANGUAGE.fullmatch(language):
            self._fault(self._nodes["lang"], f"`lang` must be a language tag such as en or zh-Hans, not {language[:40]!r}")
