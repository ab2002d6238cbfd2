"""The rulebook, read from the TOML files in each game's package, in French and English.

An *article* is a numbered rule, such as PI-22; an *option* is a house rule, a *preset* a named set of them.

- `articles`: the articles that the arbiter cites, the chapters of the short book, the texts of the options
- `questions`: disputed cases that the engine settles, short answers, and the topics under which the search lists them
- `wizard`: the wizard of yes/no questions on irregularities
- `reading`: the functions that check the data files

For each file there are two functions: `read_…` reads it from the package of a game, `parse_…` checks its data.
"""

from scorekeeper.games.rulebook.articles import (
    Article,
    Chapter,
    ChapterText,
    HouseRulesText,
    Mark,
    OptionText,
    PresetText,
    Source,
    Text,
    parse_articles,
    parse_book,
    parse_house_rules,
    read_articles,
    read_book,
    read_house_rules,
)
from scorekeeper.games.rulebook.questions import (
    REFUSED,
    AnswerKind,
    AnswerVariant,
    Basis,
    CaseAnswer,
    DisputedCase,
    RulesMoment,
    RulesTopic,
    ShortAnswer,
    TopicRow,
    parse_disputed_cases,
    parse_moments,
    parse_short_answers,
    read_disputed_cases,
    read_moments,
    read_short_answers,
)
from scorekeeper.games.rulebook.reading import LANGUAGES, RulebookError, value_name
from scorekeeper.games.rulebook.wizard import Consequence, Question, parse_wizard, read_wizard

__all__ = [
    "LANGUAGES",
    "REFUSED",
    "AnswerKind",
    "AnswerVariant",
    "Article",
    "Basis",
    "CaseAnswer",
    "Chapter",
    "ChapterText",
    "Consequence",
    "DisputedCase",
    "HouseRulesText",
    "Mark",
    "OptionText",
    "PresetText",
    "Question",
    "RulebookError",
    "RulesMoment",
    "RulesTopic",
    "ShortAnswer",
    "Source",
    "Text",
    "TopicRow",
    "parse_articles",
    "parse_book",
    "parse_disputed_cases",
    "parse_house_rules",
    "parse_moments",
    "parse_short_answers",
    "parse_wizard",
    "read_articles",
    "read_book",
    "read_disputed_cases",
    "read_house_rules",
    "read_moments",
    "read_short_answers",
    "read_wizard",
    "value_name",
]
