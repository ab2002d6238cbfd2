"""The house rules of Dame de Pique in words: its ready-made tables, its options and their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

if TYPE_CHECKING:
    from flask_babel import LazyString

PRESETS: dict[str, LazyString] = {
    "classique": lazy_gettext("Classique"),
    "rapide": lazy_gettext("Partie rapide (50)"),
    "moyenne": lazy_gettext("Partie moyenne (75)"),
    "dame_douze": lazy_gettext("Dame à 12"),
    "valet_carreau": lazy_gettext("Valet de carreau"),
    "sept_trefle": lazy_gettext("Sept de trèfle"),
    "jass": lazy_gettext("Jass 36 cartes"),
    "jokers": lazy_gettext("À six avec jokers"),
    "equipe": lazy_gettext("En équipe"),
    "belmont_six": lazy_gettext("Belmont à six"),
    "belmont_huit": lazy_gettext("Belmont à huit"),
    "trois": lazy_gettext("À trois"),
    "cinq": lazy_gettext("À cinq"),
}
PRESET_LINES: dict[str, LazyString] = {
    "classique": lazy_gettext("Quatre joueurs, 52 cartes, la dame à 13, jusqu’à 100 points."),
    "rapide": lazy_gettext("La classique, arrêtée à 50 points."),
    "moyenne": lazy_gettext("La classique, arrêtée à 75 points."),
    "dame_douze": lazy_gettext("La dame de pique vaut 12 : la manche fait 25 points."),
    "valet_carreau": lazy_gettext("Le valet de carreau retire 10 points à qui le ramasse."),
    "sept_trefle": lazy_gettext("Le sept de trèfle coûte 7 points à qui le ramasse."),
    "jass": lazy_gettext("Du 6 à l’as, neuf cartes chacun : la dame vaut 5, le dernier pli 1."),
    "jokers": lazy_gettext("54 cartes, neuf chacun : un joker remporte son pli."),
    "equipe": lazy_gettext("Deux contre deux, partenaires face à face."),
    "belmont_six": lazy_gettext("Trois équipes de deux, 78 cartes : rois et as de pique comptent aussi."),
    "belmont_huit": lazy_gettext("Quatre équipes de deux, 104 cartes : rois et as de pique comptent aussi."),
    "trois": lazy_gettext("Sans le 2♦, dix-sept cartes chacun."),
    "cinq": lazy_gettext("Sans le 2♦ ni le 2♣, dix cartes chacun."),
}
OPTIONS: dict[str, tuple[LazyString, LazyString]] = {
    "deck": (
        lazy_gettext("Jeu de cartes"),
        lazy_gettext("Les cartes que l’on distribue ; le nombre de joueurs en dépend."),
    ),
    "teams": (
        lazy_gettext("Équipes"),
        lazy_gettext("Les partenaires se font face et additionnent leurs points."),
    ),
    "queen_points": (
        lazy_gettext("Dame de pique"),
        lazy_gettext("Ce qu’elle coûte à qui la ramasse."),
    ),
    "jack_of_diamonds": (
        lazy_gettext("Valet de carreau"),
        lazy_gettext("S’il compte, il retire 10 points à qui le ramasse, et la volte le demande aussi."),
    ),
    "seven_of_clubs": (
        lazy_gettext("Sept de trèfle"),
        lazy_gettext("S’il compte, il coûte 7 points à qui le ramasse, et la volte le demande aussi."),
    ),
    "moon": (
        lazy_gettext("Volte"),
        lazy_gettext("Ce qui arrive quand un joueur ramasse tous les cœurs et la dame de pique."),
    ),
    "first_trick_points": (
        lazy_gettext("Points au premier pli"),
        lazy_gettext("Ce que peut défausser au premier pli un joueur sans trèfle."),
    ),
    "queen_breaks_hearts": (
        lazy_gettext("La dame ouvre les cœurs"),
        lazy_gettext("Dès que la dame de pique est tombée, on peut entamer à cœur."),
    ),
    "hearts_instead_of_queen": (
        lazy_gettext("Cœur plutôt que la dame"),
        lazy_gettext("Qui n’a plus que des cœurs et la dame de pique peut entamer à cœur, même s’ils sont fermés."),
    ),
    "joker_tie": (
        lazy_gettext("Deux jokers dans un pli"),
        lazy_gettext("Lequel des deux remporte le pli."),
    ),
    "limit": (
        lazy_gettext("Limite"),
        lazy_gettext("La partie s’arrête après la manche où quelqu’un l’atteint ou la dépasse."),
    ),
    "tie": (
        lazy_gettext("Égalité au plus petit total"),
        lazy_gettext("Ce que l’on fait quand plusieurs arrivent premiers ensemble."),
    ),
}
VALUES: dict[str, dict[object, LazyString]] = {
    "deck": {
        "52": lazy_gettext("52 cartes"),
        "54": lazy_gettext("54 cartes, avec deux jokers"),
        "36": lazy_gettext("36 cartes, un jeu de jass"),
        "belmont": lazy_gettext("Belmont, deux jeux réunis"),
    },
    "teams": {False: lazy_gettext("Chacun pour soi"), True: lazy_gettext("Par équipes de deux")},
    "queen_points": {
        13: lazy_gettext("13 points"),
        12: lazy_gettext("12 points"),
        5: lazy_gettext("5 points"),
    },
    "jack_of_diamonds": {0: lazy_gettext("Ne compte pas"), -10: lazy_gettext("−10 points")},
    "seven_of_clubs": {0: lazy_gettext("Ne compte pas"), 7: lazy_gettext("7 points")},
    "moon": {
        "others_plus": lazy_gettext("Les autres prennent les points"),
        "self_minus": lazy_gettext("Son auteur retire les points"),
        "choice": lazy_gettext("Au choix, à chaque volte"),
        "off": lazy_gettext("Pas de volte"),
    },
    "first_trick_points": {
        "only_if_forced": lazy_gettext("Aucun, sauf main forcée"),
        "hearts": lazy_gettext("Les cœurs, pas la dame de pique"),
        "any": lazy_gettext("N’importe quelle carte"),
    },
    "queen_breaks_hearts": {False: lazy_gettext("Non"), True: lazy_gettext("Oui")},
    "hearts_instead_of_queen": {False: lazy_gettext("Non"), True: lazy_gettext("Oui")},
    "joker_tie": {"first": lazy_gettext("Le premier joué"), "second": lazy_gettext("Le second joué")},
    "limit": {
        100: lazy_gettext("100 points"),
        75: lazy_gettext("75 points"),
        50: lazy_gettext("50 points"),
    },
    "tie": {
        "shared": lazy_gettext("Victoire partagée"),
        "play_on": lazy_gettext("On rejoue jusqu’à se départager"),
    },
}
