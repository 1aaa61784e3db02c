"""One look for all figures: sizes for a 120 mm text width, colours by meaning, a second cue beside each colour.

Colours are of Okabe and Ito's set, told apart in the common kinds of colour blindness and as greys. Fonts are the engine's.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import FuncFormatter

MEMORY, COMPUTE, NETWORK, WAITING = "#0072B2", "#D55E00", "#009E73", "#7F7F7F"
"""What bounds a quantity: reading memory, arithmetic, a network, or nothing that is counted (overhead, queues)."""
MEMORY_LIGHT, COMPUTE_LIGHT, WAITING_LIGHT = "#9CCBE8", "#F3B98F", "#D4D4D4"
INK, QUIET = "#1A1A1A", "#5A5A5A"

DASH = {MEMORY: "-", COMPUTE: "--", NETWORK: "-.", WAITING: ":"}
HATCH = {MEMORY: "", COMPUTE: "////", NETWORK: "....", WAITING: "\\\\\\\\"}

WIDTH = 120 / 25.4
SMALL, TEXT = 7.2, 8.0
"""Points: notes and ticks, and labels."""

NumberStyle = Callable[[float, int], str]


def canvas(height: float) -> tuple[Figure, Axes]:
    """A figure 120 mm wide and `height` mm high with one pair of axes, open at the top and right."""
    figure = Figure(figsize=(WIDTH, height / 25.4), layout=ConstrainedLayoutEngine(w_pad=0.03, h_pad=0.03))
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(QUIET)
    axes.tick_params(labelsize=SMALL, colors=QUIET, labelcolor=INK, width=0.6, length=2.5)
    axes.tick_params(which="minor", width=0.4, length=1.5)
    return figure, axes


def name_axes(axes: Axes, x: str, y: str) -> None:
    """Axis titles with their units."""
    axes.set_xlabel(x, fontsize=TEXT, color=INK)
    axes.set_ylabel(y, fontsize=TEXT, color=INK)


def plain_ticks(axes: Axes, number: NumberStyle, *, x: list[float] | None = None, y: list[float] | None = None) -> None:
    """Ticks only at these values, printed in the edition's style with as many decimals as they need."""
    for axis, places in ((axes.xaxis, x), (axes.yaxis, y)):
        if places is not None:
            axis.set_ticks(places)
            axis.set_major_formatter(FuncFormatter(lambda value, _: _printed(value, number)))
            axis.set_ticks([], minor=True)


def _printed(value: float, number: NumberStyle) -> str:
    digits = 0
    while digits < 4 and abs(value - round(value, digits)) > 1e-9 * max(1, abs(value)):
        digits += 1
    return number(value, digits)


def say(
    axes: Axes,
    x: float,
    y: float,
    text: str,
    *,
    dx: float = 0,
    dy: float = 0,
    color: str = INK,
    across: str = "left",
    size: float = SMALL,
    up: str = "center",
    boxed: bool = False,
) -> None:
    """A direct label at a point of the data, moved by `dx`, `dy` points; `boxed` puts it on white, for hatched areas."""
    box = {"boxstyle": "square,pad=0.15", "facecolor": "white", "edgecolor": "none"} if boxed else None
    axes.annotate(
        text,
        (x, y),
        (dx, dy),
        textcoords="offset points",
        ha=across,
        va=up,
        fontsize=size,
        color=color,
        linespacing=1.12,
        bbox=box,
        zorder=6,
        annotation_clip=False,
    )


def along(
    axes: Axes,
    start: tuple[float, float],
    end: tuple[float, float],
    text: str,
    *,
    color: str,
    below: bool = False,
    size: float = SMALL,
) -> None:
    """A label that follows the line from `start` to `end`, beginning at `start`; call it when the scales and limits are set."""
    (x0, y0), (x1, y1) = axes.transData.transform([start, end])
    axes.annotate(
        text,
        start,
        (0, -4 if below else 4),
        textcoords="offset points",
        rotation=degrees(atan2(y1 - y0, x1 - x0)),
        rotation_mode="anchor",
        ha="left",
        va="top" if below else "bottom",
        fontsize=size,
        color=color,
        zorder=6,
    )


def leader(axes: Axes, label: tuple[float, float], target: tuple[float, float]) -> None:
    """A thin line from a label to what it names."""
    axes.annotate(
        "", target, label, arrowprops={"arrowstyle": "-", "color": QUIET, "linewidth": 0.6, "shrinkA": 0, "shrinkB": 2}, zorder=5
    )


def flip(axes: Axes, x: float, y: float) -> None:
    """The point where the conclusion turns: a ring."""
    axes.plot([x], [y], marker="o", markersize=5.5, markerfacecolor="white", markeredgecolor=INK, markeredgewidth=1.2, zorder=7)


def limit_across(axes: Axes, y: float) -> None:
    """A limit that nothing passes, as a line across."""
    axes.axhline(y, color=INK, linewidth=1.0, zorder=4)


def limit_up(axes: Axes, x: float) -> None:
    """A limit that nothing passes, as a line upwards."""
    axes.axvline(x, color=INK, linewidth=1.0, zorder=4)
