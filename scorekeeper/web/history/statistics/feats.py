"""The feats that the statistics of a game count for each player: voltes, nils, capots.

A line of a score is points with the key of their reason (`why`), such as `nil_made`. A feat has the keys of the lines
that record it (`whys`) and, if it can fail, those of the lines of every try (`tries`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask_babel import lazy_gettext

from scorekeeper.record.read_models.statistics import KnownPlayer, LineTotals
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.contract import Feat
from scorekeeper.web.text.values import MIN_PARTIES

_REVOKES = Feat(lazy_gettext("Renonces"), ("revoke",))
_MAX_PLAYERS = 4  # listed for each feat


@dataclass(frozen=True, slots=True)
class FeatCount:
    """How often a player did a feat."""

    # The name of the player.
    player: str
    count: int

    # The number of tries, 0 for a feat that cannot fail.
    tries: int

    @property
    def has_enough_tries(self) -> bool:
        """Whether a share of the tries is meaningful; always for a feat that cannot fail."""
        return self.tries == 0 or self.tries >= MIN_PARTIES


def feat_rows(
    game: str, line_totals: Sequence[LineTotals], players: Mapping[int, KnownPlayer]
) -> list[tuple[str, list[FeatCount]]]:
    """Return the feats of a game that were done or tried, as (name, counts): at most `_MAX_PLAYERS` who did it most.

    `line_totals` are those of the game: the sums of the lines of a player with one key.
    """
    lines = {(totals.player_id, totals.why): totals for totals in line_totals}
    rows = []
    # No game lists the revokes among its feats, because they are the same in every game.
    for feat in (*PAGES[game].feats, _REVOKES):
        # For each player, the count of the feat itself and that of its tries.
        counts = [
            FeatCount(player.name, *(_sum_lines(lines, player.id, whys, feat) for whys in (feat.whys, feat.tries)))
            for player in players.values()
        ]
        done = sorted((count for count in counts if count.count or count.tries), key=_sort_key)
        if done:
            rows.append((str(feat.name), done[:_MAX_PLAYERS]))
    return rows


def _sort_key(feat_count: FeatCount) -> tuple[bool, float, str]:
    """Sort counts with enough tries first, then the largest share or count."""
    share_or_count: float = feat_count.count
    if feat_count.tries:
        share_or_count /= feat_count.tries
    # False is sorted before true; minus sorts the largest first.
    return not feat_count.has_enough_tries, -share_or_count, feat_count.player


def _sum_lines(lines: Mapping[tuple[int, str], LineTotals], player_id: int, whys: Sequence[str], feat: Feat) -> int:
    own = [lines[player_id, why] for why in whys if (player_id, why) in lines]
    # For a feat such as « Sacs », the cards or tricks that the lines score are counted, for the others the lines.
    if feat.adds_counts:
        return sum(totals.things for totals in own)
    return sum(totals.times for totals in own)
