"""Announcements that the cards shown refute, and what the table may make of them (PI-37)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.piquet.refuted import Refuted, refutations, with_false_declaration
from scorekeeper.games.shape import Json
from scorekeeper.record.partie.facts import facts_of_cards
from scorekeeper.record.partie.standings import Standing
from scorekeeper.web.games.contract import Breach, Remark
from scorekeeper.web.games.piquet.announcements import text


def pending(standing: Standing) -> list[Breach]:
    """The announcements that the cards of the coup under way refute, by player."""
    if standing.current.cards is None:
        return []
    context, tricks = standing.current.context or {}, standing.current.tricks
    by_seat = groupby(refutations(context, tricks), key=lambda refuted: refuted.seat)
    return [_breach(standing, seat, list(refuted), tricks) for seat, refuted in by_seat]


def on_record(context: Json, tricks: Sequence[Trick], names: Sequence[str]) -> list[Remark]:
    """What the cards of a coup refute of what was announced and let stand, each in a sentence with its article."""
    return [(text.refuted(announcement, names), "PI-37") for announcement in refutations(context, tricks)]


def _breach(standing: Standing, seat: int, refuted: Sequence[Refuted], tricks: Sequence[Trick]) -> Breach:
    """What a player announced that the cards refute, with what each scores if it counts as a false declaration."""
    names = standing.names
    said = " ".join(text.refuted(announcement, names) for announcement in refuted)
    context = with_false_declaration(standing.current.context or {}, seat, tricks)
    points = standing.row_with(facts_of_cards(standing, context)).points
    return Breach(seat, said, text.offer(refuted[0], names), points)
