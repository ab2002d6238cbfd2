"""The title of a game in a carnet, which belongs to the player with the most wins in its last parties.

The last `PARTIES_COUNTED` parties count. Among players with equal wins, the latest winner has the title, so it changes
only with a victory or when an old victory no longer counts. Partners can share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.record.models import Partie
from scorekeeper.record.read_models.statistics import PARTIES_COUNTED, KnownPlayer, PartieWinners, parties_with_winners
from scorekeeper.web.remarks.remark import Remark
from scorekeeper.web.text.figures import MIN_PARTIES, join_words

# Former holders are searched for in at most this number of parties, to limit the query.
_PARTIES_SEARCHED = 100


@dataclass(frozen=True, slots=True)
class Title:
    """The ids of the players with the title, and the number of victories of each in `parties` parties."""

    holders: tuple[int, ...]
    won: int
    parties: int


def title_after(parties: Sequence[PartieWinners]) -> Title | None:
    """Return the title after these parties, oldest first; None after too few."""
    counted = parties[-PARTIES_COUNTED:]
    wins = Counter(winner for partie in counted for winner in partie.winners)
    if len(counted) < MIN_PARTIES or not wins:
        return None
    most = max(wins.values())
    leaders = {player_id for player_id, count in wins.items() if count == most}
    latest_win = next(partie for partie in reversed(counted) if leaders.intersection(partie.winners))
    return Title(tuple(sorted(leaders.intersection(latest_win.winners))), most, len(counted))


def find_title_change(partie: Partie, players: Mapping[int, KnownPlayer]) -> Iterator[Remark]:
    """Find the new holder of the title after a partie; nobody after one that does not count."""
    soiree = partie.soiree
    parties = parties_with_winners(soiree.carnet_id, partie.game, _PARTIES_SEARCHED, (soiree.held_on, partie.id))
    if not parties or parties[-1].partie_id != partie.id:
        return
    before, after = _holders_after(parties[:-1]), _holders_after(parties)
    new_holders = [holder for holder in after if holder not in before]
    if not new_holders:
        return
    figures = {
        "count": len(new_holders),
        "who": join_words([players[holder].name for holder in new_holders]),
        "whom": join_words([players[holder].name for holder in before]),
        "again": _all_had_title(new_holders, parties[:-1]),
    }
    yield Remark("title", figures)


def _holders_after(parties: Sequence[PartieWinners]) -> tuple[int, ...]:
    title = title_after(parties)
    return title.holders if title else ()


def _all_had_title(player_ids: Collection[int], parties: Sequence[PartieWinners]) -> bool:
    """Return whether each of these players had the title after one of these parties, oldest first."""
    former_holders: set[int] = set()
    for count in range(MIN_PARTIES, len(parties) + 1):
        former_holders.update(_holders_after(parties[:count]))
    return former_holders.issuperset(player_ids)
