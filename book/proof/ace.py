"""DAISY Ace, which opens an EPUB in a browser and looks for barriers. It is an npm package and lives in a folder of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from book.errors import BookError, Fault, ToolMissing
from book.proof.npm import npm_package

PACKAGE = "@daisy/ace@1.4.6"
SERIOUS = ("serious", "critical")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SECONDS = 300


def ace_violations(path: Path, tools: Path) -> Iterator[Fault]:
    """Serious and critical findings of Ace in the EPUB at `path`, a fault for each rule and page; Ace lives in `tools`."""
    program, browser = npm_package(tools, PACKAGE, ".bin/ace-puppeteer"), _browser()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PUPPETEER_EXECUTABLE_PATH": browser, "LC_ALL": "C.UTF-8"}
        try:
            done = subprocess.run(
                [str(program), "--force", "--silent", "--outdir", folder, str(path.resolve())],
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
                env=environment,
            )
        except subprocess.TimeoutExpired:
            raise BookError(f"Ace took longer than {SECONDS} s") from None
        report = Path(folder) / "report.json"
        if not report.is_file():
            said = (done.stderr or done.stdout).strip().splitlines()
            raise BookError(f"Ace made no report: {said[-1][:200] if said else f'status {done.returncode}'}")
        found = json.loads(report.read_bytes())
    yield from _faults(found, path.name)


def _faults(report: dict[str, Any], name: str) -> Iterator[Fault]:
    counts: Counter[tuple[str, str, str]] = Counter()
    for page in report["assertions"]:
        for assertion in page["assertions"]:
            test = assertion["earl:test"]
            if test["earl:impact"] in SERIOUS:
                counts[page["earl:testSubject"]["url"], test["dct:title"], test.get("help", {}).get("dct:title", "")] += 1
    for (page_name, rule, meaning), count in sorted(counts.items()):
        yield Fault(name, 0, 0, f"{page_name}: {count} × {rule} ({meaning or 'Ace'})", "a11y.violation")


def _browser() -> str:
    found = os.environ.get("PUPPETEER_EXECUTABLE_PATH") or next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if not found:
        raise ToolMissing("chromium is missing, in which Ace opens the EPUB: install chromium (Debian, Fedora, Homebrew)")
    return found
