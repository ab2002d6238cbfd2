"""The declarations of Piquet: their names, and those that the cards refute (PI-37).

A *coup* is one deal. Players declare combinations: a *point* (cards of one suit), *sequences*, and *sets* (four or
three of a rank). The cards *refute* a declaration if no hand with these cards has it. The *context* of a coup is what
was entered before its first card, as JSON: the declarations. Articles such as PI-37 are those of the rulebook of
Piquet.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from flask_babel import LazyString, lazy_gettext

from scorekeeper.cards.cards import Rank
from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.piquet.declarations import Category, Combination, Declarations
from scorekeeper.games.piquet.options import SEATS
from scorekeeper.games.piquet.refutations import Refutation, refutations, refutations_so_far, with_false_declaration
from scorekeeper.partie.decide.sheet import facts_of_cards
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.core.language import name_with_de
from scorekeeper.web.games.contract import RefutedDeclaration, RefutedPlayer, Remark
from scorekeeper.web.text.cards import card_text
from scorekeeper.web.text.values import player_name, player_name_at_start

# The names of points, sequences, sets and answers.

CATEGORY_LABELS: dict[str, LazyString] = {
    "point": lazy_gettext("Point"),
    "sequences": lazy_gettext("Séquences"),
    "sets": lazy_gettext("Quatorze et brelans"),
}
ANSWER_LABELS: dict[str, LazyString] = {
    "good": lazy_gettext("Bon"),
    "not_good": lazy_gettext("Pas bon"),
    "equal": lazy_gettext("Égal"),
}
# The names of sequences by length, and the words for the highest card.
_RUN_NAMES: dict[int, LazyString] = {
    3: lazy_gettext("tierce"),
    4: lazy_gettext("quatrième"),
    5: lazy_gettext("quinte"),
    6: lazy_gettext("seizième"),
    7: lazy_gettext("dix-septième"),
    8: lazy_gettext("dix-huitième"),
}
TOP_NAMES: dict[str, LazyString] = {
    "A": lazy_gettext("à l’as"),
    "K": lazy_gettext("au roi"),
    "Q": lazy_gettext("à la dame"),
    "J": lazy_gettext("au valet"),
    "10": lazy_gettext("au 10"),
    "9": lazy_gettext("au 9"),
    "8": lazy_gettext("au 8"),
    "7": lazy_gettext("au 7"),
}
# The names of sets by the number of cards, and the words for the rank.
_SET_NAMES: dict[int, LazyString] = {4: lazy_gettext("quatorze"), 3: lazy_gettext("brelan")}
_OF_RANK: dict[str, LazyString] = {
    "A": lazy_gettext("d’as"),
    "K": lazy_gettext("de rois"),
    "Q": lazy_gettext("de dames"),
    "J": lazy_gettext("de valets"),
    "10": lazy_gettext("de 10"),
}


def declaration_name(category: Category, declared: Declarations) -> str:
    """Name the declaration of a player in a category: « quatrième à la dame, tierce »; a dash for nothing."""
    return ", ".join(item_name(category, item) for item in declared[category]) or "–"


def item_name(category: Category, item: Combination) -> str:
    """Name a combination: « point de 5, 49 », « tierce au roi », « quatorze d’as »; without what is not known of it."""
    # `amount` is its number of cards. `height` is the pips of a point, the top card of a sequence or the rank of a set;
    # None if it is not known.
    if category is Category.POINT:
        return point_name(item.amount, item.height)
    if category is Category.SEQUENCES:
        return run_name(item.amount, item.height)
    return set_name(item.height, item.amount)


def run_name(length: int, top: int | str | None = None) -> str:
    """Name a sequence: « tierce », « quatrième à la dame »."""
    # Any other length is written as a number.
    name = str(_RUN_NAMES.get(length) or gettext("séquence de %(num)d", num=length))
    code = rank_code(top)
    if code not in TOP_NAMES:
        return name
    return f"{name} {TOP_NAMES[code]}"


def set_name(rank: int | str | None, size: int) -> str:
    """Name four or three of a kind: « quatorze d’as », or « brelan » for an unknown rank."""
    name = str(_SET_NAMES[size])
    code = rank_code(rank)
    if code not in _OF_RANK:
        return name
    return f"{name} {_OF_RANK[code]}"


def point_name(cards: int, pips: int | None = None) -> str:
    """Name a point: « point de 5 », with its value, the sum of its pips, when it is known: « point de 5, 49 »."""
    if pips is None:
        return gettext("point de %(num)d", num=cards)
    return gettext("point de %(cards)d, %(pips)d", cards=cards, pips=pips)


def rank_code(rank: object) -> str | None:
    """Return the code of a rank, such as `K`, from its code or its number (`Rank.KING`); None for no rank."""
    if isinstance(rank, int):
        return Rank(rank).code
    if rank is None:
        return None
    return str(rank)


# The sentences about refuted declarations.

# By how the table entered the declaration.
_REFUTED: dict[str, LazyString] = {
    "declared": lazy_gettext("%(name)s a annoncé %(what)s : ce n’est pas dans ses cartes."),
    "scored": lazy_gettext("%(name)s a marqué %(what)s : ce n’est pas dans ses cartes."),
}


def refutation_sentence(refutation: Refutation, names: Sequence[str]) -> str:
    """Say which declarations the cards refute: « Anne a annoncé tierce au roi : ce n’est pas dans ses cartes. »."""
    name = player_name_at_start(names, refutation.seat)
    # A carte blanche is a hand dealt without king, queen or jack. `courts` is the number of these cards seen in the
    # hand; it is None for any other declaration.
    if refutation.courts is not None:
        return ngettext(
            "%(name)s a montré une carte blanche : impossible, il y a %(num)d figure dans ses douze cartes.",
            "%(name)s a montré une carte blanche : impossible, il y a %(num)d figures dans ses douze cartes.",
            refutation.courts,
            name=name,
        )
    declared = ", ".join(item_name(Category(refutation.category), item) for item in refutation.items)
    return str(_REFUTED[refutation.key]) % {"name": name, "what": declared}


def refuting_card_sentence(refutation: Refutation, latest: Verdict, names: Sequence[str]) -> str:
    """Say why the latest card refutes a declaration.

    There are two cases. The other player has played this card, which the declaration needs. Or the player who declared
    has played this card, and has now too few cards in hand for those of the declaration that are not played yet.
    """
    card = card_text(latest.card)
    if latest.seat != refutation.seat:
        return gettext("%(card)s était dans la main %(of_name)s.", card=card, of_name=name_with_de(names[latest.seat]))
    name = player_name(names, latest.seat)
    return gettext("Après %(card)s, il ne reste plus assez de cartes à %(name)s.", card=card, name=name)


def offer_sentence(seat: int, names: Sequence[str]) -> str:
    """Offer to score the refuted declarations of a player as a false declaration (PI-37)."""
    return gettext(
        "Fausse annonce : %(name)s ne marque rien de ce coup, "
        "l’autre compte toutes ses combinaisons et les points des plis (PI-37)",
        name=player_name(names, seat),
    )


# Questions to the table about refuted declarations, and remarks on the sheet. A remark is a sentence and its article.


def refuted_players(scored: ScoredPartie) -> list[RefutedPlayer]:
    """Return the declarations that the cards of the current coup refute, by player."""
    if scored.current.cards is None:
        return []
    context = scored.current.context or {}
    tricks = scored.current.tricks
    players = []
    # `groupby` needs equal seats one after the other: `refutations` returns them by seat. It returns none before the
    # last trick.
    for seat, refuted in groupby(refutations(context, tricks), key=lambda refutation: refutation.seat):
        sentence = " ".join(refutation_sentence(refutation, scored.names) for refutation in refuted)
        # The points that each side would get for the coup, with its cards and the false declaration as facts.
        facts = facts_of_cards(scored, with_false_declaration(context, seat, tricks))
        offer = offer_sentence(seat, scored.names)
        players.append(RefutedPlayer(seat, sentence, offer, scored.score_with(facts).points))
    return players


def remarks_on(refuted: Sequence[Refutation], names: Sequence[str]) -> list[Remark]:
    """Return these refutations, each as a sentence and its article."""
    return [(refutation_sentence(refutation, names), "PI-37") for refutation in refuted]


def remarks_so_far(scored: ScoredPartie, arbiter: Arbiter) -> list[Remark]:
    """Return the declarations that the cards played so far refute, each as a sentence and its article."""
    return remarks_on(_refuted_so_far(scored, arbiter.verdicts), scored.names)


def refuted_by_latest_card(scored: ScoredPartie, arbiter: Arbiter) -> list[RefutedDeclaration]:
    """Return the declarations that the latest card refutes, and no earlier one did."""
    # The arbiter has one verdict for each card played, in order.
    *earlier, latest = arbiter.verdicts
    # The (seat, category) of each refutation by the cards before the latest: the page showed these refutations earlier.
    before = {(refutation.seat, refutation.category) for refutation in _refuted_so_far(scored, earlier)}
    return [
        # The sentence about the declaration, the reason, and the article.
        RefutedDeclaration(
            refutation_sentence(refutation, scored.names),
            refuting_card_sentence(refutation, latest, scored.names),
            "PI-37",
        )
        for refutation in _refuted_so_far(scored, arbiter.verdicts)
        if (refutation.seat, refutation.category) not in before
    ]


def _refuted_so_far(scored: ScoredPartie, verdicts: Sequence[Verdict]) -> Sequence[Refutation]:
    """The refutations of declarations of the current coup by the cards of these verdicts."""
    context = scored.current.context
    if context is None:
        return ()
    # By seat, the cards that the seat has played. Elder, the second argument below, is the seat that does not deal.
    played = [tuple(verdict.card for verdict in verdicts if verdict.seat == seat) for seat in range(SEATS)]
    return refutations_so_far(context, 1 - scored.deal.dealer, played)
