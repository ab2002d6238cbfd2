"""Declarations refuted by the played cards: questions to the table, and remarks on the sheet (PI-37)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from scorekeeper.cards.verdicts import Trick, Verdict
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.piquet.refutations import (
    Refutation,
    refutations,
    refutations_so_far,
    with_false_declaration,
)
from scorekeeper.games.shape import Json
from scorekeeper.partie.decide.sheet import facts_of_cards
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.games.contract import RefutedDeclaration, RefutedPlayer, Remark
from scorekeeper.web.games.piquet.declarations import text


def refuted_players(scored: ScoredPartie) -> list[RefutedPlayer]:
    """Return the declarations that the cards of the current coup refute, by player."""
    if scored.current.cards is None:
        return []
    context, tricks = scored.current.context or {}, scored.current.tricks
    by_seat = groupby(refutations(context, tricks), key=lambda refutation: refutation.seat)
    return [_refuted_player(scored, seat, list(refuted), tricks) for seat, refuted in by_seat]


def remarks_on_declarations(context: Json, tricks: Sequence[Trick], names: Sequence[str]) -> list[Remark]:
    """Return the refuted declarations of a recorded coup, each as a sentence and its article."""
    return [(text.refutation_sentence(refutation, names), "PI-37") for refutation in refutations(context, tricks)]


def remarks_so_far(scored: ScoredPartie, arbiter: Arbiter) -> list[Remark]:
    """Return the declarations that the cards of the arbiter refute, each as a sentence and its article."""
    return [
        (text.refutation_sentence(refutation, scored.names), "PI-37")
        for refutation in _refuted_so_far(scored, arbiter.verdicts)
    ]


def refuted_by_latest_card(scored: ScoredPartie, arbiter: Arbiter) -> list[RefutedDeclaration]:
    """Return the declarations that the latest card refutes, and no earlier one did."""
    *earlier, latest = arbiter.verdicts
    # The page showed these when the card that refutes them was played.
    before = {(refutation.seat, refutation.category) for refutation in _refuted_so_far(scored, earlier)}
    return [
        RefutedDeclaration(
            text.refutation_sentence(refutation, scored.names),
            text.refuting_card_sentence(refutation, latest, scored.names),
            "PI-37",
        )
        for refutation in _refuted_so_far(scored, arbiter.verdicts)
        if (refutation.seat, refutation.category) not in before
    ]


def _refuted_so_far(scored: ScoredPartie, verdicts: Sequence[Verdict]) -> Sequence[Refutation]:
    context = scored.current.context
    if context is None:
        return ()
    played = [tuple(verdict.card for verdict in verdicts if verdict.seat == seat) for seat in range(SEATS)]
    return refutations_so_far(context, 1 - scored.deal.dealer, played)


def _refuted_player(
    scored: ScoredPartie, seat: int, refuted: Sequence[Refutation], tricks: Sequence[Trick]
) -> RefutedPlayer:
    """The refuted declarations of a player, with the points of each side if they count as a false declaration."""
    names = scored.names
    sentence = " ".join(text.refutation_sentence(refutation, names) for refutation in refuted)
    context = with_false_declaration(scored.current.context or {}, seat, tricks)
    points = scored.score_with(facts_of_cards(scored, context)).points
    return RefutedPlayer(seat, sentence, text.offer_sentence(refuted[0], names), points)
