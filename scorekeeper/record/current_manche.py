"""The manche under way, what it began with and its cards, when the partie changes around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from scorekeeper.games import GAMES
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.database import db
from scorekeeper.record.facts import cards_of
from scorekeeper.record.models import Change, ChangeKind
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.standings import Standing, standing_of

if TYPE_CHECKING:
    from scorekeeper.record.models import Manche, Partie


def take_cards_back(partie: Partie, down_to: int | None = None) -> tuple[ChangeKind, dict[str, Any] | None]:
    """Take back the latest card, or all from the index `down_to` on; without any left, the cards altogether (T-6).

    Gives the kind of the change and what it took. Raises `RefusedError` for an index that has no card.
    """
    cards = dict(partie.cards or {})
    plays = cards.get("plays", [])
    if not plays:
        partie.cards = None
        return ChangeKind.CLEARED, None
    left = len(plays) - 1 if down_to is None else down_to
    if not 0 <= left < len(plays):
        raise RefusedError("no_such_card")
    partie.cards = {**cards, "plays": plays[:left]}
    return ChangeKind.TAKEN_BACK, {"cards": plays[left:]}


def refuse_if_begun_otherwise(standing: Standing) -> None:
    """Refuse rules that the manche under way, as it began, cannot go on with."""
    begun, cards = standing.partie.begun, standing.cards
    try:
        if begun is not None and standing.game.begin is not None:
            standing.game.begin(standing.options, standing.moment, begun)
        if cards is not None:
            standing.arbiter(cards)
    except ImpossibleError as error:
        raise RefusedError("begun_does_not_fit", game=standing.game.slug, because=error) from error


def lay_out_again(manche: Manche) -> None:
    """Put a manche taken out of the sheet under way again: what it began with, and its cards if it has some."""
    partie = manche.partie
    partie.begun, partie.cards = _began_with(manche), cards_of(manche)
    partie.undone = manche.id if under_way(partie) else None


def under_way(partie: Partie) -> bool:
    """Whether anything is known of the manche to come."""
    return partie.begun is not None or partie.cards is not None


def clear_table(partie: Partie) -> None:
    """Clear the table: what was under way is in the sheet, or is no more."""
    partie.begun = partie.cards = partie.undone = None


def bring_back(manche: Manche) -> None:
    """Put a manche in the sheet again; where it is the one under way, that is taken up with it."""
    if manche.id == manche.partie.undone:
        clear_table(manche.partie)
    manche.deleted_at = None


def drop_begun_if_moved(partie: Partie, dealer: int) -> None:
    """Forget what the manche under way began with when another player now deals it.

    Raises `RefusedError` when its cards lie on the table, led by a player whom the deal no longer makes lead.
    """
    standing = standing_of(partie)
    if standing.deal.dealer == dealer:
        return
    if standing.game.play is not None and standing.game.play.leader is not None:
        if (partie.cards or {}).get("plays"):
            raise RefusedError("cards_under_way", game=partie.game)
        partie.cards = None
    partie.begun = None


def _began_with(manche: Manche) -> dict[str, Any] | None:
    """What was known of a manche before its end, as its facts say it now; None when it was recorded in one moment."""
    partie, play = manche.partie, GAMES[manche.partie.game].play
    if play is None:
        return None
    context = dict(play.read_context(standing_of(partie).options, play.write_context(manche.facts)) or {})
    if cards_of(manche) is not None:
        return context or None
    begun = _begun_before(manche)
    return None if begun is None else {**begun, **context}


def _begun_before(manche: Manche) -> dict[str, Any] | None:
    """What the partie kept of this manche as it was recorded."""
    query = (
        select(Change)
        .where(Change.partie_id == manche.partie_id, Change.version < manche.changes[0].version)
        .where(Change.kind.in_((ChangeKind.BEGUN, ChangeKind.RECORDED)))
        .order_by(Change.version.desc())
        .limit(1)
    )
    latest = db.session.scalars(query).first()
    return latest.facts if latest is not None and latest.kind is ChangeKind.BEGUN else None
