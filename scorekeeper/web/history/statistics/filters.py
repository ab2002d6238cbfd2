"""The filters of the figures of a game, by house rules and table of players, and the choices that they offer.

A table is the players of a partie (a game played to its end), in any seats. The slug of a game is its name in
addresses: `hearts`. A preset is a named set of house rules, of the game or saved by the group. An option is one of the
house rules of a game, with the values to choose from; the `options` of a choice are the values of a partie, by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from flask import g, request

from scorekeeper.games import game_counted_as
from scorekeeper.games.contract import AnyGame, plain_value
from scorekeeper.record.models import SavedPreset
from scorekeeper.record.read_models.outcomes import PEOPLE_LENGTH
from scorekeeper.record.read_models.statistics import FilterChoice, KnownPlayer, PartieFilter
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.access import saved_presets
from scorekeeper.web.forms.options import complete_options
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.house_rules import house_rules

_MAX_DIFFERENCES = 2  # house rules without a name are named by at most this number of options
# The form that a filter must have in an address, by its name: a digest of house rules, the ids of players.
_PATTERNS = {
    "rules": re.compile(r"[0-9a-f]{12}", re.ASCII),
    "table": re.compile(r"\d+(-\d+)*", re.ASCII),
}


@dataclass(frozen=True, slots=True)
class RequestFilters:
    """The filters in the query string; an empty string does not filter."""

    # The slug of the game.
    game: str = ""

    # A digest of house rules, twelve hexadecimal digits (`outcomes.rules_digest`).
    rules: str = ""

    # The ids of the players, sorted: `3-7-12`.
    table: str = ""

    @property
    def is_narrowed(self) -> bool:
        """Whether a filter other than the game is set."""
        return bool(self.rules or self.table)

    def criteria(self, year: int) -> PartieFilter:
        """Return these filters as those of a query, for the parties of this carnet in a year, 0 for all years."""
        # The fields of `PartieFilter`: carnet_id, game, rules, people, year. The table is its `people`.
        return PartieFilter(g.access.carnet.id, self.game, self.rules, self.table, year)

    def arguments(self) -> dict[str, Any]:
        """Return the filters that are not empty as the arguments of an address: `{"game": "hearts"}`."""
        return {name: value for name, value in asdict(self).items() if value}


class LabelledChoice(NamedTuple):
    """A choice of a filter."""

    # What the form sends: a digest of house rules, or the ids of the players of a table.
    value: str

    # What the page shows: the name of the house rules, or the names of the players.
    label: str

    # The number of parties that it finds.
    parties: int


@dataclass(frozen=True, slots=True)
class OfferedFilters:
    """The games to choose from, and the choices of the other filters."""

    # The slugs of the games.
    games: tuple[str, ...]
    rules: tuple[LabelledChoice, ...]
    tables: tuple[LabelledChoice, ...]


def requested_filters() -> RequestFilters:
    """Return the filters in the query string; invalid ones are empty."""
    game = request.args.get("game", "")
    # The filters `rules` and `table`.
    others = {name: _valid_or_empty(name, request.args.get(name, "")) for name in _PATTERNS}
    if game not in PAGES:
        game = ""
    return RequestFilters(game, **others)


def _valid_or_empty(name: str, text: str) -> str:
    """Return the text of the filter of this name, empty if it is too long or has another form."""
    if len(text) <= PEOPLE_LENGTH and _PATTERNS[name].fullmatch(text):
        return text
    return ""


def offered_filters(choices: Sequence[FilterChoice], game: str, players: Mapping[int, KnownPlayer]) -> OfferedFilters:
    """Return the games to choose from, and the house rules and tables of one game, those with most parties first.

    `choices` are those of all games, sorted by the number of parties. Each has a game and either house rules (`rules`),
    a table (`people`) or neither.
    """
    # A choice with neither is that of all parties of its game.
    whole_games = [choice.game for choice in choices if not (choice.rules or choice.people)]
    of_game = [choice for choice in choices if choice.game == game]
    tables = [choice for choice in of_game if choice.people]
    return OfferedFilters(
        games=tuple(slug for slug in whole_games if slug in PAGES),
        rules=tuple(_rules_choices(of_game)),
        tables=tuple(LabelledChoice(one.people, _list_names(one.people, players), one.parties) for one in tables),
    )


def _rules_choices(choices: Sequence[FilterChoice]) -> Iterator[LabelledChoice]:
    """Yield those of these choices that are house rules, with their names."""
    for choice in choices:
        # The installed game of a slug, also of a kind of it such as `hearts:simple`; None if it is not installed.
        game = game_counted_as(choice.game)
        if game is not None and choice.rules and choice.options is not None:
            label = name_of_rules(game, choice.options, saved_presets())
            yield LabelledChoice(choice.rules, label, choice.parties)


def _list_names(people: str, players: Mapping[int, KnownPlayer]) -> str:
    """Return the names of the players of a table, given as ids: `3-7-12`."""
    seated = (players.get(int(player_id)) for player_id in people.split("-"))
    return ", ".join(player.name for player in seated if player is not None)


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
