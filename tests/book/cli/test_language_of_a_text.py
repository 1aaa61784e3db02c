"""In somebody's folder each file speaks for itself; in a book a chapter's own `lang` wins over its edition's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from book.cli import main

TEXTS = {
    "a.md": ("---\nlang: en\n---\n\n# A\n\nThe trip takes 35 µs, that is 0.35 ms.\n", "35 µs, that is 0.35 ms"),
    "b.md": ("---\nlang: zh-Hans\n---\n\n# B\n\n往返一趟要 35 微秒，也就是 0.35 毫秒。\n", "35 微秒，也就是 0.35 毫秒"),
    "c.md": ("# C\n\nПередача занимает 35 мкс, то есть 0,35 мс.\n", "35 мкс, то есть 0,35 мс"),
}


@pytest.mark.parametrize("settings", ["", "title: T\nlanguage: en\n"])
@pytest.mark.parametrize("paths", [(), ("b.md",)])
def test_each_file_is_read_in_its_own_language(
    settings: str, paths: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, (text, _) in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    if settings:
        (tmp_path / "book.yaml").write_text(settings, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["check", *paths, "--format", "json"])
    found = {each["path"]: each["quote"] for each in json.loads(capsys.readouterr().out)["findings"] if each["code"] == "unit.mismatch"}
    expected = {name: quote for name, (_, quote) in TEXTS.items() if not paths or name in paths}
    if settings:  # a chapter of a book without `lang` is in the book's language
        expected.pop("c.md", None)
    assert found == expected
