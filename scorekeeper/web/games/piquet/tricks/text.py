"""The sentences about the count of a coup of Piquet: each step, each bonus, a pic narrowly missed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask_babel import LazyString, lazy_gettext

from scorekeeper.games.contract import Line
from scorekeeper.games.piquet.counting.near_misses import NearMiss
from scorekeeper.games.piquet.counting.steps import Step
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.games.piquet.lines import why
from scorekeeper.web.text.values import player_name, player_name_at_start


def step_sentence(step: Step, names: Sequence[str]) -> str:
    """Return a step of the running count as players declare it (PI-19): « Anne entame : 13 »."""
    name = player_name_at_start(names, step.seat)
    if step.trick is not None and step.why in _PLAY_SENTENCES:
        return str(_PLAY_SENTENCES[step.why]) % {"name": name, "total": step.total}
    reason = str(_SHORT_NAMES.get(step.why) or _reason(step))
    return gettext("%(name)s, %(what)s : %(total)d", name=name, what=reason, total=step.total)


def lead_sentence(names: Sequence[str], seat: int) -> str:
    """Say whose lead it is, while its points are not certain: « À Luc d’entamer »."""
    return gettext("À %(name)s d’entamer", name=player_name(names, seat))


def bonus_sentence(step: Step, names: Sequence[str]) -> str:
    """Return a bonus with its cause: « Anne, pic : 29 + 1 à l’entame »."""
    return gettext("%(name)s, %(bonus)s", name=player_name_at_start(names, step.seat), bonus=_reason(step))


def near_miss_sentence(miss: NearMiss, names: Sequence[str]) -> str:
    """Say why a pic or repic was narrowly missed (PI-22, PI-23)."""
    name = player_name(names, miss.seat)
    if miss.why == "short":
        return _SHORT_MISSES[miss.kind](name, miss.reached, miss.missing or 0)
    reason = _blocking_reason(str(miss.by), player_name(names, 1 - miss.seat), miss.points)
    return str(_BLOCKED_MISSES[miss.kind]) % {"name": name, "reached": miss.reached, "reason": reason}


def _reason(step: Step) -> str:
    return why(Line(step.seat, step.why, step.points, step.article, step.count, made_by=step.made_by))


_PLAY_SENTENCES: dict[str, LazyString] = {
    "leads": lazy_gettext("%(name)s entame : %(total)d"),
    "wins": lazy_gettext("%(name)s prend : %(total)d"),
    "last_trick": lazy_gettext("%(name)s prend le dernier pli : %(total)d"),
}
# Names without their cause, which only the sheet adds.
_SHORT_NAMES: dict[str, LazyString] = {"pic": lazy_gettext("pic"), "repic": lazy_gettext("repic")}
_SHORT_MISSES: dict[str, Callable[[str, int, int], str]] = {
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
_BLOCKED_MISSES: dict[str, LazyString] = {
    "pic": lazy_gettext("Pas de pic pour %(name)s : %(reason)s."),
    "repic": lazy_gettext("Pas de repic pour %(name)s : %(reached)d en annonces, mais %(reason)s."),
}
_BLOCKING_REASONS: dict[str, LazyString] = {
    "carte_blanche": lazy_gettext("%(name)s avait marqué d’abord sa carte blanche, %(num)d en tout"),
    "point": lazy_gettext("%(name)s avait marqué d’abord au point, %(num)d en tout"),
    "sequences": lazy_gettext("%(name)s avait marqué d’abord aux séquences, %(num)d en tout"),
    "sets": lazy_gettext("%(name)s avait marqué d’abord aux quatorze et brelans, %(num)d en tout"),
    "play": lazy_gettext("%(name)s avait marqué d’abord dans le jeu, %(num)d en tout"),
}


def _blocking_reason(category: str, name: str, points: int | None) -> str:
    """Name the category in which the opponent scored first, and the opponent's total at that moment."""
    reason = _BLOCKING_REASONS.get(category)
    if reason is None or not points:
        return gettext("%(name)s avait marqué avant", name=name)
    return str(reason) % {"name": name, "num": points}
