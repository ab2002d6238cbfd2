"""Why a manche of Atout Pique, a bid or its house rules are refused, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.bids import BLIND_NIL_DEFICIT, CloseBlindNil
from scorekeeper.games.spades.options import TEAMS
from scorekeeper.web.i18n import gettext, ngettext
from scorekeeper.web.words.faults import FaultSentences, FaultWords
from scorekeeper.web.words.figures import figure, player, quoted, who, whole_figure

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.shape import ImpossibleError

_LABELS: dict[str, LazyString] = {
    "bids": lazy_gettext("Annonces"),
    "tricks": lazy_gettext("Plis"),
    "nil_tricks": lazy_gettext("Plis des zéros"),
}


def irregular_blind_nil(close: CloseBlindNil, names: Sequence[str]) -> str:
    """Say that a recorded double zero was not allowed by the totals before it (AP-7), and counts all the same."""
    return gettext(
        "Double zéro irrégulier, %(name)s : %(standing)s, il fallait %(needed)d points de retard. "
        "Il compte tel qu’il a été joué.",
        name=player(names, close.seat),
        standing=_standing(close.deficit),
        needed=BLIND_NIL_DEFICIT,
    )


def _team(side: int, names: Sequence[str]) -> str:
    one, other = player(names, side), player(names, side + TEAMS)
    return gettext("%(one)s et %(other)s", one=one, other=other)


def _standing(deficit: int) -> str:
    """Say how a team stands: « 60 points de retard », « à égalité », « 20 points d’avance »."""
    if deficit == 0:
        return gettext("à égalité")
    if deficit < 0:
        return ngettext("%(num)d point d’avance", "%(num)d points d’avance", -deficit)
    return ngettext("%(num)d point de retard", "%(num)d points de retard", deficit)


def _blind_nil_close(error: ImpossibleError, names: Sequence[str]) -> str:
    return gettext(
        "Pas de double zéro pour %(team)s : %(standing)s, il faut %(needed)d points de retard.",
        team=_team(whole_figure(error, "seat") % TEAMS, names),
        standing=_standing(whole_figure(error, "deficit")),
        needed=whole_figure(error, "needed"),
    )


def _bid_range(error: ImpossibleError, names: Sequence[str]) -> str:
    value, name = figure(error.figures["value"]), who(error, names)
    return gettext("On annonce de 0 à 13 plis : %(value)s pour %(name)s.", value=value, name=name)


def _bid_value(error: ImpossibleError, names: Sequence[str]) -> str:
    value, name = quoted(str(error.figures["value"])), who(error, names)
    return gettext("%(value)s n’est pas une annonce, pour %(name)s.", value=value, name=name)


def _bid_early(error: ImpossibleError, names: Sequence[str]) -> str:
    name, expected = who(error, names), who(error, names, "expected")
    return gettext("C’est à %(expected)s d’annoncer : %(name)s attend son tour.", expected=expected, name=name)


def _tricks_short(error: ImpossibleError, _names: Sequence[str]) -> str:
    return ngettext(
        "Il manque %(num)d pli : une manche en compte %(total)d.",
        "Il manque %(num)d plis : une manche en compte %(total)d.",
        whole_figure(error, "by"),
        total=whole_figure(error, "total"),
    )


def _tricks_over(error: ImpossibleError, _names: Sequence[str]) -> str:
    return ngettext(
        "%(num)d pli de trop : une manche en compte %(total)d.",
        "%(num)d plis de trop : une manche en compte %(total)d.",
        whole_figure(error, "by"),
        total=whole_figure(error, "total"),
    )


def _nil_over_team(error: ImpossibleError, names: Sequence[str]) -> str:
    return gettext(
        "Plis des zéros : %(found)d pour %(name)s, mais son équipe n’en a fait que %(total)d.",
        found=whole_figure(error, "found"),
        name=who(error, names),
        total=whole_figure(error, "total"),
    )


def _nils_unshared(error: ImpossibleError, names: Sequence[str]) -> str:
    return gettext(
        "Deux zéros pour %(team)s : leurs plis font %(found)d, et leur équipe en a fait %(total)d.",
        team=_team(whole_figure(error, "side"), names),
        found=whole_figure(error, "found"),
        total=whole_figure(error, "total"),
    )


_PLAIN: dict[str, LazyString] = {
    "no_bids": lazy_gettext("Il manque les annonces des quatre joueurs."),
    "no_tricks": lazy_gettext("Il manque les plis des deux équipes."),
}
_BY_KEY: dict[str, FaultWords] = {
    "four_players": lambda error, _: gettext(
        "L’Atout Pique se joue à 4, deux contre deux : vous êtes %(seats)d.", seats=whole_figure(error, "seats")
    ),
    "bid_range": _bid_range,
    "bid_value": _bid_value,
    "bid_missing": lambda error, names: gettext(
        "Il manque une annonce : %(name)s n’a pas parlé.", name=who(error, names)
    ),
    "bid_early": _bid_early,
    "bid_twice": lambda error, names: gettext(
        "Chacun n’annonce qu’une fois : %(name)s l’a déjà fait.", name=who(error, names)
    ),
    "blind_nil_off": lambda error, names: gettext(
        "À cette table, pas de double zéro : %(name)s en annonce un.", name=who(error, names)
    ),
    "blind_nil_close": _blind_nil_close,
    "tricks_short": _tricks_short,
    "tricks_over": _tricks_over,
    "nil_tricks_seat": lambda error, _: gettext(
        "Plis des zéros : %(value)s n’est la place de personne.", value=quoted(str(error.figures["value"]))
    ),
    "no_nil_bid": lambda error, names: gettext(
        "Plis des zéros : pas de zéro annoncé pour %(name)s.", name=who(error, names)
    ),
    "nil_tricks_missing": lambda error, names: gettext(
        "Zéro annoncé : dites combien de plis pour %(name)s.", name=who(error, names)
    ),
    "nil_over_team": _nil_over_team,
    "nils_unshared": _nils_unshared,
}
fault = FaultSentences(SPADES, _PLAIN, _BY_KEY, _LABELS)
