"""After any sequence of writes and failures, the summaries equal the replay."""

from __future__ import annotations

import datetime as dt
import random
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from record import applications
from record.evening import Evening
from record.recount import short_rules
from sqlalchemy import select
from support.selection import examples

from scorekeeper.games import GAMES
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.carnet import carnets, regrouping
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Manche, Partie, Soiree
from scorekeeper.record.partie import replays
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.partie.seat_players import players_of_seat
from scorekeeper.record.partie.table import OpenTable
from scorekeeper.record.read_models import lists, outcomes
from scorekeeper.record.read_models.rebuild import stored_outcomes, stored_rows
from scorekeeper.record.read_models.upkeep import rows_of
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.games import PAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.games.shape import Json

pytestmark = pytest.mark.sweep("random histories, replayed after each step")

application = applications.alone()

CHANCES = st.integers(0, 999)
GAME = st.sampled_from(sorted(GAMES))
PLAYERS = ("Anne", "Luc", "Zoé", "Maxence", "Inès", "Paul", "Renée", "Aziz")


class PowerCutError(Exception):
    """A failure within a transaction."""


class Writes(RuleBasedStateMachine):
    """Two soirées of a few parties, with random changes, allowed or refused."""

    evening: Evening
    soirees: list[int]

    def __init__(self) -> None:
        super().__init__()
        self.parties: list[int] = []

    @initialize(game=GAME, chance=CHANCES)
    def open_soiree(self, game: str, chance: int) -> None:
        self.evening = Evening()
        with writing():
            other = carnets.open_soiree(self.evening.carnet, dt.date(2025, 1, 1), "")
        self.soirees = [self.evening.soiree.id, other.id]
        self.begin(game, chance)

    @rule(game=GAME, chance=CHANCES)
    def start(self, game: str, chance: int) -> None:
        with suppress(RefusedError):  # the soirée is deleted
            self.begin(game, chance)

    def begin(self, game: str, chance: int) -> None:
        preset = random.Random(chance).choice(GAMES[game].presets)
        names = PLAYERS[: min(preset.seats)]
        options = {**preset.options, **(short_rules(GAMES[game]) if chance % 3 else {})}
        self.parties.append(self.evening.partie(*names, game=game, dealer=chance % 2, **options).id)

    @rule(which=CHANCES, chance=CHANCES)
    def record(self, which: int, chance: int) -> None:
        self.act(which, lambda table: table.record(sample(table, chance), ""))

    @rule(which=CHANCES, chance=CHANCES)
    def record_three(self, which: int, chance: int) -> None:
        for more in range(3):
            self.record(which, chance + more)

    @rule(which=CHANCES, chance=CHANCES)
    def correct(self, which: int, chance: int) -> None:
        self.act(which, lambda table: table.correct(any_manche(table, chance), sample(table, chance), "autre"))

    @rule(which=CHANCES, chance=CHANCES)
    def delete(self, which: int, chance: int) -> None:
        self.act(which, lambda table: table.delete(any_manche(table, chance)))

    @rule(which=CHANCES, chance=CHANCES)
    def restore(self, which: int, chance: int) -> None:
        self.act(which, lambda table: table.restore(any_manche(table, chance)))

    @rule(which=CHANCES)
    def undo(self, which: int) -> None:
        self.act(which, OpenTable.undo)

    @rule(which=CHANCES, chance=CHANCES)
    def change_rules(self, which: int, chance: int) -> None:
        self.act(which, lambda table: table.change_rules(other_rules(table, chance), ["Nous", "Eux"]))

    @rule(
        which=CHANCES,
        what=st.sampled_from(
            [
                OpenTable.abandon,
                OpenTable.reopen,
                OpenTable.delete_partie,
                OpenTable.restore_partie,
                OpenTable.begin_cards,
            ]
        ),
    )
    def whole(self, which: int, what: Callable[[OpenTable], None]) -> None:
        self.act(which, what)

    @rule(which=CHANCES, seat=st.integers(0, 2), from_first=st.booleans())
    def change_dealer(self, which: int, seat: int, *, from_first: bool) -> None:
        self.act(which, lambda table: table.change_dealer(seat, from_first=from_first))

    @rule(which=CHANCES, order=st.permutations(range(3)))
    def change_order(self, which: int, order: list[int]) -> None:
        self.act(which, lambda table: table.change_order(order))

    @rule(which=CHANCES)
    def undo_repair(self, which: int) -> None:
        self.act(which, OpenTable.undo_repair)

    @rule(which=CHANCES, seats=st.sampled_from([(0, 1), (2, 0)]))
    def exchange_names(self, which: int, seats: tuple[int, int]) -> None:
        self.act(which, lambda table: table.exchange_names(*seats))

    @rule(which=CHANCES, seat=st.integers(0, 2), chance=CHANCES, counts_for_former=st.booleans())
    def replace_player(self, which: int, seat: int, chance: int, *, counts_for_former: bool) -> None:
        coming = self.evening.player(PLAYERS[chance % len(PLAYERS)])
        self.act(which, lambda table: table.replace_player(seat, coming, counts_for_former=counts_for_former))

    @rule(which=CHANCES, seat=st.integers(0, 2))
    def undo_replacement(self, which: int, seat: int) -> None:
        self.act(which, lambda table: table.undo_replacement(seat))

    @rule(which=CHANCES, seat=st.integers(0, 1))
    def count_for_the_first(self, which: int, seat: int) -> None:
        self.act(which, lambda table: table.credit_partie(seat, players_of_seat(table.partie.seats[seat])[0].id))

    @rule(which=CHANCES)
    def end_soon(self, which: int) -> None:
        def act(table: OpenTable) -> None:
            table.change_rules({**table.scored.partie.options, **short_rules(table.scored.game)})

        self.act(which, act)

    @rule(chance=CHANCES, year=st.sampled_from([2024, 2025, 2026]))
    def edit_soiree(self, chance: int, year: int) -> None:
        with writing():
            carnets.set_date_and_place(
                db.session.get_one(Soiree, self.soirees[chance % 2]), dt.date(year, 1 + chance % 12, 1), ""
            )

    @rule(chance=CHANCES)
    def delete_or_restore_soiree(self, chance: int) -> None:
        soiree = db.session.get_one(Soiree, self.soirees[chance % 2])
        with writing():
            (carnets.restore_soiree if soiree.deleted_at else carnets.delete_soiree)(soiree)

    @rule(which=CHANCES)
    def play_again(self, which: int) -> None:
        self.act(which, lambda table: self.parties.append(table.play_again().id))

    @rule(which=CHANCES, to=st.integers(0, 1))
    def move(self, which: int, to: int) -> None:
        target = db.session.get_one(Soiree, self.soirees[to])
        self.act(which, lambda table: regrouping.move_partie(table.partie, target, self.evening.access))

    @rule()
    def join(self) -> None:
        target, source = (db.session.get_one(Soiree, number) for number in self.soirees)
        with suppress(RefusedError), writing():
            regrouping.join_soirees(target, source, self.evening.access)

    @rule()
    def undo_regrouping(self) -> None:
        done = regrouping.undoable_regrouping(self.evening.soiree)
        if done is not None:
            with suppress(RefusedError), writing():
                regrouping.undo_regrouping(done, self.evening.access)

    @rule(which=CHANCES, chance=CHANCES)
    def fail_half_way(self, which: int, chance: int) -> None:
        def act(table: OpenTable) -> None:
            table.record(sample(table, chance), "")
            table.change_rules(other_rules(table, chance))
            raise PowerCutError

        with suppress(PowerCutError):
            self.act(which, act)

    @invariant()
    def every_summary_is_the_replay(self) -> None:
        db.session.rollback()
        replays.clear()
        for number in self.parties:
            scored = score_partie(db.session.get_one(Partie, number))
            assert stored_rows(db.session(), number) == rows_of(scored)

    @invariant()
    def every_partie_is_in_one_soiree(self) -> None:
        soirees = [db.session.get_one(Soiree, number) for number in self.soirees]
        pages = [read(soiree) for soiree in soirees for read in (lists.parties_page, lists.deleted_parties_page)]
        assert sorted(listed.id for page in pages for listed in page.items) == sorted(self.parties)

    @invariant()
    def every_outcome_is_that_of_its_partie(self) -> None:
        own = select(Partie.id).join(Partie.soiree).where(Soiree.carnet_id == self.evening.carnet.id)
        parties = db.session.scalars(own.order_by(Partie.id)).all()
        stored = [row for partie in parties for row in stored_outcomes(db.session(), partie)]
        assert stored == outcomes.computed_rows(db.session(), parties)

    @invariant()
    def every_list_shows_the_replay(self) -> None:
        for listed in lists.parties_page(self.evening.soiree).items:
            scored = score_partie(db.session.get_one(Partie, listed.id))
            totals = scored.sheet.totals
            assert [(side.rank, side.number, side.total) for side in listed.ranking] == [
                (rank, side, totals[side]) for rank, side in scored.ranking()
            ]
            for side in listed.sides:
                assert side.name or " & ".join(side.players) == scored.side_name(side.number)
                assert side.name == scored.own_name(side.number)
            won = sorted(scored.ending.winners) if scored.ending else []
            assert [side.number for side in listed.winners] == won
            assert (listed.names, listed.manches, listed.over) == (
                scored.names,
                len(scored.manches),
                scored.over,
            )

    def act(self, which: int, what: Callable[[OpenTable], object]) -> None:
        """Do this to one of the parties; a refusal is rolled back."""
        partie = db.session.get_one(Partie, self.parties[which % len(self.parties)])
        with suppress(RefusedError, ImpossibleError), self.evening.table(partie) as table:
            what(table)


def sample(table: OpenTable, chance: int) -> Json:
    """Return a random manche of this table."""
    return PAGES[table.scored.game.slug].sample(table.scored, random.Random(chance))


def any_manche(table: OpenTable, chance: int) -> Manche:
    """Return a manche that is or was in the sheet. Raises `RefusedError` when there is none."""
    known = [manche for manche in table.partie.manches if manche.facts]
    if not known:
        raise RefusedError("nothing_to_undo")
    return known[chance % len(known)]


def other_rules(table: OpenTable, chance: int) -> Json:
    """Return the options of a preset of the game, which this table may refuse."""
    return random.Random(chance).choice(table.scored.game.presets).options


@pytest.mark.usefixtures("evening")
def test_the_summaries_equal_the_replay_after_any_writes() -> None:
    run_state_machine_as_test(Writes, settings=settings(max_examples=examples(4), stateful_step_count=20))
