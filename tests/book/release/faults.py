"""Every kind of fault that the rehearsal lets happen at every request of a release."""

from __future__ import annotations

import contextlib
import datetime
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from book.errors import BookError
from tests.book.release.hub import Hub
from tests.book.release.wire import Harm


@dataclass
class Scene:
    """What a fault can reach."""

    hub: Hub
    at: int
    """Number of the request that it strikes."""
    other: Callable[[str], None]
    """Runs another release to its end: `older`, `same`, `newer`."""
    clock: datetime.datetime = datetime.datetime(2026, 11, 30, 12, 0, tzinfo=datetime.UTC)
    process: int = 0
    started: threading.Event = field(default_factory=threading.Event)
    """Set when `process` is known."""
    striking: threading.Lock = field(default_factory=threading.Lock)
    """Held while another release runs."""

    def kill(self) -> None:
        """End the runner without a word."""
        if self.started.wait(60) and self.process:
            os.kill(self.process, signal.SIGKILL)


class Fault:
    """One kind; `before` and `after` are called for each request, as `wire.Fate` says."""

    kills = False

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def before(self, hub: Hub, number: int) -> Harm | None:
        return self.strike() if number == self.scene.at else None

    def after(self, hub: Hub, number: int) -> None:
        return None

    def strike(self) -> Harm | None:
        """What happens at the request; nothing, unless the kind says so."""
        return None


def once(harm: Harm) -> type[Fault]:
    """A harm that strikes one request; the next try gets through."""

    class Once(Fault):
        def strike(self) -> Harm | None:
            return harm

    return Once


def from_here(harm: Harm) -> type[Fault]:
    """A harm that does not go away."""

    class FromHere(Fault):
        def before(self, hub: Hub, number: int) -> Harm | None:
            return harm if number >= self.scene.at else None

    return FromHere


class KilledBefore(Fault):
    kills = True

    def strike(self) -> Harm | None:
        self.scene.kill()
        return Harm.RESET


class KilledAfter(Fault):
    kills = True

    def before(self, hub: Hub, number: int) -> Harm | None:
        return None

    def after(self, hub: Hub, number: int) -> None:
        if number == self.scene.at:
            self.scene.kill()


class AssetLost(Fault):
    def strike(self) -> Harm | None:
        with self.scene.hub.lock:
            for draft in self.scene.hub.drafts():
                if draft.assets:
                    draft.assets.pop(min(draft.assets))
        return None


def push(which: str) -> type[Fault]:
    """Another push, whose release runs from beginning to end between two requests of this one."""

    class Push(Fault):
        def strike(self) -> Harm | None:
            with self.scene.striking, contextlib.suppress(BookError):
                self.scene.other(which)
            return None

    return Push


def jump(days: float) -> type[Fault]:
    """The clock jumps."""

    class Jump(Fault):
        def strike(self) -> Harm | None:
            self.scene.clock += datetime.timedelta(days=days)
            return None

    return Jump


class TagTaken(Fault):
    """Somebody makes the very tag, at another commit."""

    def strike(self) -> Harm | None:
        with self.scene.hub.lock:
            for draft in self.scene.hub.drafts():
                self.scene.hub._git("update-ref", f"refs/tags/{draft.tag}", self.scene.hub.latest.target)
        return None


KINDS: dict[str, type[Fault]] = {
    "dies half-way": once(Harm.HALF), "500": once(Harm.ERROR), "500, took effect": once(Harm.ERROR_AFTER), "500 for good": from_here(Harm.ERROR),
    "timeout": once(Harm.TIMEOUT), "timeout, took effect": once(Harm.TIMEOUT_AFTER), "reset": once(Harm.RESET),
    "reset, took effect": once(Harm.RESET_AFTER), "rate limit": once(Harm.LIMIT), "other bytes": once(Harm.OTHER),
    "other bytes for good": from_here(Harm.OTHER), "asset missing": AssetLost, "killed": KilledBefore, "killed, took effect": KilledAfter,
    "older push": push("older"), "same push": push("same"), "newer push": push("newer"), "clock back": jump(-400), "clock forward": jump(400),
    "clock stands": jump(0), "tag taken": TagTaken}
"""By the name in the table."""
