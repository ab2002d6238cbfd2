"""The notes on the sheet of Dame de Pique: the limit, and the points left to it (DP-25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.visitor import HAND

if TYPE_CHECKING:
    from web.visitor import Visitor


def test_dp_25_the_limit_and_the_points_left_to_it(visitor: Visitor) -> None:
    table = visitor.set_table(limit=50, jack_of_diamonds=-10)
    page = visitor.get(table.partie)
    assert "Limite 50" in page.text
    assert "encore" not in page.text
    # Anne 5, Luc 4, Zoé 3 + 13, Maxence 1 − 10.
    assert visitor.record(table, {**HAND, "JD": "3"}).status == 303
    text = visitor.get(table.partie).text
    for name, left in (("Maxence ◆ en tête", 59), ("Luc", 46), ("Anne", 45), ("Zoé", 34)):
        assert f"{name} encore {left}" in text


def test_dp_26_a_side_past_the_limit_has_a_note_while_a_tie_plays_on(visitor: Visitor) -> None:
    """25 1 0 0 twice."""
    text = visitor.get(visitor.recorded("tie_plays_on").partie).text
    assert "Anne limite atteinte" in text
    assert "Luc encore 48" in text


def test_dp_25_a_partie_that_is_over_has_no_note(visitor: Visitor) -> None:
    """25 1 0 0 twice, and the victory is shared."""
    text = visitor.get(visitor.recorded("narrow_and_wide").partie).text
    assert "50 points atteints" in text
    assert "limite" not in text.lower()
