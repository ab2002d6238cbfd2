"""The sentences of refusals (`RefusedError`), and of the changes in the log of a partie.

A *partie* is a game played to its end, a *manche* one deal of it, a *soirée* an evening of parties, a *carnet* the
notebook of a group of players. The *log* has a row for each change of a partie, of a *kind* such as `corrected`; the
rows of the kinds `undone` and `redone` take a change back or make it again.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from flask_babel import lazy_gettext as _l

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.partie.changes import Recorded
from scorekeeper.record.models import Change
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.manche import MancheText

MOST_CHANGE_LINES = 5
_DEFAULT_REFUSAL = _l("Cela n’est pas possible ici.")
# By the key of a `RefusedError`; its details fill the placeholders. `_l` translates when the text is shown. No sentence
# names a manche, for which games have several words.
REFUSALS = {
    "partie_over": _l("La partie est finie : cela n’a pas été noté."),
    "nothing_to_undo": _l("Il n’y a rien à annuler."),
    # Manches, or coups of Piquet, are numbered on the sheet.
    "rules_do_not_fit": _l("N° %(number)s de la feuille : cela ne peut pas se compter ainsi. %(reason)s"),
    "begun_does_not_fit": _l(
        "Ce qui est commencé ne peut pas continuer sous ces règles : finissez, ou annulez-le. %(reason)s"
    ),
    "cards_begun": _l("On note déjà les cartes."),
    "no_cards": _l("Aucune carte n’est notée."),
    "cards_missing": _l("Il manque encore des cartes : tout n’est pas joué."),
    "cards_under_way": _l("Des cartes sont sur la table : finissez de jouer, ou effacez-les d’abord."),
    "stale": _l("Quelqu’un a écrit dans cette partie entre-temps. Ce que vous avez saisi est toujours là."),
    "nothing_to_begin": _l("Ce jeu n’annonce rien avant de jouer."),
    "other_turns": _l("Avec cette carte, un autre prend le pli : reprenez plutôt les cartes depuis ce pli."),
    "no_such_card": _l("Il n’y a pas de carte à reprendre jusque-là."),
    "breach_unsettled": _l("Dites d’abord ce qu’il advient de l’annonce réfutée."),
    "cards_rule": _l("Toutes les cartes sont notées, et elles disent autre chose : confirmez-les, ou effacez-les."),
    "not_at_table": _l("Ce joueur n’est pas à cette table."),
    "seat_twice": _l("Un joueur ne peut pas s’asseoir à deux places."),
    "no_such_seat": _l("Le donneur doit être à la table."),
    "dealer_missing": _l("Dites qui donne."),
    "dealer_fixed": _l("Ce qui est déjà noté dit qui a donné : le donneur ne change qu’à partir d’ici."),
    "over_unchanged": _l("La partie est finie : rien n’a été changé."),
    "no_replacement": _l("Il n’y a aucun remplacement à annuler."),
    "others_played": _l("D’autres y ont joué : refaites d’abord le remplacement qui est annulé."),
    "unreadable": _l("Cette version de l’application ne sait pas lire cette partie : elle reste telle quelle."),
    "nothing_to_redo": _l("Il n’y a rien à refaire."),
    "undo_ends": _l("Ce qui précède ne s’annule plus pas à pas : corrigez ou supprimez-le dans la feuille."),
    "two_names": _l("Choisissez deux noms."),
    "two_places": _l("Dites qui change de place, puis avec qui."),
    "partners_parted": _l("Les partenaires restent face à face jusqu’à la fin de la partie."),
    "same_seat": _l("Choisissez deux noms."),
    "is_seated": _l("Cette personne joue déjà à cette table."),
    "had_other_seat": _l("Cette personne a déjà joué à une autre place dans cette partie."),
    "merged_in_partie": _l(
        "%(name)s serait deux fois dans cette partie : séparez d’abord les deux joueurs qui ont été fusionnés."
    ),
    "not_in_seat": _l("Choisissez un joueur qui a tenu cette place."),
    "name_empty": _l("Il faut un nom."),
    "words_missing": _l("Vous jouez comment ? Touchez une réponse, ou écrivez la vôtre."),
    "name_characters": _l("Ce texte contient un caractère invisible ou de commande."),
    "name_long": _l("C’est trop long : %(length)s caractères, pour %(longest)s au plus."),
    "name_taken": _l("Il y a déjà « %(name)s » : ajoutez une initiale ?"),
    "played_together": _l("%(kept)s et %(other)s étaient à la même table : ce sont deux personnes."),
    "name_came_since": _l("Quelqu’un d’autre s’appelle « %(name)s » maintenant : renommez-le d’abord."),
    "name_retired": _l("« %(name)s » est parmi les anciens : vous pouvez l’y rappeler."),
    "unknown_code": _l("Aucun carnet n’a ce code. Il compte 16 lettres et chiffres, par groupes de quatre."),
    "many_attempts": _l("Trop d’essais : réessayez dans %(minutes)s min."),
    "cookie_full": _l("Ce navigateur ne peut garder plus de carnets : fermez-en un d’abord."),
    "no_such_invitation": _l("Cette invitation ne marche pas, ou ne marche plus."),
    "player_unknown": _l("Ce joueur n’est pas de ce carnet."),
    "cannot_take_over": _l("Ce téléphone ne peut pas recevoir le carnet."),
    "soiree_gone": _l("Cette soirée n’est plus dans le carnet : elle a été supprimée ou fusionnée."),
    "soiree_begun": _l("Une partie y est commencée : la soirée reste."),
    "partie_full": _l("Une partie compte %(most)s donnes au plus : jouez-en une autre."),
    "soiree_full": _l("Une soirée tient %(most)s parties au plus : commencez-en une autre."),
    "many_players": _l("Un carnet tient %(most)s joueurs au plus, anciens compris."),
    "many_presets": _l("Un carnet garde %(most)s règles de maison au plus : supprimez-en d’abord."),
    "preset_of_game": _l("« %(name)s » est déjà une règle du jeu : donnez un autre nom."),
    "question_missing": _l("Écrivez d’abord la question."),
    "many_questions": _l("Un carnet garde %(most)s questions au plus : retirez-en d’abord dans ses réglages."),
    "many_invitations": _l("%(most)s invitations sont déjà ouvertes : retirez d’abord celles qui ne servent plus."),
    "soiree_unknown": _l("Choisissez une soirée du carnet."),
    "soiree_revised": _l(
        "Quelqu’un a modifié cette soirée entre-temps. "
        "Ce que vous avez saisi est toujours là : relisez avant d’enregistrer."
    ),
    "same_soiree": _l("C’est la même soirée."),
    "regrouped_since": _l(
        "Une partie est venue dans l’une de ces soirées ou en est sortie depuis : cela ne se défait plus."
    ),
    "notes_long": _l("Les notes des deux soirées dépassent ensemble %(longest)s caractères : raccourcissez-en une."),
    "stake_amount": _l("Le montant doit être entre un centime et %(most)s."),
    "same_player": _l("C’est déjà le même joueur."),
    "no_such_player": _l("Il n’y a pas de « %(name)s » dans ce carnet."),
    "merged_since": _l("La fusion a changé : regardez ce qui est écrit maintenant."),
    "not_confirmed": _l("Pour confirmer, tapez exactement : %(name)s"),
    "file_missing": _l("Choisissez d’abord un fichier."),
    "date_missing": _l("Il faut une date."),
    "date_far": _l("La date doit tomber entre %(first)s et %(last)s."),
}


def refusal_sentence(error: RefusedError, error_sentence: Callable[[ImpossibleError], str] | None = None) -> str:
    """Return the sentence of a refusal; `error_sentence` returns that of an error of its game, if it has one."""
    details = dict(error.details)
    # The key for a form that the pages do not send; the view that raised the error has made its sentence.
    if error.key == "not_understood":
        return str(details["sentence"])
    # The error of a game that led to the refusal, such as facts that do not fit new house rules.
    cause = details.get("because")
    if isinstance(cause, ImpossibleError):
        details["reason"] = str(cause)
        # Without a game, the error has no sentence.
        if error_sentence is not None:
            details["reason"] = error_sentence(cause)
    return str(REFUSALS.get(error.key, _DEFAULT_REFUSAL)) % details


@dataclass(frozen=True)
class ChangeLine:
    """A line of the list of recent changes."""

    # « manche 3 corrigée », or « et 2 autres » for the earlier changes.
    label: str

    # When the change was made; None for the line that counts the earlier ones.
    at: dt.datetime | None = None


# In the functions below, `manche` are the sentences of the game about its manches, and `number` is that of the changed
# manche, from 1; None if it is not in the sheet, or if the change is of no manche.


def change_label(change: Change, manche: MancheText, number: int | None = None) -> str:
    """Return the label of a row of the log: « corrigée » of a manche, « annulé : le changement de règles »."""
    kind = change.kind
    # The payload of a row that undoes or redoes a change has the kind of this change: `{"of": "rules"}`.
    if kind in _STEPS:
        return str(_STEPS[kind]) % {"change": change_noun(change.payload["of"], manche, number)}
    return str(manche.changes.get(kind) or _CHANGES[kind])


def change_lines(changes: Sequence[Change], numbers: Mapping[int, int], manche: MancheText) -> list[ChangeLine]:
    """Return the lines of these changes, oldest first; consecutive changes with the same label have one line.

    If there are more than `MOST_CHANGE_LINES`, the first line counts the earlier ones. `numbers` are the numbers of the
    manches by id.
    """
    lines = []
    # `groupby` makes a group of consecutive changes with the same text. Their line has the time of the latest one.
    for label, equal_changes in groupby(changes, lambda change: change_text(change, numbers, manche)):
        *_earlier, latest = equal_changes  # only the last one is used
        lines.append(ChangeLine(label, latest.at))
    earlier_count = len(lines) - MOST_CHANGE_LINES
    if earlier_count <= 0:
        return lines
    return [ChangeLine(ngettext("et %(num)d autre", "et %(num)d autres", earlier_count)), *lines[-MOST_CHANGE_LINES:]]


def change_text(change: Change, numbers: Mapping[int, int], manche: MancheText) -> str:
    """Return the text of a row of the log: « manche 3 corrigée », « annulé : le changement de règles »."""
    if change.manche_id is None:
        return change_label(change, manche)
    number = numbers.get(change.manche_id)
    label = change_label(change, manche, number)
    # The label of an undone or redone change names the manche already: « annulé : la manche 3 ».
    if change.kind in _STEPS:
        return label
    return manche.change_of(label, number)


def change_noun(kind: str, manche: MancheText, number: int | None) -> str:
    """Return the name of a change, for the buttons that take it back and make it again: « le changement de règles »."""
    # Undoing the recording of a manche is « Annuler la manche 3 ».
    if kind == Recorded.kind:
        return manche.noun(number)
    return str(_NOUNS[kind])


# The labels by kind of change, except those about a manche, which are in `MancheText.changes`.
_CHANGES = {
    "started": _l("partie commencée"),
    "cards": _l("carte par carte"),
    "hands": _l("mains ouvertes ou refermées"),
    "played": _l("cartes jouées"),
    "taken_back": _l("cartes reprises"),
    "cleared": _l("cartes effacées"),
    "rules": _l("règles changées"),
    "other_card": _l("carte remplacée"),
    "first_dealer": _l("donneur changé"),
    "dealer": _l("donneur changé"),
    "order": _l("ordre du jeu changé"),
    "seats": _l("deux noms échangés"),
    "replaced": _l("joueur remplacé"),
    "returned": _l("remplacement annulé"),
    "credited": _l("partie comptée pour un autre joueur"),
    "abandoned": _l("partie abandonnée"),
    "reopened": _l("partie reprise"),
    "again": _l("revanche commencée"),
    "moved": _l("partie changée de soirée"),
    "removed": _l("partie supprimée"),
    "brought_back": _l("partie rétablie"),
}
# The kinds that take a change back and make it again.
_STEPS = {"undone": _l("annulé : %(change)s"), "redone": _l("refait : %(change)s")}
# The names of changes on the buttons, after « Annuler » and « Refaire ».
_NOUNS = {
    "begun": _l("la dernière saisie"),
    "cards": _l("la saisie carte par carte"),
    "hands": _l("la main ouverte ou refermée"),
    "cleared": _l("l’effacement des cartes"),
    "played": _l("la dernière carte"),
    "taken_back": _l("la reprise de cartes"),
    "other_card": _l("le remplacement d’une carte"),
    "corrected": _l("la correction"),
    "deleted": _l("la suppression"),
    "restored": _l("le rétablissement"),
    "rules": _l("le changement de règles"),
    "first_dealer": _l("le changement de donneur"),
    "dealer": _l("le changement de donneur"),
    "order": _l("le changement d’ordre"),
    "seats": _l("l’échange de noms"),
    "replaced": _l("le remplacement"),
    "returned": _l("le retour à la place"),
    "credited": _l("le changement de bénéficiaire"),
    "abandoned": _l("l’abandon"),
    "reopened": _l("la reprise de la partie"),
    "removed": _l("la suppression de la partie"),
    "brought_back": _l("le rétablissement de la partie"),
}
