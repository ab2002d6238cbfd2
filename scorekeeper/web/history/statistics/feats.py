"""The feats that the statistics of a game count for each player: voltes, nils, capots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import lazy_gettext

from scorekeeper.record.read_models.statistics import KnownPlayer, LineTotals
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.contract import Feat
from scorekeeper.web.text.values import MIN_PARTIES

_REVOKES = Feat(lazy_gettext("Renonces"), ("revoke",))
_MAX_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class FeatCount:
    """The number of times that a player did a feat, and the number of tries (0 for a feat that cannot fail)."""

    player: str
    count: int
    tries: int

    @property
    def has_enough_tries(self) -> bool:
        """Whether a share of the tries is meaningful; always for a feat that cannot fail."""
        return self.tries == 0 or self.tries >= MIN_PARTIES


def feat_rows(
    game: str, line_totals: Sequence[LineTotals], players: Mapping[int, KnownPlayer]
) -> list[tuple[str, list[FeatCount]]]:
    """Return the feats of a game that were done or tried, each with at most `_MAX_PLAYERS` players who did it most."""
    totals_by_player: dict[int, dict[str, LineTotals]] = {}
    for totals in line_totals:
        if totals.game == game and totals.player_id in players:
            totals_by_player.setdefault(totals.player_id, {})[totals.why] = totals
    rows = []
    # No game lists the revokes among its feats, because they are the same in every game.
    for feat in (*PAGES[game].feats, _REVOKES):
        counts = sorted(_count_feat(feat, totals_by_player, players), key=_sort_key)
        if counts:
            rows.append((str(feat.name), counts[:_MAX_PLAYERS]))
    return rows


def _count_feat(
    feat: Feat, totals_by_player: Mapping[int, Mapping[str, LineTotals]], players: Mapping[int, KnownPlayer]
) -> Iterator[FeatCount]:
    for player_id, totals_by_why in totals_by_player.items():
        count = _sum_lines(totals_by_why, feat.whys, feat)
        tries = _sum_lines(totals_by_why, feat.tries, feat)
        if count or tries:
            yield FeatCount(players[player_id].name, count, tries)


def _sort_key(feat_count: FeatCount) -> tuple[bool, float, str]:
    """Sort counts with enough tries first, then the largest share or count."""
    share_or_count: float = feat_count.count
    if feat_count.tries:
        share_or_count /= feat_count.tries
    return not feat_count.has_enough_tries, -share_or_count, feat_count.player


def _sum_lines(totals_by_why: Mapping[str, LineTotals], whys: Sequence[str], feat: Feat) -> int:
    lines = [totals_by_why[why] for why in whys if why in totals_by_why]
    if feat.adds_counts:
        return sum(totals.things for totals in lines)
    return sum(totals.times for totals in lines)
