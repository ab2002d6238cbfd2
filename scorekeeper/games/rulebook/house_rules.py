"""The texts of the house rules and presets of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from scorekeeper.games.rulebook.reading import field, in_each_language, read_data, required_text, table_of, value_name


@dataclass(frozen=True, slots=True)
class OptionText:
    """A house rule in one language: its label, its effect (`line`), the texts of its usual values by `value_name`."""

    label: str
    line: str
    values: Mapping[str, str]

    def value(self, value: object) -> str:
        """Return the text of a value, or the value as JSON if it has no text."""
        name = value_name(value)
        return self.values.get(name, name)


@dataclass(frozen=True, slots=True)
class PresetText:
    """A preset in one language: its name and its effect (`line`)."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class HouseRulesText:
    """The options and presets of a game in one language, by their JSON names."""

    options: Mapping[str, OptionText]
    presets: Mapping[str, PresetText]


@cache
def read_house_rules(package: str) -> Mapping[str, HouseRulesText]:
    """Read the texts of the package's house rules by language, in file order."""
    return parse_house_rules(read_data(package, "options.toml"))


def parse_house_rules(entries: Mapping[str, object]) -> Mapping[str, HouseRulesText]:
    """Parse the house rules by language. Raises `RulebookError`."""
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
    return OptionText(
        label, line, {value: required_text(f"{name}.{value}", texts, language) for value, texts in values.items()}
    )


def _in_language(where: str, entry: object, language: str, *fields: str) -> list[str]:
    texts = field(where, entry, language)
    return [required_text(f"{where}.{language}", texts, name) for name in fields]
