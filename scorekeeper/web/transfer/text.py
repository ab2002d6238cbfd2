"""The texts of exports and imports: column names of the CSV file, and the sentences for errors of a carnet's file.

A *carnet* is the notebook of a group of players. A game is named by its *slug*, a text for addresses. `_l` marks a text
that is translated when it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import lazy_gettext as _l

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.transfer.errors import UnreadableFileError
from scorekeeper.web.games import PAGES, name_of_game
from scorekeeper.web.text.record import REFUSALS

_COLUMN_NAMES = {
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
# The separator of the columns by language; other languages have a comma. A spreadsheet in French reads commas as
# decimal commas, and splits the columns at semicolons.
_SEPARATORS = {"fr": ";"}
# The sentence for an error that has no sentence of its own.
_MALFORMED = _l("Ce qui est écrit là n’a pas la forme attendue.")
# By the key of the error; its details fill the placeholders.
_FILE_ERRORS = {
    "too_long": _l("Ce fichier est trop gros."),
    "not_json": _l("Le fichier n’est pas entier, ou il n’est pas en JSON."),
    "not_utf8": _l("Ce fichier n’est pas en UTF-8 : dans votre éditeur, enregistrez-le en « UTF-8 »."),
    "not_one_file": _l("Ce zip doit contenir un seul fichier .json : l’export d’un carnet."),
    "missing": _l("Cela manque dans le fichier."),
    "no_date": _l("« %(value)s » n’est pas une date : le 28 novembre 2026 s’écrit 2026-11-28."),
    "text_too_long": _l("« %(value)s » est trop long : %(most)s signes au plus."),
    "too_many": _l("Il y en a trop : %(most)s au plus."),
    "name_twice": _l("Deux fois le même nom : « %(value)s »."),
    "no_number": _l("« %(value)s » n’est pas un nombre possible ici."),
    "key_twice": _l("« %(name)s » est dit deux fois au même endroit."),
    "other_kind": _l("Ce n’est pas le fichier d’un carnet : choisissez celui que donne « Exporter le carnet »."),
    "foreign": _l("Ce n’est pas le fichier d’un carnet de La Marque."),
    "newer_version": _l("Ce fichier vient d’une version plus récente de La Marque : mettez celle-ci à jour."),
    "not_known": _l("« %(value)s » ne désigne rien ici."),
    "broken_log": _l("La version %(version)s de la partie ne peut pas venir après les précédentes."),
    "other_state": _l("Ce qui est écrit là n’est pas ce que donnent les changements de la partie."),
}


class _GameNames(dict[str, str]):
    """The names of games by slug, in the language of the request.

    It lacks the games that players named, such as `scoresheet:most:Belote`. Their names are the same in every language:
    they are found when the file is written, which is after the request.
    """

    def __missing__(self, slug: str) -> str:
        return name_of_game(slug)


def csv_texts(language: str) -> tuple[str, Mapping[str, str], Mapping[str, str]]:
    """Return, in this language, the separator of the CSV file, its column names by key, and game names by slug."""
    column_names = {key: str(name) for key, name in _COLUMN_NAMES.items()}
    game_names = _GameNames({slug: name_of_game(slug) for slug in PAGES})
    return _SEPARATORS.get(language, ","), column_names, game_names


def file_error_sentence(error: UnreadableFileError) -> str:
    """Return the sentence for an error of a carnet's file."""
    # The error of a game, if the facts of a manche (deal) or the house rules of a partie are impossible.
    cause = error.details.get("because")
    if isinstance(cause, ImpossibleError):
        # The sentence calls the players by their numbers at the table, which has eight seats at most.
        seat_names = [str(number) for number in range(1, 9)]
        return PAGES[str(error.details["game"])].text.error_sentence(cause, seat_names)
    # Some errors of a file are those of a form too, such as a name that is too long.
    sentence = _FILE_ERRORS.get(error.key) or REFUSALS.get(error.key, _MALFORMED)
    return str(sentence) % error.details
