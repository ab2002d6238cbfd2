"""The sentences of errors in an entry: their classes for a game, and the sentences that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask_babel import LazyString, lazy_gettext

from scorekeeper.cards.cards import Card, UnknownCardError
from scorekeeper.games.contract import REASON_LENGTH, AnyGame
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.core.i18n import gettext
from scorekeeper.web.text.cards import card_text
from scorekeeper.web.text.figures import NUMBER, figure, labelled, player, quoted
from scorekeeper.web.text.house_rules import house_rules
from scorekeeper.web.text.sentences import Filler, Filling, OneOf, Plural, Sentence

# The placeholders that the sentences of every game may use.
FILLERS: Mapping[str, Filler] = {
    "name": Filler(player, ("seat",)),
    "opening_name": Filler(lambda names, seat: labelled(None, player(names, seat)), ("seat",)),
    "expected_name": Filler(player, ("expected",)),
    "quoted": Filler(lambda _, value: quoted(str(value)), ("value",)),
    "quoted_field": Filler(lambda _, name: quoted(str(name)), ("field",)),
    "card": Filler(lambda _, value: card_text(Card(str(value))), ("value",)),
}


@dataclass(frozen=True)
class ErrorSentences:
    """The error sentences of a game, by the key of the error, and the labels of its facts.

    Sentences in `alone` are complete; those `in_field` follow the label of the field and begin without a capital.
    `fillers` are the placeholders of this game. A call with an error and the players' names by seat returns the
    sentence of this game, else that of `AT_ANY_TABLE`, else one that names the article.
    """

    game: AnyGame | None
    alone: Mapping[str, Sentence]
    labels: Mapping[str, LazyString]
    in_field: Mapping[str, Sentence] = field(default_factory=dict)
    fillers: Mapping[str, Filler] = field(default_factory=dict)

    def __call__(self, error: ImpossibleError, names: Sequence[str]) -> str:
        """Return the sentence for an error in a manche or in house rules."""
        label = self._label(error.field)
        return (
            self.sentence_for(error, names, label)
            or AT_ANY_TABLE.sentence_for(error, names, label)
            or _default_sentence(error)
        )

    def sentence_for(self, error: ImpossibleError, names: Sequence[str], label: str | None) -> str | None:
        """Return the sentence of this set for an error, None without one."""
        in_field = error.key in self.in_field
        sentence = (self.in_field if in_field else self.alone).get(error.key)
        text = Filling(error, names, {**FILLERS, **self.fillers}).say(sentence)
        return text if text is None or not in_field else labelled(label, text)

    def _label(self, name: str | None) -> str | None:
        """The label of a fact or option, None without one."""
        options = {} if self.game is None else house_rules(self.game).options
        labels = {**AT_ANY_TABLE.labels, **{known: text.label for known, text in options.items()}, **self.labels}
        return str(labels[name]) if name is not None and name in labels else None

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the errors that have a sentence, those of `AT_ANY_TABLE` included."""
        return frozenset({*self.alone, *self.in_field, *AT_ANY_TABLE.alone, *AT_ANY_TABLE.in_field})


def _default_sentence(error: ImpossibleError) -> str:
    """The sentence for an error without a sentence of its own."""
    if error.article is None:
        return gettext("Cela n’est pas possible.")
    return gettext("Cela n’est pas possible : voyez l’article %(article)s.", article=error.article)


def _is_card(error: ImpossibleError) -> bool:
    try:
        Card(str(error.figures["value"]))
    except UnknownCardError:
        return False
    return True


def _is_readable(error: ImpossibleError) -> bool:
    """Whether the value is a number, not the text that replaces one with too many digits."""
    return NUMBER.fullmatch(str(error.figures["value"])) is not None


def _not_whole(_names: Sequence[str], value: object) -> str:
    """The value that is not an integer, quoted when it looks like one."""
    number = NUMBER.fullmatch(str(value))
    looks_whole = number is not None and not (number[1] or "").strip(".0")
    return quoted(str(value)) if looks_whole else figure(value)


AT_ANY_TABLE = ErrorSentences(
    game=None,
    # Errors of a manche played card by card (T-1, T-2).
    alone={
        "card_played": lazy_gettext("La carte %(card)s est déjà jouée."),
        "out_of_turn": lazy_gettext("À %(expected_name)s de jouer, pas à %(name)s."),
        "not_in_hand": lazy_gettext("%(opening_name)s n’a pas %(card)s en main : les mains ouvertes le montrent."),
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
        "hand_size": Plural(
            "La main ouverte pour %(name)s compte %(num)d carte, il en faut %(expected)d.",
            "La main ouverte pour %(name)s compte %(num)d cartes, il en faut %(expected)d.",
            "found",
        ),
        "hands_disagree": lazy_gettext("Les mains ouvertes sont données deux fois, et elles diffèrent."),
        "card_twice": lazy_gettext("La carte %(card)s revient trop souvent dans les mains ouvertes."),
    },
    in_field={
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
            lambda error: str(error.figures["value"]) == str(None),
            {
                True: lazy_gettext("une case est vide, il y faut un nombre entier."),
                False: lazy_gettext("%(not_whole)s n’est pas un nombre entier."),
            },
        ),
        "too_low": OneOf(
            _is_readable,
            {
                True: lazy_gettext("%(value)s est trop petit, le minimum est %(lowest)s."),
                False: lazy_gettext("ce nombre est trop petit, le minimum est %(lowest)s."),
            },
        ),
        "too_high": OneOf(
            _is_readable,
            {
                True: lazy_gettext("%(value)s est trop grand, le maximum est %(highest)s."),
                False: lazy_gettext("ce nombre est trop grand, le maximum est %(highest)s."),
            },
        ),
        "penalty_shape": lazy_gettext("il y faut un joueur ou une équipe, des points et un motif."),
        "revoke_twice": lazy_gettext("elle ne s’inscrit qu’une fois par joueur."),
        "penalty_reason": lazy_gettext("dites pourquoi, en %(longest)d caractères au plus."),
        "option_value": lazy_gettext("%(quoted)s n’est pas un choix possible."),
        "option_range": lazy_gettext("il faut un nombre entier de %(lowest)s à %(highest)s."),
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
    },
    fillers={"not_whole": Filler(_not_whole, ("value",)), "longest": Filler(lambda _: REASON_LENGTH, ())},
)
