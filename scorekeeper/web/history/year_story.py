"""The story of a year or of all years: a dot for each soirée, and facts with links to where they are from.

A soirée is an evening of parties, games played to their end; a manche is one deal of a partie. A partie counts if it
has ended and is neither abandoned nor deleted. A feat is an event of a manche, such as a nil made; its key (`why`) is
that of the line of the score that records it. The title of a game belongs to the player with the most victories in its
last parties. A sign is the mark and colour of a player.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from scorekeeper.record.read_models.feats import feats_of_carnet, group_by_feat
from scorekeeper.record.read_models.moments import group_by_game
from scorekeeper.record.read_models.statistics import (
    PARTIES_READ,
    KnownPlayer,
    PartieFilter,
    count_encounters,
    parties_with_winners,
    winners_of,
)
from scorekeeper.record.read_models.years import (
    Rows,
    count_by_soiree,
    parties_of,
    soirees_of,
)
from scorekeeper.web.core.charts.signs import distinct_signs
from scorekeeper.web.games import PAGES
from scorekeeper.web.history.year_picture import moment_facts
from scorekeeper.web.remarks.feats import feat_text, rare_whys, times_done
from scorekeeper.web.remarks.remark import Fact, partie_address
from scorekeeper.web.remarks.titles import PARTIES_COUNTED, title_holders
from scorekeeper.web.text.values import MIN_PARTIES, join_words

# With fewer soirées, a year has no story yet.
_FEWEST_SOIREES = 3
_MOST_FEATS = 3
_MOST_HOLDERS = 4  # players or partners who had the title of a game one after the other
_MOST_WINNERS = 2  # partners win together; with more winners, no one won the soirée


class Dot(NamedTuple):
    """A soirée in the story of a year, with its winners: the players who won the most parties of it.

    It has no winners if all players won as many parties, or if more than two players share the most victories.
    """

    # A row of `id`, `held_on` and `place`.
    soiree: Any
    winners: Sequence[KnownPlayer]


def story_of_year(partie_filter: PartieFilter, players: Mapping[int, KnownPlayer]) -> dict[str, Any]:
    """Return the values of the template of a year, or of all years if the filter has no year.

    `players` are all players of the carnet, by id. The comments below say what each key has. The key `facts` is missing
    if parties count in fewer than `_FEWEST_SOIREES` soirées.
    """
    # The parties that count, oldest first.
    parties = parties_of(partie_filter)
    by_game = group_by_game(parties)
    # The games that are installed, the one played most first.
    games = sorted((game for game in by_game if game in PAGES), key=lambda game: -len(by_game[game]))
    counted = [partie for game in games for partie in by_game[game]]
    # The numbers of parties that count and of those won, each by (soirée id, player id).
    played, won = count_by_soiree(parties)
    # The number of soirées of each player, by id. The players are in the order in which they were added to the carnet.
    came = Counter(dict(sorted(Counter(player_id for _soiree_id, player_id in played).items())))
    dots = list(_dots(soirees_of(partie_filter), played, won, players))
    # The dots of each month, by its number; those of all years, of each year.
    periods: defaultdict[int, list[Dot]] = defaultdict(list)
    for dot in dots:
        period = dot.soiree.held_on.year
        if partie_filter.year:
            period = dot.soiree.held_on.month
        periods[period].append(dot)
    # A sign for each of these players, in the same order.
    signs = distinct_signs([players[player_id].number for player_id in came])
    story: dict[str, Any] = {
        "dots": dots,
        # By the number of the month, or by the year.
        "periods": dict(periods),
        # The number of parties of each game, by its slug.
        "games": {game: len(by_game[game]) for game in games},
        # The number of soirées in which a partie of an installed game counts.
        "soirees": len({partie.soiree_id for partie in counted}),
        # The time of play is stored in seconds, None if it is not known.
        "hours": round(sum(partie.seconds or 0 for partie in counted) / 3600),
        # The sign of each player, by id.
        "signs": dict(zip(came, signs, strict=True)),
        # (player, number of soirées won), the largest number first.
        "soirees_won": Counter(player for dot in dots for player in dot.winners).most_common(),
    }
    if story["soirees"] < _FEWEST_SOIREES:
        return story
    # The number of victories of each player, also of those without one.
    wins = Counter(dict.fromkeys(came, 0))
    for (_soiree_id, player_id), times in won.items():
        wins[player_id] += times
    # The largest number of victories of a player in one soirée, and the pairs (soirée id, player id) with this number.
    most = max(won.values(), default=0)
    best = [key for key, times in won.items() if times == most]
    # Where the soirées were, without those in which no partie counts.
    played_in = {soiree_id for soiree_id, _player_id in played}
    places = Counter(dot.soiree.place for dot in dots if dot.soiree.place and dot.soiree.id in played_in)
    # The rare feats of all players, by game and key: `rare_whys` are the keys that the games declare as rare.
    ids = [partie.partie_id for partie in parties]
    feats = group_by_feat(feats_of_carnet(partie_filter, rare_whys(), partie_ids=ids))
    facts = {
        # (player, number of parties won), the largest number first.
        "wins": [(players[player_id], times) for player_id, times in wins.most_common()],
        # For each game, by slug: the holders of its title, the latest first: ("Anne et Luc", id of a partie).
        "titles": {
            game: [
                (join_words([players[holder].name for holder in holders]), partie_id)
                for holders, partie_id in islice(holders_in(partie_filter.carnet_id, by_game[game]), _MOST_HOLDERS)
            ]
            for game in games
        },
        # The ids of a soirée and of the player who won most parties in it, of all soirées. Of two such pairs, it is the
        # one in which the player played fewer parties, then the one of the soirée with the smaller id.
        "best": min(best, key=lambda key: (played[key], key), default=None),
        # The counters of `count_by_soiree`.
        "played": played,
        "won": won,
        # The manche with the largest gap of points, the closest finish and the best comeback.
        "moments": [*moment_facts({game: by_game[game] for game in games}, is_year=bool(partie_filter.year))],
        "feats": list(_rarest_feats(feats, len(dots))),
        # (player, number of soirées), the largest number first.
        "came": [(players[player_id], count) for player_id, count in came.most_common()],
        # (place, number of soirées), the largest number first.
        "places": places.most_common(),
        # How often two players met in one way, by (player id, other id, how): (3, 7, "ahead") if 3 was ahead of 7.
        "encounters": count_encounters(partie.results for partie in parties),
    }
    return story | {"facts": facts}


def _dots(
    soirees: Rows,
    played: Collection[tuple[int, int]],
    won: Mapping[tuple[int, int], int],
    players: Mapping[int, KnownPlayer],
) -> Iterator[Dot]:
    """Yield a dot for each soirée. `played` and `won` are the counters that `count_by_soiree` returns."""
    # Three values of each soirée, by its id: the number of its players (`came`), the ids of its winners, and the number
    # of victories of each winner (`most`).
    came = Counter(soiree_id for soiree_id, _player_id in played)
    winners: defaultdict[int, list[int]] = defaultdict(list)
    most = Counter[int]()
    for (soiree_id, player_id), times in won.items():
        # A player with more victories replaces the winners so far, one with as many is added to them.
        if times > most[soiree_id]:
            most[soiree_id] = times
            winners[soiree_id].clear()
        if times == most[soiree_id]:
            winners[soiree_id].append(player_id)
    for soiree in soirees:
        own = winners.get(soiree.id, [])
        # More than two players share the most victories, or all players have as many: no one won the soirée.
        if len(own) > _MOST_WINNERS or len(own) == came[soiree.id]:
            own = []
        yield Dot(soiree, [players[player_id] for player_id in sorted(own)])


def holders_in(carnet_id: int, parties: Rows) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield who had the title of a game in some time, the latest first: (ids of the holders, id of a partie).

    The partie is the one with which they got the title, or the last one before this time. `parties` are those of the
    game in this time, oldest first.
    """
    first, fewest = parties[0], PARTIES_COUNTED
    known = [winners_of(partie) for partie in parties[-PARTIES_READ:]]
    # The parties before the first one, of its day those with a smaller id, count for the title after it.
    if len(known) < PARTIES_READ:
        before = first.held_on, first.partie_id - 1
        earlier = parties_with_winners(carnet_id, first.game, before, PARTIES_COUNTED)
        known, fewest = [*earlier, *known], max(MIN_PARTIES, len(earlier))
    for holders, since in title_holders(known, fewest):
        yield holders, since.partie_id


def _rarest_feats(feats: Mapping[tuple[str, str], Rows], soirees: int) -> Iterator[Fact]:
    """Yield the feats done least often, at most three, each with the address of the latest time.

    `feats` are the rows of each feat, oldest first, by (game, key). A feat done as often as there are `soirees`, or
    more often, is not rare.
    """
    # For each feat that was done: (how often, the feat, its rows).
    done = [
        (times_done(own, shared=feat.shared), feat, own)
        for game, pages in PAGES.items()
        for why, feat in pages.soiree_feats.items()
        if (own := feats.get((game, why)))
    ]
    # `one[0]` is the number of times.
    rarest = sorted((one for one in done if one[0] < soirees), key=lambda one: one[0])
    for _times, feat, own in rarest[:_MOST_FEATS]:
        yield Fact(feat_text(feat, own), partie_address(own[-1].partie_id, own[-1].manche))
