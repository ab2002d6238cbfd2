"""The sentences about declarations of Piquet: points, sequences, sets, answers, refuted declarations."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import LazyString, lazy_gettext

from scorekeeper.cards.cards import Rank
from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games.piquet.declarations import Answer, Category, Declarations, Item, Point, Run
from scorekeeper.games.piquet.refutations import Refutation
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.core.language import name_with_de
from scorekeeper.web.text.cards import card_text
from scorekeeper.web.text.values import player_name, player_name_at_start

CATEGORY_LABELS: dict[str, LazyString] = {
    "point": lazy_gettext("Point"),
    "sequences": lazy_gettext("Séquences"),
    "sets": lazy_gettext("Quatorze et brelans"),
}
_ANSWER_LABELS: dict[str, LazyString] = {
    "good": lazy_gettext("Bon"),
    "not_good": lazy_gettext("Pas bon"),
    "equal": lazy_gettext("Égal"),
}
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
    return ", ".join(map(item_name, declared.of(category))) or "–"


def item_name(item: Item) -> str:
    """Name a point, a sequence or a set, with its value, top or rank if they are known."""
    if isinstance(item, Point):
        return point_name(item.cards, item.pips)
    if isinstance(item, Run):
        return run_name(item.length, item.top)
    return set_name(item.rank, item.size)


def run_name(length: int, top: Rank | str | None = None) -> str:
    """Name a sequence: « tierce », « quatrième à la dame »."""
    name, code = str(_RUN_NAMES.get(length) or gettext("séquence de %(num)d", num=length)), rank_code(top)
    if code not in TOP_NAMES:
        return name
    return f"{name} {TOP_NAMES[code]}"


def set_name(rank: Rank | str | None, size: int) -> str:
    """Name four or three of a kind: « quatorze d’as », or « brelan » for an unknown rank."""
    name, code = str(_SET_NAMES[size]), rank_code(rank)
    if code not in _OF_RANK:
        return name
    return f"{name} {_OF_RANK[code]}"


def point_name(cards: int, pips: int | None = None) -> str:
    """Name a point: « point de 5 », with its value when it is known: « point de 5, 49 »."""
    if pips is None:
        return gettext("point de %(cards)d", cards=cards)
    return gettext("point de %(cards)d, %(pips)d", cards=cards, pips=pips)


def answer_choices() -> list[tuple[str, str]]:
    """Return the dealer's answers, as (value sent, label)."""
    return [(answer.value, str(_ANSWER_LABELS[answer.value])) for answer in Answer]


def category_choices() -> list[tuple[str, str]]:
    """Return the categories of declarations, as (value sent, label)."""
    return [(category.value, str(CATEGORY_LABELS[category.value])) for category in Category]


def answer_label(value: str) -> str:
    """Return the label of an answer: « Bon », « Pas bon », « Égal »."""
    return str(_ANSWER_LABELS[value])


def category_label(category: str) -> str:
    """Return the label of a category: « Point », « Séquences », « Quatorze et brelans »."""
    return str(CATEGORY_LABELS[category])


def refutation_sentence(refutation: Refutation, names: Sequence[str]) -> str:
    """Say which declarations the cards refute: « Anne a annoncé une tierce : elle n’est pas dans ses cartes. »."""
    name = player_name_at_start(names, refutation.seat)
    if refutation.courts is not None:
        return ngettext(
            "%(name)s a montré une carte blanche : impossible, il y a %(num)d figure dans ses douze cartes.",
            "%(name)s a montré une carte blanche : impossible, il y a %(num)d figures dans ses douze cartes.",
            refutation.courts,
            name=name,
        )
    refuted_names = list(map(item_name, refutation.items))
    sequence, point_or_set, several = _REFUTED_SENTENCES[refutation.key]
    sentence = point_or_set
    if len(refuted_names) > 1:
        sentence = several
    elif refutation.category == Category.SEQUENCES:
        sentence = sequence
    return str(sentence) % {"name": name, "what": ", ".join(refuted_names)}


def refuting_card_sentence(refutation: Refutation, latest: Verdict, names: Sequence[str]) -> str:
    """Say why the latest card refutes a declaration: the other player had it, or it takes the last place."""
    card = card_text(latest.card)
    if latest.seat != refutation.seat:
        return gettext("%(card)s était dans la main %(of_name)s.", card=card, of_name=name_with_de(names[latest.seat]))
    name = player_name(names, latest.seat)
    return gettext("Après %(card)s, il ne reste plus assez de cartes à %(name)s.", card=card, name=name)


def offer_sentence(refutation: Refutation, names: Sequence[str]) -> str:
    """Offer to score a refuted declaration as a false declaration (PI-37)."""
    return gettext(
        "Fausse annonce : %(name)s ne marque rien de ce coup, "
        "l’autre compte toutes ses combinaisons et les points des plis (PI-37)",
        name=player_name(names, refutation.seat),
    )


# The sentences of one verb: for a sequence (feminine), for a point or a set (masculine), for several.
_REFUTED_SENTENCES: dict[str, tuple[LazyString, LazyString, LazyString]] = {
    "declared": (
        lazy_gettext("%(name)s a annoncé une %(what)s : elle n’est pas dans ses cartes."),
        lazy_gettext("%(name)s a annoncé un %(what)s : il n’est pas dans ses cartes."),
        lazy_gettext("%(name)s a annoncé %(what)s : tout n’est pas dans ses cartes."),
    ),
    "scored": (
        lazy_gettext("%(name)s a marqué une %(what)s : elle n’est pas dans ses cartes."),
        lazy_gettext("%(name)s a marqué un %(what)s : il n’est pas dans ses cartes."),
        lazy_gettext("%(name)s a marqué %(what)s : tout n’est pas dans ses cartes."),
    ),
}


def rank_code(rank: object) -> str | None:
    """Return the code of a rank given as code or as number."""
    if isinstance(rank, int):
        return Rank(rank).code
    if rank is None:
        return None
    return str(rank)
