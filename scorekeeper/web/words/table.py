"""What every game says alike: players without a name, figures, and the faults of the contract."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

from babel.numbers import format_decimal
from flask_babel import get_locale, lazy_gettext

from scorekeeper.cards.cards import Card, UnknownCardError
from scorekeeper.games.contract import REASON_LENGTH
from scorekeeper.web.i18n import gettext, ngettext
from scorekeeper.web.words.cards import card_said

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from flask_babel import LazyString

    from scorekeeper.games.shape import ImpossibleError

FaultWords: TypeAlias = "Callable[[ImpossibleError, Sequence[str]], str | None]"
_NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
_FIELDS: dict[str, LazyString] = {
    "penalties": lazy_gettext("Pénalité"),
    "plays": lazy_gettext("Cartes jouées"),
    "hands": lazy_gettext("Mains ouvertes"),
    "leader": lazy_gettext("Entame"),
    "dealer": lazy_gettext("Donneur"),
}
# What is said of a manche whatever the game; a game that calls it something else says all of this its own way.
MANCHE: dict[str, LazyString] = {
    "one": lazy_gettext("Manche"),
    "empty": lazy_gettext("Une ligne par manche : les points de chacun et le total qui court."),
    "recount": lazy_gettext("Tout changement recompte la partie depuis la première manche."),
    "undone": lazy_gettext("Manche annulée"),
    "put_back": lazy_gettext("La rétablir"),
    "restore": lazy_gettext("Rétablir la manche"),
    "delete": lazy_gettext("Supprimer la manche"),
    "left_out": lazy_gettext("Elle ne compte plus. La corriger ou la rétablir la remet à sa place."),
    "versions": lazy_gettext("Ce qu’elle a été"),
    "change": lazy_gettext("manche %(number)s %(done)s"),
    "change_of_one": lazy_gettext("une manche %(done)s"),
    "begun": lazy_gettext("début de la manche à venir"),
    "recorded": lazy_gettext("notée"),
    "corrected": lazy_gettext("corrigée"),
    "under_way": lazy_gettext("Une manche de plus est commencée : ce qui en est noté reste."),
    "laid_out": lazy_gettext("annulée, à reprendre"),
    "deleted": lazy_gettext("annulée"),
    "restored": lazy_gettext("rétablie"),
    "partie_over": lazy_gettext("La partie est finie : cette manche n’a pas été notée."),
    "nothing_to_undo": lazy_gettext("Il n’y a aucune manche à annuler."),
    "rules_do_not_fit": lazy_gettext("La manche %(number)s ne peut pas se compter ainsi. %(reason)s"),
    "begun_does_not_fit": lazy_gettext(
        "La manche en cours ne peut pas continuer sous ces règles : "
        "terminez-la, ou annulez ce qui est commencé. %(reason)s"
    ),
    "cards_begun": lazy_gettext("On note déjà les cartes de cette manche."),
    "no_cards": lazy_gettext("Aucune carte n’est notée pour cette manche."),
    "cards_missing": lazy_gettext("Il manque encore des cartes : la manche n’est pas finie."),
    "cards_under_way": lazy_gettext(
        "Les cartes de la manche en cours sont sur la table : finissez-la, ou effacez-les d’abord."
    ),
    "clear_cards": lazy_gettext("Effacer les cartes de cette manche"),
    "let_stand": lazy_gettext(
        "Laisser passer la garde au compte rendu. Aucune source ne fixe de sanction : "
        "une pénalité convenue se note à la fin de la manche."
    ),
}


def manche(number: int) -> str:
    """Name a manche by its number."""
    return gettext("Manche %(number)s", number=number)


def record_manche(number: int) -> str:
    """Say what the button does that opens the entry of a manche."""
    return gettext("Noter la manche %(number)s", number=number)


def undo_manche(number: int) -> str:
    """Say what the button does that takes the latest manche back."""
    return gettext("Annuler la manche %(number)s", number=number)


def correct_manche(number: int) -> str:
    """Say where the link leads that corrects a manche."""
    return gettext("Corriger la manche %(number)s", number=number)


def manches_played(count: int) -> str:
    """Say how many manches were played."""
    return ngettext("%(num)d manche", "%(num)d manches", count)


def manches_undone(count: int) -> str:
    """Say how many manches were taken out of the sheet."""
    return ngettext("%(num)d manche annulée", "%(num)d manches annulées", count)


def after_end(count: int, after: int) -> str:
    """Say that this many manches were played after the one that ended the partie."""
    return ngettext(
        "La partie était finie à la manche %(after)s : %(num)d manche jouée ensuite ne compte pas.",
        "La partie était finie à la manche %(after)s : %(num)d manches jouées ensuite ne comptent pas.",
        count,
        after=after,
    )


def player(names: Sequence[str], seat: int) -> str:
    """Name the player in this seat, or give their number; meant for the middle of a sentence."""
    name = names[seat].strip() if 0 <= seat < len(names) else ""
    return name or gettext("le joueur %(num)d", num=seat + 1)


def opening(names: Sequence[str], seat: int) -> str:
    """Name a player at the head of a sentence: a name stays as it is written, « Le joueur 1 » gets its capital."""
    name = player(names, seat)
    return name if any(name == known.strip() for known in names) else name[:1].upper() + name[1:]


def figure(value: object) -> str:
    """Write a number as this language does, and anything else between quotes."""
    text = str(value)
    if not _NUMBER.fullmatch(text):
        return quoted(text)
    written = format_decimal(Decimal(text), locale=get_locale(), decimal_quantization=False)
    return written.replace("-", "−")


def whole_figure(error: ImpossibleError, name: str) -> int:
    """A whole number among the figures of a fault. Raises `TypeError` for anything else: the engine gave it."""
    value = error.figures[name]
    if not isinstance(value, int):
        raise TypeError(name)
    return value


def who(error: ImpossibleError, names: Sequence[str], figure_name: str = "seat") -> str:
    """Name the player whose seat is among the figures of a fault; meant for the middle of a sentence."""
    return player(names, whole_figure(error, figure_name))


def quoted(text: str) -> str:
    """Put words that are not ours between quotes."""
    return gettext("« %(words)s »", words=text)


def labelled(label: str | None, fault: str) -> str:
    """Put the name of its field before a fault written without its capital; alone, it gets its capital."""
    if label is None:
        return fault[:1].upper() + fault[1:]
    return gettext("%(label)s : %(fault)s", label=label, fault=fault)


def game_fault(
    error: ImpossibleError,
    names: Sequence[str],
    plain: Mapping[str, LazyString],
    by_key: Mapping[str, FaultWords],
    labels: Mapping[str, LazyString],
) -> str:
    """Say a fault as a game does, which gives its plain sentences, its other words by key, and how it names its fields.

    What it has no words for is said as at any table, or its article named.
    """
    if error.key in plain:
        return str(plain[error.key])
    words = by_key.get(error.key)
    told = words(error, names) if words is not None else table_fault(error, labels, names)
    return told or unexplained(error)


def table_fault(
    error: ImpossibleError, labels: Mapping[str, LazyString] | None = None, names: Sequence[str] = ()
) -> str | None:
    """Say a fault that any game may find, or give None; `labels` is how the game names its fields.

    `names` are the players' by seat, for the faults of a manche played card by card.
    """
    if error.key in _PLAY_FAULTS:
        return _PLAY_FAULTS[error.key](error, names)
    words = _FAULTS.get(error.key)
    if words is None:
        return None
    fields = {**_FIELDS, **(labels or {})}
    label = fields.get(error.field) if error.field is not None else None
    return labelled(None if label is None else str(label), words(error))


def unexplained(error: ImpossibleError) -> str:
    """Say what is left to say of a fault that nobody has words for."""
    if error.article is None:
        return gettext("Cela n’est pas possible.")
    return gettext("Cela n’est pas possible : voyez l’article %(article)s.", article=error.article)


def _not_whole(error: ImpossibleError) -> str:
    text = str(error.figures["value"])
    if text == str(None):
        return gettext("une case est vide, il y faut un nombre entier.")
    number = _NUMBER.fullmatch(text)
    looks_whole = number is not None and not (number[1] or "").strip(".0")
    value = quoted(text) if looks_whole else figure(text)
    return gettext("%(value)s n’est pas un nombre entier.", value=value)


def _too_low(error: ImpossibleError) -> str:
    value, lowest = str(error.figures["value"]), figure(error.figures["lowest"])
    if not _NUMBER.fullmatch(value):  # the contract leaves out figures too long to be read
        return gettext("ce nombre est trop petit, le minimum est %(lowest)s.", lowest=lowest)
    return gettext("%(value)s est trop petit, le minimum est %(lowest)s.", value=figure(value), lowest=lowest)


def _too_high(error: ImpossibleError) -> str:
    value, highest = str(error.figures["value"]), figure(error.figures["highest"])
    if not _NUMBER.fullmatch(value):
        return gettext("ce nombre est trop grand, le maximum est %(highest)s.", highest=highest)
    return gettext("%(value)s est trop grand, le maximum est %(highest)s.", value=figure(value), highest=highest)


def _wrong_length(error: ImpossibleError) -> str:
    found, expected = whole_figure(error, "found"), whole_figure(error, "expected")
    if error.field == "hands":
        return ngettext(
            "%(num)d main au lieu de %(expected)d.",
            "%(num)d mains au lieu de %(expected)d.",
            found,
            expected=expected,
        )
    return ngettext(
        "%(num)d nombre au lieu de %(expected)d.",
        "%(num)d nombres au lieu de %(expected)d.",
        found,
        expected=expected,
    )


def _card(error: ImpossibleError) -> str:
    return card_said(Card(str(error.figures["value"])))


def _not_in_deck(error: ImpossibleError, _names: Sequence[str]) -> str:
    try:
        card = _card(error)
    except UnknownCardError:
        return gettext("%(value)s n’est pas une carte.", value=quoted(str(error.figures["value"])))
    return gettext("Ce jeu n’a pas de %(card)s.", card=card)


def _out_of_turn(error: ImpossibleError, names: Sequence[str]) -> str:
    name, other = player(names, whole_figure(error, "expected")), player(names, whole_figure(error, "seat"))
    return gettext("À %(name)s de jouer, pas à %(other)s.", name=name, other=other)


def _wrong_leader(error: ImpossibleError, names: Sequence[str]) -> str:
    name, other = player(names, whole_figure(error, "expected")), player(names, whole_figure(error, "seat"))
    return gettext("À %(name)s d’entamer, pas à %(other)s.", name=name, other=other)


def _not_in_hand(error: ImpossibleError, names: Sequence[str]) -> str:
    name = player(names, whole_figure(error, "seat"))
    told = gettext("%(name)s n’a pas %(card)s en main : les mains ouvertes le montrent.", name=name, card=_card(error))
    return labelled(None, told)


def _hand_size(error: ImpossibleError, names: Sequence[str]) -> str:
    return ngettext(
        "La main ouverte pour %(name)s compte %(num)d carte, il en faut %(expected)d.",
        "La main ouverte pour %(name)s compte %(num)d cartes, il en faut %(expected)d.",
        whole_figure(error, "found"),
        name=player(names, whole_figure(error, "seat")),
        expected=whole_figure(error, "expected"),
    )


# What cannot be in a manche played card by card (T-1, T-2).
_PLAY_FAULTS: dict[str, Callable[[ImpossibleError, Sequence[str]], str]] = {
    "card_played": lambda error, _: gettext("La carte %(card)s est déjà jouée.", card=_card(error)),
    "out_of_turn": _out_of_turn,
    "not_in_hand": _not_in_hand,
    "not_in_deck": _not_in_deck,
    "manche_over": lambda *_: gettext("La dernière carte est tombée : il n’y a plus rien à jouer."),
    "no_leader": lambda *_: gettext("Dites qui entame le premier pli."),
    "wrong_leader": _wrong_leader,
    "no_dealer": lambda *_: gettext("Dites qui donne : l’entame en dépend."),
    "hand_size": _hand_size,
    "card_twice": lambda error, _: gettext(
        "La carte %(card)s revient trop souvent dans les mains ouvertes.", card=_card(error)
    ),
}
# Each fault begins without a capital, since the name of a field may stand before it.
_FAULTS: dict[str, Callable[[ImpossibleError], str]] = {
    "not_an_object": lambda _: gettext("ces données ne se lisent pas, il faut un objet JSON."),
    "not_a_list": lambda _: gettext("il faut une liste."),
    "wrong_length": _wrong_length,
    "not_whole": _not_whole,
    "too_low": _too_low,
    "too_high": _too_high,
    "penalty_shape": lambda _: gettext("il y faut un joueur ou une équipe, des points et un motif."),
    "penalty_reason": lambda _: gettext("dites pourquoi, en %(longest)d caractères au plus.", longest=REASON_LENGTH),
    "option_value": lambda error: gettext(
        "%(value)s n’est pas un choix possible.", value=quoted(str(error.figures["value"]))
    ),
    "option_range": lambda error: gettext(
        "il faut un nombre entier de %(lowest)s à %(highest)s.",
        lowest=figure(error.figures["lowest"]),
        highest=figure(error.figures["highest"]),
    ),
    "unknown_option": lambda error: gettext(
        "la table ne connaît pas la règle %(name)s.", name=quoted(str(error.field))
    ),
    "cards_disagree": lambda _: gettext(
        "elles disent autre chose que ces chiffres : corrigez-les, ou effacez les cartes."
    ),
    "unknown_fact": lambda error: gettext("la feuille ne sait que faire de %(name)s.", name=quoted(str(error.field))),
}
