"""The error sentences of Atout Pique, for its manches, its bids and its house rules."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.bids import BLIND_NIL_DEFICIT, ForbiddenBlindNil
from scorekeeper.games.spades.options import TEAMS
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.text.errors import ErrorSentences
from scorekeeper.web.text.sentences import Filler, OneOf, Plural
from scorekeeper.web.text.values import player_name, whole_detail


def irregular_blind_nil(blind_nil: ForbiddenBlindNil, names: Sequence[str]) -> str:
    """Say that the totals did not allow a double zero that was recorded and counts anyway (AP-7)."""
    return gettext(
        "Double zéro irrégulier, %(name)s : %(lacking)s. Il compte tel qu’il a été joué.",
        name=player_name(names, blind_nil.seat),
        lacking=_deficit_text(blind_nil.deficit),
    )


def _team_name(names: Sequence[str], seat_or_team: int) -> str:
    """The names of both players of a team, from one of its seats or from its number."""
    side = seat_or_team % TEAMS
    return gettext("%(one)s et %(other)s", one=player_name(names, side), other=player_name(names, side + TEAMS))


def _deficit_text(deficit: int) -> str:
    """The deficit and the one needed: « 60 points de retard, il en fallait 100 »."""
    if deficit == 0:
        return gettext("à égalité, il fallait %(needed)d points de retard", needed=BLIND_NIL_DEFICIT)
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
    """1 for a team that is behind, 0 for a tie, -1 for a team that is ahead."""
    deficit = whole_detail(error, "deficit")
    return (deficit > 0) - (deficit < 0)


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
    fillers={
        "team": Filler(_team_name, ("side",)),
        "own_team": Filler(_team_name, ("seat",)),
        "lead": Filler(lambda _names, deficit: -deficit, ("deficit",)),
    },
)
