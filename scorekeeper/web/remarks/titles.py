"""The title of a game in a carnet, which belongs to the player with the most wins in its last parties.

The last `PARTIES_COUNTED` parties count. Among players with equal wins, the latest winner has the title, so it changes
only with a victory or when an old victory no longer counts. Partners can share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.record.models import Soiree
from scorekeeper.record.read_models.statistics import (
    PARTIES_COUNTED,
    PartieWinners,
    parties_with_winners,
    players_of,
    winners_of,
)
from scorekeeper.web.games import PAGES
from scorekeeper.web.remarks.remark import Remark
from scorekeeper.web.text.values import MIN_PARTIES, join_words

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


def title_holders(carnet_id: int, game: str, parties: Sequence[Any]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the holders of the title in these parties of a game, the latest first, each with the partie of the change.

    `parties` are rows with results, oldest first. The first holders may have had the title before. Only the latest
    parties are searched.
    """
    latest = [winners_of(partie) for partie in parties[-_PARTIES_SEARCHED - PARTIES_COUNTED :]]
    earlier: Sequence[PartieWinners] | None = None
    holders: tuple[int, ...] = ()
    since = 0
    # Down to the state before the first partie, whose holders may still have the title.
    for count in range(len(latest), max(0, len(latest) - _PARTIES_SEARCHED) - 1, -1):
        counted = latest[max(0, count - PARTIES_COUNTED) : count]
        if count < PARTIES_COUNTED:
            # Mostly the caller has enough holders before.
            if earlier is None:
                before = latest[0].held_on, latest[0].partie_id - 1
                earlier = parties_with_winners(carnet_id, game, PARTIES_COUNTED, before)
            counted = [*earlier, *counted]
        holders_then = _holders_after(counted)
        if not holders_then:
            continue
        if holders and holders_then != holders:
            yield holders, since
        holders, since = holders_then, counted[-1].partie_id
    if holders:
        yield holders, since


def find_title_change(soiree: Soiree, game: str, partie_ids: Collection[int]) -> Iterator[Remark]:
    """Find the new holder of the title of a game after these parties of a soirée; none if they do not count."""
    last = soiree.held_on, max(partie_ids)
    parties = parties_with_winners(soiree.carnet_id, game, _PARTIES_SEARCHED + len(partie_ids), last)
    earlier = [partie for partie in parties if partie.partie_id not in partie_ids]
    before, after = _holders_after(earlier), _holders_after(parties)
    won = {winner for partie in parties if partie.partie_id in partie_ids for winner in partie.winners}
    # A title that changes hands because old victories no longer count is no news of these parties.
    new_holders = [holder for holder in after if holder not in before and holder in won]
    if not new_holders:
        return
    players = players_of(soiree.carnet_id)
    details = {
        "game": PAGES[game].text.NAME,
        "count": len(new_holders),
        "who": join_words([players[holder].name for holder in new_holders]),
        "whom": join_words([players[holder].name for holder in before]),
        "again": _all_had_title(new_holders, earlier),
    }
    yield Remark("title", details)


def _holders_after(parties: Sequence[PartieWinners]) -> tuple[int, ...]:
    title = title_after(parties)
    return title.holders if title else ()


def _all_had_title(player_ids: Collection[int], parties: Sequence[PartieWinners]) -> bool:
    """Return whether each of these players had the title after one of these parties, oldest first."""
    former_holders: set[int] = set()
    for count in range(MIN_PARTIES, len(parties) + 1):
        former_holders.update(_holders_after(parties[:count]))
    return former_holders.issuperset(player_ids)
