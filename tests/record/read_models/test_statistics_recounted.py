"""Compare every statistic of a random carnet with a slow recount, with ties, teams and drawn parties."""

from __future__ import annotations

import datetime as dt
import random
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record.evening import Evening, penalty
from record.recount import by_deed, by_pair, by_player, counting, parties_like, rank, short_rules, won
from sqlalchemy import select
from support.selection import examples

from scorekeeper.games import GAMES
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Partie, Soiree
from scorekeeper.record.partie.seat_players import players_of_seat
from scorekeeper.record.partie.table import OpenTable
from scorekeeper.record.read_models import statistics
from scorekeeper.record.read_models.rebuild import rebuild
from scorekeeper.record.read_models.statistics import PartieFilter
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.games import PAGES

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Mapping, Sequence

    from _typeshed import DataclassInstance

    from scorekeeper.record.partie.scored_partie import ScoredPartie

PLAYERS = ("Anne", "Luc", "Zoé", "Maxence", "Inès", "Paul", "Renée", "Aziz")
# House rules under which equal totals share the victory or draw the partie.
TIED = {"hearts": {"tie": "shared"}, "piquet": {"format": "rubicon_four", "tie": "drawn"}}
SOIREES, PARTIES, MOST = 3, 7, 6


class History:
    """A carnet of a few soirées with many parties, some of them changed afterwards."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.evening = chance, Evening()
        with writing():
            days = [dt.date(2023 + number, 3, 1 + chance.randrange(9)) for number in range(SOIREES)]
            self.soirees = [carnets.open_soiree(self.evening.carnet, day, "") for day in days]
        for _ in range(PARTIES):
            self.change(self.play())
        if chance.random() < 0.5:
            with writing():
                carnets.set_date_and_place(self.soirees[0], dt.date(2030, 1, 1), "")
                carnets.delete_soiree(self.soirees[1])

    def play(self) -> Partie:
        game = GAMES[self.chance.choice(sorted(GAMES))]
        preset = self.chance.choice(game.presets)
        tied = self.chance.random() < 0.5
        options = {**preset.options, **short_rules(game), **(TIED.get(game.slug, {}) if tied else {})}
        self.evening.soiree = self.chance.choice(self.soirees)
        names = self.chance.sample(PLAYERS, min(preset.seats))
        partie = self.evening.partie(*names, game=game.slug, **options)
        for _ in range(MOST):
            if self.chance.random() < 0.2:
                replace_someone(self.evening, partie, self.chance)
            with self.evening.table(partie) as table:
                if not table.scored.over:
                    table.record(PAGES[game.slug].sample(table.scored, self.chance), "")
        if tied:
            self.tie(partie)
        return partie

    def tie(self, partie: Partie) -> None:
        """Tie the two best sides by a penalty in the last manche."""
        with suppress(RefusedError, ImpossibleError), self.evening.table(partie) as table:
            totals, last = table.scored.sheet.totals, table.scored.manches[-1]
            (_, best), (_, second) = table.scored.ranking()[:2]
            raised = best if table.scored.game.lowest_leads else second
            table.correct(last, {**last.facts, **penalty(raised, abs(totals[best] - totals[second]))}, "")

    def change(self, partie: Partie) -> None:
        """Apply a random change, or none."""
        acts: tuple[Callable[[OpenTable], object] | None, ...] = (
            OpenTable.abandon,
            OpenTable.delete_partie,
            OpenTable.undo,
            OpenTable.play_again,
            exchange_names,
            None,
            None,
        )
        act = self.chance.choice(acts)
        if act is not None:
            with suppress(RefusedError), self.evening.table(partie) as table:
                act(table)


def replace_someone(evening: Evening, partie: Partie, chance: random.Random) -> None:
    """Replace a player, if that is possible, and perhaps undo it or count the partie for another player."""
    coming, seat = evening.player(chance.choice(PLAYERS)), chance.randrange(len(partie.seats))
    with suppress(RefusedError), evening.table(partie) as table:
        table.replace_player(seat, coming, counts_for_former=chance.random() < 0.3)
    with suppress(RefusedError), evening.table(partie) as table:
        if chance.random() < 0.2:
            table.undo_replacement(seat)
        elif chance.random() < 0.2:
            table.credit_partie(seat, chance.choice(players_of_seat(partie.seats[seat])).id)


def exchange_names(table: OpenTable) -> None:
    table.exchange_names(0, table.scored.seats - 1)


@pytest.mark.sweep("counts whole histories again, slowly")
@pytest.mark.usefixtures("evening")
@settings(max_examples=examples(3), deadline=None)
@given(st.integers(0, 10**6))
def test_every_statistic_equals_a_slow_recount(seed: int) -> None:
    carnet_id = History(random.Random(seed)).evening.carnet.id
    parties = counting(carnet_id)
    choices = statistics.filter_choices(carnet_id)
    of_games = (choice.parties for choice in choices if not (choice.rules or choice.people or choice.year))
    assert sum(of_games) == len(parties)
    for choice in choices:
        own = parties_like(parties, game=choice.game, rules=choice.options, people=people(choice), year=choice.year)
        assert choice.parties == len(own)
        filters = PartieFilter(carnet_id, choice.game, choice.rules, choice.people, choice.year)
        same_figures(filters, own)
        for player_id in statistics.players_of(carnet_id):
            same_form(filters, player_id, own)
    for partie in parties:
        compare_with_every_filter(carnet_id, partie, parties)
    for player_id in statistics.players_of(carnet_id):
        same_form(PartieFilter(carnet_id), player_id, parties)
    own_parties = db.session.scalars(select(Partie.id).join(Partie.soiree).where(Soiree.carnet_id == carnet_id)).all()
    assert [*rebuild(min(own_parties) - 1)] == []


@pytest.mark.sweep("counts whole histories again, slowly")
def test_random_histories_have_ties_teams_and_drawn_parties(evening: Evening) -> None:
    """Otherwise the property above would test little."""
    chance = random.Random(3)
    histories = [evening.carnet.id, *(History(chance).evening.carnet.id for _ in range(3))]
    parties = [scored for carnet_id in histories for scored in counting(carnet_id)]
    endings = [scored.ending for scored in parties if scored.ending]
    assert any(ending.why == "drawn" for ending in endings)
    assert any(ending.why != "drawn" and len(ending.winners) > 1 for ending in endings)
    assert any(len(set(scored.side_of)) < scored.seats for scored in parties)


def compare_with_every_filter(carnet_id: int, scored: ScoredPartie, parties: Sequence[ScoredPartie]) -> None:
    """Compare the statistics with every filter set at once, for the parties like this one."""
    year, ids = scored.partie.soiree.held_on.year, {player.id for player in scored.players}
    (rules,) = {
        choice.rules
        for choice in statistics.filter_choices(carnet_id)
        if (choice.game, choice.options) == (scored.partie.game, scored.partie.options)
    }
    own = parties_like(parties, game=scored.partie.game, rules=scored.partie.options, people=ids, year=year)
    filters = PartieFilter(carnet_id, scored.partie.game, rules, "-".join(map(str, sorted(ids))), year)
    same_figures(filters, own)
    same_form(filters, min(ids), own)


def same_figures(filters: PartieFilter, parties: Sequence[ScoredPartie]) -> None:
    figures = by_player(parties)
    assert {one.player_id: figures_of(one, "game", "player_id") for one in statistics.player_figures(filters)} == plain(
        figures
    )
    done = statistics.line_totals(filters)
    assert {(one.player_id, one.why): figures_of(one, "game", "player_id", "why") for one in done} == plain(
        by_deed(parties)
    )
    for player_id in figures:
        pairs = statistics.pair_figures(filters, player_id)
        assert {one.other_id: figures_of(one, "other_id") for one in pairs} == plain(by_pair(parties, player_id))


def same_form(filters: PartieFilter, player_id: int, parties: Sequence[ScoredPartie]) -> None:
    """Compare the last of these parties of a player, by date."""
    own = [(one, seat) for one in parties for seat, player in enumerate(one.players) if player.id == player_id]
    found = [(each.partie_id, each.rank, each.won) for each in statistics.finishes(player_id, filters)]
    assert found == [
        (one.partie.id, rank(one, seat), won(one, seat)) for one, seat in own[-statistics.PARTIES_COUNTED :]
    ]


def people(choice: statistics.FilterChoice) -> set[int]:
    """Return the players of a choice, empty for any."""
    return {int(number) for number in choice.people.split("-") if number}


def figures_of(row: DataclassInstance, *apart: str) -> dict[str, int]:
    """Return the figures of a row that are not zero."""
    return {name: value for name, value in asdict(row).items() if name not in apart and value}


def plain(found: Mapping[Any, Counter[str]]) -> dict[Any, dict[str, int]]:
    """Return the figures of a recount without zeros and empty rows."""
    return {key: {name: value for name, value in figures.items() if value} for key, figures in found.items()}
