"""The rulebook, read from the TOML files in each game's package, in French and English.

- `articles`: the rules that the arbiter cites, with their sources and search phrases
- `house_rules`: the texts of the options; `disputed_cases`: those that the engine settles
- `short_answers`: the other questions about the articles, each answered in one sentence
- `topics`: the moments of a manche, with the questions that the rules search lists under each
- `book`: the chapters of the short book of a game; `wizard`: the wizard of yes/no questions on irregularities
- `reading`: the functions that check the data files
"""

from scorekeeper.games.rulebook.articles import (
    Article,
    Mark,
    Source,
    Text,
    parse_articles,
    read_articles,
)
from scorekeeper.games.rulebook.book import Chapter, ChapterText, parse_book, read_book
from scorekeeper.games.rulebook.disputed_cases import (
    REFUSED,
    AnswerKind,
    CaseAnswer,
    DisputedCase,
    parse_disputed_cases,
    read_disputed_cases,
)
from scorekeeper.games.rulebook.house_rules import (
    HouseRulesText,
    OptionText,
    PresetText,
    parse_house_rules,
    read_house_rules,
)
from scorekeeper.games.rulebook.reading import LANGUAGES, RulebookError, value_name
from scorekeeper.games.rulebook.short_answers import (
    AnswerVariant,
    Basis,
    ShortAnswer,
    parse_short_answers,
    read_short_answers,
)
from scorekeeper.games.rulebook.topics import RulesMoment, RulesTopic, TopicRow, parse_moments, read_moments
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
