"""The sentences of the errors of Petite Belote: manches, trumps and house rules."""

from __future__ import annotations

from flask_babel import lazy_gettext
from petite_belote import BELOTE

from scorekeeper.web.text.errors import ErrorSentences
from scorekeeper.web.text.sentences import Plural

error_sentence = ErrorSentences(
    BELOTE,
    full_sentences={
        "four_players": lazy_gettext("La Petite Belote se joue à 4, deux contre deux : vous êtes %(seats)d."),
        "no_trump": lazy_gettext("Dites quelle couleur est atout."),
        "trump_value": lazy_gettext("%(quoted)s n’est pas une couleur."),
        "no_taker": lazy_gettext("Dites qui a pris."),
        "no_points": lazy_gettext("Il manque les points des deux équipes."),
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
        "capot_missing": lazy_gettext("162 à 0 : dites si c’est un capot, ou si l’autre équipe a fait un pli."),
        "capot_value": lazy_gettext("Un capot, c’est oui ou non, pas %(quoted)s."),
        "capot_points": lazy_gettext("Un capot donne les %(total)d points à une équipe."),
    },
    after_label={},
    labels={
        "trump": lazy_gettext("Atout"),
        "taker": lazy_gettext("Preneur"),
        "points": lazy_gettext("Points"),
        "capot": lazy_gettext("Capot"),
    },
)
