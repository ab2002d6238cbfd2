"""House rules under a name, to choose from before a partie: those of the game, and those that a carnet keeps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.contract import AnyGame
from scorekeeper.record.models import SavedPreset
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.text.house_rules import house_rules


@dataclass(frozen=True)
class PresetChoice:
    """A set of house rules to choose from: its slug in addresses, its name, what it changes, its options."""

    slug: str
    name: str
    line: str
    options: dict[str, Any]
    saved_id: int | None = None


def preset_choices(game: AnyGame, seats: int, kept: Iterable[SavedPreset] = ()) -> list[PresetChoice]:
    """The presets for so many players, the usual one first, then those `kept` that suit this table."""
    texts = house_rules(game).presets
    built_in = [
        PresetChoice(preset.slug, texts[preset.slug].name, texts[preset.slug].line, dict(preset.options))
        for preset in game.presets
        if seats in preset.seats
    ]
    own = [
        PresetChoice(
            f"own-{saved.id}", saved.name, _("Vos règles, enregistrées dans ce carnet."), saved.options, saved.id
        )
        for saved in kept
        if saved.game == game.slug and saved.seats == seats
    ]
    return [*built_in, *own]


def chosen_preset(choices: list[PresetChoice], slug: str | None) -> PresetChoice | None:
    """The preset of that slug, else the usual one; None where there is none at all."""
    return next((choice for choice in choices if choice.slug == slug), choices[0] if choices else None)
