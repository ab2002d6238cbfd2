from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.contract import POINTS_LIMIT
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.shape import ImpossibleOptionsError

DEFAULTS = {
    "format": "six_coups",
    "target": 150,
    "won_own_lead": "counts",
    "low_card_points": "all",
    "capot_last_trick": "counts",
    "pic_window": "play",
    "repic_needs_zero_opponent": True,
    "carte_blanche_shown": "at_own_exchange",
    "tie": "two_more_coups",
    "revoke": 0,
}


def written(chosen: dict[str, Any]) -> dict[str, Any]:
    return PIQUET.write_options(PIQUET.read_options(chosen, 2))


def refusal_of(chosen: Any, seats: int = 2) -> ImpossibleOptionsError:  # noqa: ANN401 - options may be any junk
    with pytest.raises(ImpossibleOptionsError) as refusal:
        PIQUET.read_options(chosen, seats)
    return refusal.value


def test_the_options_are_in_the_order_of_the_public_format_with_their_defaults() -> None:
    assert list(written({})) == list(DEFAULTS)
    assert written({}) == DEFAULTS
    assert [option.name for option in PIQUET.options] == list(DEFAULTS)


@pytest.mark.parametrize(
    ("name", "article", "values"),
    [
        pytest.param(
            "format", "PI-24", ["six_coups", "rubicon_four", "target_single", "target_linked"], id="PI-24 the format"
        ),
        pytest.param("target", "PI-27", [150, 100, 221], id="PI-27 the target"),
        pytest.param("won_own_lead", "PI-17", ["counts", "only_when_captured"], id="PI-17 a trick won by its leader"),
        pytest.param("low_card_points", "PI-18", ["all", "above_nine"], id="PI-18 nines and below"),
        pytest.param("capot_last_trick", "PI-21", ["counts", "absorbed"], id="PI-21 the last trick of a capot"),
        pytest.param("pic_window", "PI-22", ["play", "first_lead"], id="PI-22 until when a pic may come"),
        pytest.param("repic_needs_zero_opponent", "PI-23", [True, False], id="PI-23 a repic before any point"),
        pytest.param(
            "carte_blanche_shown",
            "PI-8",
            ["at_own_exchange", "before_elder_exchange"],
            id="PI-8 when the dealer shows a carte blanche",
        ),
        pytest.param("tie", "PI-30", ["two_more_coups", "drawn"], id="PI-30 equal totals"),
        pytest.param("revoke", "T-5", [0, 10, 30], id="T-5 what a revoke gives the other"),
    ],
)
def test_an_option_has_its_article_and_its_values_the_default_first(name: str, article: str, values: list[Any]) -> None:
    option = next(option for option in PIQUET.options if option.name == name)
    assert (option.article, list(option.values)) == (article, values)
    assert [written({name: value})[name] for value in values] == values
    assert values[0] == DEFAULTS[name]


@pytest.mark.parametrize("target", [1, 99, 100, 150, 221, POINTS_LIMIT])
def test_pi_27_any_target_may_be_chosen(target: int) -> None:
    assert written({"target": target})["target"] == target


@pytest.mark.parametrize("target", [0, -1, POINTS_LIMIT + 1])
def test_pi_27_a_target_out_of_bounds_is_refused_with_the_bounds(target: int) -> None:
    error = refusal_of({"target": target})
    assert (error.key, error.article, error.field) == ("option_range", "PI-27", "target")
    assert error.details == {"lowest": 1, "highest": POINTS_LIMIT}


@pytest.mark.parametrize(
    "chosen",
    [
        {"format": "five_coups"},
        {"target": "150"},
        {"target": 150.0},
        {"won_own_lead": True},
        {"low_card_points": "above_ten"},
        {"capot_last_trick": ""},
        {"pic_window": ["play"]},
        {"repic_needs_zero_opponent": 1},
        {"carte_blanche_shown": "never"},
        {"tie": "shared"},
    ],
    ids=str,
)
def test_a_value_that_an_option_does_not_have_is_refused_by_the_options_name(chosen: dict[str, Any]) -> None:
    error = refusal_of(chosen)
    assert (error.key, error.field) == ("option_value", next(iter(chosen)))


@pytest.mark.parametrize("seats", [0, 1, 3, 4, 6])
def test_pi_1_a_table_that_is_not_of_two_is_refused(seats: int) -> None:
    error = refusal_of({}, seats)
    assert (error.key, error.article, error.details) == ("two_players", "PI-1", {"seats": seats, "sizes": [2]})


def test_pi_1_each_of_the_two_players_is_a_side() -> None:
    assert PIQUET.sides(PIQUET.read_options({}, 2), 2) == (0, 1)
    assert PIQUET.table_sizes == {2}
    assert not PIQUET.lowest_leads


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        pytest.param("six_coups", {}, id="PI-24 six coups"),
        pytest.param("rubicon", {"format": "rubicon_four"}, id="PI-29 Piquet Rubicon"),
        pytest.param("seche_100", {"format": "target_single", "target": 100}, id="PI-27 sèche of 100"),
        pytest.param("seche_150", {"format": "target_single", "target": 150}, id="PI-27 sèche of 150"),
        pytest.param("seche_221", {"format": "target_single", "target": 221}, id="PI-27 sèche of 221"),
        pytest.param("liee_150", {"format": "target_linked", "target": 150}, id="PI-28 liée of 150"),
        pytest.param("anglais", {"won_own_lead": "only_when_captured"}, id="PI-39 Piquet à l'anglaise"),
    ],
)
def test_a_preset_is_the_defaults_but_for_what_it_names(slug: str, options: dict[str, Any]) -> None:
    preset = next(preset for preset in PIQUET.presets if preset.slug == slug)
    assert preset.seats == {2}
    assert written(dict(preset.options)) == {**DEFAULTS, **options}


@pytest.mark.parametrize("junk", [None, [], "six_coups", 2], ids=repr)
def test_options_that_are_no_object_are_refused(junk: object) -> None:
    assert refusal_of(junk).key == "not_an_object"


def test_an_unknown_option_is_refused_by_its_name() -> None:
    error = refusal_of({"rubicon": True})
    assert (error.key, error.field) == ("unknown_option", "rubicon")
