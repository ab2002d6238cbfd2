"""Piquet in words: its name, its sheet, where a partie stands, its settlement; the modules beside it say the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

from scorekeeper.games.piquet.options import Format
from scorekeeper.games.piquet.settlement import COUPS, DOUBLED_COUPS, RUBICON, TIE_COUPS, is_void, sub_games
from scorekeeper.web.games.piquet import faults as piquet_faults
from scorekeeper.web.games.piquet import forbidden_cards as piquet_play
from scorekeeper.web.games.piquet import house_rules as piquet_rules
from scorekeeper.web.games.piquet.tricks import words as piquet_counting
from scorekeeper.web.i18n import gettext, ngettext

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.contract import MancheFacts
    from scorekeeper.games.piquet.facts import PiquetFacts
    from scorekeeper.games.piquet.options import PiquetOptions

ARTICLE_PREFIX = "PI"
PRESETS, PRESET_LINES = piquet_rules.PRESETS, piquet_rules.PRESET_LINES
OPTIONS, VALUES = piquet_rules.OPTIONS, piquet_rules.VALUES
FORBIDDEN, fault, why = piquet_play.FORBIDDEN, piquet_faults.fault, piquet_counting.why

NAME: LazyString = lazy_gettext("Piquet")
TAGLINE: LazyString = lazy_gettext("À deux, 32 cartes : annoncez votre main, puis comptez chaque pli à voix haute.")
BEGIN: dict[str, LazyString] = {
    "open": lazy_gettext("Reprendre le compte"),
    "undo": lazy_gettext("Oublier le coup commencé"),
    "stale": lazy_gettext("Quelqu’un a compté un pli entre-temps : regardez où en est le coup."),
}
MANCHE: dict[str, LazyString] = {
    "one": lazy_gettext("Coup"),
    "empty": lazy_gettext("Une ligne par coup : les points de chacun et le total qui court."),
    "recount": lazy_gettext("Tout changement recompte la partie depuis le premier coup."),
    "undone": lazy_gettext("Coup retiré"),
    "put_back": lazy_gettext("Le rétablir"),
    "restore": lazy_gettext("Rétablir le coup"),
    "delete": lazy_gettext("Supprimer le coup"),
    "left_out": lazy_gettext("Il ne compte plus. Le corriger ou le rétablir le remet à sa place."),
    "versions": lazy_gettext("Ce qu’il a été"),
    "change": lazy_gettext("coup %(number)s %(done)s"),
    "change_of_one": lazy_gettext("un coup %(done)s"),
    "begun": lazy_gettext("début du coup à venir"),
    "recorded": lazy_gettext("noté"),
    "corrected": lazy_gettext("corrigé"),
    "under_way": lazy_gettext("Un coup de plus est commencé : ce qui en est noté reste."),
    "laid_out": lazy_gettext("retiré, à reprendre"),
    "deleted": lazy_gettext("retiré"),
    "restored": lazy_gettext("rétabli"),
    "partie_over": lazy_gettext("La partie est finie : ce coup n’a pas été noté."),
    "nothing_to_undo": lazy_gettext("Il n’y a aucun coup à annuler."),
    "rules_do_not_fit": lazy_gettext("Le coup %(number)s ne peut pas se compter ainsi. %(reason)s"),
    "begun_does_not_fit": lazy_gettext(
        "Le coup en cours ne peut pas continuer sous ces règles : "
        "terminez-le, ou annulez ce qui est commencé. %(reason)s"
    ),
    "cards_begun": lazy_gettext("On note déjà les cartes de ce coup."),
    "no_cards": lazy_gettext("Aucune carte n’est notée pour ce coup."),
    "cards_missing": lazy_gettext("Il manque encore des cartes : le coup n’est pas fini."),
    "cards_under_way": lazy_gettext(
        "Les cartes du coup en cours sont sur la table : finissez-le, ou effacez-les d’abord."
    ),
    "clear_cards": lazy_gettext("Effacer les cartes de ce coup"),
    "let_stand": lazy_gettext(
        "Laisser passer la garde au compte rendu. Aucune source ne fixe de sanction : "
        "une pénalité convenue se note à la fin du coup."
    ),
}
VOID_IRREGULARITIES: dict[str, LazyString] = {
    "PI-32": lazy_gettext("Carte découverte à la donne : on redonne"),
    "PI-33": lazy_gettext("Mal distribué : on redonne"),
    "PI-38": lazy_gettext("Les deux mains sont fausses : coup annulé"),
}
SEATED_IRREGULARITIES: dict[str, LazyString] = {
    "false_declaration": lazy_gettext("Fausse annonce"),
    "short_hand": lazy_gettext("Main trop courte"),
    "loses_partie": lazy_gettext("Talon pris à tort, partie perdue"),
}
IRREGULARITY_LINES: dict[str, LazyString] = {
    "PI-34": lazy_gettext("Écart mal compté, talon trop court : on joue avec une main courte."),
    "PI-35": lazy_gettext("Plus de cinq cartes prises au talon : la partie est perdue."),
    "PI-36": lazy_gettext("Donneur servi avant l’autre : la partie est perdue."),
    "PI-37": lazy_gettext("Fausse annonce vue après la première carte : aucun point, l’autre compte tous les plis."),
    "PI-38": lazy_gettext("Main courte : le dernier pli lui échappe."),
}


def manche(number: int) -> str:
    """Name a coup by its number."""
    return gettext("Coup %(number)s", number=number)


def record_manche(number: int) -> str:
    """Say what the button does that opens the entry of a coup."""
    return gettext("Noter le coup %(number)s", number=number)


def undo_manche(number: int) -> str:
    """Say what the button does that takes the latest coup back."""
    return gettext("Annuler le coup %(number)s", number=number)


def correct_manche(number: int) -> str:
    """Say where the link leads that corrects a coup."""
    return gettext("Corriger le coup %(number)s", number=number)


def manches_played(count: int) -> str:
    """Say how many coups were played."""
    return ngettext("%(num)d coup", "%(num)d coups", count)


def manches_undone(count: int) -> str:
    """Say how many coups were taken out of the sheet."""
    return ngettext("%(num)d coup retiré", "%(num)d coups retirés", count)


def after_end(count: int, after: int) -> str:
    """Say that this many coups were played after the one that ended the partie."""
    return ngettext(
        "La partie était finie au coup %(after)s : %(num)d coup joué ensuite ne compte pas.",
        "La partie était finie au coup %(after)s : %(num)d coups joués ensuite ne comptent pas.",
        count,
        after=after,
    )


def stage(options: PiquetOptions, played: Sequence[MancheFacts[PiquetFacts]]) -> str:
    """Say where the partie stands: « Encore 4 coups », « points doublés », « sèches 1–0 »."""
    done = sum(not is_void(one.facts) for one in played)
    if options.format not in COUPS:
        if options.format is Format.TARGET_SINGLE:
            return gettext("Partie sèche en %(target)s points", target=options.target)
        wins = "–".join(map(str, sub_games(options, played).wins))
        return gettext("Partie liée en %(target)s points, sèches %(wins)s", target=options.target, wins=wins)
    number, left = done + 1, COUPS[options.format] - done
    if left <= 0:
        tied = COUPS[options.format] + TIE_COUPS - done
        return ngettext("Totaux égaux : encore %(num)d coup", "Totaux égaux : encore %(num)d coups", tied)
    said = gettext("Dernier coup") if left == 1 else gettext("Encore %(num)d coups", num=left)
    if options.format is Format.RUBICON_FOUR and number in DOUBLED_COUPS:
        return gettext("%(stage)s, points doublés", stage=said)
    return said


def need(options: PiquetOptions, played: Sequence[MancheFacts[PiquetFacts]], side: int, total: int) -> str:
    """Say what a player still needs: to be out of the rubicon, or to reach the target."""
    if options.format in COUPS:
        lacking = RUBICON - total
        return "" if lacking <= 0 else gettext("rubicon : il manque %(needed)s", needed=lacking)
    games = sub_games(options, played)
    lacking = options.target - games.totals[side]
    needed = "" if lacking <= 0 else gettext("il manque %(needed)s", needed=lacking)
    if options.format is Format.TARGET_SINGLE:
        return needed
    won = ngettext("%(num)d sèche", "%(num)d sèches", games.wins[side])
    return f"{won} · {needed}" if needed else won


def ending(why: str, limit: int | None) -> str:
    """Say how a partie ended: « 150 points atteints ». Raises `KeyError` for another game's ending."""
    if why == "target" and limit is not None:
        return ngettext("%(num)d point atteint", "%(num)d points atteints", limit)
    return str(_ENDINGS[why])


def settlement(why: str) -> str:
    """Name a line of the settlement (PI-25 to PI-29): « écart des totaux ». Raises `KeyError` for no such line."""
    return str(_SETTLEMENT[why])


_ENDINGS: dict[str, LazyString] = {
    "six_coups": lazy_gettext("Fin de la partie en six coups"),
    "rubicon_four": lazy_gettext("Fin de la partie en quatre coups"),
    "target": lazy_gettext("But atteint"),
    "linked": lazy_gettext("Deux sèches gagnées : fin de la liée"),
    "loses_partie": lazy_gettext("Partie perdue pour une irrégularité"),
    "drawn": lazy_gettext("Totaux égaux : partie nulle"),
}
_SETTLEMENT: dict[str, LazyString] = {
    "difference": lazy_gettext("écart des totaux"),
    "sum": lazy_gettext("rubicon : somme des deux totaux"),
    "total": lazy_gettext("total du gagnant"),
    "partie": lazy_gettext("la partie"),
}
