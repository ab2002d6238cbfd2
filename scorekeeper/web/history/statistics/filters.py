"""What the address of a page of statistics asks for: a game, house rules, a table of players, a year."""

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

_SHAPES = {
    "rules": re.compile(r"[0-9a-f]{12}", re.ASCII),
    "table": re.compile(r"\d+(-\d+)*", re.ASCII),
    "year": re.compile(r"\d{4}", re.ASCII),
}


@dataclass(frozen=True, slots=True)
class AskedFilters:
    """The filters of an address; what is left open is empty."""

    game: str = ""
    rules: str = ""
    table: str = ""
    year: str = ""

    @property
    def narrowed(self) -> bool:
        """Whether anything but the game is asked for."""
        return bool(self.rules or self.table or self.year)

    def parties_of(self, game: str) -> PartieFilter:
        """The parties of a game that are asked for, of all games where none is named."""
        rules = self.rules if game and game == self.game else ""
        return PartieFilter(g.carnet.id, game, rules, self.table, int(self.year or 0))

    def given(self, **other: str) -> dict[str, str]:
        """The same as an address has it, with something else asked for."""
        whole = {"game": self.game, "rules": self.rules, "table": self.table, "year": self.year, **other}
        return {name: value for name, value in whole.items() if value}


class Choice(NamedTuple):
    """Something to choose from: what is sent, what it is called, how many parties there are of it."""

    value: str
    name: str
    parties: int


@dataclass(frozen=True, slots=True)
class Filters:
    """What there is to choose from."""

    games: tuple[str, ...]
    rules: tuple[Choice, ...]
    tables: tuple[Choice, ...]
    years: tuple[Choice, ...]


def asked() -> AskedFilters:
    """The filters of the address; what can be none is left open."""
    game = request.args.get("game", "")
    texts = {name: request.args.get(name, "") for name in _SHAPES}
    return AskedFilters(game if game in GAMES else "", **{name: _read(name, text) for name, text in texts.items()})


def _read(name: str, text: str) -> str:
    return text if len(text) <= PEOPLE_LENGTH and _SHAPES[name].fullmatch(text) else ""


def filters(found: Sequence[FilterChoice], game: str, players: Mapping[int, KnownPlayer]) -> Filters:
    """The filters that find something: of one game, or of all where none is chosen."""
    own = [cell for cell in found if game in {"", cell.game}]
    names = {cell.people: _table(cell.people, players) for cell in own if cell.people}
    return Filters(
        games=tuple(cell.game for cell in found if not (cell.rules or cell.people or cell.year) and cell.game in GAMES),
        rules=tuple(_rules(own)) if game else (),
        tables=tuple(_added_up((cell.people, names[cell.people], cell.parties) for cell in own if cell.people)),
        years=tuple(
            sorted(_added_up((str(cell.year), str(cell.year), cell.parties) for cell in own if cell.year), reverse=True)
        ),
    )


def _rules(found: Sequence[FilterChoice]) -> Iterator[Choice]:
    for cell in found:
        if cell.rules and cell.options is not None:
            yield Choice(cell.rules, rules_name(GAMES[cell.game], cell.options, g.carnet.presets), cell.parties)


def _added_up(found: Iterator[tuple[str, str, int]]) -> list[Choice]:
    """One choice for each value, the parties of all games together, most of them first."""
    whole: dict[str, Choice] = {}
    for value, name, parties in found:
        whole[value] = Choice(value, name, parties + (whole[value].parties if value in whole else 0))
    return sorted(whole.values(), key=lambda choice: -choice.parties)


def _table(people: str, players: Mapping[int, KnownPlayer]) -> str:
    known = (players.get(int(number)) for number in people.split("-"))
    return ", ".join(player.name for player in known if player is not None)


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
