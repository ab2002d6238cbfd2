"""The rulebook, read from the data files of each game, in French and English.

- `articles`: the rules that the arbiter cites, with their sources, and phrasings of questions about them
- `house_rules`: labels and texts of the options; `quarrels`: disputed cases that the engine settles
- `book`: the chapters of the short book of a game; `walk`: yes/no questions that lead to a consequence
- `reading`: strict readers that all of them use
"""

from scorekeeper.games.rulebook.articles import (
    Article,
    Mark,
    Phrasings,
    Source,
    Text,
    parse_articles,
    parse_phrasings,
    read_articles,
    read_phrasings,
)
from scorekeeper.games.rulebook.book import Chapter, ChapterText, parse_book, read_book
from scorekeeper.games.rulebook.house_rules import (
    HouseRulesText,
    OptionText,
    PresetText,
    parse_house_rules,
    read_house_rules,
)
from scorekeeper.games.rulebook.quarrels import (
    MOMENTS,
    REFUSED,
    Asked,
    Quarrel,
    QuarrelAnswer,
    parse_quarrels,
    read_quarrels,
)
from scorekeeper.games.rulebook.reading import LANGUAGES, RulebookError, value_name
from scorekeeper.games.rulebook.walk import Consequence, Question, parse_walk, read_walk

__all__ = [
    "LANGUAGES",
    "MOMENTS",
    "REFUSED",
    "Article",
    "Asked",
    "Chapter",
    "ChapterText",
    "Consequence",
    "HouseRulesText",
    "Mark",
    "OptionText",
    "Phrasings",
    "PresetText",
    "Quarrel",
    "QuarrelAnswer",
    "Question",
    "RulebookError",
    "Source",
    "Text",
    "parse_articles",
    "parse_book",
    "parse_house_rules",
    "parse_phrasings",
    "parse_quarrels",
    "parse_walk",
    "read_articles",
    "read_book",
    "read_house_rules",
    "read_phrasings",
    "read_quarrels",
    "read_walk",
    "value_name",
]
