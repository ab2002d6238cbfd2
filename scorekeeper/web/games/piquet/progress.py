"""The sentences about the progress of a partie of Piquet: coups remaining, points that each player needs."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.games.contract import MancheFacts
from scorekeeper.games.piquet.coup import PiquetFacts
from scorekeeper.games.piquet.options import Format, PiquetOptions
from scorekeeper.games.piquet.scoring import sub_games
from scorekeeper.games.piquet.settlement import COUPS, DOUBLED_COUPS, RUBICON, TIE_COUPS, is_void
from scorekeeper.web.core.i18n import gettext, ngettext


def stage(options: PiquetOptions, played: Sequence[MancheFacts[PiquetFacts]]) -> str:
    """Describe the progress of the partie: « Encore 4 coups », « points doublés », « sèches 1–0 »."""
    done = sum(not is_void(coup.facts) for coup in played)
    if options.format not in COUPS:
        if options.format is Format.TARGET_SINGLE:
            return gettext("Partie sèche en %(target)s points", target=options.target)
        wins = "–".join(map(str, sub_games(options, played).wins))
        return gettext("Partie liée en %(target)s points, sèches %(wins)s", target=options.target, wins=wins)
    number, left = done + 1, COUPS[options.format] - done
    if left <= 0:
        tied = COUPS[options.format] + TIE_COUPS - done
        return ngettext("Totaux égaux : encore %(num)d coup", "Totaux égaux : encore %(num)d coups", tied)
    remaining = gettext("Dernier coup") if left == 1 else gettext("Encore %(num)d coups", num=left)
    if options.format is Format.RUBICON_FOUR and number in DOUBLED_COUPS:
        return gettext("%(stage)s, points doublés", stage=remaining)
    return remaining


def points_needed(options: PiquetOptions, played: Sequence[MancheFacts[PiquetFacts]], side: int, total: int) -> str:
    """Say how many points a player needs to avoid the rubicon, or to reach the target."""
    if options.format in COUPS:
        lacking = RUBICON - total
        return "" if lacking <= 0 else gettext("rubicon : il manque %(needed)s", needed=lacking)
    games = sub_games(options, played)
    lacking = options.target - games.totals[side]
    needed = "" if lacking <= 0 else gettext("il manque %(needed)s", needed=lacking)
    if options.format is Format.TARGET_SINGLE:
        return needed
    won = ngettext("%(num)d sèche", "%(num)d sèches", games.wins[side])
    return f"{won} · {needed}" if needed else won
