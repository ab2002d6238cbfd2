"""Upgrade a filled database of an earlier version."""

from __future__ import annotations

import itertools
import json
import os
import signal
from contextlib import contextmanager
from dataclasses import asdict, astuple
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa
from record import applications
from support import earlier

from scorekeeper.games.contract import Deal
from scorekeeper.games.hearts.scoring import PassingDeal
from scorekeeper.games.manche_json import write_cards
from scorekeeper.partie.decide import players
from scorekeeper.partie.payloads import read_value
from scorekeeper.partie.state import State
from scorekeeper.record.database import db, writing
from scorekeeper.record.database.schema import prepare
from scorekeeper.record.migrations import newest_revision
from scorekeeper.record.models import Carnet, Change, Merge, Partie, PartieBase
from scorekeeper.record.partie.folding import base_of
from scorekeeper.record.partie.open_partie import open_partie
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.read_models import statistics
from scorekeeper.record.read_models.rebuild import rebuild
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.transfer.format import MAX_UPLOAD_BYTES
from scorekeeper.record.transfer.reading import read_carnet
from scorekeeper.record.transfer.writing import write_carnet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def upgraded(url: str, folder: Path) -> Iterator[None]:
    """Upgrade the database, and open the application with it."""
    prepare(url)
    with applications.opened(url, folder) as application, application.app_context():
        yield


def parties() -> Iterator[tuple[Partie, dict[str, Any]]]:
    """Yield each partie, and what the earlier version showed of it."""
    for number, shown in earlier.parties().items():
        yield db.session.get_one(Partie, int(number)), shown


def _old_deal(deal: Deal) -> dict[str, Any]:
    """Return the fields that a deal had. The number of cards of a pass and its article are new: three, by DP-9."""
    fields = asdict(deal)
    if isinstance(deal, PassingDeal):
        assert (fields.pop("cards"), fields.pop("article")) == (3, "DP-9")
    return fields


def described(scored: ScoredPartie) -> dict[str, Any]:
    """Return what `earlier.parties` has of a partie."""
    entry, partie = scored.entry, scored.partie
    ids = [participant.player_id for participant in partie.participants]
    ending = scored.ending
    shown = {
        "totals": [manche.totals for manche in scored.sheet.manches],
        "ending": ending and [ending.why, ending.after, ending.winners],
        "deals": [_old_deal(scored.deal_of(index)) for index in range(len(scored.played) + 1)],
        "order": scored.order,
        "players_of": [[player.id for player in scored.players_of(index)] for index in range(len(scored.manches))],
        "seated": [player.id for player in partie.seated_players],
        "counts_for": [ids[seat.counts_for] for seat in partie.seats],
        "names": scored.names,
        "sides": scored.names_of_sides,
        "entry": [entry.context, entry.cards and write_cards(entry.cards), entry.revokes, entry.dealer, entry.order],
        "removed": [manche.id for manche in scored.removed_manches],
        "abandoned": scored.abandoned,
        "deleted": partie.deleted_at is not None,
        "version": partie.version,
        "by_totals": scored.by_totals,
    }
    as_stored: dict[str, Any] = json.loads(json.dumps(shown))
    return as_stored


def test_every_partie_is_as_before(empty: str, tmp_path: Path) -> None:
    earlier.prepare_at(empty, "0020", filled=True)
    with upgraded(empty, tmp_path):
        for partie, shown in parties():
            scored = score_partie(partie)
            assert described(scored) == shown, partie.id
            assert read_value(State, base_of(partie).state) == scored.state
        for number, figures in earlier.carnets()["statistics"].items():
            chosen = statistics.PartieFilter(int(number))
            now: list[list[Any]] = [statistics.player_figures(chosen), statistics.line_totals(chosen)]
            assert [[[*astuple(row)] for row in rows] for rows in now] == figures
        assert list(rebuild()) == []
        for carnet in db.session.scalars(sa.select(Carnet)):
            read_carnet("".join(write_carnet(db.session(), carnet)).encode(), MAX_UPLOAD_BYTES)  # or it raises
        # Player 61 had seat 3 of that partie before another player was merged into this one.
        assert db.session.scalars(sa.select(Merge.participants)).all() == [[[22, 3]]]


def test_the_log_says_what_it_said(empty: str, tmp_path: Path) -> None:
    earlier.prepare_at(empty, "0020", filled=True)
    never_recorded = {manche["id"] for manche in earlier.rows("manche") if manche["facts"] == "{}"}
    with upgraded(empty, tmp_path):
        for row in earlier.rows("change"):
            change = db.session.get_one(Change, (row["partie_id"], row["version"]))
            said = {name: json.loads(row[name] or "null") for name in ("facts", "options")} | {"note": row["note"]}
            assert change.payload == {name: value for name, value in said.items() if value is not None}
            assert (change.kind, change.below) == (row["kind"], None)
            assert change.manche_id == (None if row["manche_id"] in never_recorded else row["manche_id"])


def test_a_partie_goes_on_from_its_base(empty: str, tmp_path: Path) -> None:
    earlier.prepare_at(empty, "0020", filled=True)
    with upgraded(empty, tmp_path):
        for partie, shown in parties():
            # The form was opened before the upgrade.
            with writing(), open_partie(partie, shown["version"], None) as opened:
                opened.act(players.exchange_names, 0, 1)
            with writing(), open_partie(partie, None, None) as opened:
                opened.undo()
            assert described(score_partie(partie)) == {**shown, "version": shown["version"] + 2}
            with pytest.raises(RefusedError, match="undo"), writing(), open_partie(partie, None, None) as opened:
                opened.undo()


def test_a_partie_that_cannot_be_read_does_not_stop_the_start(empty: str, tmp_path: Path) -> None:
    """Partie 9 has cards that are no cards; the game of partie 10 is not installed, so it is shown by its totals."""
    earlier.prepare_at(empty, "0020", filled=True)
    engine = sa.create_engine(empty)
    with engine.begin() as connection:
        # PostgreSQL refuses text that is no JSON.
        cards = "rien" if connection.dialect.name == "sqlite" else "[1]"
        change = sa.text("UPDATE manche SET cards = :cards WHERE partie_id = 9 AND cards IS NOT NULL")
        connection.execute(change, {"cards": cards})
        connection.execute(sa.text("UPDATE partie SET game = 'tarot' WHERE id = 10"))
    engine.dispose()
    with upgraded(empty, tmp_path):
        broken = db.session.get_one(Partie, 9)
        assert (broken.progress, db.session.get(PartieBase, 9)) == ({}, None)
        assert len(broken.manches) == len([row for row in earlier.rows("manche") if row["partie_id"] == 9])
        assert [player.id for player in broken.seated_players] == earlier.parties()["9"]["counts_for"]
        reports = [
            f"partie 9: cannot be read: unreadable at version {broken.version}",
            "partie 10: cannot be read: tarot",
        ]
        assert [str(report) for report in rebuild()] == reports
        for number in (9, 10):
            totals = [[*row.totals] for row in score_partie(db.session.get_one(Partie, number)).sheet.manches]
            assert totals == earlier.parties()[str(number)]["totals"]


def test_a_database_of_the_first_release_is_upgraded(empty: str, tmp_path: Path) -> None:
    """It had neither replacements nor named dealers."""
    earlier.prepare_at(empty, filled=True)
    with upgraded(empty, tmp_path):
        for partie, shown in parties():
            assert described(score_partie(partie))["totals"] == shown["totals"]
            assert [player.id for player in partie.seated_players] == shown["counts_for"]


@pytest.mark.sweep("kills processes")
def test_a_start_that_is_killed_leaves_the_database_as_it_was_or_upgraded(empty: str, tmp_path: Path) -> None:
    earlier.prepare_at(empty, "0020", filled=True)
    engine = sa.create_engine(empty, poolclass=sa.NullPool)
    revisions = []
    # Of about 75 statements with PostgreSQL, and 250 with SQLite.
    for statement in (1, 25, 45, 65, 160, 1000):
        ended = dies_at(statement, empty)
        tables = {*sa.inspect(engine).get_table_names()}
        with engine.connect() as connection:
            revisions.append(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one())
        assert ended == (revisions[-1] == newest_revision())
        assert tables & {"replacement", "participant"} == {"participant" if ended else "replacement"}
    assert revisions[:4] == ["0020"] * 4
    assert revisions[-1] == newest_revision()
    with upgraded(empty, tmp_path):
        assert [described(score_partie(partie)) for partie, _shown in parties()] == [*earlier.parties().values()]


def dies_at(statement: int, url: str) -> bool:
    """Prepare the database in a process that is killed at the statement of this number; return whether it ended."""
    child = os.fork()
    if child == 0:
        numbers = itertools.count()

        def die(*_arguments: object) -> None:
            if next(numbers) == statement:
                os.kill(os.getpid(), signal.SIGKILL)

        sa.event.listen(sa.Engine, "before_cursor_execute", die)
        try:
            prepare(url)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0
