"""The sentences of Atout Pique: its name, bids, reasons of points, endings, forbidden cards, feats and errors.

A *manche* is one deal, a *partie* a game to its end. A *zero* is a bid of no trick (nil), a double one is made before
seeing the cards; a *sac* is a trick more than the contract, the sum of the bids of a side. A *line* of the sheet is
points with the key of their reason. Articles such as AP-9 are those of the rulebook of Atout Pique.

The sentence of an error is a template. `%(name)s` is the player at fault, `%(quoted)s` the wrong value. Any other
placeholder, such as `%(seats)d`, is the detail of the error with this name, or the value of one of the `fillers` at the
end of this file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask_babel import LazyString, lazy_gettext

from scorekeeper.cards.pack import Pack
from scorekeeper.cards.verdicts import Verdict
from scorekeeper.games.contract import Line
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.bids import BLIND_NIL_DEFICIT, Bid, ForbiddenBlindNil, Zero
from scorekeeper.games.spades.options import TEAMS
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.text import manche
from scorekeeper.web.text.cards import the_card
from scorekeeper.web.text.claims import ForbiddenText, must_follow
from scorekeeper.web.text.errors import ErrorSentences
from scorekeeper.web.text.highlights import SoireeFeat
from scorekeeper.web.text.revokes import reason_text
from scorekeeper.web.text.sentences import Filler, OneOf, Plural
from scorekeeper.web.text.values import format_number, player_name, points_reached, whole_detail

NAME: LazyString = lazy_gettext("Atout Pique")
# The sentences about a manche, as most games have them.
MANCHE = manche.MANCHE

# The bids.

ZERO_NAMES: dict[Zero, LazyString] = {
    Zero.NIL: lazy_gettext("Zéro"),
    Zero.BLIND_NIL: lazy_gettext("Double zéro"),
}


def say_bid(bid: Bid) -> str:
    """Return a bid in words: « 3 », « Zéro », « Double zéro »."""
    if isinstance(bid, Zero):
        return str(ZERO_NAMES[bid])
    return format_number(bid)


# The reasons of points, and the endings.


def why(line: Line) -> str:
    """Say why a team has these points: « contrat de 7 fait »."""
    # `reason_text` also words the lines of penalties and revokes, which every game has.
    return reason_text(_REASONS, line)


# By the key of a line. `num` is the `count` of the line: the contract, or a number of sacs. A `Plural` chooses singular
# or plural by it.
_REASONS: dict[str, LazyString | Plural] = {
    "contract_made": lazy_gettext("contrat de %(num)d fait"),
    "contract_failed": lazy_gettext("contrat de %(num)d chuté"),
    "overtricks": Plural("%(num)d sac", "%(num)d sacs"),
    "nil_tricks": Plural("%(num)d sac du zéro chuté", "%(num)d sacs du zéro chuté"),
    "sacs_penalty": lazy_gettext("pénalité pour %(num)d sacs"),
    "nil_made": lazy_gettext("zéro réussi"),
    "nil_failed": lazy_gettext("zéro chuté"),
    "blind_nil_made": lazy_gettext("double zéro réussi"),
    "blind_nil_failed": lazy_gettext("double zéro chuté"),
    "revoke_against": lazy_gettext("renonce de l’autre équipe"),
}


def ending(why: str, limit: int | None) -> str:
    """Say how a partie ended, by the key of the ending: « 500 points atteints »."""
    if why == "floor" and limit is not None:
        return gettext("Plancher atteint : %(limit)s points", limit=format_number(limit))
    return points_reached(limit, _ENDINGS[why])


# The sentences for an unknown limit, by the key of the ending.
_ENDINGS: dict[str, LazyString] = {"target": lazy_gettext("But atteint"), "floor": lazy_gettext("Plancher atteint")}

# Why a card is forbidden. The functions take the arbiter's verdict on the card, and the pack (the deck). `verdict.turn`
# is what the table saw before the card, such as the trick so far; the trick is empty before a lead.


def _no_spade_yet(verdict: Verdict, _pack: Pack) -> str:
    """Return the reason of AP-9: on the first trick no spade may be led or, by a house rule, played on another suit."""
    if not verdict.turn.trick:
        return gettext("au premier pli, on n’entame pas à pique")
    return gettext("au premier pli, on ne coupe pas")


def _spades_closed(_verdict: Verdict, _pack: Pack) -> str:
    """Return the reason of AP-12: no spade may be led before one was played on another suit."""
    return gettext("le pique n’est pas encore ouvert")


def _naming_spades(reason: Callable[[Verdict, Pack], str]) -> Callable[[Verdict, Pack], str]:
    """Return the function `reason`, with « et … est un pique » added for a card that counts as a spade but shows none.

    Such cards are the jokers and the 2♦, at tables that make them trumps (AP-25).
    """

    def sentence(verdict: Verdict, pack: Pack) -> str:
        card = verdict.card
        text = reason(verdict, pack)
        # `pack.suit` is the suit that the card follows, `card.suit` the one that it shows.
        if pack.suit(card) is card.suit:
            return text
        return gettext("%(reason)s, et %(card)s est un pique", reason=text, card=the_card(card))

    return sentence


# By article, the function that says why a card is forbidden; `must_follow` returns « il fallait fournir trèfle ».
FORBIDDEN: ForbiddenText = {
    "AP-9": _naming_spades(_no_spade_yet),
    "AP-10": _naming_spades(must_follow),
    "AP-12": _naming_spades(_spades_closed),
}

# The feats of a partie, the most important first: zeros and penalties for sacs. A feat has the key of its lines. The
# arguments of its sentence are how often it happened and the names of the players. If it is `rare`, as it is unless
# `rare=False`, the page adds how often it has happened in the carnet, the notebook of the group of players. A `shared`
# feat may be that of a whole team.

SOIREE_FEATS = {
    "blind_nil_made": SoireeFeat(Plural("Double zéro tenu par %(who)s", "Doubles zéros tenus : %(who)s")),
    "blind_nil_failed": SoireeFeat(Plural("Double zéro chuté par %(who)s", "Doubles zéros chutés : %(who)s")),
    "nil_made": SoireeFeat(Plural("Zéro tenu par %(who)s", "Zéros tenus : %(who)s")),
    "nil_failed": SoireeFeat(Plural("Zéro chuté par %(who)s", "Zéros chutés : %(who)s"), rare=False),
    "sacs_penalty": SoireeFeat(
        Plural("Sacs payés par %(who)s", "Sacs payés : %(who)s"),
        rare=False,
        shared=True,
    ),
}

# The errors in a manche, its bids or house rules.


def irregular_blind_nil(blind_nil: ForbiddenBlindNil, names: Sequence[str]) -> str:
    """Say that the totals did not allow a double zero that was recorded and counts anyway (AP-7)."""
    return gettext(
        "Double zéro irrégulier, %(name)s : %(lacking)s. Il compte tel qu’il a été joué.",
        name=player_name(names, blind_nil.seat),
        lacking=_deficit_text(blind_nil.deficit),
    )


def _team_name(names: Sequence[str], seat_or_team: int) -> str:
    """The names of both players of a team, from one of its seats or from its number."""
    # Partners are opposite each other: team 0 has seats 0 and 2.
    side = seat_or_team % TEAMS
    return gettext("%(one)s et %(other)s", one=player_name(names, side), other=player_name(names, side + TEAMS))


def _deficit_text(deficit: int) -> str:
    """The deficit and the one needed: « 60 points de retard, il en fallait 100 »."""
    if deficit == 0:
        return gettext("à égalité, il fallait %(needed)d points de retard", needed=BLIND_NIL_DEFICIT)
    # The team is ahead: the sentence says by how many points, without a sign.
    if deficit < 0:
        return ngettext(
            "%(num)d point d’avance, il en fallait %(needed)d de retard",
            "%(num)d points d’avance, il en fallait %(needed)d de retard",
            -deficit,
            needed=BLIND_NIL_DEFICIT,
        )
    return ngettext(
        "%(num)d point de retard, il en fallait %(needed)d",
        "%(num)d points de retard, il en fallait %(needed)d",
        deficit,
        needed=BLIND_NIL_DEFICIT,
    )


def _sign_of_deficit(error: ImpossibleError) -> int:
    """Return 1 if the team is behind, 0 for a tie, -1 if the team is ahead."""
    # `whole_detail` returns a detail of the error, a value by name, that is an integer.
    deficit = whole_detail(error, "deficit")
    # In arithmetic, True is 1 and False is 0.
    return (deficit > 0) - (deficit < 0)


# Sentences by the key of the error; `full_sentences` are complete. `OneOf` calls its function with the error, and takes
# the sentence under the value returned. `Plural` chooses singular or plural by the detail or filler that its last
# argument names; `by` is the number missing or too many.
error_sentence = ErrorSentences(
    SPADES,
    full_sentences={
        "four_players": lazy_gettext("L’Atout Pique se joue à 4, ou à 3 chacun pour soi : vous êtes %(seats)d."),
        "no_bids": lazy_gettext("Il manque les annonces."),
        "bid_range": lazy_gettext("On annonce de %(lowest)s à %(highest)s plis : %(value)s pour %(name)s."),
        "bid_value": lazy_gettext("%(quoted)s n’est pas une annonce, pour %(name)s."),
        "bid_missing": lazy_gettext("Il manque une annonce : %(name)s n’a pas parlé."),
        "bid_early": lazy_gettext("C’est à %(expected_name)s d’annoncer : %(name)s attend son tour."),
        "bid_twice": lazy_gettext("Chacun n’annonce qu’une fois : %(name)s l’a déjà fait."),
        "blind_nil_off": lazy_gettext("À cette table, pas de double zéro : %(name)s en annonce un."),
        "blind_nil_close": OneOf(
            _sign_of_deficit,
            {
                1: Plural(
                    "Pas de double zéro pour %(own_team)s : %(num)d point de retard, il en faut %(needed)d.",
                    "Pas de double zéro pour %(own_team)s : %(num)d points de retard, il en faut %(needed)d.",
                    "deficit",
                ),
                0: lazy_gettext(
                    "Pas de double zéro pour %(own_team)s : à égalité, il faut %(needed)d points de retard."
                ),
                -1: Plural(
                    "Pas de double zéro pour %(own_team)s : %(num)d point d’avance, il en faut %(needed)d de retard.",
                    "Pas de double zéro pour %(own_team)s : %(num)d points d’avance, il en faut %(needed)d de retard.",
                    "lead",
                ),
            },
        ),
        "alone_blind_nil_close": OneOf(
            _sign_of_deficit,
            {
                1: Plural(
                    "Pas de double zéro pour %(name)s : %(num)d point de retard sur le premier, il en faut %(needed)d.",
                    "Pas de double zéro pour %(name)s : %(num)d points de retard sur le premier, "
                    "il en faut %(needed)d.",
                    "deficit",
                ),
                0: lazy_gettext("Pas de double zéro pour %(name)s, en tête : il faut %(needed)d points de retard."),
                -1: lazy_gettext("Pas de double zéro pour %(name)s, en tête : il faut %(needed)d points de retard."),
            },
        ),
        "alone_table": lazy_gettext("À %(seats)d, l’Atout Pique se joue chacun pour soi."),
        "deck_table": lazy_gettext("Les jokers se jouent à 4 : vous êtes %(seats)d."),
        "alone_help_contract": lazy_gettext(
            "Chacun pour soi, les plis d’un zéro chuté n’aident personne : ce sont des sacs, ou ils ne comptent pas."
        ),
        "alone_three_tricks": lazy_gettext(
            "Chacun pour soi, une renonce ne donne pas trois plis à l’autre équipe : "
            "elle ne coûte rien, ou le contrat est chuté."
        ),
        "no_tricks": lazy_gettext("Il manque les plis."),
        "tricks_short": Plural(
            "Il manque %(num)d pli : une manche en compte %(total)d.",
            "Il manque %(num)d plis : une manche en compte %(total)d.",
            "by",
        ),
        "tricks_over": Plural(
            "%(num)d pli de trop : une manche en compte %(total)d.",
            "%(num)d plis de trop : une manche en compte %(total)d.",
            "by",
        ),
        "nil_tricks_seat": lazy_gettext("Plis des zéros : %(quoted)s n’est la place de personne."),
        "no_nil_bid": lazy_gettext("Plis des zéros : pas de zéro annoncé pour %(name)s."),
        "nil_tricks_missing": lazy_gettext("Zéro chuté : combien de plis pour %(name)s ?"),
        "nil_over_team": lazy_gettext(
            "Plis des zéros : %(found)d pour %(name)s, mais son équipe n’en a fait que %(total)d."
        ),
        "nils_unshared": lazy_gettext(
            "Deux zéros pour %(team)s : leurs plis font %(found)d, et leur équipe en a fait %(total)d."
        ),
    },
    labels={
        "bids": lazy_gettext("Annonces"),
        "tricks": lazy_gettext("Plis"),
        "nil_tricks": lazy_gettext("Plis des zéros"),
    },
    # By placeholder, a function that returns its value, and the names of details of the error. The function is called
    # with the names of the players, then with these details: `%(own_team)s` is the team of the detail `seat`.
    fillers={
        "team": Filler(_team_name, ("side",)),
        "own_team": Filler(_team_name, ("seat",)),
        "lead": Filler(lambda _names, deficit: -deficit, ("deficit",)),
    },
)
