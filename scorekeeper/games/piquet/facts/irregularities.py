"""The consequence of an irregularity in the public formats (PI-32 to PI-38): `{"kind": "void", "article": "PI-33"}`.

The kinds are a void deal, a lost partie, and a false declaration (`IrregularityKind`). A *partie* is a game from its
first deal to its end. In the formats the consequence is under the key `fault`. PI-32 and the like are the numbered
rules about irregularities.
"""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.games.piquet.coup import IrregularityKind, PiquetIrregularity
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.shape import ImpossibleFactsError, Json, quotable, read_choice

# The rules by which a deal is void. If no rule was entered, the first one is taken.
VOID_ARTICLES = ("PI-38", "PI-32", "PI-33")
_KINDS = {kind.value: kind for kind in IrregularityKind}


def read_irregularity(json: object) -> PiquetIrregularity | None:
    """Read the consequence of an irregularity from JSON. Raises `ImpossibleFactsError`."""
    if json is None:
        return None
    # An object with no other keys than these.
    if not isinstance(json, Mapping) or set(json) - {"kind", "seat", "article"}:
        raise ImpossibleFactsError("fault_shape", field="fault", keys=["kind", "seat", "article"])
    # The kind of this name, or the error `fault_kind`.
    kind = read_choice(json.get("kind"), _KINDS, "fault_kind", "fault")
    return PiquetIrregularity(kind, _read_seat(json, kind), _read_article(json.get("article"), kind))


def _read_seat(json: Json, kind: IrregularityKind) -> int | None:
    """Read the seat at fault; it may be missing (None) only for a void deal."""
    seat = json.get("seat")
    if seat is None and kind is IrregularityKind.VOID:
        return None
    if type(seat) is not int or not 0 <= seat < SEATS:
        value = None if seat is None else quotable(seat)
        raise ImpossibleFactsError("fault_seat", field="fault", value=value, values=[*range(SEATS)])
    return seat


def _read_article(article: object, kind: IrregularityKind) -> str | None:
    """Read the rule by which a deal is void: a card shown (PI-32), a wrong deal (PI-33), both hands wrong (PI-38)."""
    # The articles that may be entered, by their text in JSON, which is the same. Each other kind has an article of its
    # own, which is not entered.
    articles = {number: number for number in VOID_ARTICLES if kind is IrregularityKind.VOID}
    # If no article was entered, return the first one for a void deal, and None for another kind.
    if article is None:
        return next(iter(articles), None)
    return read_choice(article, articles, "fault_article", "fault")
