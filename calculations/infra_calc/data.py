"""Reading the records in models/ and hardware/, from a folder or from inside a zip file."""

# pathlib alone would double the start
# ruff: noqa: PTH100, PTH118, PTH120, PTH123, PTH208
import os

from infra_calc.errors import unknown
from infra_calc.jsontext import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def names(folder: str) -> list[str]:
    """The records of `folder` ("models", "hardware"), sorted, without their ending."""
    return sorted(each[:-5] for each in _listing(folder) if each.endswith(".json"))


def read(folder: str, name: str) -> "dict[str, Any]":
    """The record `name` of `folder`; upper case and an owner before a slash are as good."""
    wanted = name.rsplit("/", 1)[-1].lower()
    if not wanted or not all(each.isalnum() or each in "-._" for each in wanted):
        raise unknown(folder.rstrip("s"), name, names(folder))
    try:
        raw = _bytes(os.path.join(ROOT, folder, wanted + ".json"))
    except OSError:
        raise unknown(folder.rstrip("s"), name, names(folder)) from None
    record: dict[str, Any] = parse(raw.decode("utf-8"))
    return record


def _bytes(path: str) -> bytes:
    loader = globals().get("__loader__")
    if loader is None:
        with open(path, "rb") as file:
            return file.read()
    content: bytes = loader.get_data(path)
    return content


def _listing(folder: str) -> list[str]:
    try:
        return os.listdir(os.path.join(ROOT, folder))
    except OSError:  # inside a zip file
        from zipfile import ZipFile

        with ZipFile(globals()["__loader__"].archive) as archive:
            inside = [each.rsplit("/", 2) for each in archive.namelist()]
        return [each[-1] for each in inside if each[-2:-1] == [folder]]
