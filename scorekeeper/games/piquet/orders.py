"""Where low cards give nothing (PI-18): in what orders the tricks may have fallen for the points that were counted.

Exact: every order of takers and of low cards is followed, those that come to the same standing only once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import TypeAlias

from scorekeeper.games.piquet import tricks
from scorekeeper.games.piquet.options import PicWindow, PiquetOptions, WonOwnLead
from scorekeeper.games.piquet.play import dealer_of
from scorekeeper.games.piquet.tricks import TRICKS, Pair, Play

# Whether the lead and the win are low: the leader's own card is both, and no low card takes a high one.
_OWN, _CAPTURED = ((False, False), (True, True)), ((False, False), (True, False), (True, True))
_Points: TypeAlias = list[tuple[bool, int]]


@dataclass(frozen=True, slots=True)
class _Coup:
    """A coup to follow: its rules, its tricks, and elder's run if the table told it."""

    options: PiquetOptions
    play: Play
    run: int | None


@dataclass(frozen=True, slots=True)
class _At:
    """Where an order stands: the tricks played, whether elder leads, elder's tricks and each seat's points to come."""

    played: int
    leads: bool
    tricks: int
    elder: int
    dealer: int


def elder_points(options: PiquetOptions, play: Play, made: Pair, run: int | None) -> frozenset[int]:
    """Every number of points elder may have made before the dealer's first; none when no order makes these points.

    Where only the first lead makes a pic, the points are those of that lead alone (PI-22).
    """
    coup = _Coup(options, play, run)
    start = _At(0, True, play.tricks[play.elder], made[play.elder], made[dealer_of(play.elder)])  # noqa: FBT003 - elder leads
    if options.pic_window is PicWindow.FIRST_LEAD:
        return frozenset(int((True, 1) in points[:1]) for points, after in _tricks(coup, start) if _ends(coup, after))
    found, reached = set(), {start}
    for _ in range(TRICKS):
        further = set()
        for at in reached:
            for points, after in _tricks(coup, at):
                if after.dealer == start.dealer:
                    further.add(after)
                elif _ends(coup, after):
                    found.add(start.elder - at.elder + sum(made for _, made in takewhile(lambda one: one[0], points)))
        reached = further
    return frozenset(found | {start.elder for at in reached if _ends(coup, at)})


@lru_cache(maxsize=1 << 16)
def _ends(coup: _Coup, at: _At) -> bool:
    """Whether some order makes exactly the tricks and points to come."""
    if at.played == TRICKS:
        return (at.tricks, at.elder, at.dealer) == (0, 0, 0)
    return any(_ends(coup, after) for _, after in _tricks(coup, at))


def _tricks(coup: _Coup, at: _At) -> Iterator[tuple[_Points, _At]]:
    """Each way the next trick may fall: the points it gives, in order, each elder's or not, and where that leads."""
    for elder_takes in _takers(coup, at):
        for lead_low, win_low in _OWN if elder_takes is at.leads else _CAPTURED:
            points = [] if lead_low else [(at.leads, 1)]
            points += (
                [] if win_low else [(elder_takes, won) for won in [_won(coup, at, elder_takes=elder_takes)] if won]
            )
            elder = at.elder - sum(made for mine, made in points if mine)
            dealer = at.dealer - sum(made for mine, made in points if not mine)
            if elder >= 0 and dealer >= 0:
                yield points, _At(at.played + 1, elder_takes, at.tricks - elder_takes, elder, dealer)


def _takers(coup: _Coup, at: _At) -> list[bool]:
    """Who may take the next trick: whoever has tricks to come, the last as it was told, elder's run as it was."""
    of_dealer = TRICKS - at.played - at.tricks
    takers = [elder for elder, left in ((True, at.tricks), (False, of_dealer)) if left]
    if at.played == TRICKS - 1:
        takers = [elder for elder in takers if elder is (coup.play.last == coup.play.elder)]
    if coup.run is not None and at.played <= coup.run:
        takers = [elder for elder in takers if elder is (at.played < coup.run)]
    return takers


def _won(coup: _Coup, at: _At, *, elder_takes: bool) -> int:
    """What winning this trick with a high card gives (PI-17, PI-21)."""
    last = at.played == TRICKS - 1 and not tricks.absorbed(coup.options, TRICKS in coup.play.tricks)
    own = elder_takes is at.leads and coup.options.won_own_lead is WonOwnLead.ONLY_WHEN_CAPTURED
    return (not own) + last
