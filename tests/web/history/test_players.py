"""The pages of a player and of two players: what they tell, worked out by hand and recounted over random parties."""

from __future__ import annotations

import datetime as dt
import random
from typing import TYPE_CHECKING

import pytest
from record.evening import FIRST, SECOND
from web.history.test_statistics import DAY, play, player_id

from scorekeeper.record.read_models.player_parties import Finish, Meeting
from scorekeeper.web.core.charts import PLACE_BOTTOM, PLACE_LEFT, PLACE_RIGHT, PLACE_TOP, place_chart
from scorekeeper.web.history.portrait import Lead, lead_of, places_by_quarter, runs_of_wins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from web.visitor import Visitor


def met(*results: str) -> list[Meeting]:
    """Return meetings by their results: `>` ahead, `<` behind, `=` a tie, `&` together."""
    ranks = {">": (1, 2), "<": (2, 1), "=": (1, 1), "&": (1, 1)}
    return [
        Meeting(number, "hearts", DAY, 0, int(result != "&"), *ranks[result], 0, 0, won=False)
        for number, result in enumerate(results)
    ]


def test_the_leader_leads_since_the_last_time_the_score_was_level() -> None:
    assert lead_of(met()) == Lead(0, 0, 0, None)
    meetings = met(">", "<", "&", "<", "=", ">", ">", "&", "=")
    assert lead_of(meetings) == Lead(3, 2, 2, meetings[6])
    assert lead_of(met(">", "<")).since is None


@pytest.mark.parametrize("seed", range(20))
def test_runs_quarters_and_leads_equal_a_slow_recount(seed: int) -> None:
    chance = random.Random(seed)
    days = sorted(dt.date(2024, 1, 1) + dt.timedelta(chance.randrange(700)) for _ in range(chance.randrange(40)))
    finishes = []
    for number, day in enumerate(days):
        sides = chance.choice([2, 3, 4])
        rank = chance.randrange(1, sides + 1)
        finishes.append(Finish(number, "hearts", day, rank, sides, rank == 1, drawn=False, points=0))
    wins, runs = "".join("v" if finish.won else " " for finish in finishes), runs_of_wins(finishes)
    assert [len(run) for run in runs] == [len(run) for run in wins.split()]
    assert [finish for run in runs for finish in run] == [finish for finish in finishes if finish.won]
    quarters = places_by_quarter(finishes)
    assert [quarter.first_day for quarter in quarters] == sorted({*map(quarter_of, days)})
    for quarter in quarters:
        own = [finish for finish in finishes if quarter_of(finish.held_on) == quarter.first_day]
        ranks, sides = [finish.rank for finish in own], [finish.sides for finish in own]
        assert quarter[1:] == (len(own), sum(ranks), sum(sides))
    results = [chance.choice(">>><<<=&") for _ in range(chance.randrange(30))]
    same_lead(results)


def quarter_of(day: dt.date) -> dt.date:
    return dt.date(day.year, {1: 1, 2: 1, 3: 1, 4: 4, 5: 4, 6: 4, 7: 7, 8: 7, 9: 7}.get(day.month, 10), 1)


def same_lead(results: Sequence[str]) -> None:
    """Compare the lead with the differences after every meeting."""
    differences = [results[: count + 1].count(">") - results[: count + 1].count("<") for count in range(len(results))]
    since = None
    for number in reversed(range(len(results))):
        # The partie after the last one that left the score level.
        if not differences[number]:
            break
        if results[number] in "<>":
            since = number
    lead = lead_of(met(*results))
    assert (lead.above, lead.below, lead.tied) == tuple(map(results.count, "><="))
    assert (lead.since.partie_id if lead.since else None) == since


def test_a_place_is_between_the_first_and_the_last() -> None:
    """First in January 2024, last in April, half-way in January 2025: quarters 0, 1 and 4."""
    chart = place_chart([(dt.date(2024, 1, 1), 0), (dt.date(2024, 4, 1), 1), (dt.date(2025, 1, 1), 0.5)])
    quarter = (PLACE_RIGHT - PLACE_LEFT) // 4
    assert chart.points == (
        (PLACE_LEFT, PLACE_TOP),
        (PLACE_LEFT + quarter, PLACE_BOTTOM),
        (PLACE_RIGHT, (PLACE_TOP + PLACE_BOTTOM) // 2),
    )
    assert chart.years == ((PLACE_LEFT, 2024), (PLACE_RIGHT, 2025))


def test_a_player_sees_wins_rivals_best_days_and_parties(visitor: Visitor) -> None:
    """Max wins six times by 5 4 16 1; at Atout Pique he and Luc lose five times by 120 to 122."""
    visitor.recorded("two_careers")
    path = f"{visitor.carnet}/players/{player_id(visitor, 'Max')}"
    text = visitor.get(path).text
    assert "11 parties, 6 gagnées, depuis novembre 2025" in text
    assert "Dernière victoire le 21 nov. 2025" in text
    assert "La plus longue série 6 victoires, jusqu’au 21 nov. 2025" in text
    assert "Plus petit total, Dame de Pique 1, le 21 nov. 2025" in text
    assert "Plus grand total, Atout Pique 120, le 21 nov. 2026" in text
    # Against Anne and Zoé, six wins at one game and five losses at the other.
    assert "Luc 6 – 0 · 5 ensemble" in text
    assert "Anne 6 – 5" in text
    assert "21 nov. 2026 Atout Pique place 2 sur 2" in text
    only = visitor.get(f"{path}?year=2025").text
    assert "6 parties, 6 gagnées" in only
    assert "6 victoires de suite, la dernière le 21 nov. 2025" in only
    assert "Atout Pique" not in only
    assert "Aucune partie terminée cette année-là." in visitor.get(f"{path}?year=2019").text


def test_the_parties_of_a_player_are_listed_page_by_page(visitor: Visitor) -> None:
    """Of thirteen parties, twelve are on the first page, and the earliest on the second, which has only the list."""
    play(visitor, [SECOND], limit=10, day=DAY.replace(day=1))
    play(visitor, *[[FIRST]] * 12, limit=10)
    path = f"{visitor.carnet}/players/{player_id(visitor, 'Max')}"
    assert visitor.get(f"{path}?year=2026").text.count("21 nov. 2026 Dame de Pique gagnée") == 12
    second = visitor.get(f"{path}?year=2026&page=2").text
    assert "1er nov. 2026 Dame de Pique place 2 sur 4" in second
    assert "Ses jours" not in second
    assert visitor.get(f"{path}?page=3").status == 404


def test_two_players_see_who_leads_since_when(visitor: Visitor) -> None:
    """Six times Max is first with 1 and Luc second with 4; five times they lose together."""
    visitor.recorded("two_careers")
    luc = player_id(visitor, "Luc")
    path = f"{visitor.carnet}/players/{luc}/with/{player_id(visitor, 'Max')}"
    text = visitor.get(path).text
    assert "Max mène 6 à 0 en tête depuis le 21 nov. 2025" in text
    assert "Dame de Pique Max , 3 points, le 21 nov. 2025" in text
    assert "En équipe Atout Pique 0 victoire sur 5" in text
    assert text.count("21 nov. 2026 Atout Pique ensemble") == 5
    assert "mène" not in visitor.get(f"{path}?year=2026").text
    assert "Aucune partie terminée cette année-là." in visitor.get(f"{path}?year=2024").text


def test_a_player_without_parties_sees_what_the_page_will_hold(visitor: Visitor) -> None:
    table = visitor.set_table()
    anne, luc = table.players["Anne"], table.players["Luc"]
    assert "Ici viendront les parties terminées" in visitor.get(f"{visitor.carnet}/players/{anne}").text
    both = visitor.get(f"{visitor.carnet}/players/{anne}/with/{luc}").text
    assert "Ici viendront les parties de ces deux joueurs" in both
