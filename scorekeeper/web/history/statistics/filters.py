"""The filters of the statistics, by game, house rules, table of players and year, and the choices that they offer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import g, request

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, plain_value
from scorekeeper.record.models import SavedPreset
from scorekeeper.record.read_models.outcomes import PEOPLE_LENGTH
from scorekeeper.record.read_models.statistics import FilterChoice, KnownPlayer, PartieFilter
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.access import saved_presets
from scorekeeper.web.forms.options import complete_options
from scorekeeper.web.text.house_rules import house_rules

_MAX_DIFFERENCES = 2  # options in the name of house rules
_PATTERNS = {
    "rules": re.compile(r"[0-9a-f]{12}", re.ASCII),
    "table": re.compile(r"\d+(-\d+)*", re.ASCII),
    "year": re.compile(r"\d{4}", re.ASCII),
}


@dataclass(frozen=True, slots=True)
class RequestFilters:
    """The filters in the query string; an empty string does not filter.

    `rules` is a digest of house rules, `table` the ids of the players: `3-7-12`.
    """

    game: str = ""
    rules: str = ""
    table: str = ""
    year: str = ""

    @property
    def is_narrowed(self) -> bool:
        """Whether a filter other than the game is set."""
        return bool(self.rules or self.table or self.year)

    def criteria(self, game: str) -> PartieFilter:
        """Return the criteria for the parties of a game, or of all games for an empty string."""
        rules = self.rules if game and game == self.game else ""  # house rules belong to one game
        return PartieFilter(g.reader.carnet.id, game, rules, self.table, int(self.year or 0))

    def arguments(self, **changes: str) -> dict[str, str]:
        """Return these filters with changes as the arguments of an address, without empty ones."""
        values = {"game": self.game, "rules": self.rules, "table": self.table, "year": self.year, **changes}
        return {name: value for name, value in values.items() if value}


class LabelledChoice(NamedTuple):
    """A choice of a filter: the value sent, its label, and its number of parties."""

    value: str
    label: str
    parties: int


@dataclass(frozen=True, slots=True)
class OfferedFilters:
    """The games to choose from, and the choices of the other filters."""

    games: tuple[str, ...]
    rules: tuple[LabelledChoice, ...]
    tables: tuple[LabelledChoice, ...]
    years: tuple[LabelledChoice, ...]


def requested_filters() -> RequestFilters:
    """Return the filters in the query string; invalid ones are empty."""
    game = request.args.get("game", "")
    others = {name: _valid_or_empty(name, request.args.get(name, "")) for name in _PATTERNS}
    return RequestFilters(game if game in GAMES else "", **others)


def _valid_or_empty(name: str, text: str) -> str:
    return text if len(text) <= PEOPLE_LENGTH and _PATTERNS[name].fullmatch(text) else ""


def offered_filters(choices: Sequence[FilterChoice], game: str, players: Mapping[int, KnownPlayer]) -> OfferedFilters:
    """Return the filters that find parties in one game, or in all games for an empty string."""
    whole_games = [choice.game for choice in choices if not (choice.rules or choice.people or choice.year)]
    of_game = [choice for choice in choices if game in {"", choice.game}]
    table_choices = [choice for choice in of_game if choice.people]
    tables = [(choice.people, _list_names(choice.people, players), choice.parties) for choice in table_choices]
    years = [(str(choice.year), str(choice.year), choice.parties) for choice in of_game if choice.year]
    return OfferedFilters(
        games=tuple(slug for slug in whole_games if slug in GAMES),
        rules=tuple(_rules_choices(of_game)) if game else (),
        tables=tuple(_sum_by_value(tables)),
        years=tuple(sorted(_sum_by_value(years), reverse=True)),
    )


def _rules_choices(choices: Sequence[FilterChoice]) -> Iterator[LabelledChoice]:
    for choice in choices:
        if choice.rules and choice.options is not None:
            label = name_of_rules(GAMES[choice.game], choice.options, saved_presets())
            yield LabelledChoice(choice.rules, label, choice.parties)


def _sum_by_value(choices: Iterable[tuple[str, str, int]]) -> list[LabelledChoice]:
    """Return one choice for each value with the sum of its parties, most parties first."""
    by_value: dict[str, LabelledChoice] = {}
    for value, label, parties in choices:
        earlier_parties = by_value[value].parties if value in by_value else 0
        by_value[value] = LabelledChoice(value, label, earlier_parties + parties)
    return sorted(by_value.values(), key=lambda choice: -choice.parties)


def _list_names(people: str, players: Mapping[int, KnownPlayer]) -> str:
    """Return the names of the players of a table, given as ids: `3-7-12`."""
    seated = (players.get(int(player_id)) for player_id in people.split("-"))
    return ", ".join(player.name for player in seated if player is not None)


def name_of_rules(game: AnyGame, options: Mapping[str, Any], saved_presets: Iterable[SavedPreset]) -> str:
    """Return the name of a saved preset or a preset of the game, else the options that differ from the default."""
    texts = house_rules(game).presets
    for saved in saved_presets:
        if saved.game == game.slug and complete_options(game, saved.options, saved.seats) == options:
            return saved.name
    for preset in game.presets:
        if any(complete_options(game, preset.options, seats) == options for seats in preset.seats):
            return texts[preset.slug].name
    return _list_differences(game, options)


def _list_differences(game: AnyGame, options: Mapping[str, Any]) -> str:
    texts = house_rules(game).options
    differences = [
        _("%(label)s : %(fault)s", label=texts[option.name].label, fault=texts[option.name].value(options[option.name]))
        for option in game.options
        if option.name in options and options[option.name] != plain_value(option.values[0])
    ]
    return ", ".join(differences[:_MAX_DIFFERENCES]) + (" …" if len(differences) > _MAX_DIFFERENCES else "")
