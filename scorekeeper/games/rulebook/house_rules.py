"""The texts of the house rules and presets of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from scorekeeper.games.rulebook.reading import LANGUAGES, Sentence, Texts, parse, read_data, value_name


@dataclass(frozen=True, slots=True)
class OptionText:
    """A house rule in one language: its label, its effect (`line`), the texts of its usual values by `value_name`."""

    label: Sentence
    line: Sentence
    values: Texts

    def value(self, value: object) -> str:
        """Return the text of a value, or the value as JSON if it has no text."""
        name = value_name(value)
        return self.values.get(name, name)


@dataclass(frozen=True, slots=True)
class PresetText:
    """A preset in one language: its name and its effect (`line`)."""

    name: Sentence
    line: Sentence


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
    texts: Mapping[str, HouseRulesText] = parse(
        dict[str, HouseRulesText], {language: _in_language(language, entries) for language in LANGUAGES}
    )
    return texts


def _in_language(language: str, entry: Any) -> Any:  # noqa: ANN401 - any value of a data file
    """Return an entry with the texts of one language in place of those of each.

    For French, `{"label": {"fr": "Cible", "en": "Target"}}` is `{"label": "Cible"}`.
    """
    if not isinstance(entry, Mapping):
        return entry
    others = {name: _in_language(language, value) for name, value in entry.items() if name not in LANGUAGES}
    if len(others) == len(entry):
        return others
    text = entry.get(language)
    if not isinstance(text, Mapping):
        return text
    return {**text, **others}
