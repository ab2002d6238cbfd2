"""The outcome of an irregularity of Piquet (PI-32 to PI-38)."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.shape import ImpossibleFactsError, quotable

VOID_ARTICLES = ("PI-38", "PI-32", "PI-33")


class FaultKind(enum.StrEnum):
    """What an irregularity led to: the coup void, the partie lost, or a coup without points for the offender."""

    VOID = "void"
    LOSES_PARTIE = "loses_partie"
    FALSE_DECLARATION = "false_declaration"


@dataclass(frozen=True, slots=True)
class Fault:
    """The outcome of an irregularity; `article` says why a deal was void, and only then."""

    kind: FaultKind
    seat: int | None = None
    article: str | None = None


def read_fault(json: object) -> Fault | None:
    """The outcome of an irregularity from its JSON form. Raises `ImpossibleFactsError`."""
    if json is None:
        return None
    if not isinstance(json, Mapping) or set(json) - {"kind", "seat", "article"}:
        raise ImpossibleFactsError("fault_shape", field="fault")
    kind = json.get("kind")
    if not isinstance(kind, str) or kind not in {known.value for known in FaultKind}:
        raise ImpossibleFactsError("fault_kind", field="fault", value=quotable(kind))
    return Fault(FaultKind(kind), _read_seat(json, FaultKind(kind)), _read_article(json, FaultKind(kind)))


def write_fault(fault: Fault) -> dict[str, Any]:
    """The JSON form of the outcome of an irregularity."""
    said = {"kind": fault.kind.value, "seat": fault.seat, "article": fault.article}
    return {name: value for name, value in said.items() if value is not None}


def _read_seat(json: Mapping[str, Any], kind: FaultKind) -> int | None:
    """Whose fault it was; a deal may be void without one."""
    seat = json.get("seat")
    if seat is None and kind is FaultKind.VOID:
        return None
    if type(seat) is not int or not 0 <= seat < SEATS:
        raise ImpossibleFactsError("fault_seat", field="fault", value=None if seat is None else quotable(seat))
    return seat


def _read_article(json: Mapping[str, Any], kind: FaultKind) -> str | None:
    """Why a deal was void: a card shown (PI-32), a wrong deal (PI-33), or both hands wrong (PI-38)."""
    article = json.get("article")
    if kind is not FaultKind.VOID:
        if article is not None:
            raise ImpossibleFactsError("fault_article", field="fault", value=quotable(article))
        return None
    if article is None:
        return VOID_ARTICLES[0]
    if not isinstance(article, str) or article not in VOID_ARTICLES:
        raise ImpossibleFactsError("fault_article", field="fault", value=quotable(article))
    return article
