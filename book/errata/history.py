"""Which commit changed the words that a reader quotes: asked of git, with a time limit, and never needed."""

from __future__ import annotations

import subprocess
from pathlib import Path

LIMIT = 3
"""Seconds."""


def last_change(root: Path, path: str, words: str) -> str:
    """Hash and date of the last commit that brought some words into a file or out of it; empty if there is none."""
    needle = max(words.splitlines(), key=len, default="").strip()[:200]
    if len(needle) < 8:
        return ""
    command = [
        "git",
        "-c",
        "core.fsmonitor=false",
        "-C",
        str(root),
        "log",
        "-1",
        "--no-ext-diff",
        "--no-textconv",
        "--format=%h (%cs)",
        f"-S{needle}",
        "--",
        path,
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.SubprocessError, ValueError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
