"""What a book is: book.yaml, its chapters in order, and its editions. A folder of Markdown files is a book too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from book.errors import BadInput, Fault, WrongUse
from book.language import Language, canonical, load_language
from book.yamlfile import read_yaml

CONFIG = "book.yaml"
BARE = "book"
"""The source of a book without a book.yaml, when it has editions `book-en/` … beside it."""
KEYS = {"name", "title", "subtitle", "authors", "language", "source", "chapters", "editions", "dialect", "raw", "links",
        "licence", "version", "repository", "page", "bibliography"}
DIALECTS = ("commonmark_x", "markdown")
GENERATED = {"build", "node_modules", "venv", "site-packages"}
"""Folders that hold no text of an author."""
RAW = ("refuse", "text")
SIDES = ("two", "one")


@dataclass(frozen=True)
class Page:
    """How the PDF's pages are laid out: `page:` of book.yaml."""

    sides: str = "two"
    """`two`: inner and outer margins, chapters open on a right-hand page; `one`: for screens and loose sheets."""
    lists: tuple[str, ...] = ("figures", "tables", "notation")
    """What follows the contents, where there is any."""


@dataclass(frozen=True)
class Edition:
    """The book in one language: a folder with the same file names as the source."""

    id: str
    folder: Path
    language: Language
    title: str
    subtitle: str
    authors: tuple[str, ...]
    """As the edition spells them."""
    is_source: bool
    settings: Mapping[str, Any] = field(repr=False)
    """edition.yaml as read."""


@dataclass(frozen=True)
class Project:
    """A book with all its editions; paths are absolute, messages use paths relative to `root`."""

    root: Path
    name: str
    licence: str
    version: str
    repository: str
    chapters: tuple[str, ...]
    """File names in order, the same in every edition."""
    editions: Mapping[str, Edition]
    """By id; the source comes first."""
    dialect: str
    raw: str
    links: str
    bibliography: Path | None
    page: Page = Page()

    @property
    def source(self) -> Edition:
        """The edition that the others translate."""
        return next(iter(self.editions.values()))

    def relative(self, path: Path) -> str:
        """`path` as messages print it."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.as_posix()

    def pick(self, ids: tuple[str, ...]) -> list[Edition]:
        """The editions named, all of them for none."""
        for wanted in ids:
            if wanted not in self.editions:
                raise WrongUse(f"there is no edition {wanted!r}; {self.root.name} has {', '.join(self.editions)}")
        return [edition for key, edition in self.editions.items() if not ids or key in ids]


def find_root(start: Path) -> Path:
    """The nearest folder at or above `start` with a book.yaml; else `start` itself if it holds Markdown."""
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / CONFIG).is_file():
            return folder
    for folder in (start, start.parent if start.name == BARE else start):
        if any((folder / BARE).glob("*.md")):
            return folder
    if start.is_dir() and next(markdown_below(start), None):
        return start
    raise WrongUse(f"no {CONFIG} here or above and no *.md files: go to a book's folder, or write one line, `title: …`, "
                   f"into {CONFIG}")


def markdown_below(folder: Path) -> Iterator[Path]:
    """The Markdown files of a folder and of those in it, in order; not those of hidden folders, links to folders and what tools put there."""
    entries = sorted(folder.iterdir())
    yield from (path for path in entries if path.suffix == ".md" and path.is_file())
    for path in entries:
        if path.is_dir() and not path.is_symlink() and not path.name.startswith(".") and path.name not in GENERATED:
            yield from markdown_below(path)


def load_project(start: Path) -> Project:
    """Read the book that `start` belongs to."""
    root = find_root(start)
    has_config = (root / CONFIG).is_file()
    data = read_yaml(root / CONFIG, CONFIG) if has_config else _bare(root)
    _check_keys(data)
    source_folder = _inside(root, data.get("source", "."), "source")
    chapters = _chapters(data, source_folder)
    editions = _editions(root, data, source_folder, chapters)
    bibliography = _inside(root, data.get("bibliography", "references/references.yaml"), "bibliography")
    if "bibliography" in data and not bibliography.is_file():
        raise _fault(f"`bibliography` names a file that is not there: {data['bibliography']}")
    return Project(
        root=root, name=str(data.get("name") or root.name), licence=str(data.get("licence", "")),
        version=str(data.get("version", "")), repository=str(data.get("repository", "")), chapters=chapters, editions=editions,
        dialect=_choice(data, "dialect", DIALECTS), raw=_choice(data, "raw", RAW), links=str(data.get("links") or ""),
        page=_page(data.get("page")), bibliography=bibliography if bibliography.is_file() else None)


def _bare(root: Path) -> dict[str, Any]:
    """What book.yaml would say of Markdown in `book/`, with editions in `book-*/`; nothing for a folder of Markdown alone."""
    if not any((root / BARE).glob("*.md")):
        return {}
    beside = sorted(path.name for path in root.glob(f"{BARE}-*") if any(path.glob("*.md")))
    return {"source": BARE, "editions": {name[len(BARE) + 1:]: name for name in beside}}


def _fault(message: str, line: int = 0) -> BadInput:
    return BadInput(Fault(CONFIG, line, 0, message))


def _check_keys(data: Mapping[str, Any]) -> None:
    for key in data:
        if key not in KEYS:
            raise _fault(f"does not know `{key}`; it reads {', '.join(sorted(KEYS))}")
    if not re.fullmatch(r"[\w.-]{1,80}", str(data.get("name", "book"))) or str(data.get("name", "")).startswith("."):
        raise _fault("`name` is the stem of file names: letters, digits, `-`, `_`, `.`")
    title = data.get("title", "")
    if not isinstance(title, str | int | float):
        raise _fault("`title` must be a text")


def _choice(data: Mapping[str, Any], key: str, allowed: tuple[str, ...]) -> str:
    value = data.get(key, allowed[0])
    if value not in allowed:
        raise _fault(f"`{key}` must be one of {', '.join(allowed)}, not {value!r}")
    return str(value)


def _page(data: Any) -> Page:
    given = {} if data is None else data
    if not isinstance(given, dict) or set(given) - {"sides", "lists"}:
        raise _fault("`page` is a mapping: {sides: two, lists: [figures, tables, notation]}")
    sides, lists = given.get("sides", "two"), given.get("lists", list(Page.lists))
    if sides not in SIDES:
        raise _fault(f"`page.sides` must be one of {', '.join(SIDES)}, not {sides!r}")
    if not isinstance(lists, list) or any(name not in Page.lists for name in lists):
        raise _fault(f"`page.lists` is a list of {', '.join(Page.lists)}")
    return Page(sides, tuple(lists))


def _inside(root: Path, name: Any, key: str) -> Path:
    """A folder or file of the book; nothing outside of it is ever read."""
    path = (root / str(name)).resolve()
    if not path.is_relative_to(root):
        raise _fault(f"`{key}` leads out of the book's folder: {name}")
    return path


def _authors(data: Mapping[str, Any]) -> list[str]:
    found = data.get("authors", [])
    if not isinstance(found, list):
        raise _fault("`authors` must be a list: [{name: …}]")
    return [str(author.get("name", "")) if isinstance(author, dict) else str(author) for author in found]


def _chapters(data: Mapping[str, Any], folder: Path) -> tuple[str, ...]:
    if "chapters" in data:
        listed = data["chapters"]
        if not isinstance(listed, list) or not listed or not all(isinstance(name, str) for name in listed):
            raise _fault("`chapters` must be a list of file names")
        for name in listed:
            if not (folder / name).resolve().is_relative_to(folder):
                raise _fault(f"`chapters` leads out of the book's folder: {name}")
        doubled = [name for name in listed if listed.count(name) > 1]
        if doubled:
            raise _fault(f"`chapters` names {doubled[0]} twice")
        return tuple(listed)
    found = tuple(sorted(path.name for path in folder.glob("*.md")))
    if not found and not data:
        found = tuple(path.relative_to(folder).as_posix() for path in markdown_below(folder))
    if not found:
        raise _fault(f"there are no *.md files in {folder.name}/")
    return found


def front_matter_language(path: Path) -> str:
    """`lang` of a Markdown file's front matter, without a full parse."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = [file.readline(400) for _ in range(40)]
    except OSError:
        return ""
    if not head or head[0].strip() != "---":
        return ""
    for line in head[1:]:
        if line.strip() in ("---", "..."):
            break
        if line.startswith("lang:"):
            return line[5:].strip().strip("'\"")
    return ""


def language_of(path: Path, fallback: str) -> str:
    """The language tag of one file: its front matter's `lang`, else that of most of its letters, else `fallback`."""
    if tag := front_matter_language(path):
        return canonical(tag)
    with path.open(encoding="utf-8", errors="replace") as file:
        letters = [char for char in file.read(20_000) if char.isalpha()]
    for tag, low, high in (("zh-Hans", "\u4e00", "\u9fff"), ("ru", "\u0400", "\u04ff")):
        if letters and sum(low <= char <= high for char in letters) > len(letters) / 5:
            return tag
    return "en" if letters else fallback


def _editions(root: Path, data: Mapping[str, Any], source: Path, chapters: tuple[str, ...]) -> dict[str, Edition]:
    language = str(data.get("language") or front_matter_language(source / chapters[0]) or "en")
    title = str(data.get("title") or root.name)
    subtitle = str(data.get("subtitle", ""))
    authors = tuple(_authors(data))
    first = _edition(root, source, language, title, subtitle, authors)
    editions = {first.id: first}
    listed = data.get("editions") or {}
    if not isinstance(listed, dict):
        raise _fault("`editions` must be a mapping: {en: book-en}")
    if "editions" not in data:
        listed = {path.name[5:]: path.name for path in sorted(root.glob("book-*"))
                  if (path / "edition.yaml").is_file() and path.name[5:] != first.id}
    for key, name in listed.items():
        if not re.fullmatch(r"[A-Za-z0-9-]{1,40}", str(key)):
            raise _fault(f"edition `{key}` needs another id: letters, digits and `-`, since files are named after it")
        folder = _inside(root, name, f"editions.{key}")
        if not folder.is_dir():
            raise _fault(f"edition `{key}` has no folder {name}/")
        if str(key) in editions:
            raise _fault(f"edition `{key}` is the source itself; give it another id")
        editions[str(key)] = _edition(root, folder, str(key), title, subtitle, authors, edition_id=str(key))
    return editions


def _edition(root: Path, folder: Path, language: str, title: str, subtitle: str, authors: tuple[str, ...], *,
             edition_id: str = "") -> Edition:
    path = folder / "edition.yaml"
    name = path.relative_to(root).as_posix()
    settings = read_yaml(path, name) if path.is_file() else {}
    loaded = load_language(canonical(str(settings.get("language") or language)), settings, name if settings else CONFIG)
    return Edition(id=edition_id or loaded.short, folder=folder, language=loaded, title=str(settings.get("title") or title),
                   subtitle=str(settings.get("subtitle") or subtitle), authors=tuple(_authors(settings)) or authors,
                   is_source=not edition_id, settings=settings)
