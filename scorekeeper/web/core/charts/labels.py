"""The labels at the ends of chart lines: their estimated widths, their line breaks, and their positions.

A label is a tuple of lines. The server cannot measure text, so widths are estimates, more often too large than too
small.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

Label = tuple[str, ...]

FONT_SIZE, LINE_HEIGHT = 12, 14
MAX_WIDTH, MAX_LINES_IN_ALL = 112, 13
_NARROW, _WIDE = frozenset("fijltI.,:;'’-·| "), frozenset("mwMWœŒæÆ@ШЩЖЮЫшщжюы")
_WIDTHS = {"narrow": 0.42, "wide": 1.06, "capital": 0.8, "other": 0.65}
_LAST_BEFORE_IDEOGRAPHS = 0x2FFF


def text_width(text: str) -> int:
    """Estimate the width of a text in SVG units."""
    return round(FONT_SIZE * sum(_WIDTHS[_width_class(letter)] for letter in text))


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
    stacks: list[_Stack] = []
    for index in sorted(range(len(wanted_ys)), key=lambda index: (wanted_ys[index], index)):
        stack = _Stack([index], wanted_ys, labels, top, bottom)
        # A joined stack is centred anew, and may overlap the one above it in turn.
        while stacks and stacks[-1].end > stack.start:
            stack = _Stack([*stacks.pop().indexes, *stack.indexes], wanted_ys, labels, top, bottom)
        stacks.append(stack)
    ys = {index: y for stack in stacks for index, y in stack.label_ys()}
    return [ys[index] for index in range(len(wanted_ys))]


class _Stack:
    """Labels placed directly under each other, given by their indexes."""

    def __init__(
        self, indexes: list[int], wanted_ys: Sequence[int], labels: Sequence[Label], top: int, bottom: int
    ) -> None:
        self.indexes = indexes
        # The sums of the heights up to each label are the offsets; the last sum is the height of all.
        *self._offsets, self._height = accumulate((LINE_HEIGHT * len(labels[index]) for index in indexes), initial=0)
        starts = [wanted_ys[index] - offset for index, offset in zip(indexes, self._offsets, strict=True)]
        self.start = max(top, min(round(sum(starts) / len(starts)), bottom + LINE_HEIGHT - self._height))

    @property
    def end(self) -> int:
        return self.start + self._height

    def label_ys(self) -> list[tuple[int, int]]:
        return [(index, self.start + offset) for index, offset in zip(self.indexes, self._offsets, strict=True)]


def _join_if_short(label: Label) -> Label:
    joined = " ".join(label)
    if text_width(joined) > MAX_WIDTH:
        return label
    return (joined,)


def _break_if_wide(text: str) -> list[str]:
    """Break a text that is too wide at a hyphen or space, into two parts of similar width."""
    breaks = [index + 1 for index, letter in enumerate(text[:-2]) if letter in "- "]
    if text_width(text) <= MAX_WIDTH or not breaks:
        return [text]
    best = min(breaks, key=lambda index: max(text_width(text[:index].rstrip()), text_width(text[index:])))
    return [text[:best].rstrip(), text[best:]]


def _width_class(letter: str) -> str:
    if letter in _NARROW:
        return "narrow"
    if letter in _WIDE:
        return "wide"
    # An ideograph is about as wide as a capital.
    if letter.isupper() or ord(letter) > _LAST_BEFORE_IDEOGRAPHS:
        return "capital"
    return "other"
