"""Fuzzing guided by coverage: `python -m tests.fuzz TARGET SECONDS [SEED]` (targets in targets.py; needs `pip install atheris`).

What fails is written into tests/fuzz/found/TARGET-HASH.txt and told with its traceback; the run goes on, one case for each place of a
fault. A text that takes longer than the limit of CPU time is a fault too.
"""

from __future__ import annotations

import atexit
import hashlib
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import atheris

with atheris.instrument_imports(include=["book"]):
    from tests.fuzz.targets import TARGETS, seeds

from tests.fuzz.mutation import mutated

FOUND = Path(__file__).parent / "found"
SECONDS = 8.0
"""CPU time of one text; instrumented code is about four times slower, and the limit is 2 s for 10 kB."""
WAITING = 20.0
"""Seconds by the clock, in which a text may wait for pandoc."""
LONGEST = 10_000


class Hang(Exception):
    """A text took longer than the limit."""


def _alarm(number: int, frame: FrameType | None) -> None:
    raise Hang


class Run:
    """One target, and what was found so far."""

    def __init__(self, name: str) -> None:
        self.name, self.target = name, TARGETS[name]
        self.count = 0
        self.slowest = 0.0
        self.places: set[str] = set()

    def one(self, data: bytes) -> None:
        """A text; faults are kept, not raised."""
        text = data.decode(errors="replace")[:LONGEST]
        self.count += 1
        started = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        signal.setitimer(signal.ITIMER_REAL, WAITING)
        try:
            self.target(text)
        except (Exception, RecursionError) as error:
            self.keep(text, error)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.slowest = max(self.slowest, time.process_time() - started)

    def keep(self, text: str, error: BaseException) -> None:
        """Write a fault down, once for each place."""
        frames = traceback.extract_tb(error.__traceback__)
        place = f"{type(error).__name__} {frames[1].name if isinstance(error, Hang) else frames[-1].name}"
        if place in self.places:
            return
        self.places.add(place)
        path = FOUND / f"{self.name}-{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:10]}.txt"
        path.write_text(text, encoding="utf-8", errors="replace")
        told = "".join(traceback.format_exception(error)[-6:])
        sys.stderr.write(f"FOUND {place}: {path.name}\n{told}\n")


def mutator(texts: list[str]) -> Callable[[bytes, int, int], bytes]:
    """Most mutations work on words and signs, the others on bytes."""

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        dice = random.Random(seed)
        if dice.random() < 0.3:
            return bytes(atheris.Mutate(data, most))
        return mutated(data.decode(errors="replace"), texts, dice).encode(errors="replace")[:most]

    return mutate


def main(arguments: list[str]) -> None:
    """Run a target for some seconds."""
    name, seconds, seed = arguments[0], int(arguments[1]), arguments[2] if len(arguments) > 2 else "1"
    run, texts = Run(name), [text for text in seeds(name) if text]
    corpus = Path(arguments[3]) if len(arguments) > 3 else None
    options = [f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={LONGEST}", "-rss_limit_mb=3000", "-timeout=120",
               "-print_final_stats=1", "-report_slow_units=600"]
    if corpus:
        corpus.mkdir(parents=True, exist_ok=True)
        for number, text in enumerate(texts):
            (corpus / f"seed-{number:05}").write_text(text, encoding="utf-8")
        options.append(str(corpus))
    signal.signal(signal.SIGPROF, _alarm)
    signal.signal(signal.SIGALRM, _alarm)
    more: Any = {"custom_mutator": mutator(texts)}
    atheris.Setup(["fuzz", *options], run.one, **more)
    atexit.register(lambda: sys.stderr.write(f"{name}: {run.count} texts, {len(run.places)} faults, slowest {run.slowest:.1f} s CPU\n"))
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
