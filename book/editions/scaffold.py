"""A new edition: its folder with the strings to fill, a glossary with the source's terms, a checklist, and its line in
book.yaml."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from book.cache import write_atomically
from book.editions.glossary import FILE as GLOSSARY
from book.editions.glossary import read_glossary
from book.errors import WrongUse
from book.language import FOLDER as LANGUAGES
from book.language import canonical, known_languages
from book.project import CONFIG, Project
from book.yamlfile import read_yaml

TAG = re.compile(r"[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?", re.I)


DENSE = {"ja": "JP", "zh": "TC"}
"""Languages without spaces between words, and the name of their characters' shapes in Noto's fonts."""
COMMA = frozenset(
    [
        "az",
        "be",
        "bg",
        "ca",
        "cs",
        "da",
        "de",
        "el",
        "es",
        "et",
        "eu",
        "fi",
        "fr",
        "hr",
        "hu",
        "id",
        "is",
        "it",
        "ka",
        "kk",
        "lt",
        "lv",
        "nb",
        "nl",
        "nn",
        "no",
        "pl",
        "pt",
        "ro",
        "sk",
        "sl",
        "sq",
        "sr",
        "sv",
        "tr",
        "uk",
        "uz",
        "vi",
    ]
)
"""Languages that write 3,35."""


@dataclass(frozen=True)
class Made:
    """What `new` wrote."""

    id: str
    folder: Path
    files: tuple[Path, ...]
    open_strings: int
    """Strings that still have to be translated."""


def new_edition(project: Project, wanted: str) -> Made:
    """Make the folder of an edition in the language `wanted`; nothing that exists is touched."""
    if not TAG.fullmatch(wanted):
        raise WrongUse(f"{wanted!r} is no language tag; write de, pt-BR, zh-Hant-TW …")
    edition_id = wanted.lower()
    folder = project.root / f"book-{edition_id}"
    if edition_id in project.editions or folder.exists():
        raise WrongUse(f"edition {edition_id} exists already ({folder.name}/)")
    if not (project.root / CONFIG).is_file():
        raise WrongUse(f"a book with editions needs a {CONFIG}; write one line into it: `title: …`")
    tag = canonical(wanted)
    settings, count = _settings(project, tag)
    folder.mkdir()
    files = [folder / "edition.yaml", folder / GLOSSARY, folder / "CHECKLIST.md"]
    for path, text in zip(files, (settings, _glossary(project), _checklist(edition_id, tag, count)), strict=True):
        write_atomically(path, text.encode())
    _enter(project, edition_id, folder.name)
    return Made(edition_id, folder, tuple(files), count)


def _settings(project: Project, tag: str) -> tuple[str, int]:
    """edition.yaml: for a language that the toolchain knows only the title, else all strings in English to be translated."""
    head = f"# This edition's own data. TODO marks what is not translated yet.\nlanguage: {tag}\n"
    own = f"title: {_quoted(project.source.title)}   # TODO\nsubtitle: {_quoted(project.source.subtitle)}   # TODO\n"
    if tag in known_languages():
        return head + own, 2
    english = read_yaml(LANGUAGES / "en.yaml", "languages/en.yaml")
    region = DENSE.get(tag.split("-")[0], "")
    lines = [head, f"short: {tag.lower()}\nname: {tag}   # TODO the language's name in itself\n", own,
             f"script: {'cjk' if region else 'latin'}\n", *(_east_asian(region) if region else ()), "patterns: english   # TODO TeX's name of the hyphenation patterns\n", f"csl: {tag}\n"]
    kept = {key: value for key, value in english.items()
            if key not in ("language", "short", "name", "script", "patterns", "csl", "labels", "strings", "fonts", "title",
                           *(("typesetting",) if region else ()))}
    lines += [f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in kept.items()]
    groups = [("labels", english["labels"]), ("strings", english["strings"])]
    for group, values in groups:
        lines.append(f"{group}:\n")
        lines += ['  decimal: ","   # TODO the decimal mark\n'] if group == "strings" and tag.split("-")[0] in COMMA else []
        lines += [f"  {key}: {json.dumps(value, ensure_ascii=False)}   # TODO\n" for key, value in values.items()]
    return "".join(lines), 4 + sum(len(values) for _, values in groups)


def _east_asian(region: str) -> Iterator[str]:
    """Fonts and habits of a language in Chinese characters and syllables without spaces between words."""
    chinese = read_yaml(LANGUAGES / "zh-Hans.yaml", "languages/zh-Hans.yaml")
    fonts = {role: [name.replace(" SC", f" {region}") for name in names] for role, names in chinese["fonts"].items() if role.startswith("cjk")}
    yield f"fonts: {json.dumps(fonts)}\n"
    yield f"typesetting: {json.dumps(chinese['typesetting'], ensure_ascii=False)}\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _glossary(project: Project) -> str:
    """The terms of the edition that has most of them, without their words."""
    found = [read_glossary(edition.folder, edition.id, edition.language.tag) for edition in project.editions.values()]
    terms = max((glossary.terms for glossary in found), key=len, default=())
    lines = [
        "# The terms of this edition: fill in `term`; under `forbid` list wrong renderings, `{say: …, why: …}`.",
        "names: []",
        "terms:" if terms else "terms: []",
    ]
    for term in terms:
        lines.append(f"  - source: {_quoted(term.source)}")
        lines += [f"    english: {_quoted(term.english)}"] if term.english else []
    return "\n".join(lines) + "\n"


def _checklist(edition_id: str, tag: str, count: int) -> str:
    return "".join(f"{line}\n" for line in _lines(edition_id, tag, count))


def _lines(edition_id: str, tag: str, count: int) -> Iterator[str]:
    yield f"# The {tag} edition, step by step"
    yield ""
    yield f"- [ ] `edition.yaml`: translate the {count} strings marked TODO; choose fonts if the script needs others"
    yield f"- [ ] `{GLOSSARY}`: decide the terms before the first chapter"
    yield f"- [ ] one chapter at a time: copy the source's file here, or `book edition export {edition_id}` for Poedit and Weblate"
    yield "- [ ] labels, numbers, formulas, code and addresses stay as they are; the number's style follows the language"
    yield f"- [ ] `book check --edition {edition_id}`: numbers, structure, terms, typography"
    yield f"- [ ] `book edition accept {edition_id} CHAPTER` after each chapter; `book edition status {edition_id}`: what is left"
    yield f"- [ ] `book build {edition_id}`; read the pages as somebody who looks for a reason to stop"


def _enter(project: Project, edition_id: str, folder: str) -> None:
    """The edition's line in book.yaml, with everything else in that file left as it stands."""
    path = project.root / CONFIG
    text = path.read_text(encoding="utf-8")
    flow = re.search(r"(?m)^editions:[ \t]*\{(?P<inside>[^}\n]*)\}", text)
    block = re.search(r"(?m)^editions:[ \t]*(?:#[^\n]*)?\n(?P<lines>(?:[ \t]+[^\n]*\n|[ \t]*\n)*)", text)
    if flow:
        inside = flow["inside"].strip()
        new = f"{{{inside}{', ' if inside else ''}{edition_id}: {folder}}}"
        text = text[:flow.start("inside") - 1] + new + text[flow.end("inside") + 1:]
    elif block:
        indent = re.match(r"[ \t]+", block["lines"])
        at = block.start("lines") + len(block["lines"].rstrip() + "\n" if block["lines"].strip() else "")
        text = text[:at] + f"{indent[0] if indent else '  '}{edition_id}: {folder}\n" + text[at:]
    else:
        listed = {
            **{edition.id: edition.folder.name for edition in project.editions.values() if not edition.is_source},
            edition_id: folder,
        }
        text = text.rstrip("\n") + "\neditions: {" + ", ".join(f"{key}: {name}" for key, name in listed.items()) + "}\n"
    write_atomically(path, text.encode())
