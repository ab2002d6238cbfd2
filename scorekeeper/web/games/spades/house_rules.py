"""The house rules of Atout Pique in words: its ready-made tables, its options and their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

if TYPE_CHECKING:
    from flask_babel import LazyString

PRESETS: dict[str, LazyString] = {
    "cinq_cents": lazy_gettext("Partie en 500"),
    "trois_cents": lazy_gettext("Partie en 300"),
    "sept_cents": lazy_gettext("Partie en 700"),
    "zero_cinquante": lazy_gettext("Zéro à 50"),
    "sans_double_zero": lazy_gettext("Sans double zéro"),
    "echange_double_zero": lazy_gettext("Échange au double zéro"),
}
PRESET_LINES: dict[str, LazyString] = {
    "cinq_cents": lazy_gettext("Deux équipes, le zéro à 100, le double zéro à 200, jusqu’à 500 points."),
    "trois_cents": lazy_gettext("La partie ordinaire, plus courte : la première équipe à 300 points."),
    "sept_cents": lazy_gettext("La partie ordinaire, plus longue : la première équipe à 700 points."),
    "zero_cinquante": lazy_gettext("Le zéro vaut 50 points et le double zéro 100, en 500 points."),
    "sans_double_zero": lazy_gettext("Personne n’annonce à l’aveugle, en 500 points."),
    "echange_double_zero": lazy_gettext("Après un double zéro, les partenaires échangent deux cartes, en 500 points."),
}
OPTIONS: dict[str, tuple[LazyString, LazyString]] = {
    "target": (
        lazy_gettext("But"),
        lazy_gettext("La première équipe qui l’atteint à la fin d’une manche gagne."),
    ),
    "nil": (
        lazy_gettext("Zéro"),
        lazy_gettext("Ce que gagne un zéro réussi et ce que perd un zéro chuté ; le double zéro vaut deux fois plus."),
    ),
    "blind_nil": (
        lazy_gettext("Double zéro"),
        lazy_gettext("Une équipe menée d’au moins 100 points peut annoncer zéro avant de regarder ses cartes."),
    ),
    "blind_nil_exchange": (
        lazy_gettext("Échange au double zéro"),
        lazy_gettext("L’auteur d’un double zéro et son partenaire échangent deux cartes avant le premier pli."),
    ),
    "first_trick_spades": (
        lazy_gettext("Pique au premier pli"),
        lazy_gettext("Ce que peut jouer au premier pli un joueur qui ne peut pas fournir."),
    ),
    "failed_nil_tricks": (
        lazy_gettext("Plis d’un zéro chuté"),
        lazy_gettext("Ce que deviennent les plis pris par l’auteur d’un zéro chuté."),
    ),
    "floor": (
        lazy_gettext("Plancher"),
        lazy_gettext("Une équipe qui descend de tant de points sous zéro, ou plus bas, perd la partie."),
    ),
}
VALUES: dict[str, dict[object, LazyString]] = {
    "target": {
        500: lazy_gettext("500 points"),
        300: lazy_gettext("300 points"),
        700: lazy_gettext("700 points"),
    },
    "nil": {100: lazy_gettext("100 points"), 50: lazy_gettext("50 points")},
    "blind_nil": {True: lazy_gettext("Permis"), False: lazy_gettext("Pas de double zéro")},
    "blind_nil_exchange": {False: lazy_gettext("Pas d’échange"), True: lazy_gettext("Deux cartes")},
    "first_trick_spades": {
        "ruff_allowed": lazy_gettext("Il peut couper"),
        "none": lazy_gettext("Pas de pique, sauf main qui n’a rien d’autre"),
    },
    "failed_nil_tricks": {
        "sacs_only": lazy_gettext("Ce sont des sacs"),
        "help_contract": lazy_gettext("Ils aident le contrat"),
        "ignored": lazy_gettext("Ils ne comptent pas"),
    },
    "floor": {None: lazy_gettext("Pas de plancher"), 200: lazy_gettext("200 points sous zéro")},
}
