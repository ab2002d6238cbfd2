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

# Earlier holders of the title are searched for in at most this number of latest parties, so that the query is short.
_PARTIES_SEARCHED = 100


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


def title_holders(carnet_id: int, game: str, parties: Sequence[Any]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the holders of the title of a game, the latest first, each as (ids of the holders, id of a partie).

    The partie is the one with which they got the title: `((3, 7), 120)`. `parties` are those of the game in some time,
    such as a year, oldest first, as rows of `partie_id`, `held_on` and `results`. Only the holders in this time are
    yielded; those yielded last may have got the title before it. Only the latest `_PARTIES_SEARCHED` are searched.
    """
    # The winners of each partie that is searched. `PARTIES_COUNTED` earlier ones are among them, because they count for
    # the title after the first one that is searched.
    latest = [winners_of(partie) for partie in parties[-_PARTIES_SEARCHED - PARTIES_COUNTED :]]
    earlier: Sequence[PartieWinners] | None = None
    holders: tuple[int, ...] = ()
    since = 0
    # The title is computed after the first `count` of these parties: first after all of them, then without the last
    # one, and so on. With 0, it is the title before them.
    for count in range(len(latest), max(0, len(latest) - _PARTIES_SEARCHED) - 1, -1):
        counted = latest[max(0, count - PARTIES_COUNTED) : count]
        # Too few of these parties: those before them count too.
        if count < PARTIES_COUNTED:
            # They are read only when needed: most callers have enough holders before, and ask for no more.
            if earlier is None:
                # All parties before the first one: of its day, those with a smaller id.
                before = latest[0].held_on, latest[0].partie_id - 1
                earlier = parties_with_winners(carnet_id, game, PARTIES_COUNTED, before)
            counted = [*earlier, *counted]
        holders_then = _holders_after(counted)
        if not holders_then:
            continue
        # `holders` were found in the round before, so they are later in time: they got the title with the partie
        # `since`.
        if holders and holders_then != holders:
            yield holders, since
        holders, since = holders_then, counted[-1].partie_id
    if holders:
        yield holders, since


def find_title_change(soiree: Soiree, game: str, partie_ids: Collection[int]) -> Iterator[Remark]:
    """Find the new holders of the title of a game after some parties of a soirée.

    `partie_ids` are the ids of these parties. If they do not count, nothing is found.
    """
    # The day and the id of the last of these parties.
    last = soiree.held_on, max(partie_ids)
    parties = parties_with_winners(soiree.carnet_id, game, _PARTIES_SEARCHED + len(partie_ids), last)
    earlier = [partie for partie in parties if partie.partie_id not in partie_ids]
    before, after = _holders_after(earlier), _holders_after(parties)
    # The players who won one of these parties.
    won = {winner for partie in parties if partie.partie_id in partie_ids for winner in partie.winners}
    # If the title has other holders only because old victories no longer count, it is no news of these parties.
    new_holders = [holder for holder in after if holder not in before and holder in won]
    if not new_holders:
        return
    players = players_of(soiree.carnet_id)
    details = {
        "game": PAGES[game].text.NAME,
        "count": len(new_holders),
        "who": join_words([players[holder].name for holder in new_holders]),
        "whom": join_words([players[holder].name for holder in before]),
        # Whether each of the new holders had the title some time before.
        "again": _all_had_title(new_holders, earlier),
    }
    yield Remark("title", details)


def _holders_after(parties: Sequence[PartieWinners]) -> tuple[int, ...]:
    """Return the ids of the holders of the title after these parties, which are oldest first; none after too few."""
    title = title_after(parties)
    return title.holders if title else ()


def _all_had_title(player_ids: Collection[int], parties: Sequence[PartieWinners]) -> bool:
    """Return whether each of these players had the title after one of these parties, which are oldest first."""
    former_holders: set[int] = set()
    # Before `MIN_PARTIES` parties, there is no title.
    for count in range(MIN_PARTIES, len(parties) + 1):
        former_holders.update(_holders_after(parties[:count]))
    return former_holders.issuperset(player_ids)
