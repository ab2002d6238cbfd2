"""Properties of every game whose manches are drawn: sheets, corrections, JSON, and facts that are any JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from games.hearts import drawing as hearts
from games.spades import drawing as spades
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.drawn import Facts, Table, only_impossible_facts, parties_of, read, score, through_json
from support.junk import junk_of, spoilt

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.manche_json import write_manche
from scorekeeper.games.rulebook import read_articles
from scorekeeper.games.shape import ImpossibleOptionsError
from scorekeeper.games.spades import SPADES


class Drawn(NamedTuple):
    game: AnyGame
    tables: st.SearchStrategy[Table]
    manches: Callable[[Table], st.SearchStrategy[Facts]]
    junk: st.SearchStrategy[Any]

    def partie(self, data: st.DataObject, least: int = 0) -> tuple[Table, list[Facts]]:
        return data.draw(parties_of(self.tables, self.manches, least))


DRAWN = [
    Drawn(HEARTS, hearts.tables(), hearts.manches, junk_of(hearts.WORDS, hearts.FIGURES)),
    Drawn(SPADES, spades.tables(), spades.manches, junk_of(spades.WORDS, spades.FIGURES)),
]
every_game = pytest.mark.parametrize("drawn", DRAWN, ids=lambda drawn: drawn.game.slug)
steadily = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@every_game
@steadily
@given(data=st.data())
def test_replaying_manche_by_manche_is_replaying_whole(drawn: Drawn, data: st.DataObject) -> None:
    table, facts = drawn.partie(data)
    whole = score(drawn.game, table, facts)
    for played in range(len(facts) + 1):
        so_far = score(drawn.game, table, facts[:played])
        assert so_far.manches == whole.manches[:played]
        over = whole.ending is not None and played >= whole.ending.after
        assert so_far.ending == (whole.ending if over else None)


@every_game
@steadily
@given(data=st.data())
def test_totals_run_on_and_the_lines_of_each_side_add_up_to_its_points(drawn: Drawn, data: st.DataObject) -> None:
    (seats, chosen), facts = drawn.partie(data)
    side_of = drawn.game.sides(drawn.game.read_options(chosen, seats), seats)
    sheet = score(drawn.game, (seats, chosen), facts)
    running = (0,) * sheet.sides
    for row in sheet.manches:
        sides = range(sheet.sides)
        assert row.points == tuple(sum(line.points for line in row.lines if line.side == side) for side in sides)
        assert all(line.seat is None or side_of[line.seat] == line.side for line in row.lines)
        running = tuple(before + now for before, now in zip(running, row.points, strict=True))
        assert row.totals == running


@every_game
@steadily
@given(data=st.data())
def test_correcting_a_manche_equals_recording_it_correctly(drawn: Drawn, data: st.DataObject) -> None:
    table, facts = drawn.partie(data, least=1)
    wrong = data.draw(st.integers(0, len(facts) - 1))
    corrected = [*facts[:wrong], data.draw(drawn.manches(table)), *facts[wrong + 1 :]]
    options, manches = read(drawn.game, table, facts)
    before = drawn.game.score(options, table[0], manches)
    manches[wrong] = read(drawn.game, table, corrected)[1][wrong]
    after = drawn.game.score(options, table[0], manches)
    assert after == score(drawn.game, table, corrected)
    assert after.manches[:wrong] == before.manches[:wrong]


@every_game
@steadily
@given(data=st.data())
def test_facts_and_options_survive_json(drawn: Drawn, data: st.DataObject) -> None:
    (seats, chosen), facts = drawn.partie(data)
    options, manches = read(drawn.game, (seats, chosen), facts)
    written = through_json([write_manche(drawn.game, manche) for manche in manches])
    assert written == facts
    assert read(drawn.game, (seats, chosen), written)[1] == manches
    assert through_json(drawn.game.write_options(options)) == chosen
    assert drawn.game.read_options(chosen, seats) == options


@every_game
@steadily
@given(data=st.data())
def test_the_articles_of_a_sheet_are_in_the_rulebook(drawn: Drawn, data: st.DataObject) -> None:
    sheet = score(drawn.game, *drawn.partie(data))
    cited = {line.article for row in sheet.manches for line in row.lines}
    cited |= {sheet.ending.article} if sheet.ending else set()
    assert cited <= {*read_articles(drawn.game.package), *read_articles("scorekeeper.cards")}


@every_game
@steadily
@given(data=st.data())
def test_facts_that_are_any_json_are_sound_or_impossible(drawn: Drawn, data: st.DataObject) -> None:
    table = data.draw(drawn.tables)
    only_impossible_facts(drawn.game, table, data.draw(drawn.junk))


@every_game
@steadily
@given(data=st.data())
def test_sound_facts_with_one_part_spoilt_are_sound_or_impossible(drawn: Drawn, data: st.DataObject) -> None:
    table = data.draw(drawn.tables)
    only_impossible_facts(drawn.game, table, data.draw(spoilt(drawn.junk, data.draw(drawn.manches(table)))))


@every_game
@steadily
@given(data=st.data())
def test_sound_options_with_one_part_spoilt_are_sound_or_impossible(drawn: Drawn, data: st.DataObject) -> None:
    seats, chosen = data.draw(drawn.tables)
    try:
        options = drawn.game.read_options(data.draw(spoilt(drawn.junk, chosen) | drawn.junk), seats)
    except ImpossibleOptionsError:
        return
    assert drawn.game.read_options(through_json(drawn.game.write_options(options)), seats) == options
