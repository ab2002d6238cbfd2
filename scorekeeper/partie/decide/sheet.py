"""Record a manche (one deal of a partie), and correct, delete or restore one.

The *facts* of a manche are what the table saw, as JSON, its cards included if they were entered one by one. The number
of a manche is the version of the partie that recorded it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.games.manche_json import CARD_KEYS, read_manche, write_cards, write_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.partie.changes import Corrected, Deleted, Recorded, Restored, evolve
from scorekeeper.partie.decide.dropping import with_drops
from scorekeeper.partie.decide.entry import refuse_if_over
from scorekeeper.partie.decide.turn import may_deal
from scorekeeper.partie.refusals import RefusedError
from scorekeeper.partie.scored import ScoredState, score_state
from scorekeeper.partie.state import RecordedManche


def check_facts(scored: ScoredState, facts: Json) -> dict[str, Any]:
    """Check the facts by the game, and return them in the game's own JSON form. Raises `ImpossibleFactsError`."""
    return write_manche(scored.game, read_manche(scored.game, scored.options, scored.seats, facts))


def without_cards(facts: Json) -> dict[str, Any]:
    """Return the facts without the keys of the cards."""
    return {name: value for name, value in facts.items() if name not in CARD_KEYS}


def record(scored: ScoredState, facts: Json, note: str) -> Recorded:
    """Record the current manche from facts entered by hand; the cards entered so far stay with it.

    Raises `RefusedError` when the partie is over or the cards disagree, `ImpossibleFactsError` for wrong facts.
    """
    refuse_if_over(scored)
    # The noted revokes are a default: the revokes in `facts` replace them.
    entered = check_facts(scored, {**_revoke_facts(scored), **facts})
    cards = _card_facts(scored)
    if not cards.get("plays"):
        return _recorded(scored, entered, note)
    # `whole` has the facts that follow from the cards: what was typed must agree with them.
    whole = check_facts(scored, {**entered, **cards})
    if without_cards(whole) != entered:
        raise RefusedError("cards_rule")
    return _recorded(scored, whole, note)


def record_cards(scored: ScoredState, other_facts: Json, note: str) -> Recorded:
    """Record the current manche from its cards, all of them played, and from `other_facts` (T-7).

    Raises `RefusedError` while cards are missing, `IncompleteFactsError` when the table has to choose.
    """
    refuse_if_over(scored)
    if not scored.current.played_out:
        raise RefusedError("cards_missing")
    return _recorded(scored, facts_of_cards(scored, other_facts), note)


def facts_of_cards(scored: ScoredState, other_facts: Json) -> dict[str, Any]:
    """Return the facts of the current manche from its cards, all of them played, and `other_facts` (T-7)."""
    return check_facts(scored, {**_revoke_facts(scored), **other_facts, **_card_facts(scored)})


def correct(scored: ScoredState, number: int, facts: Json, note: str) -> Corrected:
    """Replace the facts and the note of a manche. Its cards stay if they agree."""
    corrected = correct_facts(scored, find_manche(scored, number).facts, facts)
    return with_drops(scored, Corrected(manche=number, facts=corrected, note=note))


def correct_facts(scored: ScoredState, former: Json, facts: Json) -> dict[str, Any]:
    """Return the facts that replace the `former` ones of a manche, with the former cards if these agree."""
    corrected = check_facts(scored, facts)
    # Nothing is added if the former facts have no cards, or the new facts have cards of their own.
    cards = {name: former[name] for name in CARD_KEYS if name in former}
    if not cards or "plays" in corrected:
        return corrected
    try:
        whole = check_facts(scored, {**corrected, **cards})
    except ImpossibleError:
        return corrected
    if without_cards(whole) != corrected:
        return corrected
    return whole


def delete(scored: ScoredState, number: int) -> Deleted:
    """Remove a manche from the sheet; it can be restored."""
    find_manche(scored, number)  # raises if there is none
    return with_drops(scored, Deleted(manche=number))


def restore(scored: ScoredState, number: int, recording: Recorded | None = None) -> Restored:
    """Put a manche back at its former place; `recording` is the change that recorded it, if that was taken back.

    Raises `RefusedError` if cards were played since for the same deal.
    """
    if recording is None:
        check_facts(scored, find_manche(scored, number).facts)
        return with_drops(scored, Restored(manche=number))
    check_facts(scored, recording.facts)
    # The cards entered since are of the same deal, and cannot become those of the next one.
    is_of_current_deal = all(manche.version < number for manche in scored.state.manches)
    if is_of_current_deal and scored.entry.cards is not None and scored.entry.cards.plays:
        raise RefusedError("cards_under_way")
    return with_drops(scored, Restored(manche=number, recording=_with_own_dealer(scored, number, recording)))


def _with_own_dealer(scored: ScoredState, number: int, recording: Recorded) -> Recorded:
    """Return the recording with a dealer who fits its facts.

    Example: Luc dealt the first manche and Anne led it, as its cards show. Its recording was taken back, and the table
    named Zoé the first dealer. Restored, Zoé would have dealt, and Anne could not have led: Luc stays the dealer.
    """
    # The change is tried, to see whose turn to deal the manche would be.
    change = Restored(manche=number, recording=recording)
    after = score_state(evolve(scored.state, scored.state.version + 1, change))
    index = next(index for index, manche in enumerate(after.manches) if manche.version == number)
    if may_deal(after, index, after.deal_of(index).dealer):
        return recording
    # The cards were dealt before the table named another dealer: they say by whom.
    dealer = next((seat for seat in range(after.seats) if may_deal(after, index, seat)), recording.dealer)
    return replace(recording, dealer=dealer)


def find_manche(scored: ScoredState, number: int) -> RecordedManche:
    """Return a manche that was recorded. Raises `RefusedError`."""
    for manche in scored.state.manches:
        if manche.version == number:
            return manche
    raise RefusedError("no_such_manche")


def _recorded(scored: ScoredState, facts: dict[str, Any], note: str) -> Recorded:
    """Return the change that records these facts, with the dealer and order named for the current manche."""
    return Recorded(facts=facts, note=note, dealer=scored.entry.dealer, order=scored.entry.order)


def _card_facts(scored: ScoredState) -> dict[str, Any]:
    """Return the cards of the current manche as facts in JSON; empty if they were not entered."""
    return {} if scored.entry.cards is None else write_cards(scored.entry.cards)


def _revoke_facts(scored: ScoredState) -> dict[str, Any]:
    """Return the revokes noted card by card (T-5), as a default that the facts can override."""
    seats = scored.current.revoked_seats
    return {"revokes": seats} if seats else {}
