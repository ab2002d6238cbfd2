"""The manche under way, what it began with and its cards, when the partie changes around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.games import BY_SLUG
from scorekeeper.games.contract import ImpossibleError, Json
from scorekeeper.record.facts import cards_of
from scorekeeper.record.models import ChangeKind
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
        return ChangeKind.CARDS, None
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
    """Put the cards of a manche taken out of the sheet on the table again, with what it began with."""
    cards, play = cards_of(manche), BY_SLUG[manche.partie.game].play
    if cards is None or play is None:
        return
    rules = standing_of(manche.partie).options
    manche.partie.cards = cards
    manche.partie.begun = dict(play.told(rules, play.tell(manche.facts)) or {}) or None


def bring_back(manche: Manche) -> None:
    """Put a manche in the sheet again; its cards, where they lie on the table, are taken up with it."""
    cards, laid = cards_of(manche), manche.partie.cards
    if cards is not None and laid is not None and _begins(laid, cards):
        manche.partie.begun = manche.partie.cards = None
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


def _begins(laid: Json, cards: Json) -> bool:
    """Whether the cards laid are those of a manche, some of the latest perhaps taken back."""
    return bool(laid["leader"] == cards["leader"] and laid["plays"] == cards["plays"][: len(laid["plays"])])
