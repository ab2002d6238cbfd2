"""The notes on the sheet of Atout Pique: the target, the sacs of a team, irregular double zeros."""

from __future__ import annotations

from scorekeeper.games.spades.scoring import blind_nil_warnings, current_sacs
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.contract import Remark
from scorekeeper.web.games.spades.errors import irregular_blind_nil


def partie_note(scored: ScoredPartie) -> str:
    """Say to how many points the partie is played (AP-18)."""
    return _("Partie en %(target)s", target=scored.options.target)


def side_note(scored: ScoredPartie, side: int) -> str:
    """Say how many sacs a side has of those that it may have, and the points that it still needs (AP-18, AP-23)."""
    counted = scored.played
    # The manches after the end do not count.
    if scored.ending:
        counted = counted[: scored.ending.after]
    sacs = current_sacs(scored.options, scored.seats, counted)[side]
    needed = scored.options.target - scored.sheet.totals[side]
    limit = scored.options.sacs_limit
    gauge = _("sacs %(count)s", count=sacs)
    if limit is not None:
        gauge = _("sacs %(count)s/%(ten)s", count=sacs, ten=limit)
    if scored.ending or needed <= 0:
        return gauge
    return _("%(gauge)s · il manque %(needed)s", gauge=gauge, needed=needed)


def blind_nil_remarks(scored: ScoredPartie) -> dict[int, list[Remark]]:
    """Return the remarks on double zeros that the totals did not allow, by the index of the manche (AP-7)."""
    remarks: dict[int, list[Remark]] = {}
    for blind_nil in blind_nil_warnings(scored.options, scored.seats, scored.played):
        remarks.setdefault(blind_nil.manche, []).append((irregular_blind_nil(blind_nil, scored.names), "AP-7"))
    return remarks
