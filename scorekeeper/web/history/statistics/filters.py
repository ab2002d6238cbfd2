"""The filters of the statistics in the query string: a game, house rules, a table of players, a year."""

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
from scorekeeper.web.forms.options import complete_options
from scorekeeper.web.text.house_rules import house_rules

_PATTERNS = {
    "rules": re.compile(r"[0-9a-f]{12}", re.ASCII),
    "table": re.compile(r"\d+(-\d+)*", re.ASCII),
    "year": re.compile(r"\d{4}", re.ASCII),
}


@dataclass(frozen=True, slots=True)
class RequestFilters:
    """The filters in the query string; an empty string does not filter."""

    game: str = ""
    rules: str = ""
    table: str = ""
    year: str = ""

    @property
    def narrowed(self) -> bool:
        """Whether a filter other than the game is set."""
        return bool(self.rules or self.table or self.year)

    def parties_of(self, game: str) -> PartieFilter:
        """Return the criteria for the parties of a game, or of all games for an empty string."""
        rules = self.rules if game and game == self.game else ""
        return PartieFilter(g.carnet.id, game, rules, self.table, int(self.year or 0))

    def arguments(self, **changes: str) -> dict[str, str]:
        """Return these filters as arguments of an address, with changes; those that do not filter are omitted."""
        whole = {"game": self.game, "rules": self.rules, "table": self.table, "year": self.year, **changes}
        return {name: value for name, value in whole.items() if value}


class Choice(NamedTuple):
    """A choice of a filter: the value sent, its label, and its number of parties."""

    value: str
    name: str
    parties: int


@dataclass(frozen=True, slots=True)
class Filters:
    """The choices of all filters."""

    games: tuple[str, ...]
    rules: tuple[Choice, ...]
    tables: tuple[Choice, ...]
    years: tuple[Choice, ...]


def requested_filters() -> RequestFilters:
    """Return the filters in the query string; invalid ones are empty."""
    game = request.args.get("game", "")
    texts = {name: request.args.get(name, "") for name in _PATTERNS}
    return RequestFilters(game if game in GAMES else "", **{name: _valid(name, text) for name, text in texts.items()})


def _valid(name: str, text: str) -> str:
    return text if len(text) <= PEOPLE_LENGTH and _PATTERNS[name].fullmatch(text) else ""


def filters(found: Sequence[FilterChoice], game: str, players: Mapping[int, KnownPlayer]) -> Filters:
    """Return the choices that find parties, in one game or (empty string) in all games."""
    own = [cell for cell in found if game in {"", cell.game}]
    names = {cell.people: _table(cell.people, players) for cell in own if cell.people}
    return Filters(
        games=tuple(cell.game for cell in found if not (cell.rules or cell.people or cell.year) and cell.game in GAMES),
        rules=tuple(_rules(own)) if game else (),
        tables=tuple(_summed((cell.people, names[cell.people], cell.parties) for cell in own if cell.people)),
        years=tuple(
            sorted(_summed((str(cell.year), str(cell.year), cell.parties) for cell in own if cell.year), reverse=True)
        ),
    )


def _rules(found: Sequence[FilterChoice]) -> Iterator[Choice]:
    for cell in found:
        if cell.rules and cell.options is not None:
            yield Choice(cell.rules, rules_name(GAMES[cell.game], cell.options, g.carnet.presets), cell.parties)


def _summed(found: Iterator[tuple[str, str, int]]) -> list[Choice]:
    """One choice for each value with the sum of its parties, most parties first."""
    whole: dict[str, Choice] = {}
    for value, name, parties in found:
        whole[value] = Choice(value, name, parties + (whole[value].parties if value in whole else 0))
    return sorted(whole.values(), key=lambda choice: -choice.parties)


def _table(people: str, players: Mapping[int, KnownPlayer]) -> str:
    known = (players.get(int(number)) for number in people.split("-"))
    return ", ".join(player.name for player in known if player is not None)


_MOST_NAMED = 2


def rules_name(game: AnyGame, options: Mapping[str, Any], saved: Iterable[SavedPreset]) -> str:
    """Name these options: a saved preset, a preset of the game, else the options that differ from the default."""
    texts = house_rules(game).presets
    for own in saved:
        if own.game == game.slug and complete_options(game, own.options, own.seats) == options:
            return own.name
    for preset in game.presets:
        if any(complete_options(game, preset.options, seats) == options for seats in preset.seats):
            return texts[preset.slug].name
    return _differences(game, options)


def _differences(game: AnyGame, options: Mapping[str, Any]) -> str:
    """The first `_MOST_NAMED` options that differ from the default."""
    texts = house_rules(game).options
    differences = [
        _("%(label)s : %(fault)s", label=texts[option.name].label, fault=texts[option.name].value(options[option.name]))
        for option in game.options
        if option.name in options and options[option.name] != plain_value(option.values[0])
    ]
    return ", ".join(differences[:_MOST_NAMED]) + (" …" if len(differences) > _MOST_NAMED else "")
