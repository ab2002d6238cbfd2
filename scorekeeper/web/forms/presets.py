"""The presets of house rules: those of the game, those saved in the carnet, and how a table saves one.

A *preset* is a set of house rules with a name. Its `options` are the values that differ from the defaults, as JSON by
name: `{"limit": 50}`; `game.options` are the options themselves, with all their values. A *carnet* is the notebook of a
group of players, a *partie* a game to its end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flask import flash, request

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.shape import Json
from scorekeeper.record.carnet import carnets
from scorekeeper.record.models import Carnet, SavedPreset
from scorekeeper.record.names import comparable
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.forms.options import complete_options
from scorekeeper.web.text.house_rules import house_rules

# A table may choose house rules of its own, without a preset, before it names its players. They are sent as JSON in the
# place of the slug of a preset, with at most this number of characters.
OWN_LENGTH = 200


@dataclass(frozen=True)
class PresetChoice:
    """A preset of the game, or one saved in the carnet."""

    # Its value in forms: the slug of a preset of the game, or `own-7` for the saved preset with the id 7.
    slug: str
    name: str

    # What it changes: « Fin de partie : 50 · Passe : non ».
    line: str

    # The chosen values, as JSON by name of the option.
    options: dict[str, Any]

    # The id of a preset saved in the carnet, None for a preset of the game.
    saved_id: int | None = None


def preset_choices(game: AnyGame, seats: int, saved: Iterable[SavedPreset] = ()) -> list[PresetChoice]:
    """Return the presets for this number of players: those of the game, then the saved ones."""
    # The name and line of each preset of the game, in the language of the reader.
    texts = house_rules(game).presets
    built_in = [
        PresetChoice(preset.slug, texts[preset.slug].name, texts[preset.slug].line, dict(preset.options))
        for preset in game.presets
        if seats in preset.seats
    ]
    # A saved preset is only for its game and its number of players.
    saved_choices = [
        PresetChoice(
            f"own-{preset.id}",
            preset.name,
            unusual_line(game, preset.options, seats),
            preset.options,
            preset.id,
        )
        for preset in saved
        if preset.game == game.slug and preset.seats == seats
    ]
    return [*built_in, *saved_choices]


def unusual_line(game: AnyGame, options: Json, seats: int) -> str:
    """Return in one line the house rules that differ from the usual ones: « Fin de partie : 50 · Passe : non »."""
    return " · ".join(unusual_rules(game, options, seats)) or _("Les règles habituelles.")


def unusual_rules(game: AnyGame, options: Json, seats: int) -> list[str]:
    """Return the house rules that differ from the first preset for this number of players: « Fin de partie : 50 »."""
    texts = house_rules(game).options
    first_preset = next((preset.options for preset in game.presets if seats in preset.seats), {})
    # `complete_options` adds the default values of the other options. An option is listed if its value is not the usual
    # one, and if it has an effect under the other options.
    usual = complete_options(game, first_preset, seats)
    complete = complete_options(game, options, seats)
    return [
        _(
            "%(label)s : %(value)s",
            label=texts[option.name].label,
            value=texts[option.name].value(complete[option.name]),
        )
        for option in game.options
        if option.name in complete and complete[option.name] != usual.get(option.name) and option.has_effect(complete)
    ]


def chosen_preset(choices: list[PresetChoice], slug: str | None) -> PresetChoice | None:
    """Return the preset of this slug, else the first; None without presets.

    Instead of a slug, the text may be JSON: the house rules that a table chose itself before it named its players. The
    result then has neither name nor line, which `described` adds.
    """
    # If the JSON was cut off or changed, `json.loads` raises `ValueError`; no slug is equal to it, so that the first
    # preset is returned.
    with suppress(ValueError):
        if (slug or "").startswith("{"):
            return PresetChoice(str(slug), "", "", json.loads(str(slug)[:OWN_LENGTH]))
    for choice in choices:
        if choice.slug == slug:
            return choice
    return next(iter(choices), None)


def described(game: AnyGame, preset: PresetChoice, seats: int) -> PresetChoice:
    """Return house rules that a table chose itself as an item of the list of presets, with a name and a line."""
    return replace(preset, name=_("Vos règles"), line=unusual_line(game, preset.options, seats))


def save_preset(carnet: Carnet, game: AnyGame, seats: int, chosen: Json) -> SavedPreset:
    """Save house rules in the carnet under the name in the form.

    A notice says whether they replace others and what differs from the usual rules. Raises `RefusedError` for an
    invalid name, and for the name of a preset of the game, and `ImpossibleOptionsError` for house rules that this table
    cannot play.
    """
    # `read_options` checks the options and adds the defaults; `write_options` returns them all, as JSON by name.
    options = game.write_options(game.read_options(chosen, seats))
    name = request.form.get("preset_name", "")
    built_in = preset_choices(game, seats)
    # `comparable` makes names equal that look the same: « Zoé » and « ZOÉ ».
    if comparable(name) in {comparable(choice.name) for choice in built_in}:
        raise RefusedError("preset_of_game", field="preset_name", name=name.strip())
    # If the carnet has a preset of this name already, `carnets.save_preset` changes this one, so that its id is known.
    before = {preset.id for preset in carnet.presets}
    preset = carnets.save_preset(carnet, game.slug, name, seats, options)
    if preset.id in before:
        saved = _("« %(name)s » : ces règles remplacent celles que vous gardiez sous ce nom.", name=preset.name)
    else:
        saved = _("« %(name)s » : ces règles vous seront proposées à la prochaine partie.", name=preset.name)
    what = _("Les règles habituelles.")
    if unusual := unusual_rules(game, options, seats):
        what = _("Ce qui change de l’habitude : %(rules)s", rules=" · ".join(unusual))
    flash(f"{saved} {what}")
    return preset
