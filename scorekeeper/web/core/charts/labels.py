"""Labels at the ends of lines: how wide their names are, where they part, and how they keep clear of each other.

A label is given and taken as the lines it is written in. A drawing cannot be asked how wide its text is before it is
there, so that widths are those of a text face, and rather too much than too little.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

Label = tuple[str, ...]

SIZE, LINE_HEIGHT = 12, 14
WIDEST, LINES_MOST = 112, 13
_NARROW, _WIDE = frozenset("fijltI.,:;'’-·| "), frozenset("mwMWœŒæÆ@ШЩЖЮЫшщжюы")
_WIDTHS = {"narrow": 0.42, "wide": 1.06, "capital": 0.8, "other": 0.65}
_IDEOGRAPHS = 0x2FFF


def wide(text: str) -> int:
    """How wide a text may be."""
    return round(SIZE * sum(_WIDTHS[_sort(letter)] for letter in text))


def fitted(labels: Sequence[Label], most: int = LINES_MOST) -> list[Label]:
    """The same labels, each in one line where it goes into one.

    Names too wide for a line are parted at a hyphen or a space, where there is room for all the lines: `most` of them.
    """
    whole = [_joined(label) for label in labels]
    parted = [tuple(part for text in label for part in _parts(text)) for label in whole]
    return parted if sum(map(len, parted)) <= most else whole


def keep_apart(wanted: Sequence[int], labels: Sequence[Label], top: int, bottom: int) -> list[int]:
    """Where the middle of the first line of each label stands, one under the other between `top` and `bottom`.

    Labels that would touch are moved as a whole, so that together they are as near as can be to where each is wanted.
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
    """Labels that stand right under each other."""

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
    whole = " ".join(label)
    return (whole,) if wide(whole) <= WIDEST else label


def _parts(text: str) -> list[str]:
    """A text too wide for a line in two, as even as they can be; the whole where it has nowhere to part."""
    ends = [at + 1 for at, letter in enumerate(text[:-2]) if letter in "- "]
    if wide(text) <= WIDEST or not ends:
        return [text]
    at = min(ends, key=lambda end: max(wide(text[:end].rstrip()), wide(text[end:])))
    return [text[:at].rstrip(), text[at:]]


def _sort(letter: str) -> str:
    if letter in _NARROW:
        return "narrow"
    if letter in _WIDE:
        return "wide"
    return "capital" if letter.isupper() or ord(letter) > _IDEOGRAPHS else "other"
