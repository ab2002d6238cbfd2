"""The house rules of Piquet in words: its ready-made tables, its options and their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

if TYPE_CHECKING:
    from flask_babel import LazyString

PRESETS: dict[str, LazyString] = {
    "six_coups": lazy_gettext("Six coups"),
    "rubicon": lazy_gettext("Piquet rubicon"),
    "seche_100": lazy_gettext("Sèche en 100"),
    "seche_150": lazy_gettext("Sèche en 150"),
    "seche_221": lazy_gettext("Sèche en 221"),
    "liee_150": lazy_gettext("Liée en 150"),
    "anglais": lazy_gettext("À l’anglaise"),
}
PRESET_LINES: dict[str, LazyString] = {
    "six_coups": lazy_gettext("Six coups, puis l’écart et 100 points de partie ; sous 100, le perdant est au rubicon."),
    "rubicon": lazy_gettext("Quatre coups, le premier et le dernier comptés double."),
    "seche_100": lazy_gettext("Une partie courte : le premier à 100 points gagne."),
    "seche_150": lazy_gettext("Une seule partie : le premier à 150 points gagne."),
    "seche_221": lazy_gettext("Une partie longue : le premier à 221 points gagne."),
    "liee_150": lazy_gettext("Des sèches en 150 : qui en gagne deux gagne la liée."),
    "anglais": lazy_gettext("Six coups ; un pli gagné sur sa propre entame ne compte qu’une fois."),
}
OPTIONS: dict[str, tuple[LazyString, LazyString]] = {
    "format": (
        lazy_gettext("Partie"),
        lazy_gettext("Combien de coups on joue, et comment se règle la partie."),
    ),
    "target": (
        lazy_gettext("Points à atteindre"),
        lazy_gettext("Le but d’une sèche ; les parties en six ou quatre coups n’en ont pas."),
    ),
    "won_own_lead": (
        lazy_gettext("Pli gagné sur sa propre entame"),
        lazy_gettext("Ce que marque celui qui entame un pli et le gagne aussi."),
    ),
    "low_card_points": (
        lazy_gettext("Basses cartes"),
        lazy_gettext("Ce que rapporte une entame ou un pli pris avec un 9, un 8 ou un 7."),
    ),
    "capot_last_trick": (
        lazy_gettext("Dernier pli d’un capot"),
        lazy_gettext("Ce que devient le point de plus du dernier pli quand un seul joueur prend les douze."),
    ),
    "pic_window": (
        lazy_gettext("Moment du pic"),
        lazy_gettext("Jusqu’à quand le premier en cartes peut arriver à 30 avant que l’autre ne marque."),
    ),
    "repic_needs_zero_opponent": (
        lazy_gettext("Repic"),
        lazy_gettext("Trente en annonces avant la première carte rapportent 60 points de plus."),
    ),
    "carte_blanche_shown": (
        lazy_gettext("Carte blanche montrée"),
        lazy_gettext("À quel moment une main sans figure se montre pour compter 10."),
    ),
    "tie": (
        lazy_gettext("Égalité à la fin"),
        lazy_gettext("Ce que l’on fait quand les deux totaux sont les mêmes."),
    ),
}
VALUES: dict[str, dict[object, LazyString]] = {
    "format": {
        "six_coups": lazy_gettext("Six coups"),
        "rubicon_four": lazy_gettext("Rubicon, quatre coups"),
        "target_single": lazy_gettext("Sèche, au but"),
        "target_linked": lazy_gettext("Liée, deux sèches à gagner"),
    },
    "target": {
        150: lazy_gettext("150 points"),
        100: lazy_gettext("100 points"),
        221: lazy_gettext("221 points"),
    },
    "won_own_lead": {
        "counts": lazy_gettext("Deux points, l’entame et le pli"),
        "only_when_captured": lazy_gettext("Un seul point, celui de l’entame"),
    },
    "low_card_points": {
        "all": lazy_gettext("Autant que les autres"),
        "above_nine": lazy_gettext("Rien, il faut au moins un 10"),
    },
    "capot_last_trick": {
        "counts": lazy_gettext("Il garde son point de plus"),
        "absorbed": lazy_gettext("Il compte comme les autres"),
    },
    "pic_window": {
        "play": lazy_gettext("Pendant tout le jeu"),
        "first_lead": lazy_gettext("À la première entame, pas après"),
    },
    "repic_needs_zero_opponent": {
        True: lazy_gettext("Si l’autre n’a rien compté avant"),
        False: lazy_gettext("Même si l’autre a compté avant"),
    },
    "carte_blanche_shown": {
        "at_own_exchange": lazy_gettext("Chacun à son échange"),
        "before_elder_exchange": lazy_gettext("Les deux avant le premier échange"),
    },
    "tie": {
        "two_more_coups": lazy_gettext("Deux coups de plus"),
        "drawn": lazy_gettext("Partie nulle"),
    },
}
