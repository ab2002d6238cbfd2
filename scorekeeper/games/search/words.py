"""From text to concepts: the words of a text, their stems, mistyped ones corrected, and the concepts that they name.

A *stem* is a word without its ending, a *concept* a name for words of one meaning in both languages: *levées* has the
stem *lev*, which names the concept `trick`, as *plis* and *tricks* do. An *idiom* is a phrase that names a concept. A
language is "fr" or "en".
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations, product
from typing import Any, TypeAlias

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "−": "-"})
# The accents, after they were separated from their letters.
_ACCENT = re.compile("[\u0300-\u036f]")
# The minus of “-10”, but not the dash of “DP-10” or “5-10”.
_MINUS = re.compile(r"(?<![a-z0-9])-(?=\d)")
_WORD = re.compile(r"[a-z]+|\d+")
# A doubled letter that does not end the word.
_DOUBLED_WITHIN = re.compile(r"([a-z])\1(?=[a-z])")
_ENDINGS = {
    "fr": ("aient", "ait", "ais", "ees", "ent", "ee", "es", "er", "ez", "e", "s", "x"),
    "en": ("ing", "ed", "es", "s", "e"),
}
_SHORTEST_STEM = 3
_SIGNS = "♥♦♣♠"
# Suits and ranks by sign or letter; in both languages, the letters and the hollow signs of the other one.
_CARDS = {
    "fr": dict(zip("♥♦♣♠akqj", ["cœur", "carreau", "trèfle", "pique", "as", "roi", "dame", "valet"], strict=True)),
    "en": dict(zip("♥♦♣♠akqj", ["heart", "diamond", "club", "spade", "ace", "king", "queen", "jack"], strict=True)),
}
# Hollow signs as full ones.
_SAME_SUIT = str.maketrans("♡♢♧♤", _SIGNS)
# Letters as the keys of `_CARDS`: h is ♥, c ♣, s ♠, and the French r, d, v are the English k, q, j.
_SAME_CARD = str.maketrans("hcsrdv", "♥♣♠kqj")
_OF = {"fr": "de", "en": "of"}
_MINUS_WORD = {"fr": "moins ", "en": "minus "}
# A card with a sign: “10♥”, “D ♠”.
_WITH_SIGN = re.compile(rf"(?<!\w)(10|[2-9akrqdjv])\s?([{_SIGNS}])", re.IGNORECASE)
# A card in letters must not be a word: “AS”, “qd” for “quand” and “10s” for tens are not cards.
_IN_LETTERS = {
    "fr": re.compile(r"(?<!\w)(?!QD)(10|[2-9KQJ])([HDCS])(?!\w)"),
    "en": re.compile(r"(?<!\w)(10|[2-9KQJ]|[kqj](?=[hdcs]))([HDCS]|(?<=[kqj])[hdcs])(?!\w)"),
}
# Elder is named by the other player, who must not be taken for the one that is meant.
_NOT_DEALER = re.compile(r"\b(?:adversaire du |non.)donneur|\bdealer.s opponent|\bopponent of the dealer|\bnon.?dealer")
_ELDER = {"fr": "premier en cartes", "en": "elder"}


def plain_words(text: str, language: str) -> list[str]:
    """Return the words and numbers of a text in lower case without accents; card symbols become words."""
    # NFKD separates the accents from their letters.
    parts = unicodedata.normalize("NFKD", _cards_named(text, language).casefold().translate(_LIGATURES))
    plain = _NOT_DEALER.sub(_ELDER[language], _ACCENT.sub("", parts))
    return _WORD.findall(_MINUS.sub(_MINUS_WORD[language], plain))


def _cards_named(text: str, language: str) -> str:
    """Replace cards and suit symbols with words of the language: “Q♠” becomes “queen of spade”."""
    names = _CARDS[language]
    text = text.translate(_SAME_SUIT)

    def name(found: re.Match[str]) -> str:
        rank = found[1].casefold().translate(_SAME_CARD)
        suit = found[2].casefold()
        # “d” is a queen and, after a rank, diamonds.
        if suit == "d":
            suit = "♦"
        return f" {names.get(rank, rank)} {_OF[language]} {names[suit.translate(_SAME_CARD)]} "

    text = _IN_LETTERS[language].sub(name, _WITH_SIGN.sub(name, text))
    for sign in _SIGNS:
        text = text.replace(sign, f" {names[sign]} ")
    return text


@lru_cache(maxsize=8192)
def stem(word: str, language: str) -> str:
    """Remove the ending and doubled letters of a word, except doubled letters at its end: *passe* is not *pas*."""
    for ending in _ENDINGS[language]:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    return _DOUBLED_WITHIN.sub(r"\1", word)


def stems_of(text: str, language: str) -> list[str]:
    """Return the stems of a text in order; number words become digits."""
    return stems(plain_words(text, language), language)


def stems(words: Sequence[str], language: str) -> list[str]:
    """Return the stems of plain words in order; number words become digits."""
    return [stem(word, language) for word in with_digits(words, language)]


# Each number word, then its number.
_NUMBER_TABLES = {
    "fr": "zero 0 zeros 0 un 1 une 1 deux 2 trois 3 quatre 4 cinq 5 six 6 sept 7 huit 8 neuf 9 dix 10 onze 11 douze 12"
    " treize 13 quatorze 14 quinze 15 seize 16 vingt 20 vingts 20 trente 30 quarante 40 cinquante 50 soixante 60"
    " septante 70 huitante 80 octante 80 nonante 90 cent 100 cents 100 mille 1000",
    "en": "zero 0 zeros 0 zeroes 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11"
    " twelve 12 thirteen 13 fourteen 14 fifteen 15 sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30"
    " forty 40 fourty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90 hundred 100 thousand 1000",
}
# For each language, the numbers by word: the even items of the table, with the odd ones.
_NUMBER_WORDS = {
    language: dict(zip(table.split()[::2], map(int, table.split()[1::2]), strict=True))
    for language, table in _NUMBER_TABLES.items()
}
_AND = {"fr": "et", "en": "and"}
_TEN = 10
# “Nine hundred”, “twenty thousand”: the greatest number before these words that they multiply.
_MOST_MULTIPLIED = {100: 9, 1000: 999}
# These words are also articles, so they stay words; a pattern with “@” reads them as 1 (`frames.py`).
ONE = ("un", "une", "one")


def with_digits(words: Sequence[str], language: str) -> list[str]:
    """Write the number words among these plain words as digits, except “un”, “une” or “one” alone.

    “quatre vingt dix huit points et un roi” becomes “98 points et un roi”.
    """
    known = _NUMBER_WORDS[language]
    result = list[str]()
    index = 0
    while index < len(words):
        start = index
        number = known.get(words[index])
        # “Les deux” means both and is no number.
        if words[start] in {"deux", "two"} and start > 0 and words[start - 1] in {"les", "the"}:
            number = None
        index += 1
        while number is not None and index < len(words):
            # “vingt et un”, “two hundred and five”: the other number is one word further. As a number, True is 1.
            with_and = words[index] == _AND[language] and index + 1 < len(words)
            joined = _joined_number(number, known.get(words[index + with_and]), language, with_and=with_and)
            if joined is None:
                break
            number = joined
            index = index + with_and + 1
        if number is None or (index == start + 1 and words[start] in ONE):
            result.append(words[start])
        else:
            result.append(str(number))
    return result


def _joined_number(number: int, other: int | None, language: str, *, with_and: bool) -> int | None:
    """Return the number that a number and the next number word form, None if they are two numbers.

    “quatre vingt” is 80; “vingt vingt” are two numbers. `with_and` is true if “et” or “and” is between them. `other` is
    None if the next word is no number word.
    """
    # In French, “et” joins only “un” and “onze”: “vingt et un”, “soixante et onze”.
    if other is None or number == 0 or (with_and and language == "fr" and other not in {1, 11}):
        return None
    # The other number is added if it is at least `lowest` and below `limit`; the conditions below change both. `rest`
    # has the last two digits of the first number.
    rest = number % 100
    lowest = 1
    limit = _TEN
    # “quatre vingt”, also after hundreds.
    if language == "fr" and (rest, other) == (4, 20):
        return number - 4 + 80
    if not with_and and number <= _MOST_MULTIPLIED.get(other, 0):
        return number * other
    # A number is followed by a smaller one: hundreds by any, tens by units.
    if rest == 0:
        limit = 100
    elif language == "en" and with_and:
        # “twenty and five” are two numbers.
        return None
    elif language == "fr" and rest in {60, 80}:
        limit = 20  # “soixante quinze”
    elif language == "fr" and rest == _TEN:
        lowest = 7  # “dix sept”, but “seize”
    elif rest < 2 * _TEN or rest % _TEN:
        # After units or “quinze” comes no other number.
        return None
    return number + other if lowest <= other < limit else None


# A word with fewer than three letters is neither corrected nor a correction. One with fewer than seven may have one
# slip, a letter typed wrongly, and its first letter must be the first or second one of the word meant: “vaec” is
# “avec”, but “tarte” is not “carte”. A longer word may have two slips.
_SHORTEST_CORRECTED, _LONG = 3, 7
# A word that occurs less often may be mistyped itself.
_LEAST_COUNT = 4


class Vocabulary:
    """The words of the rulebook in a language, with how often each occurs, and the stems of all known words."""

    def __init__(self, counts: Mapping[str, int], known: Iterable[str], language: str) -> None:
        self.known = frozenset(known)
        self._counts = counts
        self._language = language
        common = (
            word
            for word, count in counts.items()
            if count >= _LEAST_COUNT and len(word) >= _SHORTEST_CORRECTED and word.isalpha()
        )
        # The words, each with the set of its letters, the most frequent word first; equally frequent ones are in
        # alphabetical order.
        self._commonest_first = [
            (word, _letters(word)) for word in sorted(common, key=lambda word: (-counts[word], word))
        ]

    # The cache also refers to the vocabulary, so that this is never freed. That does no harm, because there are only
    # two vocabularies for each game; and the page searches the same words again while a user types a question.
    @lru_cache(maxsize=1024)  # noqa: B019 - as few as there are games; a question is searched again as one types
    def corrected(self, word: str) -> str:
        """Return the nearest common word, of equally near ones the commonest; the word itself if known or near none."""
        # The stem of this one word.
        (stem,) = stems([word], self._language)
        if word in self._counts or stem in self.known or not stem.isalpha() or len(word) < _SHORTEST_CORRECTED:
            return word
        # At most two slips in a long word, else one: True is 1.
        is_long = len(word) >= _LONG
        most = 1 + is_long
        letters = _letters(word)
        # `slips` is slow, so that most words are excluded first: one slip changes at most two letters of the set. `^`
        # has the letters that only one of the two words has, and `bit_count` is their number.
        near = [
            common
            for common, others in self._commonest_first
            if (letters ^ others).bit_count() <= 2 * most and (is_long or word[0] in common[:2])
        ]
        nearest = min(near, key=lambda common: slips(word, common), default=word)
        if slips(word, nearest) > most:
            return word
        return nearest


def _letters(word: str) -> int:
    """Return the set of the letters of a word as an integer with one bit for each: 1 for a, 2 for b, 4 for c.

    The set of “cab” is 7.
    """
    return sum(1 << ord(letter) - ord("a") for letter in {*word})


def slips(typed: str, meant: str) -> int:
    """Return how many letters are added, missing, replaced or swapped with their neighbour: *frist*, *first* = 1."""
    # The edit distance, computed row by row: `last[n]` is the number of slips between the letters of `typed` so far and
    # the first n letters of `meant`; `before` is the row before `last`.
    before = list[int]()
    last = list(range(len(meant) + 1))
    for row, letter in enumerate(typed):
        current = [row + 1]
        for column, other in enumerate(meant):
            # A letter is missing, one is added, or one is replaced by another; True counts as 1.
            fewest = min(current[column] + 1, last[column + 1] + 1, last[column] + (letter != other))
            # Two neighbours that are swapped are one slip, not two replaced letters.
            if row and column and letter == meant[column - 1] and other == typed[row - 1]:
                fewest = min(fewest, before[column - 1] + 1)
            current.append(fewest)
        before, last = last, current
    return last[-1]


# The concepts of one word or idiom. A word may name several concepts; a word that is in no list is a concept itself.
Concepts: TypeAlias = frozenset[str]

_LONGEST_IDIOM = 8  # words
_WINDOW = 3  # two concepts within this number of words or idioms form a pair


def features(words: Sequence[str], language: str) -> frozenset[str]:
    """Return the features of these stems: the concepts, and the pairs of near concepts (“a b”).

    “jouer atout” has `play`, `trump` and `play trump`.
    """
    named = concepts_in(words, language)
    pairs = set[str]()
    for start in range(len(named)):
        # All pairs of places in the window, then of the concepts at both.
        for first, second in combinations(named[start : start + _WINDOW], 2):
            # Sorted, so that the order of the words does not matter.
            pairs.update(" ".join(sorted((one, other))) for one, other in product(first, second) if one != other)
    return frozenset().union(*named, pairs)


def concepts_in(words: Sequence[str], language: str) -> list[Concepts]:
    """Return the concepts of each idiom and word in order; an idiom comes before the words that it consists of."""
    idioms = idioms_of(language)
    # Words without meaning, such as “the”.
    fillers = listed_words("fillers", language)
    named = list[Concepts]()
    index = 0
    while index < len(words):
        # The longest idiom that begins at this word; its length is 1 if none does.
        lengths = range(min(_LONGEST_IDIOM, len(words) - index), 1, -1)
        length = next((length for length in lengths if tuple(words[index : index + length]) in idioms), 1)
        idiom_words = words[index : index + length]
        if length > 1:
            named.append(idioms[tuple(idiom_words)])
        for word in idiom_words:
            if word in fillers:
                continue
            if (word,) in idioms:
                named.append(idioms[(word,)])
            # Within an idiom, a word that is in no list has no meaning of its own.
            elif length == 1 and word.isdecimal():
                named.append(frozenset([word]))
            elif length == 1:
                # A word in no list is a concept of its own language.
                named.append(frozenset([f"{language}:{word}"]))
        index += length
    return named


@cache
def idioms_of(language: str) -> Mapping[tuple[str, ...], Concepts]:
    """Return the concepts of each listed word and idiom, by its stems."""
    concepts: dict[tuple[str, ...], set[str]] = {}
    for name, entry in _data("concepts.toml").items():
        for text in entry[language].split(","):
            concepts.setdefault(tuple(stems_of(text, language)), set()).add(name)
    return {words: frozenset(names) for words, names in concepts.items()}


@cache
def listed_words(kind: str, language: str) -> frozenset[str]:
    """Return the stems of the words of a list of `words.toml`: "fillers", "weak" or "foreign"; fillers are also weak.

    A question of *weak* words alone is about nothing; a *foreign* word is of another game, or of no game.
    """
    words = frozenset(stems_of(_data("words.toml")[kind][language], language))
    if kind == "weak":
        return words | listed_words("fillers", language)
    return words


@cache
def known_words(language: str) -> frozenset[str]:
    """Return the stems of every listed word."""
    listed: Iterable[str] = (word for idiom in idioms_of(language) for word in idiom)
    return frozenset(listed) | listed_words("weak", language) | listed_words("foreign", language)


@cache
def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / name).read_text(encoding="utf-8"))
