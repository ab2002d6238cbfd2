"""What the sheet of Atout Pique says beside its lines: the target, the sacs of a team, a double zero not allowed."""

from __future__ import annotations

from scorekeeper.games.spades.options import SEATS
from scorekeeper.games.spades.scoring import SACS, blind_nil_warnings, sac_gauge
from scorekeeper.record.partie.standings import Standing
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.contract import Remark
from scorekeeper.web.games.spades.errors import irregular_blind_nil


def partie_note(standing: Standing) -> str:
    """The points that the partie is played to (AP-18)."""
    return _("Partie en %(target)s", target=standing.options.target)


def side_note(standing: Standing, side: int) -> str:
    """The sacs of a team, and what it still needs to win (AP-14, AP-18)."""
    played = standing.played[: standing.ending.after if standing.ending else None]
    sacs = sac_gauge(standing.options, SEATS, played)[side]
    needed = standing.options.target - standing.sheet.totals[side]
    gauge = _("sacs %(count)s/%(ten)s", count=sacs, ten=SACS)
    return (
        gauge if standing.ending or needed <= 0 else _("%(gauge)s · il manque %(needed)s", gauge=gauge, needed=needed)
    )


def blind_nil_remarks(standing: Standing) -> dict[int, list[Remark]]:
    """The double zeros that the totals before their manche did not allow, by the manche's index (AP-7)."""
    remarks: dict[int, list[Remark]] = {}
    for bid in blind_nil_warnings(standing.options, SEATS, standing.played):
        remarks.setdefault(bid.manche, []).append((irregular_blind_nil(bid, standing.names), "AP-7"))
    return remarks
