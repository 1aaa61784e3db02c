"""The cache: what was put is got, keys do not collide, and a write is seen whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from book.cache import Cache, digest, write_atomically


@given(st.lists(st.text(max_size=4), max_size=4), st.lists(st.text(max_size=4), max_size=4))
def test_law_other_parts_have_other_keys(one: list[str], other: list[str]) -> None:
    assert (digest(*one) == digest(*other)) == (one == other)


def test_what_was_put_is_got_and_made_once(tmp_path: Path) -> None:
    cache, made = Cache(tmp_path), []

    def make() -> bytes:
        made.append(1)
        return b"data"

    key = digest("x")
    assert [cache.of(key, make), cache.of(key, make), made] == [b"data", b"data", [1]]
    assert cache.get(digest("y")) is None


def test_json_comes_back_as_it_was(tmp_path: Path) -> None:
    value = {"中": [1, None, "é", {"a": False}]}
    assert Cache(tmp_path).json_of("a" * 64, lambda: value) == value
    assert Cache(tmp_path).json_of("a" * 64, lambda: None) == value


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert Cache(tmp_path / "file").of("b" * 64, lambda: b"made") == b"made"


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "artefact"
    write_atomically(path, b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"new")
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"old", [path])
