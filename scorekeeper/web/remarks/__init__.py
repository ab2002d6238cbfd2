"""Remarks, which tell what is worth telling of parties. `remark._SENTENCES` has the sentence of each kind.

A partie is a game played to its end, a manche one deal of it, a soirée an evening of parties, a carnet the notebook of
a group of players. A partie counts if it has ended and is neither abandoned nor deleted.

A finder is a function that yields remarks on some parties: those of a soirée, or a single one. The remarks are then
compared with the other parties of the carnet, which makes some of them records. A remark is left out if earlier ones
tell of all its manches. Some remarks are about a *moment* of a partie, a number of points such as the largest gap in
one manche; others about a *feat*, such as a nil made. A feat has the key (`why`) of the line of the score that records
it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from scorekeeper.record.models import Soiree
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.read_models.feats import count_lines
from scorekeeper.record.read_models.lists import ListedPartie
from scorekeeper.record.read_models.moments import GameStanding, standings
from scorekeeper.web.games import PAGES
from scorekeeper.web.remarks.course import find_close_finish, find_comeback, find_swing
from scorekeeper.web.remarks.feats import find_feats
from scorekeeper.web.remarks.played import PlayedPartie, played_from_list, played_from_scored
from scorekeeper.web.remarks.remark import Remark
from scorekeeper.web.text.highlights import MOST_FEATS

_FEWEST_COMPARED = 5  # with fewer parties nothing is a record
_FEWEST_MANCHES = 15  # a feat done more often than once in this number of manches is told without its frequency


def remarks_on_partie(scored: ScoredPartie) -> list[Remark]:
    """Return the remarks on a partie that is over, compared with the parties up to it.

    A `ScoredPartie` is a partie with the scores of its manches.
    """
    soiree = scored.partie.soiree
    return _remarks(soiree.carnet_id, [played_from_scored(scored)], (soiree.held_on, scored.partie.id))


def remarks_on_soiree(soiree: Soiree, parties: Sequence[ListedPartie]) -> list[Remark]:
    """Return the remarks on the parties of a soirée that count, compared with the parties up to its last one.

    A `ListedPartie` is a partie read for a list, with its totals but without the scores of its manches.
    """
    last = max((partie.id for partie in parties if partie.counts), default=0)
    return _remarks(soiree.carnet_id, played_from_list(parties), (soiree.held_on, last))


def _remarks(carnet_id: int, parties: Sequence[PlayedPartie], upto: tuple[dt.date, int]) -> list[Remark]:
    """Return the remarks on these parties; `upto` is the date and id of the last partie to compare them with."""
    # The largest gap comes first, because its sentence names the feat of its manche.
    found = [
        *find_swing(parties),
        *islice(find_feats(parties), MOST_FEATS),
        *find_comeback(parties),
        *find_close_finish(parties),
    ]
    # For each game: its parties, and how many of them have a moment at least as good as these.
    compared = standings(carnet_id, [remark.moment for remark in found if remark.moment], upto)
    # Each feat as (slug of the game, key), and the keys of the feats that a whole side may do.
    feats = [remark.feat for remark in found if remark.feat]
    shared = {why for game, why in feats if PAGES[game].soiree_feats[why].shared}
    lines = count_lines(carnet_id, feats, shared, upto)
    return [*_told_once(_compare(remark, compared, lines) for remark in found)]


def _compare(remark: Remark, compared: Mapping[str, GameStanding], lines: Mapping[tuple[str, str], int]) -> Remark:
    """Return the remark with its rank, which says how rare it is: how often such a thing happens in a partie.

    `compared` has the parties of each game, and how its moments compare with theirs; `lines` is how often each feat was
    done. A remark about something else is returned unchanged.
    """
    if remark.moment is not None and remark.moment.game in compared:
        game = compared[remark.moment.game]
        as_good = game.as_good[remark.moment]
        is_record = as_good == 1 and game.parties >= _FEWEST_COMPARED
        return replace(remark, rank=as_good / game.parties, is_record=is_record)
    if remark.feat is None or remark.feat not in lines:
        return remark
    game, times = compared[remark.feat[0]], lines[remark.feat]
    # A feat that was never done before is told as a first, but not in a new carnet, where every feat would be one.
    details = {**remark.details, "is_first": times == remark.details["times"] and game.parties >= _FEWEST_COMPARED}
    # The feat is done once in this number of manches.
    mean = round(game.manches / times)
    if mean >= _FEWEST_MANCHES:
        # « 20 manches »
        details["manches"] = PAGES[remark.feat[0]].text.MANCHE.count_text(mean)
    return replace(remark, details=details, rank=min(1, times / game.parties))


def _told_once(remarks: Iterable[Remark]) -> Iterator[Remark]:
    """Yield the remarks without those whose manches were all told of by earlier ones."""
    # The manches of the earlier remarks, as (id of the partie, number of the manche).
    told: set[tuple[int, int]] = set()
    for remark in remarks:
        # A remark without known manches is always yielded. One with manches is yielded unless they are a subset (`<=`)
        # of those already told of.
        if not remark.manches or not remark.manches <= told:
            yield remark
        told |= remark.manches
