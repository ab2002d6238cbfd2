"""The house rules and tables of Atout Pique: each case of data/spades/options.toml."""

from __future__ import annotations

import pytest
from support.case_files import Case, check_options, each

from scorekeeper.games.contract import Deal, MancheFacts, Table
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.facts import SpadesFacts
from scorekeeper.games.spades.play import leader


@each("spades/options")
def test_what_follows_from_the_house_rules_and_the_table(case: Case) -> None:
    check_options(SPADES, case)


def test_the_defaults_and_the_presets_are_those_of_the_game() -> None:
    assert SPADES.write_options(SPADES.read_options({}, 4)) == {
        "target": 500,
        "nil": 100,
        "blind_nil": True,
        "blind_nil_exchange": False,
        "first_trick_spades": "ruff_allowed",
        "failed_nil_tricks": "sacs_only",
        "floor": None,
        "revoke": "nothing",
        "sacs_limit": 10,
        "alone": False,
        "deck": "standard",
    }
    assert {preset.slug: dict(preset.options) for preset in SPADES.presets} == {
        "cinq_cents": {},
        "trois_cents": {"target": 300},
        "sept_cents": {"target": 700},
        "zero_cinquante": {"nil": 50},
        "sans_double_zero": {"blind_nil": False},
        "echange_double_zero": {"blind_nil_exchange": True},
        "sacs_par_cinq": {"sacs_limit": 5},
        "chacun_pour_soi": {"alone": True},
        "jokers": {"deck": "jokers"},
    }
    assert not SPADES.lowest_leads


@pytest.mark.parametrize(("first", "dealers"), [(0, [0, 1, 2, 3, 0]), (2, [2, 3, 0, 1, 2]), (3, [3, 0, 1, 2, 3])])
def test_ap_2_the_dealer_rotates_and_there_is_no_pass(first: int, dealers: list[int]) -> None:
    manche = MancheFacts(SpadesFacts((3, 3, 3, 3), (7, 6), (None,) * 4))
    deals = [SPADES.deal(SPADES.read_options({}, 4), Table(4, first), [manche] * count) for count in range(5)]
    assert deals == [Deal(dealer) for dealer in dealers]


def test_ap_9_the_seat_at_the_dealers_left_leads() -> None:
    assert [leader(Table(4, dealer)) for dealer in range(4)] == [1, 2, 3, 0]
