"""The record's refusals and changes in words."""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import lazy_gettext as _l

from scorekeeper.games.contract import ImpossibleError
from scorekeeper.record.models import Change, ChangeKind
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.saying import gettext as _
from scorekeeper.web.saying import ngettext

_UNKNOWN = _l("Cela n’est pas possible ici.")
REFUSALS = {
    "stale": _l("Quelqu’un a écrit dans cette partie entre-temps. Ce que vous avez saisi est toujours là."),
    "partie_over": _l("La partie est finie : cette manche n’a pas été notée."),
    "nothing_to_begin": _l("Ce jeu n’annonce rien avant de jouer."),
    "nothing_to_undo": _l("Il n’y a aucune manche à annuler."),
    "cards_begun": _l("Les cartes de cette manche sont déjà en train d’être notées."),
    "no_cards": _l("Aucune carte n’est notée pour cette manche."),
    "no_such_card": _l("Il n’y a pas de carte à reprendre jusque-là."),
    "cards_missing": _l("Il manque encore des cartes : la manche n’est pas finie."),
    "cards_rule": _l("Toutes les cartes sont notées, et elles disent autre chose : confirmez-les, ou effacez-les."),
    "seat_twice": _l("Un joueur ne peut pas s’asseoir à deux places."),
    "no_such_seat": _l("Le donneur doit être à la table."),
    "name_empty": _l("Il faut un nom."),
    "name_characters": _l("Ce texte contient un caractère invisible ou de commande."),
    "name_long": _l("C’est trop long : %(length)s caractères, pour %(longest)s au plus."),
    "name_taken": _l("Il y a déjà « %(name)s » dans ce carnet : ajoutez une initiale ?"),
    "name_retired": _l("« %(name)s » est parmi les anciens : vous pouvez l’y rappeler."),
    "unknown_code": _l("Aucun carnet n’a ce code. Il compte 16 lettres et chiffres, par groupes de quatre."),
    "date_far": _l("La date doit tomber entre %(first)s et %(last)s."),
    "rules_do_not_fit": _l("La manche %(number)s ne peut pas se compter ainsi. %(reason)s"),
}


def refusal(error: RefusedError, words: Callable[[ImpossibleError], str] | None = None) -> str:
    """Why the record refused, in a sentence."""
    figures = dict(error.figures)
    if error.key == "not_understood":
        return str(figures["sentence"])
    because = figures.get("because")
    if isinstance(because, ImpossibleError):
        figures["reason"] = words(because) if words is not None else str(because)
    return str(REFUSALS.get(error.key, _UNKNOWN)) % figures


def change(kind: ChangeKind) -> str:
    """What a change did, in a word or two."""
    return {
        ChangeKind.STARTED: _("partie commencée"),
        ChangeKind.BEGUN: _("début de la manche à venir"),
        ChangeKind.CARDS: _("carte par carte"),
        ChangeKind.PLAYED: _("carte jouée"),
        ChangeKind.TAKEN_BACK: _("carte reprise"),
        ChangeKind.RECORDED: _("notée"),
        ChangeKind.CORRECTED: _("corrigée"),
        ChangeKind.DELETED: _("annulée"),
        ChangeKind.RESTORED: _("rétablie"),
        ChangeKind.RULES: _("règles changées"),
        ChangeKind.ABANDONED: _("partie abandonnée"),
        ChangeKind.REOPENED: _("partie reprise"),
        ChangeKind.AGAIN: _("revanche commencée"),
        ChangeKind.REMOVED: _("partie supprimée"),
        ChangeKind.BROUGHT_BACK: _("partie rétablie"),
    }[kind]


def change_line(one: Change, numbers: dict[int, int]) -> str:
    """A change in a line: « manche 3 corrigée » ; `numbers` gives the manches' numbers by id."""
    if one.manche_id is None:
        return change(one.kind)
    number = numbers.get(one.manche_id)
    if number is None:
        return _("une manche %(done)s", done=change(one.kind))
    return _("manche %(number)s %(done)s", number=number, done=change(one.kind))


def manches_played(count: int) -> str:
    """How many manches were played."""
    return ngettext("%(num)d manche", "%(num)d manches", count)
