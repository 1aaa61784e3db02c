"""The one cache: results by the content of what they were made from, so that nothing can be stale and nothing is done twice."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent
KEEP_SECONDS = 30 * 86_400
"""Entries that nobody has used for a month are dropped."""


def digest(*parts: str | bytes) -> str:
    """A key from texts and bytes; lengths are part of it, so that no two lists of parts collide."""
    sha = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        sha.update(len(data).to_bytes(8, "big"))
        sha.update(data)
    return sha.hexdigest()


@functools.cache
def toolchain_digest(*folders: str) -> str:
    """The toolchain's own source in these folders of the package (all of it for none): other code, other results."""
    roots = [PACKAGE / folder for folder in folders] or [PACKAGE]
    files = sorted(path for root in roots for path in ([root] if root.is_file() else root.rglob("*"))
                   if path.suffix in (".py", ".yaml", ".cls", ".css", ".csl", ".html") and "__pycache__" not in path.parts)
    return digest(*(part for path in files for part in (path.relative_to(PACKAGE).as_posix(), path.read_bytes())))


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside the target and rename: whoever reads sees the old file or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


class Cache:
    """Files named by their keys in one folder. It may be deleted at any time; without it everything is made anew."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> bytes | None:
        """What was stored under `key`, None if nothing was."""
        path = self._path(key)
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return data

    def put(self, key: str, data: bytes) -> None:
        """Store `data`; a cache that cannot be written is no error."""
        with contextlib.suppress(OSError):
            write_atomically(self._path(key), data)

    def of(self, key: str, make: Callable[[], bytes]) -> bytes:
        """What `make` makes, from the cache when it was made before."""
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def json_of(self, key: str, make: Callable[[], Any]) -> Any:
        """The same for anything that JSON can hold and gives back as it was: lists, not tuples, where that matters."""
        found = self.get(key)
        if found is not None:
            return json.loads(found)
        made = make()
        self.put(key, json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode())
        return made

    def prune(self) -> None:
        """Drop what nobody has used for a month, and what an interrupted write left."""
        oldest = time.time() - KEEP_SECONDS
        for path in self.folder.glob("*/*"):
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < oldest or (path.name.startswith(".") and path.stat().st_mtime < time.time() - 3600):
                    path.unlink()

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / key[2:]
