"""Any JSON in place of the facts is either valid or refused as impossible, without another error."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support import piquet as referee
from support.junk import junk_of, spoilt
from support.selection import examples

from scorekeeper.games.contract import MancheStart
from scorekeeper.games.manche_json import read_manche, write_manche
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.counting import count_coup
from scorekeeper.games.piquet.counting.near_misses import near_misses
from scorekeeper.games.shape import ImpossibleFactsError, ImpossibleOptionsError

Facts = dict[str, Any]
steadily = settings(max_examples=examples(120))
WORDS = (
    *("elder", "carte_blanche", "point", "sequences", "sets", "declared", "answers", "hands", "tricks", "last"),
    *("elder_run", "elder_points", "trick_points", "winners", "low", "fault", "short_hand", "short_cards", "penalties"),
    *("plays", "revokes"),
    *("winner", "cards", "lengths", "sizes", "ranks", "pips", "length", "top", "rank", "size", "kind", "seat"),
    *("article", "void", "loses_partie", "false_declaration", "PI-32", "PI-38", "good", "not_good", "equal"),
    *("A", "K", "10", "9", "AS", "10H", "X1", "2C"),
)
FIGURES = (0, 1, 2, 3, 4, 6, 7, 8, 12, 13, -1)
junk = junk_of(WORDS, FIGURES)
tables = st.sampled_from(referee.EVERY_TABLE)
IRREGULARITIES = (
    {"kind": "void", "article": "PI-33"},
    {"kind": "loses_partie", "seat": 0},
    {"kind": "false_declaration", "seat": 1},
)


@st.composite
def coups(draw: st.DrawFn, table: Facts) -> Facts:
    """The sound facts of a coup, at some depth, perhaps with an irregularity."""
    coup = referee.random_coup(random.Random(draw(st.integers(0, 2**32))))
    entry = draw(st.sampled_from([referee.with_hands, referee.with_declarations, referee.quick]))
    facts = entry(coup, table)
    if draw(st.integers(0, 3)) == 0:
        facts["fault"] = dict(draw(st.sampled_from(IRREGULARITIES)))
    if draw(st.integers(0, 5)) == 0:
        facts["short_hand"] = 1 - coup.winners[-1]
    return facts


def only_impossible_facts(table: Facts, facts: Any) -> None:  # noqa: ANN401 - any JSON value
    """Either the facts are refused as impossible, or they are sound: written, read back, counted and scored."""
    options = PIQUET.read_options(table, 2)
    try:
        manche = read_manche(PIQUET, options, 2, facts)
    except ImpossibleFactsError:
        return
    written = json.loads(json.dumps(write_manche(PIQUET, manche)))
    assert read_manche(PIQUET, options, 2, written) == manche
    row = PIQUET.score(options, 2, [manche]).manches[0]
    steps = count_coup(options, manche.facts)
    near_misses(options, manche.facts)
    given_points = [sum(one.points for one in manche.penalties if one.side == side) for side in (0, 1)]
    assert row.points == tuple(
        sum(step.points for step in steps if step.seat == side) + given_points[side] for side in (0, 1)
    )


@steadily
@given(tables, junk)
def test_facts_that_are_any_json_are_sound_or_impossible_and_nothing_else(table: Facts, facts: object) -> None:
    only_impossible_facts(table, facts)


@steadily
@given(st.data(), tables)
def test_sound_facts_with_one_part_spoilt_are_sound_or_impossible(data: st.DataObject, table: Facts) -> None:
    only_impossible_facts(table, data.draw(spoilt(junk, data.draw(coups(table)))))


@steadily
@given(st.data(), tables, st.integers(0, 1))
def test_a_coup_in_progress_with_one_part_spoilt_is_read_or_impossible(
    data: st.DataObject, table: Facts, dealer: int
) -> None:
    options = PIQUET.read_options(table, 2)
    sound = data.draw(coups(table))
    begun = {name: sound[name] for name in ("carte_blanche", "hands", "declared", "winners", "low") if name in sound}
    assert PIQUET.check_context is not None
    start = MancheStart(2, dealer, (0, 0))
    try:
        stored = PIQUET.check_context(options, start, data.draw(spoilt(junk, begun)))
    except ImpossibleFactsError:
        return
    assert PIQUET.check_context(options, start, json.loads(json.dumps(stored))) == stored


@steadily
@given(st.data(), tables)
def test_sound_options_with_one_part_spoilt_are_sound_or_impossible(data: st.DataObject, table: Facts) -> None:
    try:
        options = PIQUET.read_options(data.draw(spoilt(junk, table) | junk), 2)
    except ImpossibleOptionsError:
        return
    assert PIQUET.read_options(json.loads(json.dumps(PIQUET.write_options(options))), 2) == options
