"""What goes out and comes in, in words: the columns of the table, and what is wrong with a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l

from scorekeeper.record.exchange.faults import FileFault, UnreadableFileError
from scorekeeper.web.games import PAGES
from scorekeeper.web.i18n import gettext
from scorekeeper.web.words.record import REFUSALS

COLUMNS = {
    "date": _l("Date"),
    "place": _l("Lieu"),
    "game": _l("Jeu"),
    "partie": _l("N° de partie"),
    "ended": _l("Terminée"),
    "manche": _l("Manche"),
    "player": _l("Joueur"),
    "side": _l("Camp"),
    "points": _l("Points"),
    "total": _l("Cumul"),
    "final_total": _l("Total final"),
    "rank": _l("Rang"),
    "won": _l("Gagné"),
}
# A spreadsheet in French takes the comma for that of decimals, and splits at semicolons.
_SEPARATORS = {"fr": ";"}
_LINE, _BYTE = re.compile(r"line (\d+), column (\d+)"), re.compile(r"byte (\d+)")
_SHAPE = _l("Ce qui est écrit là n’a pas la forme attendue.")
_FAULTS = {
    "too_long": _l("Ce fichier est trop gros."),
    "not_utf8": _l("Ce n’est pas du texte en UTF-8 : le fichier est abîmé, ou d’une autre sorte."),
    "not_json": _l("Le fichier n’est pas entier, ou il n’est pas en JSON."),
    "too_deep": _l("Les choses y sont emboîtées trop profondément."),
    "no_number": _l("« %(value)s » n’est pas un nombre possible ici."),
    "key_twice": _l("« %(name)s » est dit deux fois au même endroit."),
    "characters": _l("Ce texte contient un caractère invisible ou de commande."),
    "foreign": _l("Ce n’est pas le fichier d’un carnet de La Marque."),
    "older_version": _l("Ce fichier est d’une version que La Marque ne lit plus."),
    "newer_version": _l("Ce fichier vient d’une version plus récente de La Marque : mettez celle-ci à jour."),
    "key_missing": _l("Il manque « %(name)s »."),
    "key_unknown": _l("« %(name)s » n’a pas sa place ici."),
    "list_long": _l("La liste est trop longue : %(length)s, pour %(longest)s au plus."),
    "not_between": _l("Il faut un nombre entier de %(lowest)s à %(highest)s, et non « %(value)s »."),
    "not_known": _l("« %(value)s » ne désigne rien ici."),
    "no_moment": _l("« %(value)s » n’est pas une date."),
    "name_twice": _l("« %(name)s » y est deux fois."),
    "seats": _l("Ce jeu ne se joue pas à %(found)s."),
    "not_in_order": _l("L’ordre n’est pas le bon."),
    "two_under_way": _l("Une partie n’a qu’une manche en cours."),
    "too_many_points": _l("Les totaux dépassent ce qu’une feuille peut tenir."),
}


@dataclass(frozen=True)
class FaultText:
    """A fault of a file: where it is, as the file has it, and the sentence."""

    place: str
    sentence: str


def table_words(language: str) -> tuple[str, Mapping[str, str], Mapping[str, str]]:
    """What parts the cells of the table in this language, then the names of its columns and of the games."""
    heads = {name: str(said) for name, said in COLUMNS.items()}
    return _SEPARATORS.get(language, ","), heads, {slug: str(pages.words.NAME) for slug, pages in PAGES.items()}


def fault_sentences(error: UnreadableFileError) -> list[FaultText]:
    """The first faults of a file, in words."""
    return [FaultText(_place(fault.place), _sentence(fault)) for fault in error.faults]


def _place(place: str) -> str:
    """Where a file breaks off, in words; a path into it stays as the file has it."""
    line, byte = _LINE.fullmatch(place), _BYTE.fullmatch(place)
    if line:
        return gettext("ligne %(line)s, colonne %(column)s", line=line[1], column=line[2])
    return gettext("octet %(number)s", number=byte[1]) if byte else place


def _sentence(fault: FileFault) -> str:
    if fault.key == "game":
        seats = [f"{number}" for number in range(1, 9)]
        return PAGES[fault.figures["game"]].words.fault(fault.figures["because"], seats)
    return str(_FAULTS.get(fault.key) or REFUSALS.get(fault.key, _SHAPE)) % fault.figures
