"""What the table saw of a coup of Piquet: what was announced and what was good, and how the tricks fell.

Facts that were read always score: whatever points hang on was asked for in reading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from scorekeeper.cards.cards import Rank
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import Moment, Table
from scorekeeper.games.piquet.asking import Announced
from scorekeeper.games.piquet.hands import read_hands, write_hands
from scorekeeper.games.piquet.irregular import Fault, FaultKind
from scorekeeper.games.piquet.options import SEATS, LowCards, PiquetOptions
from scorekeeper.games.piquet.play import elder_of
from scorekeeper.games.piquet.played import KEYS as PLAYED
from scorekeeper.games.piquet.played import read_low, read_played, read_winners, refuse_short_last
from scorekeeper.games.piquet.scored import PointScore, Scored, SequencesScore, SetsScore
from scorekeeper.games.piquet.started import KEYS, Started, declared_points, read_announced, write_started
from scorekeeper.games.piquet.tricks import TRICKS, Pair
from scorekeeper.games.shape import ImpossibleFactsError, Json

__all__ = ["Fault", "FaultKind", "PiquetFacts", "PointScore", "Scored", "SequencesScore", "SetsScore", "Started"]
_LIVE = ("winners", "low")


@dataclass(frozen=True, slots=True)
class PiquetFacts(Started):
    """A whole coup.

    `tricks` and `last` are filled in whatever was entered; they stay empty only when the coup was `cancelled`.
    `elder_run`, `elder_points` and `trick_points` are what the table said, or None.
    """

    tricks: Pair = (0, 0)
    last: int | None = None
    elder_run: int | None = None
    elder_points: int | None = None
    trick_points: Pair | None = None


def read_facts(options: PiquetOptions, _seats: int, json: Json) -> PiquetFacts:
    """The facts of one coup from their JSON form, checked whole.

    Raises `ImpossibleFactsError` when they cannot be, `UndecidedError` when points hang on what was not said.
    """
    started = read_announced(json, (*KEYS, *PLAYED))
    if started.cancelled:
        return PiquetFacts(started.elder, fault=started.fault)
    table = Announced(started.elder, declared_points(started), started.short_hand, started.offender)
    played = read_played(options, table, json)
    known = {one.name: getattr(started, one.name) for one in fields(started)}
    told = {one.name: getattr(played, one.name) for one in fields(played)}
    return PiquetFacts(**{**known, **told})


def write_facts(facts: PiquetFacts) -> dict[str, Any]:
    """The JSON form of the facts, only what was given; `read_facts` reads them back."""
    written = write_started(facts)
    if not facts.cancelled:
        if facts.winners is None:
            written |= {"tricks": list(facts.tricks), "last": facts.last}
        points = None if facts.trick_points is None else list(facts.trick_points)
        said = {"elder_run": facts.elder_run, "elder_points": facts.elder_points, "trick_points": points}
        written |= {name: value for name, value in said.items() if value is not None}
    return written


def tricks_taken(options: PiquetOptions, tricks: Sequence[Trick]) -> dict[str, Any]:
    """As JSON facts, who took each of these tricks, and which cards were low where that counts (T-7, PI-18)."""
    taken: dict[str, Any] = {"winners": [trick.winner for trick in tricks]}
    if options.low_card_points is LowCards.ABOVE_NINE:
        taken["low"] = [[_is_low(trick, trick.leader), _is_low(trick, trick.winner)] for trick in tricks]
    return taken


def agrees_with(so_far: Json, facts: Json) -> bool:
    """Whether the coup can have gone so after these tricks; one that was not played out says nothing of them."""
    taken = so_far["winners"]
    if "winners" in facts:
        return bool(facts["winners"][: len(taken)] == taken)
    return all(count >= taken.count(seat) for seat, count in enumerate(facts.get("tricks", (TRICKS, TRICKS))))


def facts_of_tricks(options: PiquetOptions, table: Table, tricks: Sequence[Trick], context: Json) -> dict[str, Any]:
    """As JSON facts, how these tricks fell (T-7); of a whole coup, with what was announced and scored before.

    Raises `ImpossibleFactsError` for announcements that cannot be.
    """
    taken = tricks_taken(options, tricks)
    if len(tricks) < TRICKS:
        return taken
    said = {name: value for name, value in context.items() if name not in PLAYED}
    return write_facts(read_facts(options, table.seats, {**said, "elder": tricks[0].leader, **taken}))


def read_context(_options: PiquetOptions, line: Json) -> Json | None:
    """The declarations that a line of the judge format holds, else None. Raises `ImpossibleFactsError`."""
    said = line.get("declarations")
    if said is not None and not isinstance(said, Mapping):
        raise ImpossibleFactsError("not_an_object", field="declarations")
    return said


def write_context(facts: Json) -> dict[str, Any]:
    """What the judge format says of these facts beside the cards: all but the play and the penalties."""
    return {"declarations": {name: value for name, value in facts.items() if name in KEYS}}


def known_hands(context: Json) -> Sequence[Sequence[str] | None] | None:
    """The hands entered before the play, by seat; None when there are none, or one of them was short (PI-38).

    Raises `ImpossibleFactsError` for hands that cannot be.
    """
    hands = read_hands(context.get("hands"), None) if context.get("short_hand") is None else None
    return None if hands is None else write_hands(hands)


def _is_low(trick: Trick, seat: int) -> bool:
    """Whether the card of this seat is a 9 or lower (PI-18)."""
    rank = trick.cards[(seat - trick.leader) % SEATS].rank
    return rank is not None and rank <= Rank.NINE


def read_started(options: PiquetOptions, json: Json) -> Started:
    """What is known of a coup under way: `winners` may stop anywhere. Raises as `read_facts` does."""
    started = read_announced(json, (*KEYS, *_LIVE))
    if started.cancelled:
        return started
    winners = read_winners(json.get("winners"))
    if winners is not None and len(winners) == TRICKS:
        refuse_short_last(started.short_hand, winners[-1], "winners")
    low = read_low(options, started.elder, winners, json.get("low"))
    return replace(started, winners=winners, low=low)


def begin(options: PiquetOptions, moment: Moment, json: Json) -> dict[str, Any]:
    """The JSON of a coup under way, checked, to be kept until its result; `elder` is who does not deal (PI-5)."""
    if not isinstance(json, Mapping):
        raise ImpossibleFactsError("not_an_object")
    elder = elder_of(moment.dealer)
    started = read_started(options, {"elder": elder, **json})
    if started.elder != elder:
        raise ImpossibleFactsError("elder_is_not", field="elder", article="PI-5", seat=started.elder)
    return write_started(started)
