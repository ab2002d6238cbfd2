"""Why what was entered is refused: the sentences of a game, and those that any table shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from flask_babel import lazy_gettext

from scorekeeper.cards.cards import Card, UnknownCardError
from scorekeeper.games.contract import REASON_LENGTH
from scorekeeper.web.i18n import gettext, ngettext
from scorekeeper.web.words.cards import card_said
from scorekeeper.web.words.figures import NUMBER, figure, labelled, player, quoted, whole_figure
from scorekeeper.web.words.house_rules import house_rules

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.contract import AnyGame
    from scorekeeper.games.shape import ImpossibleError

FaultWords: TypeAlias = "Callable[[ImpossibleError, Sequence[str]], str | None]"
_FIELDS: dict[str, LazyString] = {
    "penalties": lazy_gettext("Pénalité"),
    "plays": lazy_gettext("Cartes jouées"),
    "hands": lazy_gettext("Mains ouvertes"),
    "leader": lazy_gettext("Entame"),
    "dealer": lazy_gettext("Donneur"),
}


@dataclass(frozen=True)
class FaultSentences:
    """Why a game refuses what was entered: by key its plain sentences and its other words, and how it names its facts.

    Called with a fault and the players' names by seat, it says the fault; what the game has no words for is said as at
    any table, or its article named.
    """

    game: AnyGame
    plain: Mapping[str, LazyString]
    by_key: Mapping[str, FaultWords]
    labels: Mapping[str, LazyString]

    def __call__(self, error: ImpossibleError, names: Sequence[str]) -> str:
        """Say what is wrong with a manche or with house rules."""
        if error.key in self.plain:
            return str(self.plain[error.key])
        words = self.by_key.get(error.key)
        sentence = words(error, names) if words is not None else table_fault(error, self.fields, names)
        return sentence or unexplained(error)

    @property
    def fields(self) -> dict[str, str]:
        """The names of its options and of its facts, by their names in JSON."""
        options = {name: text.label for name, text in house_rules(self.game).options.items()}
        return {**options, **{name: str(label) for name, label in self.labels.items()}}

    @property
    def keys(self) -> frozenset[str]:
        """The faults that have a sentence, those of any table among them."""
        return frozenset({*self.plain, *self.by_key, *_FAULTS, *_PLAY_FAULTS})


def table_fault(
    error: ImpossibleError, labels: Mapping[str, LazyString | str] | None = None, names: Sequence[str] = ()
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
    number = NUMBER.fullmatch(text)
    looks_whole = number is not None and not (number[1] or "").strip(".0")
    value = quoted(text) if looks_whole else figure(text)
    return gettext("%(value)s n’est pas un nombre entier.", value=value)


def _too_low(error: ImpossibleError) -> str:
    value, lowest = str(error.figures["value"]), figure(error.figures["lowest"])
    if not NUMBER.fullmatch(value):  # the contract leaves out figures too long to be read
        return gettext("ce nombre est trop petit, le minimum est %(lowest)s.", lowest=lowest)
    return gettext("%(value)s est trop petit, le minimum est %(lowest)s.", value=figure(value), lowest=lowest)


def _too_high(error: ImpossibleError) -> str:
    value, highest = str(error.figures["value"]), figure(error.figures["highest"])
    if not NUMBER.fullmatch(value):
        return gettext("ce nombre est trop grand, le maximum est %(highest)s.", highest=highest)
    return gettext("%(value)s est trop grand, le maximum est %(highest)s.", value=figure(value), highest=highest)


def _wrong_length(error: ImpossibleError) -> str:
    count, expected = whole_figure(error, "found"), whole_figure(error, "expected")
    if error.field == "hands":
        return ngettext(
            "%(num)d main au lieu de %(expected)d.",
            "%(num)d mains au lieu de %(expected)d.",
            count,
            expected=expected,
        )
    return ngettext(
        "%(num)d nombre au lieu de %(expected)d.",
        "%(num)d nombres au lieu de %(expected)d.",
        count,
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
    sentence = gettext(
        "%(name)s n’a pas %(card)s en main : les mains ouvertes le montrent.", name=name, card=_card(error)
    )
    return labelled(None, sentence)


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
