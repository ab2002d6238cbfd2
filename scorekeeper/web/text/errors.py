"""The sentences of errors in an entry: the class `ErrorSentences`, and the sentences that all games share.

A *partie* is a game played to its end, a *manche* one deal of it. The *facts* of a manche are what the table saw, as
JSON. An `ImpossibleError` has a *key*, such as `too_low`, the *field* (a fact or a house rule) that it is about, and
*details* by name: `value`, `lowest`, `seat`. An *article* is a numbered rule, such as T-1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask_babel import LazyString, lazy_gettext

from scorekeeper.cards.cards import Card, UnknownCardError
from scorekeeper.games.contract import REASON_LENGTH, AnyGame
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.core.i18n import gettext
from scorekeeper.web.text.cards import card_text, the_card
from scorekeeper.web.text.house_rules import house_rules
from scorekeeper.web.text.sentences import Filler, Filling, OneOf, Plural, Sentence
from scorekeeper.web.text.values import (
    NUMBER,
    either_text,
    format_number,
    player_name,
    player_name_at_start,
    quote,
    with_label,
)

# The placeholders that the sentences of every game may use. A `Filler` is a function and the names of the details that
# it takes after the players' names: `%(name)s` is the name of the player in the seat of the error. `_` are the players'
# names where a function does not need them.
FILLERS: Mapping[str, Filler] = {
    "name": Filler(player_name, ("seat",)),
    "opening_name": Filler(player_name_at_start, ("seat",)),
    "expected_name": Filler(player_name, ("expected",)),
    "quoted": Filler(lambda _, value: quote(str(value)), ("value",)),
    "quoted_field": Filler(lambda _, name: quote(str(name)), ("field",)),
    "sizes": Filler(lambda _, sizes: either_text(sizes), ("sizes",)),
    "card": Filler(lambda _, value: card_text(Card(str(value))), ("value",)),
    "the_card": Filler(lambda _, value: the_card(Card(str(value))), ("value",)),
}


@dataclass(frozen=True)
class ErrorSentences:
    """The error sentences of a game, by the key of the error.

    A call with an error and the players' names by seat returns the sentence of this game, else that of
    `SHARED_SENTENCES`, else one that names the article.

    A sentence is a text with placeholders such as `%(value)s`, or a choice between such texts: `Plural` by a number,
    `OneOf` by what a function returns for the error.
    """

    # None for the sentences that all games share.
    game: AnyGame | None

    # The sentences that are shown without a label, by the key of the error.
    full_sentences: Mapping[str, Sentence]

    # The labels of the facts, by the field of the error.
    labels: Mapping[str, LazyString]

    # The sentences that follow the label of a field, by the key of the error. They begin without a capital:
    # « Pénalité : il faut une liste. »
    after_label: Mapping[str, Sentence] = field(default_factory=dict)

    # The fillers of the placeholders that only this game has, by the names of these placeholders.
    fillers: Mapping[str, Filler] = field(default_factory=dict)

    def __call__(self, error: ImpossibleError, names: Sequence[str]) -> str:
        """Return the sentence for an error in a manche or in house rules."""
        label = self._label(error.field)
        return (
            self.sentence_for(error, names, label)
            or SHARED_SENTENCES.sentence_for(error, names, label)
            or _default_sentence(error)
        )

    def sentence_for(self, error: ImpossibleError, names: Sequence[str], label: str | None) -> str | None:
        """Return the sentence of this set for an error, None without one."""
        # `Filling` puts the details of the error in the place of the placeholders.
        filling = Filling(error, names, {**FILLERS, **self.fillers})
        if error.key not in self.after_label:
            return filling.fill(self.full_sentences.get(error.key))
        text = filling.fill(self.after_label[error.key])
        if text is None:
            return None
        return with_label(label, text)

    def _label(self, name: str | None) -> str | None:
        """The label of a fact or option, None without one."""
        # The labels of the house rules are in the rulebook of the game.
        option_labels = {}
        if self.game is not None:
            option_labels = {option: text.label for option, text in house_rules(self.game).options.items()}
        # Of several labels for the same name, the last one counts: that of the game's own facts.
        labels = {**SHARED_SENTENCES.labels, **option_labels, **self.labels}
        if name not in labels:
            return None
        return str(labels[name])


def _default_sentence(error: ImpossibleError) -> str:
    """The sentence for an error without a sentence of its own."""
    if error.article is None:
        return gettext("Cela n’est pas possible.")
    return gettext("Cela n’est pas possible : voyez l’article %(article)s.", article=error.article)


# The functions by which the sentences below are chosen or filled.


def _is_card(error: ImpossibleError) -> bool:
    try:
        Card(str(error.details["value"]))
    except UnknownCardError:
        return False
    return True


def _is_number(error: ImpossibleError) -> bool:
    """Whether the value is a number, not the text that replaces a number with too many digits."""
    return NUMBER.fullmatch(str(error.details["value"])) is not None


def _not_whole(_names: Sequence[str], value: object) -> str:
    """The text of a value that is not an integer: in quotes if it looks like one, as the text "5" and 5.0 do."""
    number = NUMBER.fullmatch(str(value))
    # The first group is the decimals with their point. Without any, or with zeros only, the number looks like an
    # integer: "5" and "5.0" do, "5.5" does not.
    looks_whole = number is not None and not (number[1] or "").strip(".0")
    if looks_whole:
        return quote(str(value))
    return format_number(value)


SHARED_SENTENCES = ErrorSentences(
    game=None,
    # Errors of a manche played card by card (T-1, T-2).
    full_sentences={
        "card_played": lazy_gettext("On a déjà joué %(the_card)s."),
        "out_of_turn": lazy_gettext("À %(expected_name)s de jouer, pas à %(name)s."),
        "not_in_hand": lazy_gettext("%(opening_name)s n’a pas %(the_card)s en main : les mains ouvertes le montrent."),
        # The code of a card that this game does not have, or no code of a card.
        "not_in_deck": OneOf(
            _is_card,
            {
                True: lazy_gettext("Ce jeu n’a pas de %(card)s."),
                False: lazy_gettext("%(quoted)s n’est pas une carte."),
            },
        ),
        "manche_over": lazy_gettext("La dernière carte est tombée : il n’y a plus rien à jouer."),
        "no_leader": lazy_gettext("Dites qui entame le premier pli."),
        "wrong_leader": lazy_gettext("À %(expected_name)s d’entamer, pas à %(name)s."),
        "no_dealer": lazy_gettext("Dites qui donne : l’entame en dépend."),
        # In the singular or plural by the detail `found`, which is `%(num)d`.
        "hand_size": Plural(
            "La main ouverte pour %(name)s compte %(num)d carte, il en faut %(expected)d.",
            "La main ouverte pour %(name)s compte %(num)d cartes, il en faut %(expected)d.",
            "found",
        ),
        "hands_disagree": lazy_gettext("Les mains ouvertes sont données deux fois, et elles diffèrent."),
        "card_twice": lazy_gettext("Les mains ouvertes ont %(the_card)s une fois de trop."),
    },
    after_label={
        "not_an_object": lazy_gettext("ces données ne se lisent pas, il faut un objet JSON."),
        "not_a_list": lazy_gettext("il faut une liste."),
        "wrong_length": OneOf(
            lambda error: error.field == "hands",
            {
                True: Plural(
                    "%(num)d main au lieu de %(expected)d.", "%(num)d mains au lieu de %(expected)d.", "found"
                ),
                False: Plural(
                    "%(num)d nombre au lieu de %(expected)d.", "%(num)d nombres au lieu de %(expected)d.", "found"
                ),
            },
        ),
        "not_whole": OneOf(
            # The value of an empty field is None, which the error may have as the text "None".
            lambda error: str(error.details["value"]) == str(None),
            {
                True: lazy_gettext("une case est vide, il y faut un nombre entier."),
                False: lazy_gettext("%(not_whole)s n’est pas un nombre entier."),
            },
        ),
        "too_low": OneOf(
            _is_number,
            {
                True: lazy_gettext("%(value)s est trop petit, le minimum est %(lowest)s."),
                False: lazy_gettext("ce nombre est trop petit, le minimum est %(lowest)s."),
            },
        ),
        "too_high": OneOf(
            _is_number,
            {
                True: lazy_gettext("%(value)s est trop grand, le maximum est %(highest)s."),
                False: lazy_gettext("ce nombre est trop grand, le maximum est %(highest)s."),
            },
        ),
        "penalty_shape": lazy_gettext("il y faut un joueur ou une équipe, des points et un motif."),
        "order_seats": lazy_gettext("chaque joueur y est une fois."),
        "revoke_twice": lazy_gettext("elle ne s’inscrit qu’une fois par joueur."),
        "penalty_reason": lazy_gettext("dites pourquoi, en %(longest)d caractères au plus."),
        "option_value": lazy_gettext("%(quoted)s n’est pas un choix possible."),
        "option_range": lazy_gettext("il faut un nombre entier de %(lowest)s à %(highest)s."),
        "option_fixed": lazy_gettext("cela ne change plus une fois la première manche notée."),
        "unknown_option": lazy_gettext("la table ne connaît pas la règle %(quoted_field)s."),
        "cards_disagree": lazy_gettext(
            "elles disent autre chose que ces chiffres : corrigez-les, ou effacez les cartes."
        ),
        "unknown_fact": lazy_gettext("la feuille ne sait que faire de %(quoted_field)s."),
    },
    labels={
        "penalties": lazy_gettext("Pénalité"),
        "revokes": lazy_gettext("Renonce"),
        "plays": lazy_gettext("Cartes jouées"),
        "hands": lazy_gettext("Mains ouvertes"),
        "leader": lazy_gettext("Entame"),
        "dealer": lazy_gettext("Donneur"),
        "order": lazy_gettext("Ordre du jeu"),
    },
    fillers={"not_whole": Filler(_not_whole, ("value",)), "longest": Filler(lambda _: REASON_LENGTH, ())},
)
