"""A chart of lines laid out in whole units, which the macro `lines` of `_charts.html` draws.

Lines are told apart by their dashes, by the mark on each point and by the label where each of them ends, so that none
needs a colour. Labels keep clear of each other, and a name too wide for its room is written closer, never broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

WIDTH, HEIGHT = 336, 200
LEFT, TOP, BOTTOM = 26, 10, 182
LEADER, GAP = 12, 5  # from the end of a line to its total, from there to its name
LINE_HEIGHT = 14
NAME_MOST, LABEL_LINES_MOST = 112, 13
GRID_MOST, NUMBERS_MOST, MARKED_MOST = 5, 8, 18
SIZE = 12
DASHES = ("", "7 4", "2 3", "10 3 2 3")
MARKS = ("disc", "square", "ring", "diamond", "triangle", "box", "cross", "plus")

# How wide letters are, in parts of the size: as a text face has them, and rather too much than too little.
_NARROW, _WIDE = frozenset("fijltI.,:;'’-·| "), frozenset("mwMWœŒæÆ@ШЩЖЮЫшщжюы")
_WIDTHS = {"narrow": 0.42, "wide": 1.06, "capital": 0.8, "other": 0.65}


@dataclass(frozen=True, slots=True)
class Series:
    """What a line shows: the lines of its label, its values from the first on, whether it stands out."""

    label: tuple[str, ...]
    values: tuple[int, ...]
    strong: bool = False


@dataclass(frozen=True, slots=True)
class LabelLine:
    """A line of a label: its text, where it stands, the width it has to be written into, None for its own."""

    text: str
    y: int
    width: int | None


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One line as it is drawn: its points, its end, its dashes and mark, its last value and its label."""

    points: str
    end: int
    dash: str
    mark: str
    strong: bool
    value: int
    label: tuple[LabelLine, ...]


@dataclass(frozen=True, slots=True)
class LineChart:
    """A chart: rules and their values, the numbers under it, its lines; where they, their values and names stand.

    `marked` tells whether there is room for a mark on every point.
    """

    rules: tuple[tuple[int, int], ...]
    numbers: tuple[tuple[int, int], ...]
    lines: tuple[ChartLine, ...]
    right: int
    values_end: int
    names: int
    marked: bool
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    bottom: int = BOTTOM


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where values and their numbers stand."""

    lowest: int
    highest: int
    last: int
    right: int

    def x(self, number: int) -> int:
        return LEFT + round(number * (self.right - LEFT) / self.last)

    def y(self, value: int) -> int:
        return BOTTOM - round((value - self.lowest) * (BOTTOM - TOP) / (self.highest - self.lowest))


def line_chart(series: Sequence[Series]) -> LineChart:
    """Lay a chart out; every series has as many values as the others, and at least two."""
    series = _parted(series)
    widest = min(NAME_MOST, max(_wide(text) for one in series for text in one.label))
    figures = max(_wide(str(one.values[-1])) for one in series)
    names = WIDTH - widest
    right = names - GAP - figures - LEADER
    values = [value for one in series for value in one.values]
    scale = _Scale(min(0, *values), max(min(0, *values) + 1, *values), len(series[0].values) - 1, right)
    return LineChart(
        tuple((scale.y(value), value) for value in _round_values(scale.lowest, scale.highest)),
        tuple((scale.x(number), number) for number in _numbers(scale.last)),
        tuple(_lines(series, scale)),
        right,
        names - GAP,
        names,
        scale.last <= MARKED_MOST,
    )


def _parted(series: Sequence[Series]) -> Sequence[Series]:
    """The same with names too wide for a line parted at a hyphen or a space, where there is room for all the lines."""
    parted = [replace(one, label=tuple(part for text in one.label for part in _parts(text))) for one in series]
    return parted if sum(len(one.label) for one in parted) <= LABEL_LINES_MOST else series


def _parts(text: str) -> list[str]:
    """A text too wide for a line in two, as even as they can be; the whole where it has nowhere to part."""
    ends = [at + 1 for at, letter in enumerate(text[:-2]) if letter in "- "]
    if _wide(text) <= NAME_MOST or not ends:
        return [text]
    at = min(ends, key=lambda end: max(_wide(text[:end].rstrip()), _wide(text[end:])))
    return [text[:at].rstrip(), text[at:]]


def _lines(series: Sequence[Series], scale: _Scale) -> Iterator[ChartLine]:
    ends = [scale.y(one.values[-1]) for one in series]
    places = keep_apart(ends, [LINE_HEIGHT * len(one.label) for one in series])
    for number, one in enumerate(series):
        points = " ".join(f"{scale.x(at)},{scale.y(value)}" for at, value in enumerate(one.values))
        label = tuple(
            LabelLine(text, places[number] + LINE_HEIGHT * line, NAME_MOST if _wide(text) > NAME_MOST else None)
            for line, text in enumerate(one.label)
        )
        dash = "" if one.strong else DASHES[number % len(DASHES)]
        yield ChartLine(points, ends[number], dash, MARKS[number % len(MARKS)], one.strong, one.values[-1], label)


def keep_apart(wanted: Sequence[int], heights: Sequence[int]) -> list[int]:
    """Where the middle of the first line of each label stands: as near as can be to `wanted`, one under the other."""
    order = sorted(range(len(wanted)), key=lambda number: (wanted[number], number))
    places, free = list(wanted), TOP
    for number in order:
        places[number] = max(wanted[number], free)
        free = places[number] + heights[number]
    free = BOTTOM + LINE_HEIGHT
    for number in reversed(order):
        places[number] = min(places[number], free - heights[number])
        free = places[number]
    return places


def _round_values(lowest: int, highest: int) -> range:
    """Round values to draw a rule at, a few of them."""
    step = next(step for step in _steps() if (highest - lowest) // step < GRID_MOST)
    return range(-(-lowest // step) * step, highest + 1, step)


def _numbers(last: int) -> range:
    """Which numbers stand under the chart, from the first value after the beginning."""
    step = next(step for step in _steps() if last // step <= NUMBERS_MOST)
    return range(step, last + 1, step)


def _steps() -> Iterator[int]:
    """Round steps: 1, 2, 5, 10, 20 and so on."""
    return (digit * 10**power for power in count() for digit in (1, 2, 5))


def _wide(text: str) -> int:
    """How wide a text may be."""
    return round(SIZE * sum(_WIDTHS[_sort(letter)] for letter in text))


def _sort(letter: str) -> str:
    if letter in _NARROW:
        return "narrow"
    if letter in _WIDE:
        return "wide"
    return "capital" if letter.isupper() or ord(letter) > 0x2FFF else "other"  # noqa: PLR2004 - ideographs are wide
