"""The colours of the app: text has enough contrast, and nothing is brighter than the totals in the dark mode."""

import re
from pathlib import Path

import pytest

from scorekeeper.web.core.charts.signs import SIGNS

TOKENS = Path(__file__).parents[3] / "static" / "style" / "tokens.css"
COLOUR = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")
NIGHT, STRONG = "(prefers-color-scheme: dark)", "(prefers-contrast: more)"
MODES = {
    "by day": (),
    "by night": (NIGHT,),
    "by day, strong": (STRONG,),
    "by night, strong": (NIGHT, STRONG, f"{STRONG} and {NIGHT}"),
}


def luminances(*modes: str) -> dict[str, float]:
    """Return the luminance of each colour in these media modes."""
    found = {}
    for block in re.split(r"(?=^@media )", TOKENS.read_text(encoding="utf-8"), flags=re.MULTILINE):
        condition = re.match(r"@media (.*) \{", block)
        if condition is None or condition[1] in modes:
            found |= {name: luminance(colour) for name, colour in COLOUR.findall(block)}
    return found


def luminance(colour: str) -> float:
    """Return the relative luminance (WCAG) of `#rrggbb`."""
    red, green, blue = (light(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def test_white_and_black_have_the_greatest_contrast() -> None:
    assert contrast(luminance("#ffffff"), luminance("#000000")) == pytest.approx(21, abs=0.01)


def test_the_night_of_the_menu_has_the_colours_of_the_night_of_the_device() -> None:
    text = TOKENS.read_text(encoding="utf-8")
    of_device = [
        COLOUR.findall(block) for block in re.findall(r":root:where\(:not\(\.day\)\) \{(.*?)\}", text, re.DOTALL)
    ]
    of_menu = [COLOUR.findall(block) for block in re.findall(r":root:where\(\.night\) \{(.*?)\}", text, re.DOTALL)]
    assert of_device == of_menu
    assert [len(colours) for colours in of_menu] == [11, 10]


@pytest.mark.parametrize("modes", MODES.values(), ids=MODES)
def test_text_has_enough_contrast(modes: tuple[str, ...]) -> None:
    colours = luminances(*modes)
    pairs = [(ink, ground) for ink in ("ink", "faded", "red", "felt") for ground in ("paper", "sheet", "wrong")]
    pairs += [("on-felt", "felt"), ("paper", "ink")]
    least = 4.5 if STRONG not in modes else 7
    faint = {pair: contrast(*(colours[one] for one in pair)) for pair in pairs}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < least} == {}


@pytest.mark.parametrize("modes", MODES.values(), ids=MODES)
def test_controls_have_enough_contrast_with_the_background(modes: tuple[str, ...]) -> None:
    colours = luminances(*modes)
    assert contrast(colours["strong-rule"], colours["paper"]) >= 3
    assert contrast(colours["felt"], colours["paper"]) >= 3


@pytest.mark.parametrize("modes", [modes for modes in MODES.values() if NIGHT in modes])
def test_nothing_is_brighter_than_the_totals_in_the_dark(modes: tuple[str, ...]) -> None:
    colours = luminances(*modes)
    assert max(colours.values()) == colours["ink"]
    assert colours["felt"] < colours["ink"]


@pytest.mark.parametrize(("modes", "theme"), [((), 0), ((NIGHT,), 1)], ids=["by day", "by night"])
def test_the_colours_of_players_can_be_read_and_none_is_brighter_than_the_totals(
    modes: tuple[str, ...], theme: int
) -> None:
    colours = luminances(*modes)
    signs = TOKENS.with_name("signs.css").read_text(encoding="utf-8")
    pairs = re.findall(r"--c: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", signs)
    players = [pair[theme] for pair in pairs]
    assert len(set(players)) == SIGNS
    for player in players:
        assert min(contrast(luminance(player), colours[ground]) for ground in ("paper", "sheet")) >= 4.5, player
        assert theme == 0 or luminance(player) < colours["ink"]
