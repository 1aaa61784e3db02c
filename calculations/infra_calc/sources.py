"""`calc.py sources`: where each record in models/ and hardware/ comes from, and whether it still has its hash."""

from infra_calc import data
from infra_calc.command import Command
from infra_calc.report import Report, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# the part of a record that its hash is of
HASHED = {"models": "config", "hardware": "figures"}


def sources_report() -> Report:
    """Every record with document, date and hash."""
    listed: list[dict[str, Any]] = []
    for folder, part in HASHED.items():
        for name in data.names(folder):
            record = data.read(folder, name)
            found = {"record": f"{folder}/{name}.json", "repository": record.get("repository", "")}
            found.update({key: record.get(key, "") for key in ("document", "date", "checked", "sha256")})
            found["intact"] = fingerprint(record.get(part)) == record.get("sha256")
            listed.append(found)
    columns = ["record", "document", "date", "sha256", "intact"]
    rows = [
        [each["record"], " ".join([each["repository"], each["document"]]).strip(), each["date"], each["sha256"][:12],
         "yes" if each["intact"] else "changed"]
        for each in listed
    ]  # fmt: skip
    note = "sha256: of the record's configuration or figures as JSON with sorted keys and no spaces"
    return Report({"sources": listed}, [Table("Sources", columns, rows)], [note])


def fingerprint(part: "Any") -> str:
    """The SHA-256 of a part of a record, whatever its layout in the file."""
    import hashlib
    import json

    return hashlib.sha256(json.dumps(part, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


COMMANDS = [Command("sources", sources_report, "where each model and device comes from", [], "sources")]
