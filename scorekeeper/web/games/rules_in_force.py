"""The rules in force on a rules page: those of a partie, or those of the options in the address.

A *partie* is a game played to its end. An *option* is a house rule with several values, the first of which is the
default. `game.options` are the options themselves, with their possible values; `RulesInForce.options` has the value of
each at one table, as JSON by name: `{"limit": 100}`. An *article* is a numbered rule of the rulebook. A *carnet* is the
private notebook of a group of players.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import abort, url_for

from scorekeeper.games.contract import AnyGame, plain_value
from scorekeeper.games.rulebook import value_name
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.answers.rulings import options_in_force
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.web.text.house_rules import house_rules

_NUMBER = re.compile(r"-?[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An option and its value as text."""

    # The name of the option in JSON, and the article that it changes.
    name: str
    article: str
    # The short name of the rule, then a sentence about its effect.
    label: str
    line: str
    # The value at this table, as text.
    value: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class RulesInForce:
    """The rules of one table: its game, every option in force as JSON, and its partie and players if it has any."""

    game: AnyGame
    options: Mapping[str, Any]
    partie: Partie | None = None
    players: tuple[str, ...] = ()

    @property
    def chosen(self) -> dict[str, Any]:
        """The options that the table has chosen, by name: those with a value that is neither the default nor `special`.

        A `special` value is not chosen: another option of the table requires it, as a deck requires the points of a
        card.
        """
        # `plain_value` returns a value of an option as JSON (for an enum member its value), as `self.options` has it.
        return {
            option.name: self.options[option.name]
            for option in self.game.options
            if self.options[option.name] not in {plain_value(option.values[0]), *option.special}
        }

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of an address with these rules: by option chosen, its value as text, such as `true` or `13`."""
        return {name: value_name(value) for name, value in self.chosen.items()}

    def url(self, page: str, **values: Any) -> str:  # noqa: ANN401 - as `url_for` has it
        """Return the address of a rules page of this table."""
        if self.partie is not None:
            return url_for(f"partie_rules.{page}", partie_id=self.partie.id, **values)
        return self.public_url(page, **values)

    def public_url(self, page: str, **values: Any) -> str:  # noqa: ANN401 - likewise
        """Return the public address of a rules page with these options, without the carnet and its players."""
        return url_for(f"rules.{page}", slug=self.game.slug, **self.arguments, **values)

    def replace_names(self, text: str) -> str:
        """Return a text of the rulebook with its example names replaced if a player of the table has one of them.

        `replace_example_names` below has an example.
        """
        return replace_example_names(self.players, text)

    def article_url(self, number: str) -> str:
        """Return the address of an article under these rules."""
        if self.partie is not None:
            return self.url("article", number=number)
        return url_for("rules.entry", name=number, **self.arguments)

    def house_rules(self) -> list[HouseRule]:
        """Return the house rules with the value of this table, in the order of the game.

        A house rule that changes nothing under the other options of the table is left out, such as the number of cards
        to pass if no cards are passed.
        """
        rules = []
        for option in self.game.options:
            # The texts of the option in the reader's language, from the rulebook: `label`, `line`, and those of values.
            text = house_rules(self.game).options[option.name]
            value = self.options[option.name]
            if option.has_effect(self.options):
                is_default = value == plain_value(option.values[0])
                rules.append(
                    HouseRule(option.name, option.article, text.label, text.line, text.value(value), is_default)
                )
        return rules


def rules_of(partie: Partie) -> RulesInForce:
    """Return the rules in force in a partie."""
    scored = score_partie(partie)
    # `write_options` returns the value of every option of the game, as JSON by name.
    return RulesInForce(scored.game, scored.game.write_options(scored.options), partie, scored.names)


def rules_in_address(game: AnyGame, arguments: Mapping[str, str]) -> RulesInForce:
    """Return the rules of the options in an address; abort with 404 for an invalid value."""
    try:
        # `options_in_force` adds the default values of the other options. It raises the error if no number of players
        # can play with these options.
        return RulesInForce(game, options_in_force(game, options_in_address(game, arguments)))
    except ImpossibleError:
        abort(404)


def options_in_address(game: AnyGame, arguments: Mapping[str, str]) -> dict[str, Any]:
    """Return the value of each option that is in the address, by name; abort with 404 for an invalid value.

    Other arguments of the address are ignored. Example: `limit=50&page=2` gives `{"limit": 50}`.
    """
    return {
        option.name: value_or_404(game, option.name, arguments[option.name])
        for option in game.options
        if option.name in arguments
    }


def public_rules_address(game: AnyGame, options: Mapping[str, Any]) -> str | None:
    """Return the public address of these house rules, None for options that exclude each other."""
    try:
        return RulesInForce(game, options_in_force(game, options)).public_url("table")
    except ImpossibleError:
        return None


def value_or_404(game: AnyGame, name: str, text: str) -> Any:  # noqa: ANN401 - options have values of several types
    """Return the value of an option from its text in an address: "true" is True, "50" is 50.

    Abort with 404 for a text that is no value of the option. Some options have any number as a value.
    """
    option = next(option for option in game.options if option.name == name)
    # By their text in addresses, the values of the option as JSON.
    listed_values = {value_name(plain_value(value)): plain_value(value) for value in option.values}
    if text in listed_values:
        return listed_values[text]
    # An option with a `lowest` value accepts any number from it to `highest`. The caller reads the options of the
    # table, and so refuses a number that is too high or too low.
    if option.lowest is None or not _NUMBER.fullmatch(text):
        abort(404)
    return int(text)


# The names of players in the texts of the rulebook, which are replaced if a player of the table has one of them.

# The rulebook has the names of the first set. Each may be replaced by the name in the same position of another set:
# both have the same gender, and both begin with a vowel or both with a consonant, so that the French sentence stays
# grammatical.
_NAME_SETS = (
    ("Anne", "Luc", "Zoé", "Max", "Inès"),
    ("Alice", "Paul", "Jeanne", "Rémi", "Odile"),
    ("Élise", "Marc", "Claire", "Bruno", "Irène"),
)
_EXAMPLE_NAME = re.compile(rf"\b({'|'.join(_NAME_SETS[0])})\b")


def replace_example_names(players: tuple[str, ...], text: str) -> str:
    """Replace each name in a text of the rulebook that a player has by one in the same position that no player has.

    If there is none, it is replaced by its first letter. Example: at Anne's table, « Anne » becomes « Alice ».
    """
    replacements = _replacements(players)
    # `match[1]` is the name that was found.
    return _EXAMPLE_NAME.sub(lambda match: replacements[match[1]], text)


# Cached, because a page replaces the names in some twenty texts, each time for the same players.
@lru_cache
def _replacements(players: tuple[str, ...]) -> Mapping[str, str]:
    """Return the name that replaces each name of the first set."""
    # A player may have several names: « Anne-Marie Petit » takes Anne too.
    taken = {_without_accents(word) for name in players for word in re.split(r"[\s-]+", name)}
    # `zip` gives the names in the same position: Anne, Alice, Élise. The first one that is not taken replaces the
    # first one of all, itself if it is free; else its first letter does.
    return {
        names[0]: next((name for name in names if _without_accents(name) not in taken), names[0][0])
        for names in zip(*_NAME_SETS, strict=True)
    }


def _without_accents(name: str) -> str:
    """Return a name in lower case, without accents."""
    # NFD makes of « é » an e and a combining accent.
    characters = unicodedata.normalize("NFD", name.casefold())
    return "".join(character for character in characters if not unicodedata.combining(character))
