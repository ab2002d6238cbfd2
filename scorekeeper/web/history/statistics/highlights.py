"""The feats of players that each game counts: voltes, nils, capots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import lazy_gettext

from scorekeeper.record.read_models.statistics import KnownPlayer, LineTotals
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.contract import Feat
from scorekeeper.web.history.statistics.figures import ENOUGH, share

REVOKES = Feat(lazy_gettext("Renonces"), ("revoke",))
_MOST = 4


@dataclass(frozen=True, slots=True)
class FeatCount:
    """The count of a player, and the number of attempts (0 for a feat that cannot fail)."""

    name: str
    count: int
    tries: int

    @property
    def enough(self) -> bool:
        """Whether there are enough attempts for a share to be meaningful."""
        return self.tries == 0 or self.tries >= ENOUGH

    @property
    def share(self) -> str:
        """The share of successful attempts."""
        return share(self.count, self.tries)


@dataclass(frozen=True, slots=True)
class FeatRow:
    """A feat, and the players who did it most."""

    name: str
    counts: tuple[FeatCount, ...]


def feats_of(game: str, deeds: Sequence[LineTotals], players: Mapping[int, KnownPlayer]) -> list[FeatRow]:
    """Return the feats of a game that were done or tried, each with at most `_MOST` players."""
    by_player: dict[int, dict[str, LineTotals]] = {}
    for deed in deeds:
        if deed.game == game and deed.player_id in players:
            by_player.setdefault(deed.player_id, {})[deed.why] = deed
    return [row for feat in (*PAGES[game].feats, REVOKES) if (row := _row(feat, by_player, players)).counts]


def _row(feat: Feat, by_player: Mapping[int, Mapping[str, LineTotals]], players: Mapping[int, KnownPlayer]) -> FeatRow:
    counts = list(_counts(feat, by_player, players))
    counts.sort(key=_order)
    return FeatRow(str(feat.name), tuple(counts[:_MOST]))


def _counts(
    feat: Feat, by_player: Mapping[int, Mapping[str, LineTotals]], players: Mapping[int, KnownPlayer]
) -> Iterator[FeatCount]:
    for player_id, own in by_player.items():
        count, tries = (_sum(own, whys, things=feat.things) for whys in (feat.whys, feat.tries))
        if count or tries:
            yield FeatCount(players[player_id].name, count, tries)


def _order(one: FeatCount) -> tuple[bool, float, str]:
    """The sort key: enough attempts first, then the largest share or count."""
    return not one.enough, -(one.count / one.tries if one.tries else one.count), one.name


def _sum(own: Mapping[str, LineTotals], whys: Sequence[str], *, things: bool) -> int:
    return sum(own[why].things if things else own[why].times for why in whys if why in own)
