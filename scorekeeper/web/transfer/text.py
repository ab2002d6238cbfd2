"""The sentences of exports and imports: column names of the CSV table, and errors of a file."""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import lazy_gettext as _l

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.transfer.errors import UnreadableFileError
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.record import REFUSALS

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
# A spreadsheet in French reads commas as decimal commas, and splits at semicolons.
_SEPARATORS = {"fr": ";"}
_MALFORMED = _l("Ce qui est écrit là n’a pas la forme attendue.")
_FAULTS = {
    "too_long": _l("Ce fichier est trop gros."),
    "not_json": _l("Le fichier n’est pas entier, ou il n’est pas en JSON."),
    "no_number": _l("« %(value)s » n’est pas un nombre possible ici."),
    "key_twice": _l("« %(name)s » est dit deux fois au même endroit."),
    "foreign": _l("Ce n’est pas le fichier d’un carnet de La Marque."),
    "newer_version": _l("Ce fichier vient d’une version plus récente de La Marque : mettez celle-ci à jour."),
    "not_known": _l("« %(value)s » ne désigne rien ici."),
}


def table_headings(language: str) -> tuple[str, Mapping[str, str], Mapping[str, str]]:
    """Return the separator of the CSV table in this language, the names of its columns and those of the games."""
    columns = {name: str(heading) for name, heading in COLUMNS.items()}
    return _SEPARATORS.get(language, ","), columns, {slug: str(pages.words.NAME) for slug, pages in PAGES.items()}


def fault_sentence(fault: UnreadableFileError) -> str:
    """Return the sentence for an error of a file."""
    because = fault.figures.get("because")
    if isinstance(because, ImpossibleError):
        seats = [f"{number}" for number in range(1, 9)]
        return PAGES[str(fault.figures["game"])].words.fault(because, seats)
    return str(_FAULTS.get(fault.key) or REFUSALS.get(fault.key, _MALFORMED)) % fault.figures
