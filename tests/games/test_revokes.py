"""Revokes among the facts of a manche of any game that prices them, and the seats that the arbiter blames (T-5)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.arbiter import arbiter_for, revoking_seats
from scorekeeper.games.contract import CardByCard, Table
from scorekeeper.games.manche_json import read_manche, write_manche
from scorekeeper.games.revokes import blamed_seats, price_of
from scorekeeper.games.shape import ImpossibleFactsError

FACTS: dict[str, dict[str, Any]] = {
    "hearts": {"points": [5, 4, 16, 1]},
    "spades": {"bids": [3, 3, 2, 3], "tricks": [7, 6]},
    "piquet": {"elder": 0, "tricks": [6, 6], "last": 1},
}
SEATS = {"hearts": 4, "spades": 4, "piquet": 2}
every_game = pytest.mark.parametrize("slug", FACTS)


def written_revokes(slug: str, revokes: object) -> object:
    """Return the revokes in the written facts, None when there are none."""
    game, seats = GAMES[slug], SEATS[slug]
    facts = {**FACTS[slug], "revokes": revokes}
    manche = read_manche(game, game.read_options({}, seats), seats, facts)
    written = write_manche(game, manche)
    assert read_manche(game, game.read_options({}, seats), seats, written) == manche
    return written.get("revokes")


@every_game
def test_revokes_are_stored_in_seat_order(slug: str) -> None:
    for seats in itertools.permutations(range(SEATS[slug]), 2):
        assert written_revokes(slug, list(seats)) == sorted(seats)


@every_game
@pytest.mark.parametrize("no_seats", [None, []])
def test_facts_without_a_revoke_have_no_revokes_key(slug: str, no_seats: object) -> None:
    assert written_revokes(slug, no_seats) is None


@every_game
@pytest.mark.parametrize(
    ("revokes", "key"),
    [
        (1, "not_a_list"),
        ("1", "not_a_list"),
        ({"1": 1}, "not_a_list"),
        ([None], "not_whole"),
        ([True], "not_whole"),
        (["1"], "not_whole"),
        ([1.0], "not_whole"),
        ([[0]], "not_whole"),
        ([-1], "too_low"),
        ([8], "too_high"),
        ([10**40], "too_high"),
        ([1, 0, 1], "revoke_twice"),
    ],
)
def test_revokes_that_cannot_be_are_refused_by_their_article(slug: str, revokes: object, key: str) -> None:
    with pytest.raises(ImpossibleFactsError) as refused:
        written_revokes(slug, revokes)
    assert (refused.value.key, refused.value.field, refused.value.article) == (key, "revokes", "T-5")


@pytest.mark.parametrize(
    ("slug", "chosen", "price"),
    [
        ("hearts", {}, None),
        ("hearts", {"revoke": 0}, None),
        ("hearts", {"revoke": 13}, 13),
        ("hearts", {"revoke": 100}, 100),
        ("spades", {}, None),
        ("spades", {"revoke": "nothing"}, None),
        ("spades", {"revoke": "three_tricks"}, "three_tricks"),
        ("piquet", {}, None),
        ("piquet", {"revoke": 10}, 10),
    ],
)
def test_what_a_revoke_costs_is_nothing_unless_the_table_agreed(
    slug: str, chosen: dict[str, Any], price: object
) -> None:
    game = GAMES[slug]
    assert price_of(game, game.read_options(chosen, SEATS[slug])) == price


def blamed(*plays: str) -> tuple[list[list[int]], list[int]]:
    """The seats blamed after each card of Dame de Pique, and those that revoked; Anne, seat 0, leads."""
    game = GAMES["hearts"]
    manche = (game, game.read_options({}, 4), Table(4, 3), CardByCard(0, plays), {})
    arbiter = arbiter_for(*manche)
    return [sorted(blamed_seats(arbiter, index)) for index in range(len(plays))], sorted(revoking_seats(*manche))


def test_a_card_that_proves_an_earlier_one_irregular_blames_who_played_that_one_t_4() -> None:
    """Luc throws K♦ on a club, then plays 6♣."""
    assert blamed("2C", "KD", "3C", "AC", "5C", "4C", "6C") == ([[], [], [], [], [], [], [1]], [1])


def test_a_forbidden_card_blames_who_plays_it_dp_11() -> None:
    assert blamed("KC") == ([[0]], [])  # a lead is no revoke


def test_no_seat_is_blamed_when_one_of_three_revoked_t_4() -> None:
    assert blamed("2C", "2D", "3D", "4D", "KS") == ([[], [], [], [], []], [])
