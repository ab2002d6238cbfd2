"""The labels at the ends of chart lines: their estimated widths, their line breaks, and their positions.

A label is a tuple of lines. The server cannot measure text, so widths are estimates, more often too large than too
small.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

Label = tuple[str, ...]

SIZE, LINE_HEIGHT = 12, 14
MAX_WIDTH, MAX_LINES = 112, 13
_NARROW, _WIDE = frozenset("fijltI.,:;'’-·| "), frozenset("mwMWœŒæÆ@ШЩЖЮЫшщжюы")
_WIDTHS = {"narrow": 0.42, "wide": 1.06, "capital": 0.8, "other": 0.65}
_IDEOGRAPHS = 0x2FFF


def text_width(text: str) -> int:
    """Estimate the width of a text."""
    return round(SIZE * sum(_WIDTHS[_width_class(letter)] for letter in text))


def break_lines(labels: Sequence[Label], most: int = MAX_LINES) -> list[Label]:
    """Break the labels into lines: one line each if it fits, else at a hyphen or space.

    If that makes more than `most` lines in all, no label is broken at hyphens and spaces.
    """
    joined = [_joined(label) for label in labels]
    broken = [tuple(part for text in label for part in _parts(text)) for label in joined]
    return broken if sum(map(len, broken)) <= most else joined


def keep_apart(wanted: Sequence[int], labels: Sequence[Label], top: int, bottom: int) -> list[int]:
    """Return the y of the first line of each label, between `top` and `bottom`, without overlaps.

    Labels that would overlap are stacked, and the stack is placed as near as possible to their wanted positions.
    """
    stacks: list[_Stack] = []
    for number in sorted(range(len(wanted)), key=lambda number: (wanted[number], number)):
        stack = _Stack([number], wanted, labels, top, bottom)
        while stacks and stacks[-1].end > stack.start:
            stack = _Stack([*stacks.pop().numbers, *stack.numbers], wanted, labels, top, bottom)
        stacks.append(stack)
    places = {number: place for stack in stacks for number, place in stack.places()}
    return [places[number] for number in range(len(wanted))]


class _Stack:
    """Labels placed directly under each other."""

    def __init__(
        self, numbers: list[int], wanted: Sequence[int], labels: Sequence[Label], top: int, bottom: int
    ) -> None:
        heights = [LINE_HEIGHT * len(labels[number]) for number in numbers]
        self.numbers = numbers
        *self._above, self._height = accumulate(heights, initial=0)
        starts = [wanted[number] - above for number, above in zip(numbers, self._above, strict=True)]
        self.start = max(top, min(round(sum(starts) / len(starts)), bottom + LINE_HEIGHT - self._height))

    @property
    def end(self) -> int:
        return self.start + self._height

    def places(self) -> list[tuple[int, int]]:
        return [(number, self.start + above) for number, above in zip(self.numbers, self._above, strict=True)]


def _joined(label: Label) -> Label:
    joined = " ".join(label)
    return (joined,) if text_width(joined) <= MAX_WIDTH else label


def _parts(text: str) -> list[str]:
    """Break a text that is too wide into two parts of similar width, at a hyphen or space if it has one."""
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
    return "capital" if letter.isupper() or ord(letter) > _IDEOGRAPHS else "other"
