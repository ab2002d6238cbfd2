"""A database of the version before, with manches under way, recorded and undone, as the version of today reads it.

The rows are those that the version before wrote for the same evening.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from record import house as houses
from record.evening import FIRST, SECOND, THIRD, bid_and_made, cards, context, penalty, totals
from record.table import LEADERS, PLAYS, SPADES
from record.test_begin import at
from record.test_database import empty, run  # noqa: F401 - `empty` is a fixture
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError
from support import databases

from scorekeeper.games import GAMES
from scorekeeper.record import decisions
from scorekeeper.record.database import db, writing
from scorekeeper.record.journal import changed_at
from scorekeeper.record.models import Manche, MancheState, Partie
from scorekeeper.record.schema import prepare
from scorekeeper.record.standings import standing_of
from scorekeeper.record.table import open_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

pytestmark = pytest.mark.sweep("brings filled databases of every version up to date")

WHEN = "2026-11-21 20:00:00.000000"
BIDS = {"bids": [4, 3, 1, 4]}
MADE = bid_and_made([4, 3, 1, 4], 6)  # 51 and 70
OPEN = [None, None, None, [f"{rank}H" for rank in (*range(2, 11), *"JQKA")]]
TABLED = {"leader": 0, "plays": ["2C", "JC"], "laid_open": OPEN}
PLAYED = {"leader": LEADERS["spades"], "plays": PLAYS["spades"]}
DEALT = {"bids": SPADES["bids"], "tricks": SPADES["tricks"], "nil_tricks": {}, **penalty(0, 5), **PLAYED}
BIDDING, CARDS, AGAIN, MIDDLE, TAKEN_BACK, UNREADABLE = 1, 2, 3, 4, 5, 6

# Partie, its game, its first dealer, and what was kept of the manche under way.
PARTIES: list[tuple[int, str, int, dict[str, Any]]] = [
    (BIDDING, "spades", 3, {"begun": {"bids": [None, 3, "nil", None]}}),
    (CARDS, "hearts", 0, {"cards": TABLED}),
    (AGAIN, "spades", 0, {"begun": {"bids": SPADES["bids"]}, "cards": {**PLAYED, "plays": PLAYED["plays"][:-1]}}),
    (MIDDLE, "hearts", 0, {}),
    (TAKEN_BACK, "spades", 3, {}),
    (UNREADABLE, "hearts", 0, {}),
]
# Manche, its partie, its position, its facts, its note, and whether it was taken out of the sheet.
MANCHES: list[tuple[int, int, int, dict[str, Any], str, bool]] = [
    (101, BIDDING, 1, MADE, "Zoé rit", False),
    (102, CARDS, 1, FIRST, "", False),
    (103, AGAIN, 1, DEALT, "belle manche", True),
    (104, MIDDLE, 1, FIRST, "", False),
    (105, MIDDLE, 2, SECOND, "", True),
    (106, MIDDLE, 3, THIRD, "", False),
    (107, TAKEN_BACK, 1, MADE, "", True),
    (108, UNREADABLE, 1, {"taken": "rien"}, "", False),
]
# Partie, kind, manche, facts: numbered from version 2 on.
CHANGES: list[tuple[int, str, int | None, dict[str, Any] | None]] = [
    (BIDDING, "begun", None, {"bids": [4, None, None, None]}),
    (BIDDING, "begun", None, BIDS),
    (BIDDING, "recorded", 101, MADE),
    (BIDDING, "begun", None, {"bids": [None, 3, "nil", None]}),
    (CARDS, "recorded", 102, FIRST),
    (CARDS, "cards", None, {"leader": 0, "plays": []}),
    (CARDS, "played", None, {"seat": 0, "card": "2C", "ruling": "allowed"}),
    (CARDS, "played", None, {"seat": 1, "card": "JC", "ruling": "allowed"}),
    (CARDS, "hands", None, TABLED),
    (AGAIN, "begun", None, {"bids": SPADES["bids"]}),
    (AGAIN, "recorded", 103, DEALT),
    (AGAIN, "laid_out", 103, DEALT),
    (AGAIN, "taken_back", None, {"cards": PLAYED["plays"][-1:]}),
    (MIDDLE, "recorded", 104, FIRST),
    (MIDDLE, "recorded", 105, SECOND),
    (MIDDLE, "recorded", 106, THIRD),
    (MIDDLE, "deleted", 105, SECOND),
    (TAKEN_BACK, "begun", None, BIDS),
    (TAKEN_BACK, "recorded", 107, MADE),
    (TAKEN_BACK, "laid_out", 107, MADE),
    (TAKEN_BACK, "begun", None, None),
    (UNREADABLE, "recorded", 108, {"taken": "rien"}),
]


def fill(url: str) -> None:
    """Write the rows of that evening."""
    engine = create_engine(url)
    with engine.begin() as connection:

        def insert(table: str, **values: object) -> None:
            names = ", ".join(values)
            places = ", ".join(f":{name}" for name in values)
            connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({places})"), values)  # noqa: S608 - ours

        insert("carnet", id=1, key="k", name="Les jeudis", recovery_code="c", created_at=WHEN)
        insert("soiree", id=1, carnet_id=1, held_on="2026-11-21", place="", created_at=WHEN)
        for number, name in enumerate("ABCD", start=1):
            insert("player", id=number, carnet_id=1, name=name, folded=name.lower(), created_at=WHEN)
        for number, slug, dealer, kept in PARTIES:
            game, own = GAMES[slug], [change for change in CHANGES if change[0] == number]
            table = {"game": slug, "options": json.dumps(game.write_options(game.read_options({}, 4)))}
            under_way = {"undone": 103 if number == AGAIN else None, **{name: json.dumps(kept[name]) for name in kept}}
            insert(
                "partie",
                id=number,
                soiree_id=1,
                first_dealer=dealer,
                version=1 + len(own),
                created_at=WHEN,
                **table,
                **under_way,
            )
            for seat in range(4):
                insert("seat", partie_id=number, number=seat, player_id=seat + 1)
        for manche, partie, position, facts, note, gone in MANCHES:
            row = {"partie_id": partie, "position": position, "facts": json.dumps(facts), "note": note}
            insert("manche", id=manche, deleted_at=WHEN if gone else None, **row)
        for number, *_ in PARTIES:
            insert("change", partie_id=number, version=1, at=WHEN, kind="started", facts="null")
            own = [change for change in CHANGES if change[0] == number]
            for version, (_, kind, manche_id, stated) in enumerate(own, start=2):
                row = {"partie_id": number, "version": version, "kind": kind, "facts": json.dumps(stated)}
                insert("change", at=WHEN, manche_id=manche_id, note=None if manche_id is None else "", **row)
    engine.dispose()


@pytest.fixture(scope="module", params=houses.BOTH)
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application on the database of the version before, brought up to date; each test keeps to its partie."""
    folder = tmp_path_factory.mktemp("before")
    if request.param == "sqlite":
        urls = iter([f"sqlite:///{folder / 'before.sqlite3'}"])
    else:
        urls = databases.postgres_copy(request.getfixturevalue("postgres_url"), "template0")
    for url in urls:
        at(url, "0004")
        fill(url)
        at(url, "0005")
        prepare(url)
        with houses.opened(url, folder) as app:
            yield app


@pytest.fixture
def filled(empty: str) -> str:  # noqa: F811
    """The address of a database that the version before made and filled."""
    at(empty, "0004")
    fill(empty)
    at(empty, "0005")
    return empty


@pytest.fixture(autouse=True)
def upgraded(house: Flask) -> Iterator[str]:
    """The address of that database."""
    with house.app_context():
        yield house.config["SQLALCHEMY_DATABASE_URI"]


def partie(number: int) -> Partie:
    return db.session.get_one(Partie, number)


def states(number: int) -> list[tuple[int, str]]:
    return [(manche.position, manche.state.value) for manche in partie(number).manches]


def ids(number: int) -> list[int]:
    """The manches of the sheet."""
    return [manche.id for manche in standing_of(partie(number)).manches]


def undo(number: int) -> Manche | None:
    with writing(), open_table(partie(number), None, None) as table:
        return table.undo()


def test_bids_under_way_are_a_manche_begun_that_the_sheet_does_not_show() -> None:
    """Taken back, they are gone; the manche before, undone in its turn, takes its own up again (T-6)."""
    assert states(BIDDING) == [(1, "recorded"), (2, "begun")]
    assert (context(partie(BIDDING)), cards(partie(BIDDING))) == ({"bids": [None, 3, "nil", None]}, None)
    assert (ids(BIDDING), totals(partie(BIDDING))) == ([101], [(51, 70)])
    assert standing_of(partie(BIDDING)).left_out == []
    assert undo(BIDDING) is None
    assert states(BIDDING) == [(1, "recorded")]
    manche = undo(BIDDING)
    assert manche is not None
    assert (manche.id, manche.note, manche.state) == (101, "Zoé rit", MancheState.BEGUN)
    assert context(partie(BIDDING)) == BIDS
    with writing(), open_table(partie(BIDDING), None, None) as table:
        assert table.record(MADE, "Zoé rit").id == 101


def test_cards_under_way_are_a_manche_played_and_go_on() -> None:
    assert states(CARDS) == [(1, "recorded"), (2, "played")]
    assert (context(partie(CARDS)), cards(partie(CARDS))) == (None, TABLED)
    with writing(), open_table(partie(CARDS), None, None) as table:
        assert table.play("9C").seat == 2
    assert (cards(partie(CARDS)) or {})["plays"] == ["2C", "JC", "9C"]
    assert ids(CARDS) == [102]


def test_a_manche_undone_and_laid_out_again_is_the_same_row_with_all_it_had_t_6() -> None:
    """A card was taken back: put back, the manche has it; undone and recorded once more, it is still the same."""
    assert states(AGAIN) == [(1, "played")]
    standing = standing_of(partie(AGAIN))
    assert standing.undone is not None
    assert (standing.undone.id, standing.undone.note, standing.undone.facts) == (103, "belle manche", DEALT)
    assert (standing.context, standing.left_out) == ({"bids": SPADES["bids"]}, [standing.undone])
    assert (cards(partie(AGAIN)) or {})["plays"] == PLAYS["spades"][:-1]
    sheet = [(SPADES["points"][0] + 5, SPADES["points"][1])]
    with writing(), open_table(partie(AGAIN), None, None) as table:
        table.restore(db.session.get_one(Manche, 103))
    assert (states(AGAIN), cards(partie(AGAIN)), totals(partie(AGAIN))) == ([(1, "recorded")], None, sheet)
    undo(AGAIN)
    with writing(), open_table(partie(AGAIN), None, None) as table:
        assert table.record_cards({**(table.standing.context or {}), **penalty(0, 5)}, "belle manche").id == 103
    assert totals(partie(AGAIN)) == sheet


def test_a_manche_deleted_in_the_middle_is_undone_and_comes_back_in_its_place() -> None:
    """Without the volte the sheet is 5 4 16 1, then 28 5 17 2; with it, 54 31 17 28."""
    assert states(MIDDLE) == [(1, "recorded"), (2, "undone"), (3, "recorded")]
    assert totals(partie(MIDDLE)) == [(5, 4, 16, 1), (28, 5, 17, 2)]
    (gone,) = standing_of(partie(MIDDLE)).left_out
    assert (gone.id, changed_at([gone])[gone.id].isoformat()) == (105, "2026-11-21T20:00:00+00:00")
    with writing(), open_table(partie(MIDDLE), None, None) as table:
        table.restore(gone)
    assert totals(partie(MIDDLE))[-1] == (54, 31, 17, 28)


def test_bids_taken_back_after_an_undo_leave_the_manche_undone_and_return_with_it() -> None:
    assert (states(TAKEN_BACK), context(partie(TAKEN_BACK))) == ([(1, "undone")], None)
    with writing(), open_table(partie(TAKEN_BACK), None, None) as table:
        table.restore(db.session.get_one(Manche, 107))
    assert undo(TAKEN_BACK) is db.session.get_one(Manche, 107)
    assert context(partie(TAKEN_BACK)) == BIDS


def test_nothing_else_is_lost_and_nothing_points_nowhere(upgraded: str) -> None:
    kept = run(upgraded, "SELECT id, partie_id, position, note FROM manche WHERE id BETWEEN 101 AND 108 ORDER BY id")
    assert kept == [(manche, number, position, note) for manche, number, position, _, note, _ in MANCHES]
    before = run(upgraded, f"SELECT version FROM change WHERE at = '{WHEN}'")  # noqa: S608 - ours
    assert len(before) == len(PARTIES) + len(CHANGES)
    if upgraded.startswith("sqlite"):
        assert run(upgraded, "PRAGMA foreign_key_check") == []


def test_a_table_of_before_may_decide_what_no_rule_does() -> None:
    with writing():
        decisions.decide(partie(MIDDLE), "DP-12", "revoke", "La manche est annulée", None)
    (kept,) = decisions.on_article(partie(MIDDLE).soiree.carnet, "DP-12")
    assert (kept.partie_id, kept.words) == (MIDDLE, "La manche est annulée")


def summary(url: str, number: int) -> tuple[object, ...]:
    """How many manches are in the sheet, who deals next, then the totals and ranks by seat."""
    (row,) = run(url, f"SELECT manches, dealer FROM summary WHERE partie_id = {number}")  # noqa: S608 - ours
    query = f"SELECT total, rank FROM seat_summary WHERE partie_id = {number} ORDER BY number"  # noqa: S608 - ours
    totals, ranks = zip(*run(url, query), strict=True)
    return (*row, totals, ranks)


def test_every_partie_has_its_summary_but_the_one_that_cannot_be_read(filled: str) -> None:
    """The other tests write in these parties: this one has a database of its own."""
    prepare(filled)
    prepare(filled)
    assert summary(filled, BIDDING) == (1, 0, (51, 70, 51, 70), (2, 1, 2, 1))
    assert summary(filled, CARDS) == (1, 1, (5, 4, 16, 1), (3, 2, 4, 1))
    assert summary(filled, AGAIN) == (0, 0, (0,) * 4, (1,) * 4)
    assert summary(filled, MIDDLE) == (2, 2, (28, 5, 17, 2), (4, 2, 3, 1))
    assert summary(filled, TAKEN_BACK) == (0, 3, (0,) * 4, (1,) * 4)
    kept = run(filled, "SELECT partie_id FROM summary ORDER BY partie_id")
    assert kept == [(number,) for number, *_ in PARTIES if number != UNREADABLE]
    queens = run(filled, "SELECT partie_id, number, points FROM tally WHERE why = 'queen' ORDER BY partie_id, number")
    assert queens == [(CARDS, 2, 13), (MIDDLE, 0, 13), (MIDDLE, 2, 13)]


@pytest.mark.parametrize("state", ["begun", "played"])
def test_a_partie_has_one_manche_under_way_at_most(upgraded: str, state: str) -> None:
    insert = "INSERT INTO manche (partie_id, position, state, facts, note) VALUES"
    both = [f"{insert} ({MIDDLE}, {position}, '{state}', '{{}}', '')" for position in (8, 9)]
    with pytest.raises(IntegrityError):
        run(upgraded, *both)
