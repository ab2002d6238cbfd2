"""Announcements refuted by the played cards: questions to the table, and remarks on the sheet (PI-37)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.piquet.refutations import Refutation, refutations, with_false_declaration
from scorekeeper.games.shape import Json
from scorekeeper.record.partie.facts import facts_of_cards
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.games.contract import RefutedPlayer, Remark
from scorekeeper.web.games.piquet.announcements import text


def refuted_players(scored: ScoredPartie) -> list[RefutedPlayer]:
    """Return the announcements that the cards of the current coup refute, by player."""
    if scored.current.cards is None:
        return []
    context, tricks = scored.current.context or {}, scored.current.tricks
    by_seat = groupby(refutations(context, tricks), key=lambda refutation: refutation.seat)
    return [_refuted_player(scored, seat, list(refuted), tricks) for seat, refuted in by_seat]


def remarks_on_statements(context: Json, tricks: Sequence[Trick], names: Sequence[str]) -> list[Remark]:
    """Return the refuted announcements of a recorded coup, each as a sentence and its article."""
    return [(text.refutation_sentence(refutation, names), "PI-37") for refutation in refutations(context, tricks)]


def _refuted_player(
    scored: ScoredPartie, seat: int, refuted: Sequence[Refutation], tricks: Sequence[Trick]
) -> RefutedPlayer:
    """The refuted announcements of a player, with the points of each side if they count as a false declaration."""
    names = scored.names
    sentence = " ".join(text.refutation_sentence(refutation, names) for refutation in refuted)
    context = with_false_declaration(scored.current.context or {}, seat, tricks)
    points = scored.score_with(facts_of_cards(scored, context)).points
    return RefutedPlayer(seat, sentence, text.offer_sentence(refuted[0], names), points)
