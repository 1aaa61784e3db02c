"""What all tests share: where books for tests are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.book.sample import Sample

Make = Callable[..., Sample]


@pytest.fixture
def sample(tmp_path: Path) -> Make:
    """A function that writes a book into a fresh folder: `sample({"a.md": "# A\\n"}, "title: T\\n")`."""

    def make(files: Mapping[str, str | bytes], config: str | None = "title: Sample\n", name: str = "book") -> Sample:
        return Sample(tmp_path / name, files, config)

    return make
