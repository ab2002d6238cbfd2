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

# The feat of a revoke, a card played against the rules. Its arguments are the name and the keys of its lines.
_REVOKES = Feat(lazy_gettext("Renonces"), ("revoke",))
_MAX_PLAYERS = 4  # at most this number of players is listed for each feat


@dataclass(frozen=True, slots=True)
class FeatCount:
    """How often a player did a feat."""

    # The name of the player.
    player: str

    # The number of times; for a feat such as « Sacs », the number of cards or tricks (`Feat.adds_counts`).
    count: int

    # The number of tries, 0 for a feat that cannot fail.
    tries: int

    @property
    def has_enough_tries(self) -> bool:
        """Whether the player tried often enough for a share to be meaningful; true for a feat that cannot fail."""
        return self.tries == 0 or self.tries >= MIN_PARTIES


def feat_rows(
    game: str, line_totals: Sequence[LineTotals], players: Mapping[int, KnownPlayer]
) -> list[tuple[str, list[FeatCount]]]:
    """Return the feats of a game that were done or tried, each as (name of the feat, counts of players).

    The counts are those of the players who did it most, at most `_MAX_PLAYERS`. `line_totals` are those of the game:
    each has the sums of the lines of a player with one key. `players` are all players of the carnet by id.
    """
    lines = {(totals.player_id, totals.why): totals for totals in line_totals}
    rows = []
    # No game lists the revokes among its feats, because they are the same in every game.
    for feat in (*PAGES[game].feats, _REVOKES):
        # For each player: the name, the count of the feat and that of its tries. Both are sums of the lines with some
        # keys.
        counts = [
            FeatCount(player.name, *(_sum_lines(lines, player.id, whys, feat) for whys in (feat.whys, feat.tries)))
            for player in players.values()
        ]
        done = sorted((count for count in counts if count.count or count.tries), key=_sort_key)
        if done:
            rows.append((str(feat.name), done[:_MAX_PLAYERS]))
    return rows


def _sort_key(feat_count: FeatCount) -> tuple[bool, float, str]:
    """Return the key that sorts counts: those with enough tries first, then by share or count, the largest first.

    A feat that can fail is sorted by the share of its tries, any other feat by its count.
    """
    share_or_count: float = feat_count.count
    if feat_count.tries:
        share_or_count /= feat_count.tries
    # False is sorted before true; minus sorts the largest first.
    return not feat_count.has_enough_tries, -share_or_count, feat_count.player


def _sum_lines(lines: Mapping[tuple[int, str], LineTotals], player_id: int, whys: Sequence[str], feat: Feat) -> int:
    """Return the count of a player's lines with these keys. `lines` are by (player id, key)."""
    own = [lines[player_id, why] for why in whys if (player_id, why) in lines]
    # For a feat such as « Sacs », the count is the number of cards or tricks that the lines score; for the others, it
    # is the number of lines.
    if feat.adds_counts:
        return sum(totals.things for totals in own)
    return sum(totals.times for totals in own)
