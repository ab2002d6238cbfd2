"""The sentences about the progress of a partie of Piquet: remaining coups, missing points."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.games.contract import MancheFacts
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import Format, PiquetOptions
from scorekeeper.games.piquet.scoring import liee_state
from scorekeeper.games.piquet.settlement import COUPS, DOUBLED_COUPS, RUBICON, TIE_COUPS, is_void
from scorekeeper.web.core.i18n import gettext, ngettext


def describe_progress(options: PiquetOptions, played: Sequence[MancheFacts[PiquetFacts]]) -> str:
    """Describe the progress of the partie: « Encore 4 coups », « points doublés », « sèches 1–0 »."""
    # A void coup is not one of those of the partie (PI-32).
    coups_done = sum(not is_void(coup.facts) for coup in played)
    if options.format not in COUPS:
        if options.format is Format.TARGET_SINGLE:
            return gettext("Partie sèche en %(target)s points", target=options.target)
        wins = "–".join(map(str, liee_state(options, played).wins))
        return gettext("Partie liée en %(target)s points, sèches %(wins)s", target=options.target, wins=wins)
    remaining = COUPS[options.format] - coups_done
    if remaining <= 0:
        tie_coups = remaining + TIE_COUPS
        return ngettext("Totaux égaux : encore %(num)d coup", "Totaux égaux : encore %(num)d coups", tie_coups)
    sentence = gettext("Encore %(num)d coups", num=remaining)
    if remaining == 1:
        sentence = gettext("Dernier coup")
    if options.format is Format.RUBICON_FOUR and coups_done + 1 in DOUBLED_COUPS:
        return gettext("%(stage)s, points doublés", stage=sentence)
    return sentence


def points_needed(options: PiquetOptions, played: Sequence[MancheFacts[PiquetFacts]], side: int, total: int) -> str:
    """Say how many points a player needs to avoid the rubicon or to reach the target; empty for none."""
    if options.format in COUPS:
        if total >= RUBICON:
            return ""
        return gettext("rubicon : il manque %(needed)s", needed=RUBICON - total)
    # The points of a sèche that is won do not count for the next one.
    state, needed = liee_state(options, played), ""
    points = options.target - state.current_points[side]
    if points > 0:
        needed = gettext("il manque %(needed)s", needed=points)
    if options.format is Format.TARGET_SINGLE:
        return needed
    won = ngettext("%(num)d sèche", "%(num)d sèches", state.wins[side])
    if not needed:
        return won
    return f"{won} · {needed}"
