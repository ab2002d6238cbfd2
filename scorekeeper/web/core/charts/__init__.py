"""The layout of line charts, which the macro `lines` of `templates/_charts.html` draws; units are whole SVG units.

Lines differ by their dashes, by the signs of their players and by the labels at their ends, not only by colour. A
*sign* is the number of the mark and colour of a player (`signs.py`), a *label* the lines of text at the end of a line.
As in SVG, x grows to the right and y downwards. A chart of places shows the mean place of a player in each quarter of a
year, drawn by the macro `places`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, count, pairwise
from statistics import fmean

# A chart of a page: its size, and the edges between which its lines are.
WIDTH, HEIGHT = 336, 200
LEFT, TOP, BOTTOM = 26, 10, 182
VALUE_GAP, LABEL_GAP = 12, 5  # between the end of a line and its value, and between the value and the label
MOST_GRID_LINES, MOST_NUMBERS = 5, 8
MARK_WIDTH, SIGN_WIDTH = 11, 11
# Lengths of dashes and gaps, in SVG; "" is a solid line.
DASHES = ("", "7 4", "2 3", "10 3 2 3")
# A small chart, for a list.
SMALL_LEFT, SMALL_TOP, SMALL_LEAST_HEIGHT = 2, 9, 56
SMALL_LINES, SMALL_POINTS = 6, 64  # the most text lines of all labels, and the most points of all chart lines
# A chart of places, and the width of the number of a year below it.
PLACE_WIDTH, PLACE_HEIGHT = 336, 108
PLACE_LEFT, PLACE_RIGHT, PLACE_TOP, PLACE_BOTTOM = 64, 320, 12, 84
YEAR_WIDTH = 36


@dataclass(frozen=True, slots=True)
class Series:
    """What one line of a chart shows."""

    # The lines of text at its end.
    label: Label
    # The values from left to right.
    values: tuple[int, ...]
    # The number of the mark and colour of its player.
    sign: int
    # Whether the line is emphasised.
    strong: bool = False


@dataclass(frozen=True, slots=True)
class LabelLine:
    """A line of a label: its text, its position, and its `textLength` (None for the natural width)."""

    text: str
    y: int
    width: int | None


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of the chart, with what is written at its end."""

    # Path data of SVG: « m26 182 31-40 31 12 ».
    path: str

    # The y of the last point.
    end: int

    # A `stroke-dasharray`, empty for a solid line.
    dash: str

    # The mark and colour of the player, see `signs`.
    sign: int

    # Emphasised, and solid.
    strong: bool

    # The last value of the series.
    value: int
    label: tuple[LabelLine, ...]


@dataclass(frozen=True, slots=True)
class LineChart:
    """The layout of a chart; from left to right: the lines, their last values, their labels."""

    # Horizontal lines, as (y, value).
    grid: tuple[tuple[int, int], ...]

    # The numbers below the x axis, as (x, number).
    numbers: tuple[tuple[int, int], ...]
    lines: tuple[ChartLine, ...]

    # The x at which every line ends.
    right: int

    # The x at which the values end; they are aligned at their right.
    values_end: int

    # The x at which the labels begin.
    labels_start: int

    # Whether every point has space for a mark.
    marked: bool
    height: int

    # The x at which every line begins.
    left: int

    # In a list: without marks, numbers and values.
    small: bool
    width: int = WIDTH


@dataclass(frozen=True, slots=True)
class _Scale:
    """The conversion of a value to its y, and of its index (from 0 to `last`) to its x."""

    lowest: int
    highest: int
    last: int
    right: int
    left: int
    top: int
    bottom: int

    def x(self, index: int) -> int:
        return self.left + round(index * (self.right - self.left) / self.last)

    def y(self, value: int) -> int:
        return self.bottom - round((value - self.lowest) * (self.bottom - self.top) / (self.highest - self.lowest))

    def path(self, values: Sequence[int]) -> str:
        """Return the path data of these values, in relative coordinates because they are shorter."""
        points = [(self.x(index), self.y(value)) for index, value in enumerate(values)]
        # From each point to the next one.
        steps = [(x - last_x, y - last_y) for (last_x, last_y), (x, y) in pairwise(points)]
        # A minus separates two numbers without a space.
        segments = " ".join(f"{across} {down}".replace(" -", "-") for across, down in steps)
        return f"m{points[0][0]} {points[0][1]} {segments}"


def line_chart(series: Sequence[Series], *, small: bool = False) -> LineChart:
    """Lay out a chart of series that all have the same number of values, at least two.

    A small one, for a list, has only lines, labels and a grid line at zero, and is as high as its labels need.
    """
    # The labels as they are drawn: lines joined if they are short, broken if they are long.
    labels = break_lines([line.label for line in series], SMALL_LINES if small else MAX_LINES_IN_ALL)
    # The widest line of text ends at the right edge.
    labels_start = WIDTH - min(MAX_WIDTH, max(text_width(text) for label in labels for text in label))
    # The widest value must fit between the lines and the labels.
    right = labels_start - LABEL_GAP - VALUE_GAP - max(text_width(str(line.values[-1])) for line in series)
    left, top, height, bottom = LEFT, TOP, HEIGHT, BOTTOM
    if small:
        # In a list a label begins with the sign of its line.
        labels_start -= SIGN_WIDTH
        right = labels_start - VALUE_GAP
        height = max(SMALL_LEAST_HEIGHT, LINE_HEIGHT * sum(map(len, labels)) + 4)
        left, top, bottom = SMALL_LEFT, SMALL_TOP, height - SMALL_TOP
    lowest, highest = _range_with_zero(series)
    last = len(series[0].values) - 1
    scale = _Scale(lowest, highest, last, right, left, top, bottom)
    return LineChart(
        grid=tuple((scale.y(value), value) for value in ([0] if small else _round_values(lowest, highest))),
        numbers=tuple((scale.x(number), number) for number in _axis_numbers(last)),
        lines=tuple(_lines(series, labels, scale)),
        right=right,
        values_end=labels_start - LABEL_GAP,
        labels_start=labels_start,
        marked=not small and right - LEFT >= MARK_WIDTH * last,
        height=height,
        left=left,
        small=small,
    )


def _range_with_zero(series: Sequence[Series]) -> tuple[int, int]:
    """Return the lowest and highest value, zero included, at least 1 apart: a scale divides by the difference."""
    values = [0, *(value for line in series for value in line.values)]
    return min(values), max(*values, min(values) + 1)


def _lines(series: Sequence[Series], labels: Sequence[Label], scale: _Scale) -> Iterator[ChartLine]:
    ends = [scale.y(line.values[-1]) for line in series]
    # Each label is beside the end of its line, or moved so that it overlaps no other one.
    label_ys = place_labels(ends, labels, scale.top, scale.bottom)
    for index, line in enumerate(series):
        dash = DASHES[line.sign % len(DASHES)]
        if line.strong:
            dash = ""
        label = tuple(_label_lines(labels[index], label_ys[index]))
        yield ChartLine(scale.path(line.values), ends[index], dash, line.sign, line.strong, line.values[-1], label)


def _label_lines(label: Label, first_y: int) -> Iterator[LabelLine]:
    for index, text in enumerate(label):
        width = None
        # A line that is still too wide could not be broken: the browser squeezes it.
        if text_width(text) > MAX_WIDTH:
            width = MAX_WIDTH
        yield LabelLine(text, first_y + LINE_HEIGHT * index, width)


def _round_values(lowest: int, highest: int) -> range:
    """At most `MOST_GRID_LINES` round values, for the horizontal grid lines: 0, 50, 100 from −30 to 130."""
    # The smallest round step with which the lines are few enough.
    step = next(step for step in _round_numbers() if (highest - lowest) // step < MOST_GRID_LINES)
    first = -(-lowest // step) * step  # `lowest` rounded up to a multiple of `step`
    return range(first, highest + 1, step)


def _axis_numbers(last: int) -> range:
    """The numbers of the x axis, at most `MOST_NUMBERS`."""
    step = next(step for step in _round_numbers() if last // step <= MOST_NUMBERS)
    return range(step, last + 1, step)


def _round_numbers() -> Iterator[int]:
    """Round numbers without end: 1, 2, 5, 10, 20 and so on."""
    return (digit * 10**power for power in count() for digit in (1, 2, 5))


@dataclass(frozen=True, slots=True)
class PlaceChart:
    """The layout of a chart of places; the first place is at the top."""

    # The player's mean place in each quarter, as (x, y).
    points: tuple[tuple[int, int], ...]
    # The years below the chart, as (x, year).
    years: tuple[tuple[int, int], ...]
    width: int = PLACE_WIDTH
    height: int = PLACE_HEIGHT
    left: int = PLACE_LEFT
    right: int = PLACE_RIGHT
    top: int = PLACE_TOP
    bottom: int = PLACE_BOTTOM


def place_chart(places: Sequence[tuple[dt.date, float]]) -> PlaceChart:
    """Lay out mean places by quarter, each as the first day and the place, from 0 for the first to 1 for the last."""
    # Quarters are numbered since the year 0.
    quarters = [4 * day.year + (day.month - 1) // 3 for day, _place in places]
    first, width = quarters[0], PLACE_RIGHT - PLACE_LEFT
    step = width / max(1, quarters[-1] - first)
    xs = [round(PLACE_LEFT + (quarter - first) * step) for quarter in quarters]
    ys = [PLACE_TOP + round(place * (PLACE_BOTTOM - PLACE_TOP)) for _day, place in places]
    years: list[tuple[int, int]] = []
    for year in range(places[0][0].year, places[-1][0].year + 1):
        # The first quarter of the year, or the left edge if the chart begins later in this year.
        x = round(PLACE_LEFT + max(0, 4 * year - first) * step)
        # A number that would touch the one before it is left out.
        if not years or x - years[-1][0] >= YEAR_WIDTH:
            years.append((x, year))
    return PlaceChart(tuple(zip(xs, ys, strict=True)), tuple(years))


# The labels at the ends of the lines. The server cannot measure text, so widths are estimates, more often too large
# than too small.

Label = tuple[str, ...]

FONT_SIZE, LINE_HEIGHT = 12, 14
# The width at which a line of text is broken, and the most lines of text of all labels.
MAX_WIDTH, MAX_LINES_IN_ALL = 112, 13
# The widths of letters that are not usual, as shares of the font size.
_WIDTHS = dict.fromkeys("fijltI.,:;'’-·| ", 0.42) | dict.fromkeys("mwMWœŒæÆ@ШЩЖЮЫшщжюы", 1.06)
_LAST_BEFORE_IDEOGRAPHS = 0x2FFF


def text_width(text: str) -> int:
    """Estimate the width of a text in SVG units."""
    return round(FONT_SIZE * sum(map(_letter_width, text)))


def break_lines(labels: Sequence[Label], max_lines: int = MAX_LINES_IN_ALL) -> list[Label]:
    """Join the lines of each label if they fit on one line, and break every line that is too wide.

    A line breaks at a hyphen or space. If the labels would have more than `max_lines` lines in all, none is broken.
    """
    joined = [_join_if_short(label) for label in labels]
    broken = [tuple(part for line in label for part in _break_if_wide(line)) for label in joined]
    if sum(map(len, broken)) > max_lines:
        return joined
    return broken


def place_labels(wanted_ys: Sequence[int], labels: Sequence[Label], top: int, bottom: int) -> list[int]:
    """Return the y of the first line of each label, between `top` and `bottom`, without overlaps.

    Labels that would overlap are stacked, and the stack is placed as near as possible to their wanted positions.
    """
    # From top to bottom, with the height of all labels above each one, and at the end that of all.
    order = sorted(range(len(labels)), key=lambda index: (wanted_ys[index], index))
    offsets = list(accumulate((LINE_HEIGHT * len(labels[index]) for index in order), initial=0))
    # Without space between the labels, the first one would be at the y of a label less its offset. While these numbers
    # grow, no labels overlap. Those that do not grow are put together: a stack has their mean.
    stacks: list[list[int]] = []
    for index, offset in zip(order, offsets, strict=False):
        stack = [wanted_ys[index] - offset]
        # A joined stack has another mean, and may have to be joined with the one above it in turn.
        while stacks and fmean(stacks[-1]) > fmean(stack):
            stack = [*stacks.pop(), *stack]
        stacks.append(stack)
    lowest = bottom + LINE_HEIGHT - offsets[-1]
    starts = [max(top, min(round(fmean(stack)), lowest)) for stack in stacks for _wanted in stack]
    ys = {index: start + offset for index, start, offset in zip(order, starts, offsets, strict=False)}
    return [ys[index] for index in range(len(labels))]


def _join_if_short(label: Label) -> Label:
    """Return the label on one line if it fits, else as it is."""
    joined = " ".join(label)
    if text_width(joined) > MAX_WIDTH:
        return label
    return (joined,)


def _break_if_wide(text: str) -> list[str]:
    """Break a text that is too wide at a hyphen or space, into two parts of similar width."""
    # After each hyphen or space that at least two letters follow.
    breaks = [index + 1 for index, letter in enumerate(text[:-2]) if letter in "- "]
    if text_width(text) <= MAX_WIDTH or not breaks:
        return [text]
    best = min(breaks, key=lambda index: max(text_width(text[:index].rstrip()), text_width(text[index:])))
    return [text[:best].rstrip(), text[best:]]


def _letter_width(letter: str) -> float:
    usual = 0.65
    # A capital. An ideograph is about as wide.
    if letter.isupper() or ord(letter) > _LAST_BEFORE_IDEOGRAPHS:
        usual = 0.8
    return _WIDTHS.get(letter, usual)
