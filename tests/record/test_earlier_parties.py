"""A partie of an earlier version keeps its sheet, its players, its dealers and its current manche."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.contract import CardByCard
from scorekeeper.partie.state import Entry, RecordedManche, Seating, State, Stay
from scorekeeper.partie.turns import turns_of
from scorekeeper.record.earlier_parties import convert_partie

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.partie.turns import Turns

Row = dict[str, Any]
ANNE, LUC, ZOE, MAX = 11, 12, 13, 14
FACTS = {"points": [1, 2]}


def manche(position: int, state: str = "recorded", **values: Any) -> Row:  # noqa: ANN401 - values of its columns
    facts = FACTS if state == "recorded" else {}
    return {"position": position, "state": state, "facts": facts, "context": None, "cards": None, "note": "", **values}


def replaced(version: int, seat: int, position: int, former: int, player: int) -> Row:
    return {"version": version, "seat": seat, "position": position, "former": former, "player": player}


def partie(manches: Sequence[Row], seats: Sequence[int] = (ANNE, LUC), **values: Any) -> Row:  # noqa: ANN401 - likewise
    row = {"game": "piquet", "options": {"parties": 1}, "seats": seats, "manches": manches, "changes": [], "version": 9}
    row |= {"first_dealer": 1, "side_names": None, "paper": False, "abandoned_at": None, "deleted_at": None}
    return {**row, **values}


def test_the_current_manche_is_the_entry_and_can_be_restored_if_it_was_in_the_sheet() -> None:
    cards = {"leader": 1, "plays": ["AS", "7S"], "laid_open": [None, ["KS"]], "revokes": [{"seat": 0, "after": 2}]}
    begun = {"context": {"elder": 1}, "cards": cards, "dealer": 0, "order": [0, 1]}
    manches = [
        manche(1, note="un"),
        manche(2, "undone", facts=FACTS, dealer=1),
        manche(4, "played", facts=FACTS, note="quatre", **begun),
        manche(5, "undone", facts=FACTS, dealer=1, order=[0, 1]),
        manche(6, "undone"),
    ]
    row = partie(manches, side_names=["Est", ""], paper=True, abandoned_at="2026-11-28T21:00:00Z")
    entered = CardByCard(1, ("AS", "7S"), (None, ("KS",)))
    expected = State(
        version=9,
        game="piquet",
        options={"parties": 1},
        seats=(Seating((Stay(-14, 0),), 0), Seating((Stay(-14, 1),), 1)),
        first_dealer=1,
        side_names=("Est", ""),
        paper=True,
        manches=(
            RecordedManche(-12, FACTS, "un", None, None),
            RecordedManche(-10, FACTS, "", 1, None, kept=False),
            # Its dealer and order would be those of the current manche.
            RecordedManche(-4, FACTS, "", None, None, kept=False),
        ),
        entry=Entry({"elder": 1}, entered, ((0, 2),), 0, (0, 1)),
        abandoned=True,
    )
    converted = convert_partie(row)
    assert (converted.participants, converted.state) == ((ANNE, LUC), expected)
    assert converted.undone == (RecordedManche(-6, FACTS, "quatre", 0, (0, 1), kept=False),)
    assert converted.versions == {1: -12, 2: -10, 4: -6, 5: -4}


def test_a_replaced_player_keeps_the_manches_before() -> None:
    """Zoé replaces Anne after the first manche, Max replaces Zoé after the second one, and then Anne replaces Max."""
    replacements = [replaced(8, 0, 3, MAX, ANNE), replaced(6, 0, 3, ZOE, MAX), replaced(4, 0, 2, ANNE, ZOE)]
    converted = convert_partie(partie([manche(1), manche(2)], (ZOE, LUC), replacements=replacements))
    assert converted.participants == (ANNE, LUC, ZOE, MAX)
    assert converted.versions == {1: -10, 2: -5}
    assert converted.state.seats[0] == Seating((Stay(-15, 0), Stay(-9, 2), Stay(-3, 3), Stay(-2, 0)), 2)


def test_a_replacement_that_begins_later_than_the_next_manche_is_not_in_force() -> None:
    """Zoé came before the third manche; the second one is removed since, and Anne plays it again."""
    manches, replacements = [manche(1), manche(2, "undone", facts=FACTS)], [replaced(4, 0, 3, ANNE, ZOE)]
    row = partie(manches, (ZOE, LUC), replacements=replacements, changes=[{"manche": 2, "version": 5}])
    assert convert_partie(row).state.seats[0] == Seating((Stay(-9, 0),), 0)
    row["manches"] = [*manches, manche(3, "undone", facts=FACTS)]  # which Zoé had played
    assert convert_partie(row).state.seats[0] == Seating((Stay(-12, 0), Stay(-5, 2), Stay(-1, 0)), 2)


@st.composite
def parties(draw: st.DrawFn) -> Row:
    """Draw a partie: manches in the sheet and removed, then perhaps a current one and removed ones."""
    manches: list[Row] = []
    states = draw(st.lists(st.sampled_from(["recorded", "undone"]), max_size=4))
    states += draw(st.sampled_from([[], ["begun"], ["begun", "undone"], ["undone", "undone"]]))
    for state in states:
        position = 1 + (manches[-1]["position"] if manches else 0) + draw(st.integers(0, 1))
        turn = {"dealer": draw(st.none() | st.integers(0, 1)), "order": draw(st.none() | st.just([0, 1]))}
        facts = {} if state == "begun" and draw(st.booleans()) else FACTS
        manches.append(manche(position, state, facts=facts, **turn))
    players, replacements = [[ANNE], [LUC]], []
    for number in range(draw(st.integers(0, 3))):
        seat, coming = draw(st.integers(0, 1)), ZOE + number
        replacements.append(replaced(10 + 10 * number, seat, draw(st.integers(1, 9)), players[seat][-1], coming))
        players[seat].append(coming)
    seats = [draw(st.sampled_from(of_seat)) for of_seat in players]
    changes = [{"manche": one["position"], "version": draw(st.integers(1, 40))} for one in manches]
    return partie(manches, seats, replacements=replacements, changes=changes, version=50)


@given(parties())
def test_players_and_turns_are_those_of_the_earlier_version(row: Row) -> None:
    converted = convert_partie(row)
    state = converted.state
    for one in row["manches"]:
        if one["facts"]:
            version = converted.versions[one["position"]]
            now = [converted.participants[seating.player_at(version)] for seating in state.seats]
            assert now == [former_player(row, seat, one["position"]) for seat in range(2)]
    seated = [converted.participants[seating.latest] for seating in state.seats]
    assert seated == [former_player(row, seat, former_next_position(row)) for seat in range(2)]
    for seating in state.seats:
        assert max(stay.since for stay in seating.stays) < 0
    assert [manche.version for manche in state.manches if manche.kept] == [
        converted.versions[one["position"]] for one in row["manches"] if one["state"] == "recorded"
    ]
    sheet = [(one.dealer, one.order, one.kept) for one in state.manches]
    entry = state.entry
    assert turns_of(1, [*sheet, (entry.dealer, entry.order, True)]) == former_turns(row)


# --- The rules of the earlier version ---


def former_player(row: Row, seat: int, position: int) -> int:
    replacements = [one for one in row["replacements"] if one["seat"] == seat]
    if not replacements:
        return int(row["seats"][seat])
    players = (one["player"] for one in reversed(replacements) if one["position"] <= position)
    return int(next(players, replacements[0]["former"]))


def former_next_position(row: Row) -> int:
    manches, replacements = row["manches"], row["replacements"]
    current = [one["position"] for one in manches if one["state"] == "begun"]
    if current:
        return int(current[0])
    if replacements:
        last = max((one["position"] for one in manches if one["state"] != "undone"), default=0)
        begins = max(one["position"] for one in replacements)
        latest = max(one["version"] for one in replacements)
        changed = {one["manche"]: one["version"] for one in row["changes"]}
        at_end = [one["position"] for one in manches if last < one["position"] < begins]
        again = next((position for position in at_end if latest < changed[position]), None)
        if again is not None:
            return int(again)
    return 1 + max((one["position"] for one in manches), default=0)


def former_turns(row: Row) -> Turns:
    turns = [(one["dealer"], one["order"], one["state"] != "undone") for one in row["manches"]]
    begun = [index for index, one in enumerate(row["manches"]) if one["state"] == "begun"]
    # Those after the current manche, which were removed, are of no manche of the sheet.
    return turns_of(row["first_dealer"], turns[: begun[0] + 1] if begun else [*turns, (None, None, True)])
