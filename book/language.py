"""A language of an edition, as data: its labels, strings, fonts and habits. A fifth one is a file, not code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from book.errors import BadInput, Fault
from book.yamlfile import read_yaml

FOLDER = Path(__file__).parent / "languages"
"""The languages that come with the toolchain, `TAG.yaml` each."""

PUNCTUATION = ("quanjiao", "kaiming", "banjiao", "plain")

ALIASES = {"zh": "zh-Hans", "zh-cn": "zh-Hans", "zh-tw": "zh-Hant-TW", "zh-hant": "zh-Hant-TW", "zh-hk": "zh-Hant-TW",
           "en-us": "en", "en-gb": "en", "ru-ru": "ru"}
"""Other names under which books and editions ask for these languages."""


@dataclass(frozen=True)
class Typesetting:
    """Habits of print that a language has."""

    punctuation: str = "quanjiao"
    """xeCJK's style of Chinese punctuation: `quanjiao` (full width, squeezed only between marks), `kaiming`, `banjiao`, `plain`."""
    latin_scale: float = 1.0
    """Size of Latin and Cyrillic letters, whose x-height differs between faces, against the nominal size."""
    leading: float = 1.0
    """Distance of lines against the class's own."""
    tie_before: tuple[str, ...] = ()
    """Marks that never begin a line: the space before them holds."""
    tie_after: frozenset[str] = frozenset()
    """Short words that never end a line, in lower case."""


@dataclass(frozen=True)
class Language:
    """How text in one language is labelled, numbered and set."""

    tag: str
    """BCP 47, as in `<html lang>`."""
    short: str
    """The edition's usual id and the end of its file names."""
    name: str
    """The language's name in itself."""
    cjk: bool
    """Lines join without a space and characters are two columns wide."""
    patterns: str
    """TeX's name of the hyphenation patterns."""
    csl: str
    """The locale for citeproc."""
    labels: Mapping[str, tuple[str, str]]
    """What stands before and after a number, by kind."""
    strings: Mapping[str, str]
    fonts: Mapping[str, tuple[str, ...]]
    """Families by role; the first is used."""
    typesetting: Typesetting = Typesetting()

    def label(self, kind: str, number: str) -> str:
        """`label("chapter", "1")` is `第 1 章`, `Chapter 1` or `Глава 1`."""
        before, after = self.labels[kind]
        return f"{before}{number}{after}"


def _merged(base: dict[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`over` laid on `base`, mapping by mapping."""
    result = dict(base)
    for key, value in over.items():
        old = result.get(key)
        result[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return result


def canonical(tag: str) -> str:
    """The tag under which the toolchain keeps `tag`'s data: `zh-CN` → `zh-Hans`; an unknown one is returned unchanged."""
    return ALIASES.get(tag.lower(), tag)


def known_languages() -> list[str]:
    """Tags of the languages that come with the toolchain."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def load_language(tag: str, own: Mapping[str, Any], name: str) -> Language:
    """The language `tag` with an edition's `own` settings (its edition.yaml, called `name` in messages) laid over it.

    An unknown tag is fine when `own` brings everything; what it lacks is named.
    """
    tag = canonical(tag)
    path = FOLDER / f"{tag}.yaml"
    english = read_yaml(FOLDER / "en.yaml", "languages/en.yaml")
    known = path.is_file() and tag in known_languages()
    data = _merged(read_yaml(path, path.name) if known else {}, own)
    lacking = [f"{group}.{key}" for group in ("labels", "strings") for key in english[group]
               if key not in (data.get(group) or {})]
    if lacking and not known:
        more = f" and {len(lacking) - 3} more" if len(lacking) > 3 else ""
        raise BadInput(Fault(name, 0, 0, f"language {tag!r} is none of {', '.join(known_languages())}; to use it, give its "
                                         f"{', '.join(lacking[:3])}{more} in edition.yaml"))
    data["fonts"] = _merged(english["fonts"], data.get("fonts") or {})
    return _language(tag, data, name)


def _listed(families: Any) -> list[Any]:
    if not isinstance(families, list) or not families:
        raise ValueError(f"{families!r} is no list")
    return families


def _language(tag: str, data: Mapping[str, Any], name: str) -> Language:
    try:
        return Language(
            tag=tag, short=str(data.get("short", tag.lower())), name=str(data.get("name", tag)),
            cjk=data.get("script", "latin") == "cjk", patterns=str(data.get("patterns", "english")),
            csl=str(data.get("csl", tag)),
            labels={kind: (str(before), str(after)) for kind, (before, after) in data["labels"].items()},
            strings={key: str(value) for key, value in data["strings"].items()},
            fonts={role: tuple(map(str, _listed(families))) for role, families in data["fonts"].items()},
            typesetting=_typesetting(data.get("typesetting") or {}))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadInput(Fault(name, 0, 0, f"labels must be `kind: [before, after]`, strings `key: text`, fonts "
                                         f"`role: [family]`, typesetting `punctuation`, `latin_scale`, `leading`, `tie_before`, "
                                         f"`tie_after`: {error}")) from None


def _typesetting(data: Mapping[str, Any]) -> Typesetting:
    unknown = set(data) - set(Typesetting.__dataclass_fields__)
    if unknown:
        raise ValueError(f"`{sorted(unknown)[0]}` is unknown")
    style = str(data.get("punctuation", "quanjiao"))
    if style not in PUNCTUATION:
        raise ValueError(f"punctuation is one of {', '.join(PUNCTUATION)}, not `{style}`")
    scale, leading = float(data.get("latin_scale", 1)), float(data.get("leading", 1))
    if not (0.5 <= scale <= 2 and 0.5 <= leading <= 2):
        raise ValueError("latin_scale and leading lie between 0.5 and 2")
    return Typesetting(style, scale, leading, tuple(map(str, data.get("tie_before", ()))), frozenset(map(str, data.get("tie_after", ()))))
