"""The tricks of a coup of Piquet: the running count as players count aloud, and tricks called one by one.

A *coup* is one deal, of twelve tricks. *Elder* is the seat that does not deal and leads first. A *step* of the count is
points that a seat calls aloud: for a declaration, a lead, a trick, or a bonus. The bonuses are carte blanche (a hand
without king, queen or jack), *repic* (30 points declared before the opponent has any) and *pic* (30 points in
declarations and play). The *context* is what is saved of the current coup, as JSON: declarations and tricks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import request
from flask_babel import LazyString, lazy_gettext

from scorekeeper.games.contract import Line
from scorekeeper.games.piquet.counting import count_coup
from scorekeeper.games.piquet.counting.near_misses import NearMiss
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.facts import read_facts, read_pending
from scorekeeper.games.piquet.options import SEATS, TRICKS, LowCards, PiquetOptions
from scorekeeper.games.piquet.step import BySeat, Step, points_by_seat, running_totals
from scorekeeper.games.piquet.trick_points import LEAD
from scorekeeper.games.shape import ImpossibleError, ImpossibleFactsError, Json
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.games.piquet.fields import LOW_CARDS
from scorekeeper.web.games.piquet.form import PiquetForm, facts_form
from scorekeeper.web.games.piquet.text import why
from scorekeeper.web.text.sentences import Plural
from scorekeeper.web.text.values import player_name, player_name_at_start

# The sentences of the count: each step, each bonus, a pic narrowly missed.


def step_sentence(step: Step, total: int, names: Sequence[str]) -> str:
    """Return a step of the count with the running total, as players declare it (PI-19): « Anne entame : 13 »."""
    name = player_name_at_start(names, step.seat)
    # Points of the play have no trick if only the number of tricks was entered.
    if step.trick is not None and step.why in _PLAY_SENTENCES:
        return str(_PLAY_SENTENCES[step.why]) % {"name": name, "total": total}
    reason = str(_SHORT_NAMES.get(step.why) or _reason(step))
    return _("%(name)s, %(what)s : %(total)d", name=name, what=reason, total=total)


def bonus_sentence(step: Step, names: Sequence[str]) -> str:
    """Return a bonus with its cause: « Anne, pic : 29 + 1 à l’entame »."""
    return _("%(name)s, %(bonus)s", name=player_name_at_start(names, step.seat), bonus=_reason(step))


def near_miss_sentence(miss: NearMiss, names: Sequence[str]) -> str:
    """Say why a pic or repic was narrowly missed: too few points, or the opponent scored first (PI-22, PI-23)."""
    name = player_name(names, miss.seat)
    # `why` is `short` or `blocked`, `kind` is `pic` or `repic`. `reached` are the points of this player, `missing` the
    # points missing to 30.
    if miss.why == "short":
        return _SHORT_MISSES[miss.kind].for_number(miss.missing or 0, name=name, reached=miss.reached)
    # `by` is where the opponent scored first, such as `point` or `play`; `points` are the opponent's points then.
    other = {"name": player_name(names, 1 - miss.seat), "num": miss.points}
    reason = str(_BLOCKING_REASONS[str(miss.by)]) % other
    return str(_BLOCKED_MISSES[miss.kind]) % {"name": name, "reached": miss.reached, "reason": reason}


def _reason(step: Step) -> str:
    """The reason of the points of a step, in the same words as for a line of the sheet."""
    # `Line` takes the side, the key of the reason, the points, the article and the count; a side is a seat.
    return why(Line(step.seat, step.why, step.points, step.article, step.count, made_by=step.made_by))


# By the key of the step. `total` is the running total of this player, who calls it aloud.
_PLAY_SENTENCES: dict[str, LazyString] = {
    "leads": lazy_gettext("%(name)s entame : %(total)d"),
    "wins": lazy_gettext("%(name)s prend : %(total)d"),
    "last_trick": lazy_gettext("%(name)s prend le dernier pli : %(total)d"),
}
# By the key of the step, the name of a bonus without its cause, which `bonus_sentence` and the sheet have.
_SHORT_NAMES: dict[str, LazyString] = {"pic": lazy_gettext("pic"), "repic": lazy_gettext("repic")}
# By the kind of bonus, if 30 points were not reached.
_SHORT_MISSES: dict[str, Plural] = {
    "pic": Plural(
        "Pas de pic pour %(name)s : %(reached)d sur 30, il manquait %(num)d point.",
        "Pas de pic pour %(name)s : %(reached)d sur 30, il manquait %(num)d points.",
        "missing",
    ),
    "repic": Plural(
        "Pas de repic pour %(name)s : %(reached)d en annonces, il manquait %(num)d point.",
        "Pas de repic pour %(name)s : %(reached)d en annonces, il manquait %(num)d points.",
        "missing",
    ),
}
# By the kind of bonus, if the opponent scored first.
_BLOCKED_MISSES: dict[str, LazyString] = {
    "pic": lazy_gettext("Pas de pic pour %(name)s : %(reason)s."),
    "repic": lazy_gettext("Pas de repic pour %(name)s : %(reached)d en annonces, mais %(reason)s."),
}
# Why the opponent blocked the bonus, by where the opponent scored first.
_BLOCKING_REASONS: dict[str, LazyString] = {
    "carte_blanche": lazy_gettext("%(name)s avait marqué d’abord sa carte blanche, %(num)d en tout"),
    "point": lazy_gettext("%(name)s avait marqué d’abord au point, %(num)d en tout"),
    "sequences": lazy_gettext("%(name)s avait marqué d’abord aux séquences, %(num)d en tout"),
    "sets": lazy_gettext("%(name)s avait marqué d’abord aux quatorze et brelans, %(num)d en tout"),
    "play": lazy_gettext("%(name)s avait marqué d’abord dans le jeu, %(num)d en tout"),
}

# The running count, one line for each step (PI-19).

# The keys of the steps that are bonuses.
BONUSES = frozenset({"carte_blanche", "pic", "repic"})


@dataclass(frozen=True)
class CountLine:
    """A sentence of the count, with its points and its article."""

    sentence: str
    points: int
    article: str


def full_count(form: PiquetForm) -> list[CountLine]:
    """Return the running count of a coup with its twelve tricks, empty while the entry is incomplete or impossible."""
    scored = form.scored
    try:
        # `form.facts` returns what was entered, unchecked, or raises `RefusedError`. `read_facts` checks it, and
        # returns the facts of a whole coup in the game's own type, or raises `ImpossibleError`.
        facts = read_facts(scored.options, SEATS, form.facts())
    except (ImpossibleError, RefusedError):
        return []
    return count_lines(count_coup(scored.options, facts), scored.names)


def count_lines(steps: Sequence[Step], names: Sequence[str]) -> list[CountLine]:
    """Return the lines of the count, each with the running total of its seat."""
    return [
        CountLine(step_sentence(step, total, names), step.points, step.article)
        for step, total in zip(steps, running_totals(steps), strict=True)
    ]


# The current coup: its declarations, then the winners of its tricks, called and saved one by one.

# The keys of the steps whose totals are shown on the button that gives a trick to a player.
_TRICK_STEPS = frozenset({"leads", "wins", "last_trick", "pic"})


@dataclass(frozen=True)
class Calling:
    """A coup whose tricks are called one by one: the count so far, and the totals on each button."""

    # The number of the current trick, from 1.
    trick_number: int
    # The seats, elder first.
    order: tuple[int, int]
    # The running totals, by seat.
    totals: BySeat
    # The sentence about the lead to the current trick.
    lead_sentence: str
    # By seat, the totals that the seat calls aloud if it takes the current trick: `[14, 15]` is 14 with the trick, then
    # 15 with the lead to the next one. Without totals, the list of a seat is empty.
    previews: list[list[int]]
    # The lines of the count.
    steps: list[CountLine]
    # The sentences about carte blanche, pic and repic.
    bonuses: list[str]
    # Whether the table must also enter which cards were low (PI-18).
    needs_low_cards: bool


def pending_context(scored: ScoredPartie) -> Calling | None:
    """Return the calling of tricks in the current coup; None unless tricks are called and some remain."""
    # `announce` in the address requests the form instead. If the coup is entered card by card, its cards show who took
    # the tricks: none is called.
    if "announce" in request.values or scored.current.cards is not None:
        return None
    context = scored.current.context
    if context is None or "winners" not in context or len(context["winners"]) == TRICKS:
        return None
    options = scored.options
    names = scored.names
    # `read_pending` checks the facts of a coup in progress, of which tricks are still missing.
    facts = read_pending(options, context)
    steps = count_coup(options, facts)
    # The house rule that a 9, 8 or 7 scores nothing.
    needs_low_cards = options.low_card_points is LowCards.ABOVE_NINE
    previews: list[list[int]] = [[]] * SEATS
    # The points of a trick are unknown before its low cards are entered.
    if not needs_low_cards:
        previews = [_preview(options, context, seat, len(steps)) for seat in range(SEATS)]
    return Calling(
        trick_number=len(context["winners"]) + 1,
        order=(facts.elder, 1 - facts.elder),
        totals=points_by_seat(steps),
        lead_sentence=_lead_sentence(facts, steps, names),
        previews=previews,
        steps=count_lines(steps, names),
        bonuses=[bonus_sentence(step, names) for step in steps if step.why in BONUSES],
        needs_low_cards=needs_low_cards,
    )


def read_sent_context(scored: ScoredPartie) -> Json:
    """Return the context to save: with the trick sent added, with the latest trick removed, or a new one from the form.

    The button pressed says which: `trick`, `back`, or `cards` and `call` of the form. Raises `ImpossibleFactsError`
    without any of these buttons, and `RefusedError` if `PiquetForm.context_facts` does.
    """
    context = dict(scored.current.context or {})
    winners = context.get("winners", [])
    low = context.get("low", [])
    # The button that removes the latest trick.
    if "back" in request.form:
        return _with_tricks(scored, context, winners[:-1], low[:-1])
    # The button of a trick. Another device may have removed the context: then there is no coup to add the trick to.
    if "trick" in request.form and context:
        taker = whole_number(request.form["trick"])
        return _with_tricks(scored, context, [*winners, taker], [*low, _sent_low_cards()])
    # The button to continue card by card, then the one to call tricks.
    if "cards" in request.form:
        return _context_before_cards(scored)
    if "call" not in request.form:
        raise ImpossibleFactsError("winners_shape", field="winners", article="PI-19")
    # The form may have the first tricks too, in the mode `called`.
    form = facts_form(scored, None)
    tricks = form.called_tricks()
    return _with_tricks(scored, form.context_facts(), tricks["winners"], tricks.get("low", []))


def _sent_low_cards() -> list[bool]:
    """Return whether the card led was low, and whether the winning card was low (PI-18)."""
    sent = request.form.getlist("low")
    return [card in sent for card in LOW_CARDS]


def _context_before_cards(scored: ScoredPartie) -> Json:
    """The context sent to continue card by card. Raises `RefusedError` for a short hand of unknown size."""
    json = facts_form(scored, None).context_facts()
    # With the cards of the hands, the size of the short hand is known.
    if json["short_hand"] is not None and json["short_cards"] is None and "hands" not in json:
        sentence = _("Pour jouer carte par carte avec une main courte, dites combien de cartes il y reste.")
        raise RefusedError("not_understood", sentence=sentence, field="short_cards")
    return json


def _lead_sentence(facts: PiquetFacts, steps: Sequence[Step], names: Sequence[str]) -> str:
    """The sentence about the lead to the current trick (PI-19), with the total if the lead certainly scores (PI-18)."""
    # By trick, the seat that leads to it; the last is the leader of the current trick. Elder leads to the first trick,
    # and the winner of a trick to the next one.
    leaders = [facts.elder, *(facts.winners or ())]
    # The number of the current trick, from 1, is the length of `leaders`.
    for step, total in zip(steps, running_totals(steps), strict=True):
        if step.trick == len(leaders) and step.why == LEAD:
            return step_sentence(step, total, names)
    # The count has no step for this lead, because a low card would score nothing: « À Luc d’entamer ».
    return _("À %(name)s d’entamer", name=player_name(names, leaders[-1]))


def _with_tricks(scored: ScoredPartie, context: Json, winners: list[Any], low: list[Any]) -> dict[str, Any]:
    """The context with these tricks; without low cards, unless the house rules need them (PI-18)."""
    json = {**context, "winners": winners, "low": None}
    if scored.options.low_card_points is LowCards.ABOVE_NINE:
        json["low"] = low
    return json


def _preview(options: PiquetOptions, context: Json, seat: int, steps_before: int) -> list[int]:
    """The totals that the seat calls aloud if it takes the current trick.

    `steps_before` is the number of steps of the count without this trick: the steps after them come from the trick.
    """
    with_trick = {**context, "winners": [*context["winners"], seat]}
    steps = count_coup(options, read_pending(options, with_trick))
    # Each step with the running total of its seat.
    running = list(zip(steps, running_totals(steps), strict=True))
    return [total for step, total in running[steps_before:] if step.seat == seat and step.why in _TRICK_STEPS]
