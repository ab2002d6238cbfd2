"""The rulebook, read from the data files beside each game, in French and English.

- `articles`: the rules that the arbiter cites, with their sources; `house_rules`: the options in words
- `phrasings`: what people say when they quarrel about an article; `quarrels`: cases that the engine settles
- `book`: the chapters of the short book of a game; `reading`: what all of them are read with
"""

from scorekeeper.games.rulebook.articles import Article, Mark, Source, Text, parse_articles, read_articles
from scorekeeper.games.rulebook.book import Chapter, ChapterText, parse_book, read_book
from scorekeeper.games.rulebook.house_rules import (
    HouseRulesText,
    OptionText,
    PresetText,
    parse_house_rules,
    read_house_rules,
)
from scorekeeper.games.rulebook.phrasings import Phrasings, parse_phrasings, read_phrasings
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

__all__ = [
    "LANGUAGES",
    "MOMENTS",
    "REFUSED",
    "Article",
    "Asked",
    "Chapter",
    "ChapterText",
    "HouseRulesText",
    "Mark",
    "OptionText",
    "Phrasings",
    "PresetText",
    "Quarrel",
    "QuarrelAnswer",
    "RulebookError",
    "Source",
    "Text",
    "parse_articles",
    "parse_book",
    "parse_house_rules",
    "parse_phrasings",
    "parse_quarrels",
    "read_articles",
    "read_book",
    "read_house_rules",
    "read_phrasings",
    "read_quarrels",
    "value_name",
]
