"""The house rules and the ready-made tables of a game, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from scorekeeper.games.rulebook.reading import field, in_each_language, read_data, table_of, value_name, words


@dataclass(frozen=True, slots=True)
class OptionText:
    """A house rule in one language: its label, what it changes, its usual values by `value_name`."""

    label: str
    line: str
    values: Mapping[str, str]

    def value(self, value: object) -> str:
        """A value in words, or as JSON writes it where it is no usual one."""
        name = value_name(value)
        return self.values.get(name, name)


@dataclass(frozen=True, slots=True)
class PresetText:
    """A ready-made table in one language: its name, and what it changes."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class HouseRulesText:
    """The options and the ready-made tables of a game in one language, each by its name in JSON."""

    options: Mapping[str, OptionText]
    presets: Mapping[str, PresetText]


@cache
def read_house_rules(package: str) -> Mapping[str, HouseRulesText]:
    """Read the words of the house rules in the `rulebook` folder inside that package, by language, in file order."""
    return parse_house_rules(read_data(package, "options.toml"))


def parse_house_rules(entries: Mapping[str, object]) -> Mapping[str, HouseRulesText]:
    """Turn the parsed data file into house rules by language, or say what is wrong with it."""
    options, presets = (table_of("options.toml", entries, name) for name in ("options", "presets"))
    return in_each_language(
        lambda language: HouseRulesText(
            {name: _option_text(name, entry, language) for name, entry in options.items()},
            {name: PresetText(*_in_language(name, entry, language, "name", "line")) for name, entry in presets.items()},
        )
    )


def _option_text(name: str, entry: object, language: str) -> OptionText:
    values = table_of(name, entry, "values")
    label, line = _in_language(name, entry, language, "label", "line")
    return OptionText(label, line, {value: words(f"{name}.{value}", said, language) for value, said in values.items()})


def _in_language(where: str, entry: object, language: str, *fields: str) -> list[str]:
    said = field(where, entry, language)
    return [words(f"{where}.{language}", said, name) for name in fields]
