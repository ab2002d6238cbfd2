"""House rules by a name: that of the game's own, that the carnet gave them, or what is particular to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.games.contract import AnyGame, plain_value
from scorekeeper.record.models import SavedPreset
from scorekeeper.web.forms.options import complete_options
from scorekeeper.web.i18n import gettext as _
from scorekeeper.web.words.house_rules import house_rules

_SAID = 2


def rules_name(game: AnyGame, options: Mapping[str, Any], saved: Iterable[SavedPreset]) -> str:
    """What to call these options."""
    texts = house_rules(game).presets
    for own in saved:
        if own.game == game.slug and complete_options(game, own.options, own.seats) == options:
            return own.name
    for preset in game.presets:
        if any(complete_options(game, preset.options, seats) == options for seats in preset.seats):
            return texts[preset.slug].name
    return _differences(game, options)


def _differences(game: AnyGame, options: Mapping[str, Any]) -> str:
    """The options that are not the usual ones, the first of them."""
    texts = house_rules(game).options
    said = [
        _("%(label)s : %(fault)s", label=texts[option.name].label, fault=texts[option.name].value(options[option.name]))
        for option in game.options
        if option.name in options and options[option.name] != plain_value(option.values[0])
    ]
    return ", ".join(said[:_SAID]) + (" …" if len(said) > _SAID else "")
