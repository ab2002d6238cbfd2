"""Summaries of soirées, computed by hand from the parties that count."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from record.evening import Evening, bid_and_made, taken

from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import writing
from scorekeeper.record.models import Soiree
from scorekeeper.record.read_models import lists, soiree_summaries, years
from scorekeeper.record.read_models.feats import count_lines, feats_of_parties
from scorekeeper.record.read_models.lists import ListedPartie, PlayingTimes
from scorekeeper.record.read_models.moments import standings
from scorekeeper.record.read_models.soiree_summaries import SoireeSummary, playing_time
from scorekeeper.web.history.soiree.ranking import rank_players

TIED = taken(0, 0, 6, 7, queen=2)  # 0 0 19 7


def summary_of_soiree(evening: Evening) -> SoireeSummary:
    return soiree_summaries.summaries_by_soiree(lists.soirees_page(evening.carnet).items)[evening.soiree.id]


def test_the_summary_of_a_soiree_has_players_games_and_winners(evening: Evening) -> None:
    """Two parties that Maxence and then Anne and Luc win; one abandoned, one deleted, one unfinished."""
    evening.recorded("every_outcome")
    players = (("Anne", 1), ("Luc", 1), ("Zoé", 0), ("Maxence", 1), ("Inès", 0))
    assert summary_of_soiree(evening) == SoireeSummary(players, (("hearts", 3), ("piquet", 1)))
    assert [name for name, _ in summary_of_soiree(evening).winners] == ["Anne", "Luc", "Maxence"]


def results(evening: Evening) -> list[tuple[str, int, int, int]]:
    """Return name, parties, won and ranks of each player of the soirée, sorted by name."""
    ranked = rank_players(lists.all_parties(evening.soiree))
    return sorted((one.name, one.parties, one.won, one.ranks) for one in ranked)


def test_who_left_the_table_is_listed_once_the_partie_counts(evening: Evening) -> None:
    """10 8 32 2: Denis wins in the seat of Maxence, who played the first manche; Eva came for Zoé, but played none."""
    partie = evening.recorded("eva_came_and_went")
    players = [("Anne", 0), ("Luc", 0), ("Zoé", 0), ("Denis", 0)]
    assert list(summary_of_soiree(evening).players) == [*players[:3], ("Denis", 1), ("Maxence", 0)]
    assert results(evening) == [("Anne", 1, 0, 3), ("Denis", 1, 1, 1), ("Luc", 1, 0, 2), ("Zoé", 1, 0, 4)]
    evening.undo(partie)
    assert list(summary_of_soiree(evening).players) == players


def test_a_soiree_without_parties_has_no_summary(evening: Evening) -> None:
    assert soiree_summaries.summaries_by_soiree(lists.soirees_page(evening.carnet).items) == {}
    assert soiree_summaries.summaries_by_soiree([]) == {}
    assert results(evening) == []


def test_ranks_and_victories_are_summed_by_player(evening: Evening) -> None:
    """Ranks of the first: 3 2 4 1; of the second: 1 1 4 3."""
    evening.recorded("every_outcome")
    assert results(evening) == [("Anne", 2, 1, 4), ("Luc", 2, 1, 3), ("Maxence", 2, 1, 4), ("Zoé", 2, 0, 8)]


def test_partners_both_have_the_rank_of_their_team(evening: Evening) -> None:
    """To 100: 2 tricks more than 3 and a nil made, 132, against 7 and one more, 71."""
    partie = evening.partie(game="spades", target=100)
    evening.record(partie, bid_and_made(["nil", 3, 3, 4], 5, seat0=0))
    assert results(evening) == [("Anne", 1, 1, 1), ("Luc", 1, 0, 2), ("Maxence", 1, 0, 2), ("Zoé", 1, 1, 1)]
    signs = {one.name: one.sign for one in rank_players(lists.all_parties(evening.soiree))}
    assert (signs["Anne"], signs["Zoé"]) == (0, 2)
    (nil,) = feats_of_parties([partie.id], ["nil_made"])
    assert (nil.partie_id, nil.game, nil.player, nil.side, nil.why, nil.times, nil.manche) == (
        partie.id,
        "spades",
        "Anne",
        0,
        "nil_made",
        1,
        1,
    )


def test_years_are_found_without_deleted_soirees(evening: Evening) -> None:
    with writing():
        for day in (dt.date(2026, 11, 1), dt.date(2026, 10, 31), dt.date(2024, 2, 29)):
            carnets.open_soiree(evening.carnet, day, "")
        carnets.delete_soiree(carnets.open_soiree(evening.carnet, dt.date(2025, 6, 1), ""))
    assert years.years_of(evening.carnet.id) == [2024, 2026]


def test_the_nearest_soirees_to_a_day_are_found(evening: Evening) -> None:
    with writing():
        for day in (1, 5, 9, 25, 28):
            carnets.open_soiree(evening.carnet, dt.date(2026, 11, day), "")

    def nearest_days(day: int) -> list[int]:
        found = soiree_summaries.nearest_soirees(evening.soiree, dt.date(2026, 11, day), 2)
        return [soiree.held_on.day for soiree in found]

    assert nearest_days(21) == [28, 25, 9, 5]
    assert nearest_days(2) == [9, 5, 1]


def test_rarities_count_every_manche_that_counts(evening: Evening) -> None:
    """A volte in the only manche of one partie, none in the two of another; others do not count."""
    evening.recorded("rarities")
    feat, upto = ("hearts", "moon"), (dt.date.max, 10**6)
    assert count_lines(evening.carnet.id, {feat}, {"moon"}, upto) == {feat: 1}
    assert standings(evening.carnet.id, [], upto) == {"hearts": (2, 3, {})}
    assert count_lines(evening.carnet.id, (), (), upto) == {}


def played_at(*minutes: float, manches: int, seconds: int) -> ListedPartie:
    """A partie that began and ended at these minutes after 21:00 on 27 August 2026."""
    nine = dt.datetime(2026, 8, 27, 21, tzinfo=dt.datetime.now().astimezone().tzinfo)
    began, ended = (nine + dt.timedelta(minutes=minute) for minute in minutes)
    times = PlayingTimes(began, ended, seconds)
    return ListedPartie(
        1,
        1,
        "hearts",
        abandoned=False,
        manches=manches,
        ending_why="limit",
        names=(),
        sides=(),
        ending_after=manches,
        times=times,
    )


def test_a_soiree_was_played_from_its_first_manche_to_its_last_without_long_pauses() -> None:
    """40 minutes for 8 manches after the first, 10 until the second partie begins, 20 for 4 more; then a pause."""
    parties = [
        played_at(0, 40, manches=9, seconds=2400),
        played_at(50, 70, manches=5, seconds=1200),
        played_at(200, 210, manches=3, seconds=600),
    ]
    soiree, day_before = (Soiree(held_on=dt.date(2026, 8, day)) for day in (27, 26))
    assert playing_time(soiree, parties[:2]) == (70 * 60, 300)
    assert playing_time(soiree, parties) == (80 * 60, 300)
    assert playing_time(day_before, parties) is None
    assert playing_time(soiree, [replace(parties[0], abandoned=True)]) is None
