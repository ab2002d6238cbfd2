"""The title of a game in a carnet, which belongs to the player with the most wins in its last parties.

A partie is a game played to its end, a carnet the notebook of a group of players, a soirée an evening of parties. A
partie counts if it has ended and is neither abandoned nor deleted; for the title, only the last `PARTIES_COUNTED` (20)
of them do. Among players with equal wins, the latest winner has the title, so it changes only with a victory or when an
old victory no longer counts. Partners can share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.record.models import Soiree
from scorekeeper.record.read_models.statistics import (
    PartieWinners,
    parties_with_winners,
    players_of,
)
from scorekeeper.web.games import PAGES
from scorekeeper.web.remarks.remark import Remark
from scorekeeper.web.text.values import MIN_PARTIES, join_words

# The title of a game belongs to the player with the most victories in this number of latest parties.
PARTIES_COUNTED = 20


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a game at one time."""

    # The ids of the players who have it.
    holders: tuple[int, ...]

    # The number of victories of each of them.
    won: int

    # The number of parties that count for the title, at most `PARTIES_COUNTED`.
    parties: int


def title_after(parties: Sequence[PartieWinners]) -> Title | None:
    """Return the title after these parties, oldest first; None after fewer than `MIN_PARTIES`, or without a victory."""
    counted = parties[-PARTIES_COUNTED:]
    wins = Counter(winner for partie in counted for winner in partie.winners)
    if len(counted) < MIN_PARTIES or not wins:
        return None
    most = max(wins.values())
    leaders = {player_id for player_id, count in wins.items() if count == most}
    # The latest partie that one of the leaders won. Only those who won this one have the title.
    latest_win = next(partie for partie in reversed(counted) if leaders.intersection(partie.winners))
    return Title(tuple(sorted(leaders.intersection(latest_win.winners))), most, len(counted))


def title_holders(
    parties: Sequence[PartieWinners], fewest: int = MIN_PARTIES
) -> Iterator[tuple[tuple[int, ...], PartieWinners]]:
    """Yield the holders of the title after these parties, the latest first, each as (ids of the holders, partie).

    The partie is the one with which they got the title. `parties` are oldest first. The title is not computed after
    less than `fewest` of them.
    """
    # Before the first soirée there are none.
    if not parties:
        return
    holders: tuple[int, ...] = ()
    since = parties[0]
    # First after all parties, then without the last one, and so on.
    for count in range(len(parties), fewest - 1, -1):
        holders_then = _holders_after(parties[max(0, count - PARTIES_COUNTED) : count])
        if not holders_then:
            continue
        # `holders` were found in the round before, so they are later in time: they got the title with `since`.
        if holders and holders_then != holders:
            yield holders, since
        holders, since = holders_then, parties[count - 1]
    if holders:
        yield holders, since


def find_title_change(soiree: Soiree, game: str, partie_ids: Collection[int]) -> Iterator[Remark]:
    """Find the new holders of the title of a game after some parties of a soirée.

    `partie_ids` are the ids of these parties. If they do not count, nothing is found.
    """
    # The parties up to the last one of these.
    parties = parties_with_winners(soiree.carnet_id, game, (soiree.held_on, max(partie_ids)))
    earlier = [partie for partie in parties if partie.partie_id not in partie_ids]
    before, after = _holders_after(earlier), _holders_after(parties)
    # The players who won one of these parties.
    won = {winner for partie in parties if partie.partie_id in partie_ids for winner in partie.winners}
    # If the title has other holders only because old victories no longer count, it is no news of these parties.
    new_holders = [holder for holder in after if holder not in before and holder in won]
    if not new_holders:
        return
    players = players_of(soiree.carnet_id)
    former_holders = {holder for holders, _partie in title_holders(earlier) for holder in holders}
    details = {
        "game": PAGES[game].text.NAME,
        "count": len(new_holders),
        "who": join_words([players[holder].name for holder in new_holders]),
        "whom": join_words([players[holder].name for holder in before]),
        # Whether each of the new holders had the title some time before.
        "again": former_holders.issuperset(new_holders),
    }
    yield Remark("title", details)


def _holders_after(parties: Sequence[PartieWinners]) -> tuple[int, ...]:
    """Return the ids of the holders of the title after these parties, which are oldest first; none after too few."""
    title = title_after(parties)
    return title.holders if title else ()
