"""scripts/setup with programs that only write down how they were called."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = ("texlive-xetex",)
FAKES = {
    "dpkg-query": f'case "$4" in {"|".join(INSTALLED)}) echo "install ok installed" ;; *) exit 1 ;; esac',
    "apt-get": 'echo "apt-get $*" >> "$CALLS"',
    "id": "echo 0",
}


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone whose .venv is up to date, and fake programs in `bin`."""
    for name in ("scripts/setup", "debian-packages.txt", "requirements.lock", "pyproject.toml"):
        target = tmp_path / "clone" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    wanted = hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in ("requirements.lock", "pyproject.toml"))).hexdigest()
    (tmp_path / "clone/.venv").mkdir()
    (tmp_path / "clone/.venv/setup.stamp").write_text(f"{wanted}  -\n")
    (tmp_path / "bin").mkdir()
    for name, body in FAKES.items():
        path = tmp_path / "bin" / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
    return tmp_path


def calls(clone: Path, *groups: str, **environment: str) -> list[str]:
    log = clone / "calls"
    log.write_text("")
    path = f"{clone / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [clone / "clone/scripts/setup", *groups],
        env={**os.environ, "PATH": path, "CALLS": str(log), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return log.read_text().splitlines()


def packages(group: str) -> set[str]:
    rows = [line.split() for line in (ROOT / "debian-packages.txt").read_text().splitlines()]
    return {row[1] for row in rows if row[0] == group}


def test_what_is_missing_is_installed_and_nothing_else(clone: Path) -> None:
    update, install = calls(clone, "build")
    assert update == "apt-get -qq update"
    named = {word for word in install.split()[2:] if not word.startswith("-")} - {"install"}
    assert named <= packages("build") - set(INSTALLED)
    assert {"texlive-lang-chinese", "fonts-noto-cjk", "librsvg2-bin"} <= named


@pytest.mark.parametrize("absolute", [True, False])
def test_downloads_are_kept_where_a_cache_can_read_them(clone: Path, absolute: bool) -> None:
    archives = clone / "clone/kept archives"
    _, install = calls(clone, "build", APT_ARCHIVES=str(archives) if absolute else archives.name)
    assert install.startswith(f"apt-get -o Dir::Cache::archives={archives} -qq install")
    assert list(archives.iterdir()) == []


def test_without_a_group_only_python_is_set_up(clone: Path) -> None:
    assert calls(clone, "none") == []
