"""Atout Pique in words: its name, its house rules, its bids, and why a manche is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

from scorekeeper.games.spades.bids import BLIND_NIL_DEFICIT, Bid, CloseBlindNil, Zero
from scorekeeper.games.spades.options import TEAMS
from scorekeeper.web.saying import gettext, ngettext
from scorekeeper.web.words import table
from scorekeeper.web.words.table import (
    figure,
    player,
    quoted,
    table_fault,
    unexplained,
    whole_figure,
)

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.contract import ImpossibleError, Line

ARTICLE_PREFIX = "AP"
manche, record_manche = table.manche, table.record_manche
undo_manche, correct_manche = table.undo_manche, table.correct_manche
MANCHE, manches_played = table.MANCHE, table.manches_played
manches_undone, after_end = table.manches_undone, table.after_end

NAME: LazyString = lazy_gettext("Atout Pique")
TAGLINE: LazyString = lazy_gettext(
    "À deux contre deux, annoncez vos plis et tenez votre contrat : pique est toujours atout."
)

PRESETS: dict[str, LazyString] = {
    "cinq_cents": lazy_gettext("Partie en 500"),
    "trois_cents": lazy_gettext("Partie en 300"),
    "sept_cents": lazy_gettext("Partie en 700"),
    "zero_cinquante": lazy_gettext("Zéro à 50"),
    "sans_double_zero": lazy_gettext("Sans double zéro"),
    "echange_double_zero": lazy_gettext("Échange au double zéro"),
}
PRESET_LINES: dict[str, LazyString] = {
    "cinq_cents": lazy_gettext("Deux équipes, le zéro à 100, le double zéro à 200, jusqu’à 500 points."),
    "trois_cents": lazy_gettext("La partie ordinaire, plus courte : la première équipe à 300 points."),
    "sept_cents": lazy_gettext("La partie ordinaire, plus longue : la première équipe à 700 points."),
    "zero_cinquante": lazy_gettext("Le zéro vaut 50 points et le double zéro 100, en 500 points."),
    "sans_double_zero": lazy_gettext("Personne n’annonce à l’aveugle, en 500 points."),
    "echange_double_zero": lazy_gettext("Après un double zéro, les partenaires échangent deux cartes, en 500 points."),
}

OPTIONS: dict[str, tuple[LazyString, LazyString]] = {
    "target": (
        lazy_gettext("But"),
        lazy_gettext("La première équipe qui l’atteint à la fin d’une manche gagne."),
    ),
    "nil": (
        lazy_gettext("Zéro"),
        lazy_gettext("Ce que gagne un zéro réussi et ce que perd un zéro chuté ; le double zéro vaut deux fois plus."),
    ),
    "blind_nil": (
        lazy_gettext("Double zéro"),
        lazy_gettext("Une équipe menée d’au moins 100 points peut annoncer zéro avant de regarder ses cartes."),
    ),
    "blind_nil_exchange": (
        lazy_gettext("Échange au double zéro"),
        lazy_gettext("L’auteur d’un double zéro et son partenaire échangent deux cartes avant le premier pli."),
    ),
    "first_trick_spades": (
        lazy_gettext("Pique au premier pli"),
        lazy_gettext("Ce que peut jouer au premier pli un joueur qui ne peut pas fournir."),
    ),
    "failed_nil_tricks": (
        lazy_gettext("Plis d’un zéro chuté"),
        lazy_gettext("Ce que deviennent les plis pris par l’auteur d’un zéro chuté."),
    ),
    "floor": (
        lazy_gettext("Plancher"),
        lazy_gettext("Une équipe qui descend de tant de points sous zéro, ou plus bas, perd la partie."),
    ),
}
VALUES: dict[str, dict[object, LazyString]] = {
    "target": {
        500: lazy_gettext("500 points"),
        300: lazy_gettext("300 points"),
        700: lazy_gettext("700 points"),
    },
    "nil": {100: lazy_gettext("100 points"), 50: lazy_gettext("50 points")},
    "blind_nil": {True: lazy_gettext("Permis"), False: lazy_gettext("Pas de double zéro")},
    "blind_nil_exchange": {False: lazy_gettext("Pas d’échange"), True: lazy_gettext("Deux cartes")},
    "first_trick_spades": {
        "ruff_allowed": lazy_gettext("Il peut couper"),
        "none": lazy_gettext("Pas de pique, sauf main qui n’a rien d’autre"),
    },
    "failed_nil_tricks": {
        "sacs_only": lazy_gettext("Ce sont des sacs"),
        "help_contract": lazy_gettext("Ils aident le contrat"),
        "ignored": lazy_gettext("Ils ne comptent pas"),
    },
    "floor": {None: lazy_gettext("Pas de plancher"), 200: lazy_gettext("200 points sous zéro")},
}

BEGIN: dict[str, LazyString] = {
    "open": lazy_gettext("Noter les annonces"),
    "undo": lazy_gettext("Annuler les annonces"),
    "stale": lazy_gettext("Quelqu’un a annoncé entre-temps : regardez à qui c’est."),
}
BIDS: dict[Zero, LazyString] = {
    Zero.NIL: lazy_gettext("Zéro"),
    Zero.BLIND_NIL: lazy_gettext("Double zéro"),
}

_LABELS: dict[str, LazyString] = {
    **{name: label for name, (label, _) in OPTIONS.items()},
    "bids": lazy_gettext("Annonces"),
    "tricks": lazy_gettext("Plis"),
    "nil_tricks": lazy_gettext("Plis des zéros"),
}


def bid(value: Bid) -> str:
    """Say a bid: « 3 », « Zéro », « Double zéro »."""
    return str(BIDS[value]) if isinstance(value, Zero) else figure(value)


def why(line: Line) -> str:
    """Say why a team has these points: « contrat de 7 fait ». Raises `KeyError` for another game's."""
    return _WHYS[line.why](line)


def fault(error: ImpossibleError, names: Sequence[str]) -> str:
    """Say what is wrong with a manche, a bid or house rules; `names` are the players' by seat."""
    if error.key in _PLAIN_FAULTS:
        return str(_PLAIN_FAULTS[error.key])
    words = _FAULTS.get(error.key)
    told = words(error, names) if words is not None else table_fault(error, _LABELS, names)
    return told or unexplained(error)


def warning(close: CloseBlindNil, names: Sequence[str]) -> str:
    """Say that a recorded double zero was not allowed by the totals before it (AP-7), and counts all the same."""
    return gettext(
        "Double zéro irrégulier, %(name)s : %(standing)s, il fallait %(needed)d points de retard. "
        "Il compte tel qu’il a été joué.",
        name=player(names, close.seat),
        standing=_standing(close.deficit),
        needed=BLIND_NIL_DEFICIT,
    )


def ending(why: str, limit: int | None) -> str:
    """Say how a partie ended: « 500 points atteints ». Raises `KeyError` for another game's ending."""
    words, unknown = _ENDINGS[why]
    return str(unknown) if limit is None else words(limit)


_WHYS: dict[str, Callable[[Line], str]] = {
    "contract_made": lambda line: gettext("contrat de %(num)d fait", num=line.count or 0),
    "contract_failed": lambda line: gettext("contrat de %(num)d chuté", num=line.count or 0),
    "overtricks": lambda line: ngettext("%(num)d sac", "%(num)d sacs", line.count or 1),
    "nil_tricks": lambda line: ngettext("%(num)d sac du zéro chuté", "%(num)d sacs du zéro chuté", line.count or 1),
    "sacs_penalty": lambda line: gettext("pénalité pour %(num)d sacs", num=line.count or 0),
    "nil_made": lambda _: gettext("zéro réussi"),
    "nil_failed": lambda _: gettext("zéro chuté"),
    "blind_nil_made": lambda _: gettext("double zéro réussi"),
    "blind_nil_failed": lambda _: gettext("double zéro chuté"),
    "penalty": lambda line: line.reason or gettext("pénalité convenue"),
}
_ENDINGS: dict[str, tuple[Callable[[int], str], LazyString]] = {
    "target": (
        lambda limit: ngettext("%(num)d point atteint", "%(num)d points atteints", limit),
        lazy_gettext("But atteint"),
    ),
    "floor": (
        lambda limit: gettext("Plancher atteint : %(limit)s points", limit=figure(limit)),
        lazy_gettext("Plancher atteint"),
    ),
}


def _who(error: ImpossibleError, names: Sequence[str], figure_name: str = "seat") -> str:
    return player(names, whole_figure(error, figure_name))


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
    value, name = figure(error.figures["value"]), _who(error, names)
    return gettext("On annonce de 0 à 13 plis : %(value)s pour %(name)s.", value=value, name=name)


def _bid_value(error: ImpossibleError, names: Sequence[str]) -> str:
    value, name = quoted(str(error.figures["value"])), _who(error, names)
    return gettext("%(value)s n’est pas une annonce, pour %(name)s.", value=value, name=name)


def _bid_early(error: ImpossibleError, names: Sequence[str]) -> str:
    name, expected = _who(error, names), _who(error, names, "expected")
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
        name=_who(error, names),
        total=whole_figure(error, "total"),
    )


def _nils_unshared(error: ImpossibleError, names: Sequence[str]) -> str:
    return gettext(
        "Deux zéros pour %(team)s : leurs plis font %(found)d, et leur équipe en a fait %(total)d.",
        team=_team(whole_figure(error, "side"), names),
        found=whole_figure(error, "found"),
        total=whole_figure(error, "total"),
    )


_PLAIN_FAULTS: dict[str, LazyString] = {
    "no_bids": lazy_gettext("Il manque les annonces des quatre joueurs."),
    "no_tricks": lazy_gettext("Il manque les plis des deux équipes."),
}
_FAULTS: dict[str, Callable[[ImpossibleError, Sequence[str]], str | None]] = {
    "four_players": lambda error, _: gettext(
        "L’Atout Pique se joue à 4, deux contre deux : vous êtes %(seats)d.", seats=whole_figure(error, "seats")
    ),
    "bid_range": _bid_range,
    "bid_value": _bid_value,
    "bid_missing": lambda error, names: gettext(
        "Il manque une annonce : %(name)s n’a pas parlé.", name=_who(error, names)
    ),
    "bid_early": _bid_early,
    "bid_twice": lambda error, names: gettext(
        "Chacun n’annonce qu’une fois : %(name)s l’a déjà fait.", name=_who(error, names)
    ),
    "blind_nil_off": lambda error, names: gettext(
        "À cette table, pas de double zéro : %(name)s en annonce un.", name=_who(error, names)
    ),
    "blind_nil_close": _blind_nil_close,
    "tricks_short": _tricks_short,
    "tricks_over": _tricks_over,
    "nil_tricks_seat": lambda error, _: gettext(
        "Plis des zéros : %(value)s n’est la place de personne.", value=quoted(str(error.figures["value"]))
    ),
    "no_nil_bid": lambda error, names: gettext(
        "Plis des zéros : pas de zéro annoncé pour %(name)s.", name=_who(error, names)
    ),
    "nil_tricks_missing": lambda error, names: gettext(
        "Zéro annoncé : dites combien de plis pour %(name)s.", name=_who(error, names)
    ),
    "nil_over_team": _nil_over_team,
    "nils_unshared": _nils_unshared,
}
