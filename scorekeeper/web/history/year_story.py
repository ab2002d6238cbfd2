"""The story of a year or of all years: a dot for each soirée, and facts that lead to where they are from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any

from flask import url_for

from scorekeeper.record.read_models.statistics import KnownPlayer, PartieFilter
from scorekeeper.record.read_models.years import (
    Rows,
    feats_of_seats,
    parties_by_soiree,
    players_by_soiree,
    wins_between,
)
from scorekeeper.web.core.charts.signs import distinct_signs
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games import PAGES
from scorekeeper.web.history.year_picture import moment_lines
from scorekeeper.web.remarks.best import best_moments
from scorekeeper.web.remarks.lines import rare_whys
from scorekeeper.web.remarks.titles import title_holders
from scorekeeper.web.text.values import join_words, name_with_times

# With fewer soirées, a year has no story yet.
_FEWEST_SOIREES = 3
_MOST_FEATS = 3
_MOST_NAMED = 3
_MOST_IN_TABLE = 8
_MOST_WINNERS = 2  # partners win together; with more winners, no one won the soirée


@dataclass(frozen=True)
class Dot:
    """A soirée with the players who won the most parties of it: none if no one won more than the others."""

    soiree: Any
    winners: Sequence[KnownPlayer]

    @cached_property
    def address(self) -> str:
        """The address of the soirée."""
        return url_for("soirees.show", soiree_id=self.soiree.id)


def story_of_year(partie_filter: PartieFilter, players: Mapping[int, KnownPlayer]) -> dict[str, Any]:
    """Return what the template shows of a year, or of all years if the filter has none.

    A year of few soirées has no `facts`.
    """
    parties = parties_by_soiree(partie_filter)
    results = players_by_soiree(parties)
    ended = sorted((partie for partie in parties if partie.results), key=attrgetter("held_on", "partie_id"))
    counted = [partie for partie in ended if partie.game in PAGES]
    dots = list(_dots(parties, results, players))
    periods: defaultdict[int, list[Dot]] = defaultdict(list)
    for dot in dots:
        period = dot.soiree.held_on.year
        if partie_filter.year:
            period = dot.soiree.held_on.month
        periods[period].append(dot)
    games, wins = Counter(partie.game for partie in counted), Counter[int]()
    for result in results:
        wins[result.player_id] += result.won
    came = Counter(result.player_id for result in results)
    signs = distinct_signs([players[player_id].number for player_id in came])
    story: dict[str, Any] = {
        "dots": dots,
        # The dots by month, those of all years by year.
        "periods": dict(periods),
        "games": dict(games.most_common()),
        "soirees": len({partie.id for partie in counted}),
        "hours": round(sum(partie.seconds or 0 for partie in counted) / 3600),
        "signs": dict(zip(came, signs, strict=True)),
        # Each player with the number of soirées won.
        "soirees_won": Counter(player for dot in dots for player in dot.winners).most_common(),
    }
    if story["soirees"] < _FEWEST_SOIREES:
        return story
    regulars = [player_id for player_id, _count in came.most_common(_MOST_IN_TABLE)]
    facts = {
        # Each player with the number of parties won.
        "wins": [(players[player_id], won) for player_id, won in wins.most_common()],
        "titles": dict(_titles(partie_filter.carnet_id, ended, games, players)),
        # Of two with as many victories, the one who lost less, then the earlier one.
        "best": max(results, key=lambda one: (one.won, -one.parties, -one.soiree_id, -one.player_id)),
        "moments": [*moment_lines(best_moments(ended), is_year=bool(partie_filter.year))],
        "feats": list(_rarest_feats(feats_of_seats(partie_filter, rare_whys()), len(dots), players)),
        # Each player with the number of soirées.
        "came": [(players[player_id], count) for player_id, count in came.most_common()],
        "places": Counter(dot.soiree.place for dot in dots if dot.soiree.place and dot.soiree.results).most_common(),
        "above": wins_between(parties, regulars),
    }
    return story | {"facts": facts}


def times_done(rows: Rows, *, shared: bool) -> int:
    """Return how often a feat was done, from its rows by side; with `shared`, each partner has a row for the same."""
    times = 0
    for _side, own in groupby(rows, key=lambda row: (row.partie_id, row.side)):
        of_seats = Counter[int]()
        for row in own:
            of_seats[row.number] += row.times
        if shared:
            times += max(of_seats.values())
        else:
            times += of_seats.total()
    return times


def _dots(parties: Rows, results: Rows, players: Mapping[int, KnownPlayer]) -> Iterator[Dot]:
    results_by_soiree: defaultdict[int, list[Any]] = defaultdict(list)
    for result in results:
        results_by_soiree[result.soiree_id].append(result)
    for soiree_id, played in groupby(parties, key=lambda partie: partie.id):
        own = results_by_soiree[soiree_id]
        most = max((result.won for result in own), default=0)
        winners = [players[result.player_id] for result in own if most and result.won == most]
        if len(winners) > _MOST_WINNERS or len(winners) == len(own):
            winners = []
        # The row of a partie that counts, if there is one.
        yield Dot(max(played, key=lambda partie: bool(partie.results)), winners)


def _titles(
    carnet_id: int, parties: Rows, games: Iterable[str], players: Mapping[int, KnownPlayer]
) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Yield each game with the holders of its title, one after the other: the names, and the id of the partie."""
    for game in games:
        own = [partie for partie in parties if partie.game == game]
        held = title_holders(carnet_id, game, own)
        yield game, [(join_words([players[one].name for one in holders]), partie_id) for holders, partie_id in held]


def _rarest_feats(feats: Rows, soirees: int, players: Mapping[int, KnownPlayer]) -> Iterator[tuple[str, Any]]:
    """Yield the sentences of the feats done least often, less than once a soirée, each with its latest time."""
    done = []
    for game, pages in PAGES.items():
        for why, feat in pages.soiree_feats.items():
            own = [row for row in feats if (row.game, row.why) == (game, why)]
            done.append((times_done(own, shared=feat.shared), feat, own))
    rarest = sorted((one for one in done if 0 < one[0] < soirees), key=lambda one: one[0])
    for times, feat, own in rarest[:_MOST_FEATS]:
        doers = Counter[str]()
        for row in own:
            doers[players[row.player_id].name] += row.times
        who = join_words([name_with_times(*done) for done in doers.items()])
        # A long list of names would hide the feat.
        if len(doers) > _MOST_NAMED:
            who = _("%(times)s fois, par %(players)s joueurs", times=times, players=len(doers))
        yield feat.sentence(times, who), own[-1]
