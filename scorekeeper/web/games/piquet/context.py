"""The current coup of Piquet: its declarations, then the winners of its tricks, called and saved one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import request

from scorekeeper.games.piquet.counting import count_coup
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
from scorekeeper.web.games.piquet.tricks.count import BONUSES, CountLine, count_line, running_total
from scorekeeper.web.games.piquet.tricks.fields import LOW_CARDS

# The steps of a trick that its button shows.
_TRICK_STEPS = frozenset({"leads", "wins", "last_trick", "pic"})


@dataclass(frozen=True)
class Calling:
    """A coup whose tricks are called one by one: the count so far, and the totals on each button."""

    # The number of the current trick, from 1.
    trick_number: int
    # The seats, elder first.
    order: tuple[int, int]
    # The running totals, by seat.
    totals: list[int]
    # The sentence about the lead to the current trick.
    lead_sentence: str
    # By seat, the totals that it counts aloud if it takes the current trick.
    previews: list[list[int]]
    # The lines of the count.
    steps: list[CountLine]
    # The sentences about carte blanche, pic and repic.
    bonuses: list[str]
    # Whether the table must also enter which cards were low (PI-18).
    needs_low_cards: bool


def pending_context(scored: ScoredPartie) -> Calling | None:
    """Return the calling of tricks in the current coup; None unless tricks are called and some remain."""
    # The address requests the form, or the coup is entered card by card, and the cards show who took the tricks.
    if "announce" in request.values or scored.current.cards is not None:
        return None
    context = scored.current.context
    if context is None or "winners" not in context or len(context["winners"]) == TRICKS:
        return None
    options, names = scored.options, scored.names
    facts = read_pending(options, context)
    steps = count_coup(options, facts)
    needs_low_cards = options.low_card_points is LowCards.ABOVE_NINE
    previews: list[list[int]] = [[]] * SEATS
    # The points of a trick are unknown before its low cards are entered.
    if not needs_low_cards:
        previews = [_preview(options, context, seat, len(steps)) for seat in range(SEATS)]
    return Calling(
        trick_number=len(context["winners"]) + 1,
        order=(facts.elder, 1 - facts.elder),
        totals=[running_total(steps, seat) for seat in range(SEATS)],
        lead_sentence=_lead_sentence(facts, steps, names),
        previews=previews,
        steps=[count_line(step, names) for step in steps],
        bonuses=[text.bonus_sentence(step, names) for step in steps if step.why in BONUSES],
        needs_low_cards=needs_low_cards,
    )


def read_sent_context(scored: ScoredPartie) -> Json:
    """Return the context with the trick sent added or the latest trick removed, or a new one from the form.

    Raises `ImpossibleFactsError` for a form without any of these buttons, and `RefusedError` if
    `PiquetForm.context_facts` does.
    """
    context = dict(scored.current.context or {})
    winners, low = context.get("winners", []), context.get("low", [])
    if "back" in request.form:
        return _with_tricks(scored, context, winners[:-1], low[:-1])
    # Another device may have removed the context.
    if "trick" in request.form and context:
        return _with_tricks(scored, context, [*winners, _sent_taker()], [*low, _sent_low_cards()])
    if "cards" in request.form:
        return _context_before_cards(scored)
    if "call" not in request.form:
        raise ImpossibleFactsError("winners_shape", field="winners", article="PI-19")
    form = facts_form(scored, None)
    tricks = form.called_tricks()
    return _with_tricks(scored, form.context_facts(), tricks["winners"], tricks.get("low", []))


def _sent_taker() -> int | str:
    """The seat that took the trick, or the text sent if it is not a seat."""
    sent = request.form["trick"]
    if sent not in {"0", "1"}:
        return sent
    return int(sent)


def _sent_low_cards() -> list[bool]:
    """Return whether the card led was low, and whether the winning card was low (PI-18)."""
    sent = request.form.getlist("low")
    return [card in sent for card in LOW_CARDS]


def _context_before_cards(scored: ScoredPartie) -> Json:
    """The context sent to continue card by card. Raises `RefusedError` for a short hand of unknown size."""
    json = facts_form(scored, None).context_facts()
    if "short_hand" in json and not _has_short_size(json):
        sentence = _("Pour jouer carte par carte avec une main courte, dites combien de cartes il y reste.")
        raise RefusedError("not_understood", sentence=sentence, field="short_cards")
    return json


def _has_short_size(json: Json) -> bool:
    """Whether the size or the cards of the short hand were entered (PI-34)."""
    if "short_cards" in json:
        return True
    hands, seat = json.get("hands"), json["short_hand"]
    return hands is not None and seat in range(SEATS) and hands[seat] is not None


def _lead_sentence(facts: PiquetFacts, steps: Sequence[Step], names: Sequence[str]) -> str:
    """The sentence about the lead to the current trick, with its count once it is certain (PI-18, PI-19)."""
    # The winner of a trick leads the next one.
    leaders = [facts.elder, *(facts.winners or ())]
    last_lead = next((step for step in reversed(steps) if step.why == "leads"), None)
    if last_lead is not None and last_lead.trick == len(leaders):
        return text.step_sentence(last_lead, names)
    return text.lead_sentence(names, leaders[-1])


def _with_tricks(scored: ScoredPartie, context: Json, winners: list[Any], low: list[Any]) -> dict[str, Any]:
    json = {name: value for name, value in context.items() if name not in {"winners", "low"}}
    json["winners"] = winners
    if scored.options.low_card_points is LowCards.ABOVE_NINE:
        json["low"] = low
    return json


def _preview(options: PiquetOptions, context: Json, seat: int, steps_before: int) -> list[int]:
    steps = count_coup(options, read_pending(options, {**context, "winners": [*context["winners"], seat]}))
    return [step.total for step in steps[steps_before:] if step.seat == seat and step.why in _TRICK_STEPS]
