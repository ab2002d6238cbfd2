"""The record's refusals and changes in words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from flask_babel import lazy_gettext as _l

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.models import Change, ChangeKind
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.contract import Words
from scorekeeper.web.i18n import ngettext

LATEST = 5
_UNKNOWN = _l("Cela n’est pas possible ici.")
REFUSALS = {
    "stale": _l("Quelqu’un a écrit dans cette partie entre-temps. Ce que vous avez saisi est toujours là."),
    "nothing_to_begin": _l("Ce jeu n’annonce rien avant de jouer."),
    "no_such_card": _l("Il n’y a pas de carte à reprendre jusque-là."),
    "breach_unsettled": _l("Dites d’abord ce qu’il advient de l’annonce réfutée."),
    "cards_rule": _l("Toutes les cartes sont notées, et elles disent autre chose : confirmez-les, ou effacez-les."),
    "not_at_table": _l("Ce joueur n’est pas à cette table."),
    "seat_twice": _l("Un joueur ne peut pas s’asseoir à deux places."),
    "no_such_seat": _l("Le donneur doit être à la table."),
    "name_empty": _l("Il faut un nom."),
    "name_characters": _l("Ce texte contient un caractère invisible ou de commande."),
    "name_long": _l("C’est trop long : %(length)s caractères, pour %(longest)s au plus."),
    "name_taken": _l("Il y a déjà « %(name)s » dans ce carnet : ajoutez une initiale ?"),
    "name_retired": _l("« %(name)s » est parmi les anciens : vous pouvez l’y rappeler."),
    "unknown_code": _l("Aucun carnet n’a ce code. Il compte 16 lettres et chiffres, par groupes de quatre."),
    "date_far": _l("La date doit tomber entre %(first)s et %(last)s."),
}


def refusal(error: RefusedError, words: Callable[[ImpossibleError], str] | None = None) -> str:
    """Why the record refused, in a sentence."""
    figures = dict(error.figures)
    if error.key == "not_understood":
        return str(figures["sentence"])
    because = figures.get("because")
    if isinstance(because, ImpossibleError):
        figures["reason"] = words(because) if words is not None else str(because)
    face = PAGES.get(str(figures.get("game")))
    of_game = face.words.MANCHE if face is not None else {}
    return str(of_game.get(error.key) or REFUSALS.get(error.key, _UNKNOWN)) % figures


@dataclass(frozen=True)
class Told:
    """A line of what came since: what was done, and when; `at` is None for the line that counts the earlier ones."""

    said: str
    at: dt.datetime | None = None


def change(kind: ChangeKind, words: Words) -> str:
    """What a change did, in a word or two, as the game's own words go with its name for a manche."""
    return str(words.MANCHE.get(kind.value) or _CHANGES[kind])


def change_line(one: Change, numbers: Mapping[int, int], words: Words) -> str:
    """A change in a line: « manche 3 corrigée » ; `numbers` gives the manches' numbers by id."""
    done = change(one.kind, words)
    if one.manche_id is None:
        return done
    number = numbers.get(one.manche_id)
    if number is None:
        return str(words.MANCHE["change_of_one"]) % {"done": done}
    return str(words.MANCHE["change"]) % {"number": number, "done": done}


def told(changes: Sequence[Change], numbers: Mapping[int, int], words: Words) -> list[Told]:
    """What came since, oldest first: the same said again and again is one line, and only the latest are listed."""
    lines = []
    for said, same in groupby(changes, lambda one: change_line(one, numbers, words)):
        *_earlier, latest = same
        lines.append(Told(said, latest.at))
    left_out = len(lines) - LATEST
    if left_out <= 0:
        return lines
    return [Told(ngettext("et %(num)d autre", "et %(num)d autres", left_out)), *lines[-LATEST:]]


_CHANGES = {
    ChangeKind.STARTED: _l("partie commencée"),
    ChangeKind.CARDS: _l("carte par carte"),
    ChangeKind.HANDS: _l("mains ouvertes ou refermées"),
    ChangeKind.PLAYED: _l("cartes jouées"),
    ChangeKind.TAKEN_BACK: _l("cartes reprises"),
    ChangeKind.CLEARED: _l("cartes effacées"),
    ChangeKind.RULES: _l("règles changées"),
    ChangeKind.ABANDONED: _l("partie abandonnée"),
    ChangeKind.REOPENED: _l("partie reprise"),
    ChangeKind.AGAIN: _l("revanche commencée"),
    ChangeKind.REMOVED: _l("partie supprimée"),
    ChangeKind.BROUGHT_BACK: _l("partie rétablie"),
}
