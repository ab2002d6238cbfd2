"""What proves a play irregular, in words: a card shown later, a hand laid open, or a count (T-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.cards.cards import Suit
from scorekeeper.cards.verdicts import Counted, Laid, Proof, Shown
from scorekeeper.web.language import elided
from scorekeeper.web.saying import gettext, ngettext
from scorekeeper.web.words.cards import are_few, card_said, cards_said, counted, listed, suit_name, suited
from scorekeeper.web.words.claims import in_short
from scorekeeper.web.words.played import played, unseen_after

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.games.arbiter import Arbiter


def proven(arbiter: Arbiter, names: Sequence[str], proof: Proof) -> str:
    """Say a proof, one of those given with the verdicts of this arbiter."""
    if isinstance(proof, Shown):
        return _shown(arbiter, names, proof)
    return _laid(arbiter, names, proof) if isinstance(proof, Laid) else _counted(arbiter, names, proof)


def placed(arbiter: Arbiter, names: Sequence[str], index: int) -> str:
    """Name a play: « 5♦ de Luc au pli 2 »."""
    play = played(arbiter, index)
    return gettext(
        "%(card)s %(of_name)s au pli %(number)d",
        card=card_said(play.verdict.card),
        of_name=elided(names[play.verdict.seat]),
        number=play.number,
    )


def _shown(arbiter: Arbiter, names: Sequence[str], proof: Shown) -> str:
    """What was played, what it said, and the card that says otherwise."""
    play, by = played(arbiter, proof.play), played(arbiter, proof.by)
    absent = [cards for seat, cards in play.way.absent if seat == by.verdict.seat]
    if absent:
        cards = cards_said(arbiter.rules.pack.cards(absent[0]))
        said = gettext("pas de %(cards)s chez %(name)s", cards=cards, name=names[by.verdict.seat])
    else:
        said = in_short(play, arbiter.rules.pack)
    return gettext(
        "Pli %(number)d : %(did)s, autrement dit « %(said)s ». Au pli %(later)d, %(name)s joue %(card)s.",
        number=play.number,
        did=_did(arbiter, names, proof.play),
        said=said,
        later=by.number,
        name=names[by.verdict.seat],
        card=card_said(by.verdict.card),
    )


def _did(arbiter: Arbiter, names: Sequence[str], index: int) -> str:
    play = played(arbiter, index)
    name, card = names[play.verdict.seat], card_said(play.verdict.card)
    if play.led is None:
        return gettext("%(name)s a entamé %(card)s", name=name, card=card)
    if play.ruffs:
        return gettext("%(name)s a coupé %(suit)s avec %(card)s", name=name, suit=suit_name(play.led), card=card)
    return gettext("%(name)s a défaussé %(card)s sur %(suit)s", name=name, card=card, suit=suit_name(play.led))


def _laid(arbiter: Arbiter, names: Sequence[str], proof: Laid) -> str:
    of_name = elided(names[_holder(arbiter, proof)])
    if not are_few(proof.cards):
        return gettext("La main %(of_name)s, ouverte, contient de quoi jouer autrement.", of_name=of_name)
    return gettext("La main %(of_name)s, ouverte, contient %(cards)s.", of_name=of_name, cards=cards_said(proof.cards))


def _holder(arbiter: Arbiter, proof: Laid) -> int:
    """Whose open hand holds the cards: the player's, save where the rule looks at the others' (DP-11)."""
    play = played(arbiter, proof.play)
    holders = [
        seat for seat, _ in play.way.absent if any(card.code in (arbiter.hands[seat] or ()) for card in proof.cards)
    ]
    return holders[0] if holders else play.verdict.seat


def _counted(arbiter: Arbiter, names: Sequence[str], proof: Counted) -> str:
    """How many cards are unseen, where they could be if all were true, and who is then to blame.

    A sentence may name the one hand that the cards must be in only if that hand is what the one play spoke of.
    """
    cards, first = _amount(arbiter, proof), proof.plays[0]
    play = played(arbiter, first)
    if len(proof.plays) > 1 or play.way.absent:
        return _blame(arbiter, names, proof)
    name = names[play.verdict.seat]
    if proof.room == 0:
        return ngettext(
            "Il reste %(cards)s à voir et, à en croire les autres, personne sauf %(name)s ne peut l’avoir.",
            "Il reste %(cards)s à voir et, à en croire les autres, personne sauf %(name)s ne peut les avoir.",
            proof.count,
            cards=cards,
            name=name,
        )
    return gettext(
        "Il reste %(cards)s à voir et, à en croire les autres, ailleurs que chez %(name)s il n’y a place que pour "
        "%(room)d : %(where)s.",
        cards=cards,
        name=name,
        room=proof.room,
        where=_where(arbiter, names, proof),
    )


def _blame(arbiter: Arbiter, names: Sequence[str], proof: Counted) -> str:
    cards = _amount(arbiter, proof)
    if proof.room == 0:
        short = ngettext(
            "Il reste %(cards)s à voir et, à en croire chacun, personne pour l’avoir.",
            "Il reste %(cards)s à voir et, à en croire chacun, personne pour les avoir.",
            proof.count,
            cards=cards,
        )
    else:
        short = gettext(
            "Il reste %(cards)s à voir et, à en croire chacun, il n’y a place que pour %(room)d : %(where)s.",
            cards=cards,
            room=proof.room,
            where=_where(arbiter, names, proof),
        )
    plays = ", ".join(placed(arbiter, names, index) for index in proof.plays)
    guilty = ngettext(
        "La carte irrégulière : %(plays)s.",
        "Au moins une de ces cartes était irrégulière : %(plays)s.",
        len(proof.plays),
        plays=plays,
    )
    return f"{short} {guilty}"


def _where(arbiter: Arbiter, names: Sequence[str], proof: Counted) -> str:
    """The places left for the cards: « chez Zoé et hors jeu »."""
    rules = arbiter.rules
    where = [gettext("chez %(name)s", name=names[seat]) for seat in proof.elsewhere]
    if rules.pack.size > rules.seats * rules.hand_size:
        where.append(gettext("hors jeu"))
    return listed(where)


def _amount(arbiter: Arbiter, proof: Counted) -> str:
    """The cards of a count, by suits where it takes all that is unseen of them."""
    moment = next(index for index, verdict in enumerate(arbiter.verdicts) if proof in verdict.proofs)
    unseen = unseen_after(arbiter, moment)
    suits = [suit for suit in Suit if any(card.suit is suit for card in proof.cards)]
    if len(suits) < len(Suit) and {*proof.cards} == {card for card in unseen if card.suit in suits}:
        return suited(proof.count, suits)
    if are_few(proof.cards) and len(proof.cards) == proof.count:
        return cards_said(proof.cards)
    return counted(proof.count)
