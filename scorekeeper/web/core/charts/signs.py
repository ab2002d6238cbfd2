"""The signs of players: a mark and a colour, the same on the sheet, in charts and on the big screen.

A sign is a number from 0 to 7. `templates/_charts.html` draws its mark, `static/style/signs.css` writes it and has its
colour. Marks differ without colours.
"""

from __future__ import annotations

from collections.abc import Sequence

SIGNS = 8


def distinct_signs(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return a sign for each player of a partie, by the player's number in the carnet.

    Of two players with the same sign, the one who came later to the carnet has the next free one: `(11, 3)` have the
    signs `(4, 3)`.
    """
    signs: dict[int, int] = {}
    for number in sorted(set(numbers)):
        usual = number % SIGNS
        # The usual sign and those after it; after 7 comes 0.
        free = (sign for sign in range(usual, usual + SIGNS) if sign % SIGNS not in signs.values())
        # With more players than signs, a sign is used again.
        signs[number] = next(free, usual) % SIGNS
    return tuple(signs[number] for number in numbers)
