"""After any sequence of writes and failures, all that is stored and exported equals a slow recount of the log."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import random
import re
from collections import Counter
from contextlib import suppress
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from flask import current_app, g
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from record import acts, applications
from record.acts import CARNET_ACTS, PLAYERS, SCENES, TABLE_ACTS, WHOLE, World, carry_out
from record.evening import Evening
from record.recount import (
    Witness,
    best_of,
    by_deed,
    by_pair,
    by_player,
    counting,
    csv_rows,
    parties_like,
    rank,
    recount,
    seconds,
    short_rules,
    titles_of,
    won,
)
from record.transfer.test_exchange import comes_back
from support.selection import examples, thorough
from support.totals import keep_points_only

from scorekeeper.games import GAMES
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.partie.changes import Abandoned
from scorekeeper.partie.scored import clear_cache
from scorekeeper.record.carnet import anonymity, carnets, debts, decisions, kept_questions, merges, regrouping
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Carnet, Change, Partie, Soiree
from scorekeeper.record.partie.open_partie import OpenPartie
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.record.partie.storing import read_stored
from scorekeeper.record.read_models import lists, outcomes, player_parties, soiree_summaries, statistics, years
from scorekeeper.record.read_models.feats import feats_of_carnet
from scorekeeper.record.read_models.moments import best_of_games, group_by_game
from scorekeeper.record.read_models.rebuild import stored_outcomes, stored_rows
from scorekeeper.record.read_models.statistics import PartieFilter
from scorekeeper.record.read_models.upkeep import recording_times, rows_of
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.transfer import scores
from scorekeeper.record.transfer.writing import snapshot
from scorekeeper.web.games import PAGES
from scorekeeper.web.history import year_story
from scorekeeper.web.history.soiree.ranking import rank_players
from scorekeeper.web.remarks import titles
from scorekeeper.web.text.values import MIN_PARTIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from _typeshed import DataclassInstance
    from record.recount import Recounted

    from scorekeeper.record.models import Player

pytestmark = pytest.mark.sweep("random histories, counted again after each step")

application = applications.alone()

CHANCES = st.integers(0, 999)
GAME = st.sampled_from(sorted(GAMES))
# House rules under which equal totals share the victory or draw the partie.
TIED = {"hearts": {"tie": "shared"}, "piquet": {"format": "rubicon_four", "tie": "drawn"}}
_COUNTED = 8  # parties that count for the title, instead of twenty
_PLACES = "", "chez Luc", "au café"
# What the record lets a partie by totals do.
BY_TOTALS = {"abandon", "reopen", "delete_partie", "restore_partie", "exchange_names"}


class PowerCutError(Exception):
    """A failure within a transaction."""


class Histories(RuleBasedStateMachine):
    """Two soirées of a few parties, with random acts, allowed or refused."""

    game = GAME
    done: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.touched: set[int] = set()
        # What the table had after each change of the stack of a partie, when it was made.
        self.made: dict[tuple[int, int], object] = {}
        self.has_failed = False

    @initialize(data=st.data(), chance=CHANCES)
    def open_soirees(self, data: st.DataObject, chance: int) -> None:
        self.evening = Evening()
        with writing():
            other = carnets.open_soiree(self.evening.carnet, dt.date(2025, 1, 1), "")
        self.world = World(self.evening, [self.evening.soiree.id, other.id])
        if chance % 5 == 0:
            by_totals = self.evening.partie(*PLAYERS[:4])
            with self.evening.table(by_totals) as table:
                keep_points_only(table, [7, 9, 3, 7], [26] * 4)
            self.follow(by_totals)
        self.begin(data.draw(self.game), chance)

    @rule(data=st.data(), chance=CHANCES)
    def start(self, data: st.DataObject, chance: int) -> None:
        with suppress(RefusedError):  # the soirée is deleted
            self.begin(data.draw(self.game), chance)

    def begin(self, game: str, seed: int) -> None:
        chance = random.Random(seed)
        preset = chance.choice(GAMES[game].presets)
        options = {**preset.options, **(short_rules(GAMES[game]) if seed % 2 else {})}
        options |= TIED.get(game, {}) if chance.random() < 0.3 else {}
        names = chance.sample(PLAYERS, min(preset.seats))
        self.follow(self.evening.partie(*names, game=game, dealer=seed % 2, **options))

    def follow(self, partie: Partie) -> None:
        self.world.witness.begin(partie)
        self.world.parties.append(partie.id)
        self.touched.add(partie.id)

    @rule(which=CHANCES, chance=CHANCES, times=st.sampled_from((1, 1, 2, 4)))
    def record(self, which: int, chance: int, times: int) -> None:
        for more in range(times):
            self.act(which, "record", chance + more)

    @rule(which=CHANCES, name=st.sampled_from(sorted({*TABLE_ACTS} - {*WHOLE})), chance=CHANCES)
    def at_table(self, which: int, name: str, chance: int) -> None:
        self.act(which, name, chance)

    @rule(which=CHANCES, name=st.sampled_from(WHOLE))
    def whole(self, which: int, name: str) -> None:
        self.act(which, name, 0)

    @rule(which=CHANCES, scene=st.sampled_from(SCENES), chance=CHANCES)
    def in_a_row(self, which: int, scene: Sequence[Sequence[str]], chance: int) -> None:
        draw = random.Random(chance)
        for names in scene:
            self.act(which, draw.choice(names), draw.randrange(1000))

    @rule(name=st.sampled_from(sorted(CARNET_ACTS)), chance=CHANCES)
    def in_carnet(self, name: str, chance: int) -> None:
        with suppress(RefusedError), writing():
            CARNET_ACTS[name](self.world, random.Random(chance))
            self.touched |= {*self.world.parties}
            self.done[name] += 1
            if name == "anonymise":
                self.made.clear()

    @rule(which=CHANCES, chance=CHANCES)
    def fail_half_way(self, which: int, chance: int) -> None:
        partie, witness = self.partie(which), self.world.witness
        self.touched.add(partie.id)
        with suppress(PowerCutError, RefusedError, ImpossibleError), self.evening.table(partie) as table:
            for name in ("record", "change_rules"):
                carry_out(table, TABLE_ACTS[name](table.scored, random.Random(chance)), witness)
            raise PowerCutError

    def partie(self, which: int) -> Partie:
        return db.session.get_one(Partie, self.world.parties[which % len(self.world.parties)])

    def act(self, which: int, name: str, seed: int) -> None:
        """Do this to one of the parties; a refusal is rolled back."""
        partie = self.partie(which)
        if partie.paper and name not in BY_TOTALS:
            return
        known = {*self.world.witness.came}
        with suppress(RefusedError, ImpossibleError):
            with self.evening.table(partie) as table:
                carry_out(table, TABLE_ACTS[name](table.scored, random.Random(seed)), self.world.witness)
            self.world.parties += {*self.world.witness.came} - known
            self.touched |= {partie.id} | {*self.world.witness.came} - known
            self.done[name] += 1

    @invariant()
    def what_was_touched_is_right(self) -> None:
        self.has_failed = True
        db.session.rollback()
        clear_cache()
        for number in sorted(self.touched):
            one = recount(db.session.get_one(Partie, number), self.world.witness)
            check_partie(one)
            self.undo_leads_to_what_there_was(one)
        if self.touched:
            self.every_partie_is_in_one_soiree()
            self.every_list_shows_the_replay()
        self.touched.clear()
        self.has_failed = False

    def undo_leads_to_what_there_was(self, one: Recounted) -> None:
        scored = score_partie(one.partie)
        now = scored.state, scored.sheet, scored.deal, scored.order
        assert now == self.made.setdefault((one.partie.id, one.stack.top), now)

    def every_partie_is_in_one_soiree(self) -> None:
        soirees = [db.session.get_one(Soiree, number) for number in self.world.soirees]
        listed = [*chain(*map(lists.all_parties, soirees))]
        listed += chain(*(lists.all_parties(soiree, deleted=True) for soiree in soirees))
        assert sorted(partie.id for partie in listed) == sorted(self.world.parties)

    def every_list_shows_the_replay(self) -> None:
        for listed in lists.all_parties(self.evening.soiree):
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

    def teardown(self) -> None:
        """Compare what is exported and counted, at the end of each history."""
        if not self.has_failed:
            parties = [db.session.get_one(Partie, number) for number in sorted(self.world.parties)]
            recounted = [recount(partie, self.world.witness) for partie in parties]
            for one in recounted:
                check_partie(one)
            names = {player.id: player.name for player in self.evening.carnet.players}
            for carnet in (self.evening.carnet, comes_back(self.evening)):
                same_csv(carnet, recounted, names)
            same_statistics(self.evening.carnet.id, counting(recounted))
            same_soirees(self.evening, recounted)
            for year in (0, 2025, 2026):
                same_year(PartieFilter(self.evening.carnet.id, year=year), counting(recounted))


def check_partie(one: Recounted) -> None:
    """Compare a partie, its summary and its outcomes with its log."""
    scored, session = score_partie(one.partie), db.session()
    assert (read_stored(one.partie), scored.sheet) == ((one.state, one.stack), one.sheet)
    assert tuple(ids(scored.players_of(index)) for index in range(len(scored.manches))) == one.at_manche
    assert ids(scored.players) == (one.players if one.ending else one.at_table)
    assert ids(one.partie.seated_players) == one.at_table
    assert ids(one.partie.participants[seat.counts_for].player for seat in one.partie.seats) == one.players
    for players in (one.players, one.at_table, *one.at_manche):
        assert len({*players}) == len(players)
    assert stored_rows(session, one.partie.id) == rows_of(scored, recording_times(session, one.partie.id))
    assert stored_outcomes(session, one.partie.id) == outcomes.computed_rows(session, [one.partie.id])


def ids(players: Iterable[Player]) -> tuple[int, ...]:
    return tuple(player.id for player in players)


def same_csv(carnet: Carnet, recounted: Sequence[Recounted], names: Mapping[int, str]) -> None:
    heads, games = {name: name for name in scores.COLUMNS}, {slug: slug for slug in GAMES}
    with snapshot(db.engine) as session:
        text = "".join(scores.write_csv(session, carnet, ";", heads, games))
    _heads, *rows = csv.reader(io.StringIO(text), delimiter=";")
    assert rows == [[*map(str, row)] for row in csv_rows(recounted, names, games)]


def same_soirees(evening: Evening, recounted: Sequence[Recounted]) -> None:
    """Compare who played in each soirée, with their victories; who only has a seat played too."""
    summaries = soiree_summaries.summaries_by_soiree(lists.soirees_page(evening.carnet).items)
    names = {player.id: player.name for player in evening.carnet.players}
    for soiree_id, summary in summaries.items():
        own = [one for one in recounted if one.partie.soiree_id == soiree_id and not one.state.removed]
        # Of a partie that does not count, only those who have a seat.
        played = {player for one in own for player in one.players}
        played |= {player for one in counting(own) for _row, players in one.counted for player in players}
        figures = by_player(counting(own))
        assert dict(summary.players) == {names[player]: figures[player]["won"] for player in played}
        ranking = rank_players(lists.all_parties(db.session.get_one(Soiree, soiree_id)))
        assert {(one.name, one.parties, one.won, one.ranks) for one in ranking} == {
            (names[player], sums["parties"], sums["won"], sums["ranks"])
            for player, sums in figures.items()
            if sums["parties"]
        }


def same_year(filters: PartieFilter, parties: Sequence[Recounted]) -> None:
    """Compare what the page of a year counts: parties by soirée and game, players by soirée, who was before whom."""
    own = parties_like(parties, **({"year": filters.year} if filters.year else {}))
    games = Counter((one.partie.soiree_id, one.counted_as) for one in own)
    found = years.parties_of(filters)
    assert Counter((one.soiree_id, one.game) for one in found) == games
    figures = {
        (soiree_id, player): sums
        for soiree_id in {one.partie.soiree_id for one in own}
        for player, sums in by_player(one for one in own if one.partie.soiree_id == soiree_id).items()
    }
    played, victories = years.count_by_soiree(found)
    assert {key: (count, victories[key]) for key, count in played.items()} == {
        key: (sums["parties"], sums["won"]) for key, sums in figures.items()
    }
    everyone = sorted({player for _soiree, player in figures})
    met = statistics.count_encounters(one.results for one in found)
    assert {(first, second): times for (first, second, how), times in met.items() if how == statistics.AHEAD} == {
        (player, other): sums["above"]
        for player in everyone
        for other, sums in by_pair(own, player).items()
        if sums["above"]
    }
    moons = Counter(
        player for one in own for row, players in one.counted for player in players_of_line(one, row, players)
    )
    counted: Counter[int] = Counter()
    for feat in feats_of_carnet(filters, ["moon"], partie_ids=[one.partie_id for one in found]):
        counted[feat.player_id] += feat.times
    assert counted == moons
    assert best_ids(found) == best_of(own)
    for player in everyone:
        won_by_player = [one for one in own if player in one.players and won(one, one.players.index(player))]
        finished = [finish for finish in player_parties.finishes(player, filters) if finish.won]
        assert best_ids(finished) == best_of(won_by_player)


def best_ids(parties: Sequence[Any]) -> set[int]:
    by_game = group_by_game(parties).items()
    return {best.partie_id for game, own in by_game for best in best_of_games({game: own}).values()}


def same_story(filters: PartieFilter, parties: Sequence[Recounted]) -> None:
    """Compare the hours and places of a year, and who had the title of each game."""
    own = parties_like(parties, year=filters.year)
    found = years.parties_of(filters)
    times = {one.partie.id: seconds(one) for one in own}
    assert {one.partie_id: one.seconds or 0 for one in found} == times
    with current_app.test_request_context():  # for the language and the addresses of its facts
        g.access = SimpleNamespace(carnet=SimpleNamespace(key="carnet"))
        story = year_story.story_of_year(filters, statistics.players_of(filters.carnet_id))
    assert story["hours"] == round(sum(times.values()) / 3600)
    for game in {one.counted_as for one in own}:
        changes = titles_of(parties_like(parties, game=game), parties_like(own, game=game), MIN_PARTIES, _COUNTED)
        rows = [one for one in found if one.game == game]
        held = year_story.holders_in(filters.carnet_id, rows)
        assert [(list(who), since) for who, since in held][::-1] == changes
    places = {one.partie.soiree_id: one.partie.soiree.place for one in own}
    assert dict(story["facts"]["places"]) == Counter(place for place in places.values() if place)


def players_of_line(one: Recounted, row: Any, players: Sequence[int]) -> Iterator[int]:  # noqa: ANN401 - a row of the sheet
    """Yield the players of each volte of a manche."""
    for line in row.lines:
        for seat, player in enumerate(players):
            if line.why == "moon" and (seat == line.seat or (line.seat is None and line.side == one.side_of[seat])):
                yield player


def same_statistics(carnet_id: int, parties: Sequence[Recounted]) -> None:
    """Compare the statistics of each game, and under all filters at once for the parties like each one."""
    choices = statistics.rules_played(carnet_id)
    assert sum(one.parties for one in choices) == len(parties)
    for choice in choices:
        own = parties_like(parties, game=choice.game, rules=choice.options)
        assert choice.parties == len(own)
        same_figures(PartieFilter(carnet_id, choice.game, choice.rules), own)
        same_figures(PartieFilter(carnet_id, choice.game), parties_like(parties, game=choice.game))
    rules = {(one.game, json.dumps(one.options, sort_keys=True)): one.rules for one in choices}
    for one in parties:
        game, options, year = one.counted_as, one.state.options, one.partie.soiree.held_on.year
        own = parties_like(parties, game=game, rules=options, year=year)
        same_figures(PartieFilter(carnet_id, game, rules[game, json.dumps(options, sort_keys=True)], year), own)
    for player_id in statistics.players_of(carnet_id):
        same_parties_of_player(player_id, PartieFilter(carnet_id), parties)
        for year in {one.partie.soiree.held_on.year for one in parties}:
            own = parties_like(parties, year=year)
            same_parties_of_player(player_id, PartieFilter(carnet_id, year=year), own)


def same_parties_of_player(player_id: int, filters: PartieFilter, parties: Sequence[Recounted]) -> None:
    """Compare the list of the parties of a player, those with every other one, and the feats in them."""
    own = [(one, one.players.index(player_id)) for one in parties if player_id in one.players]
    expected = [(one.partie.id, rank(one, seat), won(one, seat), points(one, seat)) for one, seat in own]
    found = player_parties.finishes(player_id, filters)
    assert [(each.partie_id, each.rank, each.won, each.points) for each in found] == expected
    assert [each.sides for each in found] == [len({*one.side_of}) for one, _seat in own]
    if not filters.year:
        days = [one.partie.soiree.held_on for one, _seat in own]
        assert player_parties.days_played(player_id) == ((min(days), max(days)) if days else None)
    for other_id in {player for one, _seat in own for player in one.players} - {player_id}:
        met = [(one, seat, one.players.index(other_id)) for one, seat in own if other_id in one.players]
        meetings = player_parties.meetings(filters, player_id, other_id)
        assert [(each.partie_id, each.ahead, each.is_together, each.won) for each in meetings] == [
            (
                one.partie.id,
                (rank(one, seat) < rank(one, other)) - (rank(one, other) < rank(one, seat)),
                one.side_of[seat] == one.side_of[other],
                won(one, seat),
            )
            for one, seat, other in met
        ]
        both = [(points(one, seat), points(one, other)) for one, seat, other in met]
        assert [(each.points, each.other_points) for each in meetings] == both
    deeds = {why: sums["times"] for (player, why), sums in by_deed(parties).items() if player == player_id}
    done = Counter[str]()
    for feat in feats_of_carnet(filters, deeds, player_id=player_id):
        done[feat.why] += feat.times
    # The flags of an ending are no lines of a manche.
    assert done == {why: deeds[why] for why in done}
    assert all(why.endswith(("_made", "_suffered")) for why in deeds if why not in done)


def points(one: Recounted, seat: int) -> int:
    return int(one.sheet.totals[one.side_of[seat]])


def same_figures(filters: PartieFilter, parties: Sequence[Recounted]) -> None:
    figures = by_player(parties)
    found = statistics.player_figures(filters)
    assert {one.player_id: figures_of(one, "game", "player_id") for one in found} == plain(figures)
    done = statistics.line_totals(filters)
    deeds = {(one.player_id, one.why): figures_of(one, "game", "player_id", "why") for one in done}
    assert deeds == plain(by_deed(parties))
    for player_id in figures:
        results = [one.results for one in player_parties.finishes(player_id, filters)]
        pairs = statistics.pair_figures(results, player_id)
        assert {one.other_id: figures_of(one, "other_id") for one in pairs} == plain(by_pair(parties, player_id))


def figures_of(row: DataclassInstance, *apart: str) -> dict[str, int]:
    """Return the figures of a row that are not zero."""
    return {name: value for name, value in asdict(row).items() if name not in apart and value}


def plain(found: Mapping[Any, Counter[str]]) -> dict[Any, dict[str, int]]:
    """Return the figures of a recount without zeros and empty rows."""
    return {key: {name: value for name, value in figures.items() if value} for key, figures in found.items()}


@pytest.mark.usefixtures("evening")
def test_all_that_is_stored_and_exported_equals_the_log_after_any_acts() -> None:
    usual = 50 if db.engine.name == "sqlite" else 10
    count = 250 if thorough() else examples(usual)
    run_state_machine_as_test(Histories, settings=settings(max_examples=count, stateful_step_count=20))


@pytest.mark.parametrize("seed", range(2))
def test_the_hours_places_and_titles_of_a_year_equal_a_recount(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Years of many short parties, which the histories do not reach."""
    monkeypatch.setattr(titles, "PARTIES_COUNTED", _COUNTED)
    monkeypatch.setattr(year_story, "PARTIES_COUNTED", _COUNTED)
    chance, witness = random.Random(seed), Witness()
    now = dt.datetime(2026, 11, 21, 20, tzinfo=dt.UTC)

    def later(_context: object) -> dt.datetime:
        """Let time pass before each change: typed in, played, or after a pause."""
        nonlocal now
        now += dt.timedelta(seconds=chance.choice((1, 200, 200, 3600, 4000)))
        return now

    monkeypatch.setattr(Change.__table__.c.at.default, "arg", later)
    with writing():
        soirees = [
            carnets.open_soiree(evening.carnet, dt.date(2025 + number % 2, number, 1), chance.choice(_PLACES))
            for number in range(1, 9)
        ]
    parties = []
    for _ in range(36):
        evening.soiree = chance.choice(soirees)
        parties.append(play_short_partie(evening, witness, chance))
    with writing():
        carnets.delete_soiree(parties[0].soiree)
        evening.soiree = carnets.open_soiree(evening.carnet, dt.date(2026, 9, 1), "sans partie finie")
    witness.begin(evening.partie())
    counted = counting(recount(partie, witness) for partie in parties)
    assert len(counted) > 20
    for year in (0, 2025, 2026):
        same_story(PartieFilter(evening.carnet.id, year=year), counted)


def play_short_partie(evening: Evening, witness: Witness, chance: random.Random) -> Partie:
    """Play a partie to its end; one in ten is abandoned."""
    game = chance.choice(("hearts", "spades"))
    partie: Partie = evening.partie(*chance.sample(PLAYERS[:5], 4), game=game, **short_rules(GAMES[game]))
    witness.begin(partie)
    while not score_partie(partie).over:
        evening.record(partie, PAGES[game].sample(score_partie(partie), chance))
    if chance.random() < 0.1:
        evening.make(partie, Abandoned())
    return partie


def test_every_use_case_of_a_table_and_of_a_carnet_is_an_act() -> None:
    """Those that only read, and those that a history begins with, are not."""
    others = {"create_carnet", "open_by_code", "add_player", "open_soiree", "set_date_and_place"}
    others |= {"refuse_full_soiree", "refuse_namesake", "find_player", "stake_of", "counted_seats"}
    others |= {"latest_on_article", "latest_on_dispute", "latest_decisions", "latest_merge", "surviving_soiree"}
    others |= {"latest", "player_named"}
    modules = anonymity, carnets, debts, decisions, kept_questions, merges, regrouping
    known = {
        name for one in modules for name, value in vars(one).items() if getattr(value, "__module__", "") == one.__name__
    }
    used = set(re.findall(r"\w+", Path(acts.__file__).read_text(encoding="utf-8")))
    assert {name for name in (*dir(OpenPartie), *known) if name[0].islower()} - used == others
