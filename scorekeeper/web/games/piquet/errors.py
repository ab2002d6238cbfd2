"""The error sentences of Piquet, for its coups and its house rules.

Those about declarations and about the play are in `declarations/errors.py` and `tricks/errors.py`.
"""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.games.piquet import PIQUET
from scorekeeper.web.games.piquet.declarations import errors as declaration_errors
from scorekeeper.web.games.piquet.declarations.text import CATEGORY_LABELS
from scorekeeper.web.games.piquet.tricks import errors as trick_errors
from scorekeeper.web.text.errors import ErrorSentences
from scorekeeper.web.text.sentences import OneOf, Plural

error_sentence = ErrorSentences(
    PIQUET,
    full_sentences={
        "two_players": OneOf(
            lambda error: error.details["seats"] == 0,
            {
                True: lazy_gettext("Le Piquet se joue à deux : personne n’est encore assis."),
                False: Plural(
                    "Le Piquet se joue à deux : %(num)d joueur est assis.",
                    "Le Piquet se joue à deux : %(num)d joueurs sont assis.",
                    "seats",
                ),
            },
        ),
        "no_elder": lazy_gettext("Il manque le premier en cartes : dites qui entame le coup."),
        "elder_is_not": lazy_gettext("Le premier en cartes n’est pas %(name)s : qui donne n’entame pas."),
        **declaration_errors.FULL_SENTENCES,
        **trick_errors.FULL_SENTENCES,
    },
    after_label={
        "seat_value": lazy_gettext("%(quoted)s n’est la place de personne."),
        **declaration_errors.AFTER_LABEL,
    },
    labels={
        **CATEGORY_LABELS,
        "elder": lazy_gettext("Premier en cartes"),
        "carte_blanche": lazy_gettext("Carte blanche"),
        "declared": lazy_gettext("Déclarations"),
        "answers": lazy_gettext("Réponses"),
        "hands": lazy_gettext("Mains"),
        "tricks": lazy_gettext("Plis"),
        "last": lazy_gettext("Dernier pli"),
        "elder_run": lazy_gettext("Plis avant ceux du donneur"),
        "elder_points": lazy_gettext("Points avant ceux du donneur"),
        "trick_points": lazy_gettext("Points des plis"),
        "winners": lazy_gettext("Plis un à un"),
        "low": lazy_gettext("Basses cartes"),
        "fault": lazy_gettext("Irrégularité"),
        "short_hand": lazy_gettext("Main courte"),
        "short_cards": lazy_gettext("Cartes de la main courte"),
    },
    fillers=declaration_errors.FILLERS,
)
