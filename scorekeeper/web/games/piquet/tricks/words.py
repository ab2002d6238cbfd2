"""The count of a coup of Piquet in words: why there are points, the running count aloud, a pic that was close."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from flask_babel import lazy_gettext

from scorekeeper.games.contract import Line
from scorekeeper.web.games.piquet.announcements.words import point_name, run_name, set_name
from scorekeeper.web.i18n import gettext, ngettext
from scorekeeper.web.words.table import opening, player

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.piquet.counting import NearMiss, Step

_SET_RANKS = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J", "tens": "10"}


def why(line: Line) -> str:
    """Say why a player has these points: « quatorze d’As ». Raises `KeyError` for another game's."""
    return _WHYS[line.why](line)


def step(said: Step, names: Sequence[str]) -> str:
    """Say one step of the running count aloud (PI-19): « Anne entame : 13 », « Luc prend : 18 »."""
    name = opening(names, said.seat)
    words = _ALOUD.get(said.why) if said.trick is not None else None
    if words is not None:
        return words(name, said.total)
    line = Line(said.seat, said.why, said.points, said.article, said.count, made_by=said.made_by)
    what = str(_SHORT[said.why]) if said.why in _SHORT else why(line)
    return gettext("%(name)s, %(what)s : %(total)d", name=name, what=what, total=said.total)


def to_lead(names: Sequence[str], seat: int) -> str:
    """Say who leads, when what the lead counts hangs on its card: « À Luc d’entamer »."""
    return gettext("À %(name)s d’entamer", name=player(names, seat))


def bonus(said: Step, names: Sequence[str]) -> str:
    """Say a bonus with what made it: « Anne, pic : 29 + 1 à l’entame »."""
    line = Line(said.seat, said.why, said.points, said.article, said.count, made_by=said.made_by)
    return gettext("%(name)s, %(bonus)s", name=opening(names, said.seat), bonus=why(line))


def near_miss(miss: NearMiss, names: Sequence[str]) -> str:
    """Say why a pic or a repic that was close does not count (PI-22, PI-23)."""
    name = player(names, miss.seat)
    if miss.why == "short":
        return _SHORT_OF[str(miss.kind)](name, miss.reached, miss.missing or 0)
    reason = _blocked(str(miss.by), player(names, 1 - miss.seat), miss.points)
    return _BLOCKED[str(miss.kind)](name, miss.reached, reason)


def _set_words(code: str, size: int) -> Callable[[Line], str]:
    return lambda _: set_name(code, size)


def _pic(line: Line) -> str:
    """Say what made the pic; a last trick adds 2 or 1 by house rule, and only from 28 it is surely 2."""
    words = _PICS.get(line.made_by or "")
    if words is None or line.count is None:
        return gettext("pic")
    return words(line.count)


def _last_to_pic(count: int) -> str:
    if count + 2 == _PIC_AT:
        return gettext("pic : %(num)d + 2 au dernier pli", num=count)
    return gettext("pic : %(num)d, puis le dernier pli", num=count)


def _repic(line: Line) -> str:
    if line.count is None:
        return gettext("repic")
    return gettext("repic : %(num)d en annonces", num=line.count)


_PIC_AT = 30
_PICS: dict[str, Callable[[int], str]] = {
    "lead": lambda count: gettext("pic : %(num)d + 1 à l’entame", num=count),
    "win": lambda count: gettext("pic : %(num)d + 1 au pli", num=count),
    "last": _last_to_pic,
}
_VOIDS: dict[str, LazyString] = {
    "PI-32": lazy_gettext("coup annulé : carte découverte à la donne"),
    "PI-33": lazy_gettext("coup annulé : mal distribué, on redonne"),
    "PI-38": lazy_gettext("coup annulé : les deux mains sont fausses"),
}
_LOST: dict[str, LazyString] = {
    "PI-35": lazy_gettext("partie perdue : plus de cinq cartes prises au talon"),
    "PI-36": lazy_gettext("partie perdue : talon pris avant son tour"),
}
_WHYS: dict[str, Callable[[Line], str]] = {
    "carte_blanche": lambda _: gettext("carte blanche"),
    "point": lambda line: point_name(line.count or line.points),
    "sequence": lambda line: run_name(line.count or 0),
    "quatorze": lambda _: set_name(None, 4),
    "brelan": lambda _: set_name(None, 3),
    **{f"quatorze_{slug}": _set_words(code, 4) for slug, code in _SET_RANKS.items()},
    **{f"brelan_{slug}": _set_words(code, 3) for slug, code in _SET_RANKS.items()},
    "repic": _repic,
    "pic": _pic,
    "leads": lambda line: ngettext("%(num)d entame", "%(num)d entames", line.count or 1),
    "wins": lambda line: ngettext("%(num)d pli pris", "%(num)d plis pris", line.count or 1),
    "last_trick": lambda _: gettext("dernier pli"),
    "trick_points": lambda _: gettext("entames et plis"),
    "cards": lambda _: gettext("les cartes"),
    "capot": lambda _: gettext("capot"),
    "doubled": lambda _: gettext("coup compté double"),
    "all_trick_points": lambda _: gettext("entames et plis de l’autre, après sa fausse annonce"),
    "void": lambda line: str(_VOIDS.get(line.article) or gettext("coup annulé")),
    "loses_partie": lambda line: str(_LOST.get(line.article) or gettext("partie perdue")),
    "penalty": lambda line: line.reason or gettext("pénalité convenue"),
}


def _leads(name: str, total: int) -> str:
    return gettext("%(name)s entame : %(total)d", name=name, total=total)


def _takes(name: str, total: int) -> str:
    return gettext("%(name)s prend : %(total)d", name=name, total=total)


def _takes_last(name: str, total: int) -> str:
    return gettext("%(name)s prend le dernier pli : %(total)d", name=name, total=total)


_ALOUD: dict[str, Callable[[str, int], str]] = {"leads": _leads, "wins": _takes, "last_trick": _takes_last}
# What is said at the table before the running total; the sheet explains more.
_SHORT: dict[str, LazyString] = {"pic": lazy_gettext("pic"), "repic": lazy_gettext("repic")}
_SHORT_OF: dict[str, Callable[[str, int, int], str]] = {
    "pic": lambda name, reached, missing: ngettext(
        "Pas de pic pour %(name)s : %(reached)d sur 30, il manquait %(num)d point.",
        "Pas de pic pour %(name)s : %(reached)d sur 30, il manquait %(num)d points.",
        missing,
        name=name,
        reached=reached,
    ),
    "repic": lambda name, reached, missing: ngettext(
        "Pas de repic pour %(name)s : %(reached)d en annonces, il manquait %(num)d point.",
        "Pas de repic pour %(name)s : %(reached)d en annonces, il manquait %(num)d points.",
        missing,
        name=name,
        reached=reached,
    ),
}
_BLOCKED: dict[str, Callable[[str, int, str], str]] = {
    "pic": lambda name, _reached, reason: gettext("Pas de pic pour %(name)s : %(reason)s.", name=name, reason=reason),
    "repic": lambda name, reached, reason: gettext(
        "Pas de repic pour %(name)s : %(reached)d en annonces, mais %(reason)s.",
        name=name,
        reached=reached,
        reason=reason,
    ),
}
_BLOCKED_BY: dict[str, Callable[[str, int], str]] = {
    "carte_blanche": lambda name, num: gettext(
        "%(name)s avait marqué d’abord sa carte blanche, %(num)d en tout", name=name, num=num
    ),
    "point": lambda name, num: gettext("%(name)s avait marqué d’abord au point, %(num)d en tout", name=name, num=num),
    "sequences": lambda name, num: gettext(
        "%(name)s avait marqué d’abord aux séquences, %(num)d en tout", name=name, num=num
    ),
    "sets": lambda name, num: gettext(
        "%(name)s avait marqué d’abord aux quatorze et brelans, %(num)d en tout", name=name, num=num
    ),
    "play": lambda name, num: gettext("%(name)s avait marqué d’abord dans le jeu, %(num)d en tout", name=name, num=num),
}


def _blocked(by: str, name: str, points: int | None) -> str:
    """Say where the opponent scored first, and what it came to by then."""
    words = _BLOCKED_BY.get(by)
    if words is None or not points:
        return gettext("%(name)s avait marqué avant", name=name)
    return words(name, points)
