"""The sentences about errors in a manche of Dame de Pique, or in its house rules."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext

from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.core.i18n import gettext
from scorekeeper.web.games.hearts.counts import COUNTED_LABELS, TAKER_QUESTIONS, count_text
from scorekeeper.web.text.errors import ErrorSentences
from scorekeeper.web.text.house_rules import house_rules
from scorekeeper.web.text.sentences import Filler, OneOf, Plural
from scorekeeper.web.text.values import player_name, quote


def _single_key_or_several(error: ImpossibleError) -> str | None:
    """Return the key of a card that exists once in the manche, else "several"; None if the error is in another field.

    Cards that are single in other decks exist twice in Belmont.
    """
    if error.field not in COUNTED_LABELS:
        return None
    if error.details["total"] == 1 and error.field in TAKER_QUESTIONS:
        return error.field
    return "several"


def _shooter_name(names: Sequence[str], seat: int | None, side: int) -> str:
    """Return the player who took everything, or the team if the player is not known."""
    if seat is not None:
        return player_name(names, seat)
    half = len(names) // 2
    if side >= half:
        return gettext("l’équipe %(num)d", num=side + 1)
    return gettext("%(one)s et %(other)s", one=player_name(names, side), other=player_name(names, side + half))


def _label_of_key(_names: Sequence[str], key: str) -> str:
    if key not in COUNTED_LABELS:
        return quote(key)
    return str(COUNTED_LABELS[key])


error_sentence = ErrorSentences(
    HEARTS,
    full_sentences={
        "taken_or_points": lazy_gettext(
            "Une manche se note par les cartes ramassées ou par les points : l’un des deux, et un seul."
        ),
        "missing_count": lazy_gettext("%(counted)s : le compte manque."),
        "not_counted": lazy_gettext("%(counted)s : cela ne compte pas à cette table."),
        "short": OneOf(
            _single_key_or_several,
            {
                "QS": lazy_gettext("Il manque la dame de pique : quelqu’un l’a prise."),
                "JD": lazy_gettext("Il manque le valet de carreau : quelqu’un l’a pris."),
                "7C": lazy_gettext("Il manque le sept de trèfle : quelqu’un l’a pris."),
                "last": lazy_gettext("Il manque le dernier pli : quelqu’un l’a pris."),
                "several": lazy_gettext("Il manque %(what)s : une manche en compte %(total)d."),
            },
        ),
        "over": OneOf(
            _single_key_or_several,
            {
                "QS": lazy_gettext("La dame de pique est seule : il y en a %(by)d de trop."),
                "JD": lazy_gettext("Le valet de carreau est seul : il y en a %(by)d de trop."),
                "7C": lazy_gettext("Le sept de trèfle est seul : il y en a %(by)d de trop."),
                "last": lazy_gettext("Il n’y a qu’un dernier pli : vous en comptez %(by)d de trop."),
                "several": lazy_gettext("%(what)s de trop : une manche en compte %(total)d."),
            },
        ),
        "points_short": Plural(
            "Il manque %(num)d point : une manche en compte %(total)d.",
            "Il manque %(num)d points : une manche en compte %(total)d.",
            "by",
        ),
        "points_over": Plural(
            "%(num)d point de trop : une manche en compte %(total)d.",
            "%(num)d points de trop : une manche en compte %(total)d.",
            "by",
        ),
        "no_such_share": lazy_gettext(
            "Le total est bon (%(total)s), mais aucun partage des cartes ne donne ces points."
        ),
        "no_volte": lazy_gettext("Pas de volte dans cette manche : il aurait fallu tout ramasser."),
        "volte_choice": lazy_gettext(
            "Volte : tout est chez %(shooter)s. Les autres prennent les points, ou son auteur les retire ?"
        ),
        "volte_unsaid": lazy_gettext("Tout est chez %(shooter)s : est-ce une volte ?"),
        "volte_over_typed": lazy_gettext("Des cartes sont déjà saisies. Volte : tout à %(shooter)s ?"),
        "moon_value": lazy_gettext("%(quoted)s n’est pas une façon de compter la volte."),
        "moon_not_here": lazy_gettext("À cette table, la volte ne se compte pas ainsi : %(moon)s."),
        "deck_table": OneOf(
            lambda error: error.details["deck"],
            {
                "52": lazy_gettext("Le jeu de 52 cartes se joue à %(sizes)s : vous êtes %(seats)d."),
                "54": lazy_gettext("Le jeu de 54 cartes se joue à %(sizes)s : vous êtes %(seats)d."),
                "36": lazy_gettext("Le jeu de 36 cartes se joue à %(sizes)s : vous êtes %(seats)d."),
                "belmont": lazy_gettext("Le jeu de Belmont se joue à %(sizes)s : vous êtes %(seats)d."),
            },
        ),
        "teams_table": lazy_gettext("En équipes, on joue à 4, deux contre deux : vous êtes %(seats)d."),
        "only_hearts": lazy_gettext(
            "Quand la dame de pique ne compte pas, seuls les cœurs comptent : retirez le valet de carreau et le sept "
            "de trèfle, ou comptez la dame 13 ou 12."
        ),
        "jass_queen": lazy_gettext("Avec 36 cartes, la dame de pique vaut toujours 5 points."),
        "belmont_teams": lazy_gettext("À Belmont, on joue toujours par équipes de deux."),
        "belmont_queen": lazy_gettext("À Belmont, la dame de pique vaut toujours 13 points."),
    },
    labels={**COUNTED_LABELS, "taken": lazy_gettext("Cartes ramassées"), "points": lazy_gettext("Points")},
    fillers={
        "what": Filler(lambda _, key, count: count_text(key, count), ("field", "by")),
        "counted": Filler(_label_of_key, ("field",)),
        "shooter": Filler(_shooter_name, ("seat", "side")),
        "moon": Filler(lambda _, kind: quote(house_rules(HEARTS).options["moon"].value(kind)), ("value",)),
    },
)
