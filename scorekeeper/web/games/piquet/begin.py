"""A coup of Piquet before its result: its announcements, then its tricks called one by one, each saved at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import request

from scorekeeper.games.piquet.counting import steps_so_far
from scorekeeper.games.piquet.counting.steps import Step
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.facts import read_pending
from scorekeeper.games.piquet.options import SEATS, TRICKS, LowCards, PiquetOptions
from scorekeeper.games.shape import ImpossibleFactsError, Json
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.piquet.form import facts_form
from scorekeeper.web.games.piquet.tricks import text
from scorekeeper.web.games.piquet.tricks.count import BONUSES, CountLine, count_line, total_of
from scorekeeper.web.games.piquet.tricks.fields import LOW

_CALLED = frozenset({"leads", "wins", "last_trick", "pic"})


@dataclass(frozen=True)
class Calling:
    """A coup whose tricks are called one by one: the count so far, and the totals on each button.

    `previews` are, by seat, the totals after that seat takes the current trick; `asks_low` is set when the table must
    also enter the low cards (PI-18).
    """

    number: int
    order: tuple[int, int]
    totals: list[int]
    lead: str
    previews: list[list[int]]
    steps: list[CountLine]
    notes: list[str]
    asks_low: bool


def pending_entry(scored: ScoredPartie) -> Calling | None:
    """Return the calling of tricks while some remain in the current coup, None when the form is requested.

    None also for a coup entered card by card, where the cards show who took each trick.
    """
    context = None if scored.current.cards is not None else scored.current.context
    if context is None or "winners" not in context or len(context["winners"]) == TRICKS or "announce" in request.values:
        return None
    options, names = scored.options, scored.names
    facts = read_pending(options, context)
    steps = steps_so_far(options, facts)
    low = options.low_card_points is LowCards.ABOVE_NINE
    return Calling(
        number=len(context["winners"]) + 1,
        order=(facts.elder, 1 - facts.elder),
        totals=[total_of(steps, seat) for seat in range(SEATS)],
        lead=_next_lead(facts, steps, names),
        previews=[[] if low else _preview(options, context, seat, len(steps)) for seat in range(SEATS)],
        steps=[count_line(step, names) for step in steps],
        notes=[text.bonus(step, names) for step in steps if step.why in BONUSES],
        asks_low=low,
    )


def read_sent_context(scored: ScoredPartie) -> Json:
    """Return the current coup with the trick sent added, the latest taken back, or the announcements sent.

    Raises `ImpossibleFactsError` for impossible announcements.
    """
    context = dict(scored.current.context or {})
    winners, low = context.get("winners", []), context.get("low", [])
    if "back" in request.form:
        return _with_tricks(scored, context, winners[:-1], low[:-1])
    if "trick" in request.form and context:
        return _with_tricks(scored, context, [*winners, _taker()], [*low, _low_cards()])
    if "cards" in request.form:
        return _before_cards(scored)
    if "call" not in request.form:
        raise ImpossibleFactsError("winners_shape", field="winners", article="PI-19")
    form = facts_form(scored, None)
    tricks = form.called()
    return _with_tricks(scored, form.before_play(), tricks["winners"], tricks.get("low", []))


def _taker() -> int | str:
    """The seat sent that took the trick, or the text when it is no seat."""
    sent = request.form["trick"]
    return int(sent) if sent in {"0", "1"} else sent


def _low_cards() -> list[bool]:
    """Whether the lead and the winning card were low (PI-18)."""
    sent = request.form.getlist("low")
    return [card in sent for card in LOW]


def _before_cards(scored: ScoredPartie) -> Json:
    """The announcements sent to continue card by card. Raises `RefusedError` for a short hand of unknown size."""
    json = facts_form(scored, None).before_play()
    if "short_hand" in json and not _has_short_size(json):
        sentence = _("Pour jouer carte par carte avec une main courte, dites combien de cartes il y reste.")
        raise RefusedError("not_understood", sentence=sentence, field="short_cards")
    return json


def _has_short_size(json: Json) -> bool:
    """Whether the size of the short hand was entered, or its cards (PI-34)."""
    hands, seat = json.get("hands"), json["short_hand"]
    return "short_cards" in json or (hands is not None and seat in range(SEATS) and hands[seat] is not None)


def _next_lead(facts: PiquetFacts, steps: Sequence[Step], names: Sequence[str]) -> str:
    """The sentence about the current lead, with its count once it is certain (PI-18, PI-19)."""
    winners = facts.winners or ()
    lead = next((step for step in reversed(steps) if step.why == "leads"), None)
    if lead is not None and lead.trick == len(winners) + 1:
        return text.step(lead, names)
    return text.to_lead(names, winners[-1] if winners else facts.elder)


def _with_tricks(scored: ScoredPartie, context: Json, winners: list[Any], low: list[Any]) -> dict[str, Any]:
    json = {name: value for name, value in context.items() if name not in {"winners", "low"}} | {"winners": winners}
    return json | {"low": low} if scored.options.low_card_points is LowCards.ABOVE_NINE else json


def _preview(options: PiquetOptions, context: Json, seat: int, done: int) -> list[int]:
    after = steps_so_far(options, read_pending(options, {**context, "winners": [*context["winners"], seat]}))
    return [step.total for step in after[done:] if step.seat == seat and step.why in _CALLED]
