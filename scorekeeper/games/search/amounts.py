"""Number words of both languages in a question: “quatre-vingt-dix-huit”, “ninety-eight”."""

from __future__ import annotations

from collections.abc import Sequence

_TABLES = {
    "fr": "zero 0 zeros 0 un 1 une 1 deux 2 trois 3 quatre 4 cinq 5 six 6 sept 7 huit 8 neuf 9 dix 10 onze 11 douze 12"
    " treize 13 quatorze 14 quinze 15 seize 16 vingt 20 vingts 20 trente 30 quarante 40 cinquante 50 soixante 60"
    " septante 70 huitante 80 octante 80 nonante 90 cent 100 cents 100 mille 1000",
    "en": "zero 0 zeros 0 zeroes 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11"
    " twelve 12 thirteen 13 fourteen 14 fifteen 15 sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30"
    " forty 40 fourty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90 hundred 100 thousand 1000",
}
_WORDS = {
    one: dict(zip(table.split()[::2], map(int, table.split()[1::2]), strict=True)) for one, table in _TABLES.items()
}
_AND = {"fr": "et", "en": "and"}
_TEN = 10
# “Nine hundred”, “twenty thousand”: the greatest number before these words that they multiply.
_MOST_MULTIPLIED = {100: 9, 1000: 999}
# These words are also articles, so they stay words; a pattern with “@” reads them as 1 (`search/frames.py`).
ONE = ("un", "une", "one")


def with_digits(words: Sequence[str], language: str) -> list[str]:
    """Write the number words among these plain words as digits, except “un”, “une” or “one” alone.

    “quatre vingt dix huit points et un roi” becomes “98 points et un roi”.
    """
    known = _WORDS[language]
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
            with_and = words[index] == _AND[language] and index + 1 < len(words)
            joined = _joined(number, known.get(words[index + with_and]), language, with_and=with_and)
            if joined is None:
                break
            number = joined
            index = index + with_and + 1
        if number is None or (index == start + 1 and words[start] in ONE):
            result.append(words[start])
        else:
            result.append(str(number))
    return result


def _joined(number: int, other: int | None, language: str, *, with_and: bool) -> int | None:
    """Return the number that two number words form, None if they are two numbers: “quatre vingt” = 80, “vingt vingt”.

    `with_and` is true if “et” or “and” is between them.
    """
    if other is None or number == 0 or (with_and and language == "fr" and other not in {1, 11}):
        return None
    rest = number % 100
    lowest = 1
    limit = _TEN
    if language == "fr" and (rest, other) == (4, 20):
        return number - 4 + 80
    if not with_and and number <= _MOST_MULTIPLIED.get(other, 0):
        return number * other
    # A number is followed by a smaller one: hundreds by any, tens by units.
    if rest == 0:
        limit = 100
    elif language == "en" and with_and:
        return None
    elif language == "fr" and rest in {60, 80}:
        limit = 20
    elif language == "fr" and rest == _TEN:
        lowest = 7  # “dix sept”, but “seize”
    elif rest < 2 * _TEN or rest % _TEN:
        return None
    return number + other if lowest <= other < limit else None
