"""The form of a player, laid out for the macro `form` of `_charts.html`: a mark for each of the last parties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 336, 84
LEFT, RIGHT, TOP, BOTTOM = 64, 328, 12, 72


@dataclass(frozen=True, slots=True)
class FormMark:
    """A partie: where its mark stands, and whether it was won."""

    x: int
    y: int
    won: bool


@dataclass(frozen=True, slots=True)
class FormChart:
    """The marks from the oldest to the latest; the best rank stands on top, whatever the number of sides."""

    marks: tuple[FormMark, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM

    @property
    def points(self) -> str:
        """The line that joins the marks."""
        return " ".join(f"{mark.x},{mark.y}" for mark in self.marks)


def form_chart(ranks: Sequence[tuple[int, int, bool]]) -> FormChart:
    """Lay out parties given as rank, number of sides, victory."""
    step = (RIGHT - LEFT) / max(1, len(ranks) - 1)
    return FormChart(
        tuple(
            FormMark(round(LEFT + number * step), TOP + round((rank - 1) * (BOTTOM - TOP) / max(1, sides - 1)), won)
            for number, (rank, sides, won) in enumerate(ranks)
        )
    )
