"""The filters of the figures of a game: the game and the house rules, and the choices that they offer.

The slug of a game is its name in addresses: `hearts`. A preset is a named set of house rules, of the game or saved by
the group. An option is one of the house rules of a game, with the values to choose from; the `options` of a partie (a
game played to its end) are its values, by name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask import request

from scorekeeper.games import game_counted_as
from scorekeeper.games.contract import AnyGame, plain_value
from scorekeeper.record.models import SavedPreset
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.access import saved_presets
from scorekeeper.web.forms.options import complete_options
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.house_rules import house_rules

_MAX_DIFFERENCES = 2  # house rules without a name are named by at most this number of options
# The form of a digest of house rules in an address.
_DIGEST = re.compile(r"[0-9a-f]{12}", re.ASCII)


class RequestFilters(NamedTuple):
    """The filters in the query string; an empty string does not filter."""

    # The slug of the game.
    game: str = ""

    # A digest of house rules, twelve hexadecimal digits (`outcomes.rules_digest`).
    rules: str = ""

    def arguments(self) -> dict[str, Any]:
        """Return the filters that are not empty as the arguments of an address: `{"game": "hearts"}`."""
        return {name: value for name, value in self._asdict().items() if value}


def requested_filters() -> RequestFilters:
    """Return the filters in the query string; invalid ones are empty."""
    game, rules = request.args.get("game", ""), request.args.get("rules", "")
    if game not in PAGES:
        game = ""
    if not _DIGEST.fullmatch(rules):
        rules = ""
    return RequestFilters(game, rules)


def played_games(played: Sequence[Any]) -> list[str]:
    """Return the slugs of the installed games that were played, the one with most parties first.

    `played` are the rows of `rules_played`.
    """
    counts = Counter[str]()
    for row in played:
        counts[row.game] += row.parties
    return [game for game, _parties in counts.most_common() if game in PAGES]


def rules_choices(played: Sequence[Any], game_slug: str) -> Iterator[tuple[str, str, int]]:
    """Yield the house rules of one game, those with most parties first: (digest, name, number of parties).

    `played` are the rows of `rules_played`.
    """
    # The installed game of a slug, also of a kind of it such as `hearts:simple`.
    game = game_counted_as(game_slug)
    for row in played:
        if row.game == game_slug and game is not None:
            yield row.rules, name_of_rules(game, row.options, saved_presets()), row.parties


def name_of_rules(game: AnyGame, options: Mapping[str, Any], saved_presets: Iterable[SavedPreset]) -> str:
    """Return the name of the preset that has these house rules, else the options that differ from the default.

    `options` are the values of all options, by name. The presets that the group saved are tried before those of the
    game.
    """
    # The names of the presets of the game in the language of the reader, by slug.
    texts = house_rules(game).presets
    # A preset has only some options. `complete_options` adds the defaults of the others, which depend on the number of
    # seats.
    for saved in saved_presets:
        if saved.game == game.slug and complete_options(game, saved.options, saved.seats) == options:
            return saved.name
    for preset in game.presets:
        if any(complete_options(game, preset.options, seats) == options for seats in preset.seats):
            return texts[preset.slug].name
    return _list_differences(game, options)


def _list_differences(game: AnyGame, options: Mapping[str, Any]) -> str:
    """Return the first options whose value is not the default: « Limite : 50, Capot : 30 … »."""
    # The texts of the options in the language of the reader, by name: the `label`, and `value`, a function that returns
    # the text of a value.
    texts = house_rules(game).options
    differences = [
        _("%(label)s : %(fault)s", label=texts[option.name].label, fault=texts[option.name].value(options[option.name]))
        for option in game.options
        # The first value of an option is the default. `plain_value` returns it as JSON, as the values of `options` are:
        # for the member of an enum, this is its value, such as "drawn".
        if option.name in options and options[option.name] != plain_value(option.values[0])
    ]
    name = ", ".join(differences[:_MAX_DIFFERENCES])
    if len(differences) > _MAX_DIFFERENCES:
        name += " …"
    return name
