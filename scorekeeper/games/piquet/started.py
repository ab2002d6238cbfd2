"""What is known of a coup of Piquet before its play: who is elder, what was announced and what of it was good."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.games.piquet.announcing import (
    read_answers,
    read_declared,
    refuse_unknown,
    write_answers,
    write_declared,
)
from scorekeeper.games.piquet.declarations import (
    CARTE_BLANCHE,
    Answer,
    Category,
    Declarations,
    Point,
    Run,
    SetOf,
    best,
)
from scorekeeper.games.piquet.hands import Hands, read_hands, write_hands
from scorekeeper.games.piquet.holdings import Claim, refuse_impossible
from scorekeeper.games.piquet.irregular import Fault, FaultKind, read_fault, write_fault
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.piquet.scored import Scored, points_of, read_scored, settle, winners_of, write_scored
from scorekeeper.games.piquet.tricks import Low, Pair
from scorekeeper.games.shape import ImpossibleFactsError, quotable

_CATEGORIES = tuple(category.value for category in Category)
ELDER_COURTS, DEALER_COURTS = 5, 7
_ANNOUNCED = ("declared", "answers", "hands")
KEYS = ("elder", "carte_blanche", *_CATEGORIES, *_ANNOUNCED, "fault", "short_hand")


@dataclass(frozen=True, slots=True)
class Started:
    """What is known of a coup under way; a false declaration or a short hand may already be known too.

    `scored` is what each category gives, read off or derived; `declared` and `hands` are by seat, None when neither
    seat has any; `winners` are the seats that won the tricks played so far, `low` whether the lead and the winning
    card of each were a 9 or lower.
    """

    elder: int
    carte_blanche: tuple[bool, bool] = (False, False)
    scored: Scored = field(default_factory=Scored)
    hands: Hands | None = None
    declared: tuple[Declarations | None, Declarations | None] | None = None
    answers: Mapping[Category, Answer] = field(default_factory=dict)
    winners: tuple[int, ...] | None = None
    low: tuple[Low, ...] | None = None
    fault: Fault | None = None
    short_hand: int | None = None

    @property
    def cancelled(self) -> bool:
        """Whether nothing was counted: the deal was void, or the fault lost the partie (PI-32 to PI-38)."""
        return self.fault is not None and self.fault.kind is not FaultKind.FALSE_DECLARATION

    @property
    def offender(self) -> int | None:
        """The seat whose false declaration takes all its points of this coup (PI-37)."""
        return self.fault.seat if self.fault is not None and not self.cancelled else None

    @property
    def by_announcements(self) -> bool:
        """Whether what was good follows from what was announced, rather than being entered."""
        return self.declared is not None or self.hands is not None or bool(self.answers)

    @property
    def announced(self) -> tuple[Declarations, Declarations]:
        """What each seat announces: what it declared, or else all that its known hand holds (PI-12)."""
        one, other = (self._announced(seat) for seat in range(SEATS))
        return one, other

    def _announced(self, seat: int) -> Declarations:
        declared = None if self.declared is None else self.declared[seat]
        hand = None if self.hands is None else self.hands[seat]
        return declared if declared is not None else Declarations() if hand is None else best(hand)


def read_announced(json: object, known: Sequence[str]) -> Started:
    """Everything but the play, of facts that have no other keys than these. Raises `ImpossibleFactsError`."""
    if not isinstance(json, Mapping):
        raise ImpossibleFactsError("not_an_object")
    refuse_unknown(json, set(known))
    if json.get("elder") is None:
        raise ImpossibleFactsError("no_elder", field="elder", article="PI-5")
    started = Started(_read_seat(json, "elder", "PI-5"), fault=read_fault(json.get("fault")))
    if started.cancelled:
        return started
    _refuse_both_ways(json)
    short_hand = None if json.get("short_hand") is None else _read_seat(json, "short_hand", "PI-38")
    started = replace(
        started,
        carte_blanche=_read_carte_blanche(json.get("carte_blanche")),
        scored=read_scored(json),
        hands=read_hands(json.get("hands"), short_hand),
        declared=read_declared(json.get("declared")),
        answers=read_answers(json.get("answers")),
        short_hand=short_hand,
    )
    one, other = (claim_of(started, seat) for seat in range(SEATS))
    refuse_impossible((one, other))
    return replace(started, scored=_scored(started))


def write_started(started: Started) -> dict[str, Any]:
    """The JSON form of what is known of a coup under way; `read_started` reads it back."""
    written: dict[str, Any] = {"elder": started.elder}
    if not started.cancelled:
        written["carte_blanche"] = list(started.carte_blanche)
        written |= write_scored(started.scored) if not started.by_announcements else {}
        written |= {} if started.declared is None else {"declared": write_declared(started.declared)}
        written |= {"answers": write_answers(started.answers)} if started.answers else {}
        written |= {} if started.hands is None else {"hands": write_hands(started.hands)}
        if started.winners is not None:
            written["winners"] = list(started.winners)
        if started.low is not None:
            written["low"] = [list(pair) for pair in started.low]
    if started.fault is not None:
        written["fault"] = write_fault(started.fault)
    if started.short_hand is not None:
        written["short_hand"] = started.short_hand
    return written


def declared_points(started: Started) -> Pair:
    """What each seat counts before the first card, a carte blanche included; an offender nothing (PI-23, PI-37)."""
    made = [
        0 if seat == started.offender else points_of(started.scored, seat) + CARTE_BLANCHE * shown_blank
        for seat, shown_blank in enumerate(started.carte_blanche)
    ]
    return made[0], made[1]


def _scored(started: Started) -> Scored:
    """What each category gives: as it was entered, or as the announcements decide it."""
    if started.by_announcements:
        return settle(started.elder, started.announced, started.answers, started.offender)
    for category, winner in winners_of(started.scored).items():
        if winner == started.offender:
            raise ImpossibleFactsError("offender_scores", field=category.value, article="PI-37", seat=winner)
    return started.scored


def claim_of(started: Started, seat: int) -> Claim:
    """What a seat is known to hold, or says it does; a false declaration says nothing of the offender (PI-37)."""
    hand = None if started.hands is None else started.hands[seat]
    short = seat == started.short_hand
    if seat == started.offender:
        return Claim(hand=hand, short=short)
    courts = (ELDER_COURTS if seat == started.elder else DEALER_COURTS) if started.carte_blanche[seat] else None
    if started.by_announcements:
        said = started.announced[seat]
        return Claim(said.point, said.runs, said.sets, hand=hand, short=short, courts=courts)
    point, sequences, sets = started.scored.point, started.scored.sequences, started.scored.sets
    claim = Claim(short=short, courts=courts)
    if point is not None and point.winner == seat:
        claim = replace(claim, point=Point(point.cards))
    if sequences is not None and sequences.winner == seat:
        claim = replace(claim, runs=tuple(Run(length) for length in sequences.lengths))
    if sets is not None and sets.winner == seat:
        if sets.ranks is None:
            return replace(claim, sizes=sets.sizes)
        return replace(claim, sets=tuple(map(SetOf, sets.ranks, sets.sizes)))
    return claim


def _refuse_both_ways(json: Mapping[str, Any]) -> None:
    """Declarations are entered as announced or as scored, not both."""
    for name in _CATEGORIES:
        if json.get(name) is not None and any(json.get(other) is not None for other in _ANNOUNCED):
            raise ImpossibleFactsError("declared_and_scored", field=name, article="PI-13")


def _read_carte_blanche(json: object) -> tuple[bool, bool]:
    """Who showed a carte blanche (PI-8): never both, there are 20 cards that are no court cards."""
    if json is None:
        return False, False
    if not isinstance(json, Sequence) or isinstance(json, str) or [type(value) for value in json] != [bool, bool]:
        raise ImpossibleFactsError("carte_blanche_shape", field="carte_blanche", article="PI-8")
    if all(json):
        raise ImpossibleFactsError("both_cartes_blanches", field="carte_blanche", article="PI-8")
    return json[0], json[1]


def _read_seat(json: Mapping[str, Any], name: str, article: str) -> int:
    seat = json[name]
    if type(seat) is not int or not 0 <= seat < SEATS:
        raise ImpossibleFactsError("seat_value", field=name, article=article, value=quotable(seat))
    return seat
