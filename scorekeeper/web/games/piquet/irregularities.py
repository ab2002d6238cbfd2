"""The irregularities of Piquet (PI-32 to PI-38) as choices of the form."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import LazyString, lazy_gettext

from scorekeeper.games.piquet.facts.short_hand import MAX_SHORT_HAND, MIN_SHORT_HAND
from scorekeeper.record.models import Player

VOID_LABELS: dict[str, LazyString] = {
    "PI-32": lazy_gettext("Carte découverte à la donne : on redonne"),
    "PI-33": lazy_gettext("Mal distribué : on redonne"),
    "PI-38": lazy_gettext("Les deux mains sont fausses : coup annulé"),
}
PLAYER_IRREGULARITIES: dict[str, LazyString] = {
    "false_declaration": lazy_gettext("Fausse annonce"),
    "short_hand": lazy_gettext("Main trop courte"),
    "loses_partie": lazy_gettext("Talon pris à tort, partie perdue"),
}
CONSEQUENCES: dict[str, LazyString] = {
    "PI-34": lazy_gettext("Écart mal compté, talon trop court : on joue avec une main courte."),
    "PI-35": lazy_gettext("Plus de cinq cartes prises au talon : la partie est perdue."),
    "PI-36": lazy_gettext("Donneur servi avant l’autre : la partie est perdue."),
    "PI-37": lazy_gettext("Fausse annonce vue après la première carte : aucun point, l’autre compte tous les plis."),
    "PI-38": lazy_gettext("Main courte : ses cartes jouées, les derniers plis sont à l’autre."),
}


def void_choices() -> list[tuple[str, str]]:
    """Return the irregularities that void a coup, as (value sent, label)."""
    return [(f"void:{article}", str(label)) for article, label in VOID_LABELS.items()]


def irregularities_of_one_player() -> list[tuple[str, str]]:
    """Return the kinds of irregularities of one player, as (kind, label); the form sends `<kind>:<seat>`."""
    return [(kind, str(label)) for kind, label in PLAYER_IRREGULARITIES.items()]


def irregularity_choices(players: Sequence[Player]) -> list[tuple[str, str]]:
    """Return every irregularity of this table, as (value sent, label)."""
    return void_choices() + [
        (f"{kind}:{seat}", f"{label} · {player.name}")
        for kind, label in irregularities_of_one_player()
        for seat, player in enumerate(players)
    ]


def short_hand_sizes() -> list[int]:
    """Return the possible sizes of a short hand, the largest first (PI-34)."""
    return [*range(MAX_SHORT_HAND, MIN_SHORT_HAND - 1, -1)]


def consequences() -> list[tuple[str, str]]:
    """Return the consequence of each irregularity, as (article, sentence)."""
    return [(article, str(sentence)) for article, sentence in CONSEQUENCES.items()]
