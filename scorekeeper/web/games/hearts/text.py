"""The sentences of Dame de Pique: its name, reasons of points, endings, forbidden cards, feats and errors.

A *manche* is one deal, a *partie* a game to its end. The *key* of a card is the one under which it is counted: `H` for
a heart, else its code, such as `QS`; `last` is the last trick. A *line* of the sheet is points with the key of their
reason. A *volte* is all counting cards taken by one player, the shooter (`moon` in keys). Articles such as DP-11 are
those of the rulebook of Dame de Pique.

The sentence of an error is a template. `%(name)s` is the player at fault, `%(quoted)s` the wrong value. Any other
placeholder, such as `%(total)d`, is the detail of the error with this name, or the value of one of the `fillers` at the
end of this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import LazyString, lazy_gettext

from scorekeeper.cards.cards import Card
from scorekeeper.cards.pack import Pack
from scorekeeper.cards.verdicts import HandProof, Verdict
from scorekeeper.games.contract import Line
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.play import lowest_club
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.core.i18n import gettext
from scorekeeper.web.text import manche
from scorekeeper.web.text.cards import card_text
from scorekeeper.web.text.claims import ForbiddenText, must_follow
from scorekeeper.web.text.errors import ErrorSentences
from scorekeeper.web.text.highlights import SoireeFeat
from scorekeeper.web.text.house_rules import house_rules
from scorekeeper.web.text.revokes import reason_text
from scorekeeper.web.text.sentences import Filler, OneOf, Plural
from scorekeeper.web.text.values import player_name, points_reached, quote

NAME: LazyString = lazy_gettext("Dame de Pique")
# The sentences about a manche, as most games have them.
MANCHE = manche.MANCHE

# The cards that count, by key: their names and numbers.

COUNTED_LABELS: dict[str, LazyString] = {
    "H": lazy_gettext("Cœurs"),
    "QS": lazy_gettext("Dame de pique"),
    "JD": lazy_gettext("Valet de carreau"),
    "7C": lazy_gettext("Sept de trèfle"),
    "KS": lazy_gettext("Rois de pique"),
    "AS": lazy_gettext("As de pique"),
    "last": lazy_gettext("Dernier pli"),
}
TAKER_QUESTIONS: dict[str, LazyString] = {
    "QS": lazy_gettext("Qui a pris la dame de pique ?"),
    "JD": lazy_gettext("Qui a pris le valet de carreau ?"),
    "7C": lazy_gettext("Qui a pris le sept de trèfle ?"),
    "last": lazy_gettext("Qui a pris le dernier pli ?"),
}
# The sentences that all cards of a key are entered, for keys of which a deck has several cards.
_ALL_PLACED: dict[str, LazyString] = {
    "H": lazy_gettext("Tous les cœurs sont placés"),
    "KS": lazy_gettext("Tous les rois de pique sont placés"),
    "AS": lazy_gettext("Tous les as de pique sont placés"),
}
# A number of cards with its noun, in singular and plural.
_COUNT_TEXTS: dict[str, Plural] = {
    "H": Plural("%(num)d cœur", "%(num)d cœurs"),
    "QS": Plural("%(num)d dame de pique", "%(num)d dames de pique"),
    "JD": Plural("%(num)d valet de carreau", "%(num)d valets de carreau"),
    "7C": Plural("%(num)d sept de trèfle", "%(num)d sept de trèfle"),
    "KS": Plural("%(num)d roi de pique", "%(num)d rois de pique"),
    "AS": Plural("%(num)d as de pique", "%(num)d as de pique"),
    "last": Plural("%(num)d dernier pli", "%(num)d derniers plis"),
}


def remaining_text(key: str, count: int) -> str:
    """Return a sentence about the cards of this key that the table has still to enter.

    `count` is their number; if too many are entered, it is negative: -2 is « 2 cœurs de trop ».
    """
    if count > 0:
        return gettext("Il reste %(what)s à placer", what=count_text(key, count))
    if count < 0:
        return gettext("%(what)s de trop", what=count_text(key, -count))
    if key in _ALL_PLACED:
        return str(_ALL_PLACED[key])
    return gettext("%(label)s : le compte y est", label=COUNTED_LABELS[key])


def count_text(key: str, count: int) -> str:
    """Return a count with its noun: « 3 cœurs »."""
    # `for_number` takes the singular or the plural, and writes the number into it.
    return _COUNT_TEXTS[key].for_number(count)


# The reasons of points, and the endings.


def why(line: Line) -> str:
    """Return the reason of the points of a line: « 5 cœurs »."""
    # `reason_text` also words the lines of penalties and revokes, which every game has.
    return reason_text(_WHYS, line)


# By the key of a line. A `Plural` chooses singular or plural by the `count` of the line, a number of cards.
_WHYS: dict[str, LazyString | Plural] = {
    "hearts": _COUNT_TEXTS["H"],
    "queen": Plural("dame de pique", "%(num)d dames de pique"),
    "jack_of_diamonds": Plural("valet de carreau", "%(num)d valets de carreau"),
    "seven_of_clubs": Plural("sept de trèfle", "%(num)d sept de trèfle"),
    "king": Plural("roi de pique", "%(num)d rois de pique"),
    "ace": Plural("as de pique", "%(num)d as de pique"),
    "last_trick": lazy_gettext("dernier pli"),
    "moon": lazy_gettext("volte"),
    "moon_against": lazy_gettext("volte subie"),
    "points": lazy_gettext("points comptés à la table"),
}


def ending(why: str, limit: int | None) -> str:
    """Return how a partie ended: « 100 points atteints ». Raises `KeyError` for the key of another game's ending."""
    return points_reached(limit, {"limit": lazy_gettext("Limite atteinte")}[why])


# Why a card is forbidden. The functions take the arbiter's verdict on the card, which has the proofs that the card
# breaks a rule, and the pack (the deck).

_QUEEN = Card("QS")


def _other_opening(verdict: Verdict, pack: Pack) -> str:
    """Return the reason of DP-11: another card, or another player, opens the first trick."""
    # The lowest club of the whole deck must lead; `pack.all` is the set of all cards.
    card = lowest_club(pack.cards(pack.all))
    # The right card from the wrong player: the deck has it twice, and the first player after the dealer who has it
    # leads.
    if verdict.card == card:
        return gettext("l’entame revient au premier, après le donneur, qui a un %(card)s", card=card_text(card))
    return gettext("le %(card)s entame", card=card_text(card))


def _points_on_first_trick(verdict: Verdict, _pack: Pack) -> str:
    """Return the reason of DP-14: no card that counts is thrown on the first trick."""
    return gettext("au premier pli, on ne défausse pas %(card)s, qui compte", card=card_text(verdict.card))


def _hearts_closed(verdict: Verdict, _pack: Pack) -> str:
    """Return the reason of DP-15, closed hearts; a hand that still has the Q♠ must lead her (DP-16)."""
    # Such a proof is a hand laid open, in which only the Q♠ is no heart.
    if any(isinstance(proof, HandProof) and proof.cards == (_QUEEN,) for proof in verdict.proofs):
        return gettext("le cœur n’est pas encore ouvert, et il reste %(card)s à entamer", card=card_text(_QUEEN))
    return gettext("le cœur n’est pas encore ouvert")


# By article, the function that says why a card is forbidden; `must_follow` returns « il fallait fournir trèfle ».
FORBIDDEN: ForbiddenText = {
    "DP-11": _other_opening,
    "DP-12": must_follow,
    "DP-14": _points_on_first_trick,
    "DP-15": _hearts_closed,
}

# The feats of a partie: its voltes, and who took the queen most often. A feat has the key of its lines. The arguments
# of its sentence are how often it happened and the names of the players. If it is `rare`, as it is unless `rare=False`,
# the page adds how often it has happened in the carnet, the notebook of the group of players. A `shared` feat may be
# that of a whole team. With `least`, only the player who did it most often is named, and only with at least this number
# of times.

_OFTEN = 3  # times in a partie
SOIREE_FEATS = {
    "moon": SoireeFeat(
        Plural("Volte %(of_name)s", "Voltes : %(who)s"),
        shared=True,
    ),
    "queen": SoireeFeat(
        Plural("La dame de pique, %(num)d fois pour %(who)s", "La dame de pique, %(num)d fois pour %(who)s"),
        rare=False,
        least=_OFTEN,
    ),
}

# The errors in a manche or in house rules. An error has a `field`, and `details`, values by name. If it is about the
# number of cards of a key, the field is this key, such as `QS`.


def _single_key_or_several(error: ImpossibleError) -> str | None:
    """Return the key of the error if the manche has one card of it, else "several"; None if the field is no key.

    The detail `total` is the number of cards of the key in the manche: the deck of Belmont has the Q♠ twice.
    """
    if error.field not in COUNTED_LABELS:
        return None
    if error.details["total"] == 1 and error.field in TAKER_QUESTIONS:
        return error.field
    return "several"


def _shooter_name(names: Sequence[str], seat: int | None, side: int) -> str:
    """Return the player who took everything, or the team if the player is not known."""
    if seat is not None:
        return player_name(names, seat)
    # Partners are opposite each other: at a table of four, team 0 has the seats 0 and 2.
    half = len(names) // 2
    # The table has no such team, so that there are no partners to name.
    if side >= half:
        return gettext("l’équipe %(num)d", num=side + 1)
    return gettext("%(one)s et %(other)s", one=player_name(names, side), other=player_name(names, side + half))


def _label_of_key(_names: Sequence[str], key: str) -> str:
    """Return the name of the cards of a key; an unknown key in quotes."""
    if key not in COUNTED_LABELS:
        return quote(key)
    return str(COUNTED_LABELS[key])


# Sentences by the key of the error; `full_sentences` are complete. `OneOf` calls its function with the error, and takes
# the sentence under the value returned. `Plural` chooses singular or plural by the detail that its last argument names;
# `by` is the number missing or too many.
error_sentence = ErrorSentences(
    HEARTS,
    full_sentences={
        "taken_or_points": lazy_gettext(
            "Une manche se note par les cartes ramassées ou par les points : l’un des deux, et un seul."
        ),
        "missing_count": lazy_gettext("%(counted)s : le compte manque."),
        "not_counted": lazy_gettext("%(counted)s : cela ne compte pas à cette table."),
        "short": OneOf(
            _single_key_or_several,
            {
                "QS": lazy_gettext("Il manque la dame de pique : quelqu’un l’a prise."),
                "JD": lazy_gettext("Il manque le valet de carreau : quelqu’un l’a pris."),
                "7C": lazy_gettext("Il manque le sept de trèfle : quelqu’un l’a pris."),
                "last": lazy_gettext("Il manque le dernier pli : quelqu’un l’a pris."),
                "several": lazy_gettext("Il manque %(what)s : une manche en compte %(total)d."),
            },
        ),
        "over": OneOf(
            _single_key_or_several,
            {
                "QS": lazy_gettext("La dame de pique est seule : il y en a %(by)d de trop."),
                "JD": lazy_gettext("Le valet de carreau est seul : il y en a %(by)d de trop."),
                "7C": lazy_gettext("Le sept de trèfle est seul : il y en a %(by)d de trop."),
                "last": lazy_gettext("Il n’y a qu’un dernier pli : vous en comptez %(by)d de trop."),
                "several": lazy_gettext("%(what)s de trop : une manche en compte %(total)d."),
            },
        ),
        "points_short": Plural(
            "Il manque %(num)d point : une manche en compte %(total)d.",
            "Il manque %(num)d points : une manche en compte %(total)d.",
            "by",
        ),
        "points_over": Plural(
            "%(num)d point de trop : une manche en compte %(total)d.",
            "%(num)d points de trop : une manche en compte %(total)d.",
            "by",
        ),
        "no_such_share": lazy_gettext(
            "Le total est bon (%(total)s), mais aucun partage des cartes ne donne ces points."
        ),
        "no_volte": lazy_gettext("Pas de volte dans cette manche : il aurait fallu tout ramasser."),
        "volte_choice": lazy_gettext(
            "Volte : tout est chez %(shooter)s. Les autres prennent les points, ou son auteur les retire ?"
        ),
        "volte_unsaid": lazy_gettext("Tout est chez %(shooter)s : est-ce une volte ?"),
        "volte_over_typed": lazy_gettext("Des cartes sont déjà saisies. Volte : tout à %(shooter)s ?"),
        "moon_value": lazy_gettext("%(quoted)s n’est pas une façon de compter la volte."),
        "moon_not_here": lazy_gettext("À cette table, la volte ne se compte pas ainsi : %(moon)s."),
        "deck_table": OneOf(
            lambda error: error.details["deck"],
            {
                "52": lazy_gettext("Le jeu de 52 cartes se joue à %(sizes)s : vous êtes %(seats)d."),
                "54": lazy_gettext("Le jeu de 54 cartes se joue à %(sizes)s : vous êtes %(seats)d."),
                "36": lazy_gettext("Le jeu de 36 cartes se joue à %(sizes)s : vous êtes %(seats)d."),
                "belmont": lazy_gettext("Le jeu de Belmont se joue à %(sizes)s : vous êtes %(seats)d."),
            },
        ),
        "teams_table": lazy_gettext("En équipes, on joue à 4, deux contre deux : vous êtes %(seats)d."),
        "only_hearts": lazy_gettext(
            "Quand la dame de pique ne compte pas, seuls les cœurs comptent : retirez le valet de carreau et le sept "
            "de trèfle, ou comptez la dame 13 ou 12."
        ),
        "jass_queen": lazy_gettext("Avec 36 cartes, la dame de pique vaut toujours 5 points."),
        "belmont_teams": lazy_gettext("À Belmont, on joue toujours par équipes de deux."),
        "belmont_queen": lazy_gettext("À Belmont, la dame de pique vaut toujours 13 points."),
    },
    labels={**COUNTED_LABELS, "taken": lazy_gettext("Cartes ramassées"), "points": lazy_gettext("Points")},
    # By placeholder, a function that returns its value, and the names of details of the error; `field` is its field.
    # The function is called with the names of the players, then with these details: `%(what)s` is « 3 cœurs » for the
    # field `H` and the detail `by` of 3.
    fillers={
        "what": Filler(lambda _, key, count: count_text(key, count), ("field", "by")),
        "counted": Filler(_label_of_key, ("field",)),
        "shooter": Filler(_shooter_name, ("seat", "side")),
        "moon": Filler(lambda _, kind: quote(house_rules(HEARTS).options["moon"].value(kind)), ("value",)),
    },
)
