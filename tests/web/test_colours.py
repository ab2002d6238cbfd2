"""The colours of the house: what is written can be read, and nothing outshines the totals at night."""

import math
import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).parents[2] / "static" / "style" / "tokens.css"
OKLCH = re.compile(r"--([\w-]+): oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)")
NIGHT, STRONG = "(prefers-color-scheme: dark)", "(prefers-contrast: more)"
MODES = {
    "by day": (),
    "by night": (NIGHT,),
    "by day, strong": (STRONG,),
    "by night, strong": (NIGHT, STRONG, f"{STRONG} and {NIGHT}"),
}


def luminances(*asked: str) -> dict[str, float]:
    """How bright each colour is, to a browser that asks for these."""
    found = {}
    for block in re.split(r"(?=^@media )", TOKENS.read_text(encoding="utf-8"), flags=re.MULTILINE):
        condition = re.match(r"@media (.*) \{", block)
        if condition is None or condition[1] in asked:
            for name, *parts in OKLCH.findall(block):
                lightness, chroma, hue = map(float, parts)
                found[name] = luminance(lightness / 100, chroma, math.radians(hue))
    return found


def luminance(lightness: float, chroma: float, hue: float) -> float:
    """The relative luminance of WCAG, by way of Björn Ottosson's matrices."""
    a, b = chroma * math.cos(hue), chroma * math.sin(hue)
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
    return sum(part * min(1, max(0, light)) for part, light in ((0.2126, red), (0.7152, green), (0.0722, blue)))


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def test_white_and_black_are_as_far_apart_as_can_be() -> None:
    assert contrast(luminance(1, 0, 0), luminance(0, 0, 0)) == pytest.approx(21, abs=0.01)


@pytest.mark.parametrize("asked", MODES.values(), ids=MODES)
def test_what_is_written_can_be_read(asked: tuple[str, ...]) -> None:
    colours = luminances(*asked)
    pairs = [(ink, ground) for ink in ("ink", "faded", "red", "felt") for ground in ("paper", "sheet", "wrong")]
    pairs += [("on-felt", "felt"), ("paper", "ink")]
    least = 4.5 if STRONG not in asked else 7
    faint = {pair: contrast(*(colours[one] for one in pair)) for pair in pairs}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < least} == {}


@pytest.mark.parametrize("asked", MODES.values(), ids=MODES)
def test_what_can_be_touched_is_told_from_the_paper(asked: tuple[str, ...]) -> None:
    colours = luminances(*asked)
    assert contrast(colours["strong-rule"], colours["paper"]) >= 3
    assert contrast(colours["felt"], colours["paper"]) >= 3


@pytest.mark.parametrize("asked", [asked for asked in MODES.values() if NIGHT in asked])
def test_nothing_outshines_the_totals_at_night(asked: tuple[str, ...]) -> None:
    colours = luminances(*asked)
    assert max(colours.values()) == colours["ink"]
    assert colours["felt"] < colours["ink"]
