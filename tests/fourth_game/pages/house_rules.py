"""The house rules of Petite Belote in words, as its rulebook has them in the reader's language."""

from __future__ import annotations

from flask_babel.speaklater import LazyString

import fourth_game
from fourth_game.options import OPTIONS as _OPTIONS
from fourth_game.options import PRESETS as _PRESETS
from scorekeeper.games.contract import plain_value
from scorekeeper.games.rulebook import OptionText, PresetText, read_house_rules
from scorekeeper.web.language import current


def _preset(slug: str) -> PresetText:
    return read_house_rules(fourth_game.__name__)[current()].presets[slug]


def _option(name: str) -> OptionText:
    return read_house_rules(fourth_game.__name__)[current()].options[name]


PRESETS = {preset.slug: LazyString(lambda slug: _preset(slug).name, preset.slug) for preset in _PRESETS}
PRESET_LINES = {preset.slug: LazyString(lambda slug: _preset(slug).line, preset.slug) for preset in _PRESETS}
OPTIONS = {
    option.name: (
        LazyString(lambda name: _option(name).label, option.name),
        LazyString(lambda name: _option(name).line, option.name),
    )
    for option in _OPTIONS
}
VALUES = {
    option.name: {
        plain_value(value): LazyString(lambda name, value: _option(name).value(value), option.name, plain_value(value))
        for value in option.values
    }
    for option in _OPTIONS
}
