"""The statistics of a carnet: small examples computed by hand, and the number of queries."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import pytest
from record import applications
from record.evening import FIRST, SECOND, THIRD, Evening
from sqlalchemy import event, select, update
from support import recorded

from scorekeeper.partie.changes import Abandoned, BroughtBack, Removed, Reopened
from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db, writing
from scorekeeper.record.read_models import player_parties, statistics
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.read_models.rebuild import rebuild
from scorekeeper.record.read_models.statistics import PartieFilter

if TYPE_CHECKING:
    from collections.abc import Iterator


application = applications.alone()


def figures(evening: Evening, game: str = "hearts", **narrowed: Any) -> dict[str, tuple[int, ...]]:  # noqa: ANN401
    """Return parties, won, drawn, ranks, points and manches by name."""
    names = {player.id: player.name for player in evening.carnet.players}
    found = statistics.player_figures(PartieFilter(evening.carnet.id, game, **narrowed))
    return {
        names[one.player_id]: (one.parties, one.won, one.drawn, one.ranks, one.points, one.manches) for one in found
    }


def pair(evening: Evening, one: str, other: str, game: str = "hearts") -> tuple[int, ...]:
    """Return against, above, below, together and won."""
    player_id = evening.player(one).id
    finishes = player_parties.finishes(player_id, PartieFilter(evening.carnet.id, game))
    found = statistics.pair_figures([finish.results for finish in finishes], player_id)
    (row,) = [row for row in found if row.other_id == evening.player(other).id]
    return row.against, row.above, row.below, row.together, row.won


def titles(evening: Evening, game: str = "hearts") -> list[set[str]]:
    """Return the winners of each of the last parties."""
    names = {player.id: player.name for player in evening.carnet.players}
    return [
        {names[winner] for winner in one.winners} for one in statistics.parties_with_winners(evening.carnet.id, game)
    ]


@pytest.fixture
def statements(evening: Evening) -> Iterator[list[str]]:
    """Collect the statements sent to the database."""
    assert evening
    made: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        made.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    yield made
    event.remove(db.engine, "before_cursor_execute", note)


def test_a_partie_counts_once_it_is_over(evening: Evening) -> None:
    """5 4 16 1, then 23 1 1 1: 28 5 17 2 to a limit of 20, ranks 4 2 3 1."""
    partie = evening.recorded("first_and_third")
    assert figures(evening) == {
        "Anne": (1, 0, 0, 4, 28, 2),
        "Luc": (1, 0, 0, 2, 5, 2),
        "Zoé": (1, 0, 0, 3, 17, 2),
        "Maxence": (1, 1, 0, 1, 2, 2),
    }
    evening.undo(partie)
    assert figures(evening) == {}
    assert db.session.scalars(select(SeatOutcome).where(SeatOutcome.carnet_id == evening.carnet.id)).all() == []


def test_a_manche_that_ends_nothing_writes_no_outcomes(evening: Evening, statements: list[str]) -> None:
    partie = evening.partie(limit=1000)
    evening.record(partie, FIRST)
    statements.clear()
    evening.record(partie, SECOND)
    assert [statement for statement in statements if "outcome" in statement or "FROM soiree" in statement] == []


def test_a_shared_victory_counts_for_each_winner_dp_26(evening: Evening) -> None:
    """23 1 1 1 to a limit of 20: three win, and Anne is fourth."""
    evening.record(evening.partie(tie="shared", limit=20), THIRD)
    three = 1, 1, 0, 1, 1, 1
    assert figures(evening) == {"Anne": (1, 0, 0, 4, 23, 1), "Luc": three, "Zoé": three, "Maxence": three}
    assert pair(evening, "Luc", "Zoé") == (1, 0, 0, 0, 0)
    assert pair(evening, "Luc", "Anne") == (1, 1, 0, 0, 0)


def test_teams_count_as_persons_and_as_pairs_ap_13(evening: Evening) -> None:
    """Seats 0 and 2 bid 6 and make 7 tricks, 61, then 8, 62; the others make 6, 60, and fail with 5, −60."""
    evening.recorded("spades_in_teams")
    assert figures(evening, "spades") == {
        "Anne": (1, 1, 0, 1, 123, 2),
        "Luc": (1, 0, 0, 2, 0, 2),
        "Zoé": (1, 1, 0, 1, 123, 2),
        "Maxence": (1, 0, 0, 2, 0, 2),
    }
    assert pair(evening, "Anne", "Zoé", "spades") == (0, 0, 0, 1, 1)
    assert pair(evening, "Luc", "Maxence", "spades") == (0, 0, 0, 1, 0)
    assert pair(evening, "Anne", "Luc", "spades") == (1, 1, 0, 0, 0)
    assert pair(evening, "Luc", "Anne", "spades") == (1, 0, 1, 0, 0)


def test_filters_by_rules_and_year(evening: Evening) -> None:
    evening.recorded("first_and_third")
    other = evening.partie("Anne", "Luc", "Zoé", "Inès", limit=10)
    evening.record(other, FIRST)
    assert {name: row[0] for name, row in figures(evening).items()} == {
        "Anne": 2,
        "Luc": 2,
        "Zoé": 2,
        "Maxence": 1,
        "Inès": 1,
    }
    found = statistics.rules_played(evening.carnet.id)
    assert [(one.game, one.parties) for one in found] == [("hearts", 1)] * 2
    (rules,) = [one.rules for one in found if one.options["limit"] == 10]
    assert set(figures(evening, rules=rules, year=2026)) == {"Anne", "Luc", "Zoé", "Inès"}
    assert figures(evening, year=2025) == {}


def test_a_deleted_or_abandoned_partie_does_not_count_until_restored(evening: Evening) -> None:
    partie = evening.recorded("first_and_third")
    counted = figures(evening)
    for away, back in ((Removed(), BroughtBack()), (Abandoned(), Reopened())):
        evening.make(partie, away)
        assert figures(evening) == {}
        assert titles(evening) == []
        evening.make(partie, back)
        assert figures(evening) == counted
    with writing():
        carnets.delete_soiree(evening.soiree)
    assert figures(evening) == {}
    with writing():
        carnets.restore_soiree(evening.soiree)
    assert figures(evening) == counted
    assert titles(evening) == [{"Maxence"}]


def test_moving_a_soiree_to_another_year_moves_its_parties(evening: Evening) -> None:
    evening.recorded("first_and_third")
    with writing():
        carnets.set_date_and_place(evening.soiree, dt.date(2024, 2, 29), "à la Marine")
    assert figures(evening, year=2026) == {}
    assert len(figures(evening, year=2024)) == len(figures(evening)) == 4
    (found,) = statistics.parties_with_winners(evening.carnet.id, "hearts")
    assert found.held_on == dt.date(2024, 2, 29)


def test_the_last_parties_are_sorted_by_date(evening: Evening) -> None:
    """The partie begun last has the earliest date."""
    with writing():
        late, *_ = recorded.insert("three_winners", evening.carnet, evening.access)
    assert titles(evening) == [{"Luc", "Zoé", "Inès"}, {"Maxence"}, {"Zoé"}]
    own, spades = (PartieFilter(evening.carnet.id, game) for game in ("hearts", "spades"))
    luc = player_parties.finishes(evening.player("Luc").id, own._replace(game=""))
    assert [(one.rank, one.sides, one.won) for one in luc] == [(1, 4, True), (2, 4, False), (2, 4, False)]
    assert player_parties.finishes(evening.player("Luc").id, spades) == []
    first = statistics.parties_with_winners(evening.carnet.id, "hearts")[1]
    upto = statistics.parties_with_winners(evening.carnet.id, "hearts", upto=(late.soiree.held_on, first.partie_id))
    assert [len(one.winners) for one in upto] == [3, 1]


def test_a_rebuild_reports_and_corrects_a_wrong_outcome(evening: Evening) -> None:
    partie = evening.recorded("first_and_third")
    with writing() as session:
        wrong = update(SeatOutcome).where(SeatOutcome.partie_id == partie.id, SeatOutcome.number == 0)
        session.execute(wrong.values(points=7))
    own = [str(one) for one in rebuild() if one.partie_id == partie.id]
    assert own == [f"partie {partie.id}: its summary did not match its facts, and was rebuilt"]
    assert figures(evening)["Anne"] == (1, 0, 0, 4, 28, 2)
    assert [one for one in rebuild() if one.partie_id == partie.id] == []


def test_statistics_cost_the_same_after_many_parties(evening: Evening, statements: list[str]) -> None:
    carnet_id = evening.carnet.id
    chosen = PartieFilter(carnet_id)

    def cost() -> tuple[int, int]:
        statements.clear()
        rows = len(statistics.player_figures(chosen)) + len(statistics.line_totals(chosen))
        rows += len(statistics.rules_played(carnet_id))
        return rows, [statement[:6] for statement in statements].count("SELECT")

    evening.record(evening.partie(limit=10), FIRST)
    few = cost()
    for _ in range(6):
        evening.record(evening.partie(limit=10), FIRST)
    assert cost() == few
    assert few[1] == 4
