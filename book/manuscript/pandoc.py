"""Pandoc as a function: text in, text out, fenced in time and memory, its warnings returned as data."""

from __future__ import annotations

import functools
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from book.errors import BookError, ToolMissing

SECONDS = 120
"""A chapter of 1 MB takes two; `'**a' × 30,000` takes 14."""

MEMORY = "4G"
"""Pandoc's heap; a megabyte of text needs about 400 MB."""

DIALECTS = {
    "commonmark_x": "commonmark_x-smart-subscript-superscript-emoji-implicit_header_references-definition_lists",
    "markdown": "markdown-smart-subscript-superscript-raw_tex-latex_macros-citations-auto_identifiers+gfm_auto_identifiers"
                "-implicit_figures-markdown_in_html_blocks-native_divs-native_spans",
}
"""What each `dialect:` of book.yaml means to pandoc. Extensions are off where they change text: `5~10 ms`, `10^9`, “引号”."""


class PandocFailed(BookError):
    """Pandoc refused its input or ran past its limits."""


@dataclass(frozen=True)
class Converted:
    """What pandoc wrote, and what it warned about."""

    text: str
    warnings: tuple[str, ...]


@functools.cache
def pandoc_path() -> str:
    """The pandoc that came with the package (Debian's is too old)."""
    try:
        import pypandoc

        return str(pypandoc.get_pandoc_path())
    except (ImportError, OSError):
        raise ToolMissing("pandoc is missing: run `make setup` (it installs pypandoc_binary into .venv)") from None


@functools.cache
def pandoc_version() -> str:
    """For keys of caches and for build.json."""
    line = subprocess.run([pandoc_path(), "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    return line.split()[-1]


def _environment() -> dict[str, str]:
    """Nothing of the user's locale or configuration may change what pandoc writes."""
    return {"PATH": os.environ.get("PATH", ""), "HOME": os.devnull, "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}


def run_pandoc(arguments: Sequence[str], text: str, *, seconds: float = SECONDS) -> Converted:
    """Convert `text`; raises PandocFailed with pandoc's first line when it refuses."""
    command = [pandoc_path(), "+RTS", f"-M{MEMORY}", "-RTS", *arguments]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=seconds, env=_environment(), check=False)
    except subprocess.TimeoutExpired:
        raise PandocFailed(f"took pandoc longer than {seconds:.0f} s; look for a long run of unpaired `*` or `[`") from None
    messages = done.stderr.decode(errors="replace")
    if done.returncode:
        if done.returncode == 251 or "heap" in messages.lower():
            raise PandocFailed(f"needs more than {MEMORY} in pandoc; split it or look for pathological nesting")
        raise PandocFailed(" ".join(messages.split())[:300] or f"pandoc ended with status {done.returncode}")
    return Converted(done.stdout.decode(), tuple(_warnings(messages)))


def _warnings(messages: str) -> list[str]:
    """Pandoc's warnings, one a string; continuation lines are indented."""
    found: list[str] = []
    for line in messages.splitlines():
        if line.startswith("["):
            found.append(line)
        elif found:
            found[-1] += "\n" + line
    return found
