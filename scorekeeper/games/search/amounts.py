"""Number words of both languages in a question: “quatre-vingt-dix-huit”, “ninety-eight”."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_SMALL = {
    "fr": "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen",
}
_LARGE: Mapping[str, Mapping[str, int]] = {
    "fr": {
        "zeros": 0,
        "vingt": 20, "vingts": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60, "septante": 70,
        "huitante": 80, "octante": 80, "nonante": 90, "cent": 100, "cents": 100, "mille": 1000, "une": 1,
    },
    "en": {
        "zeros": 0, "zeroes": 0,
        "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
        "ninety": 90, "hundred": 100, "thousand": 1000,
    },
}  # fmt: skip
_WORDS = {
    language: {**{word: number for number, word in enumerate(small.split())}, **_LARGE[language]}
    for language, small in _SMALL.items()
}
_AND = {"fr": "et", "en": "and"}
# By the last two digits of a number, the numbers that are added to it if they follow; by “hundred” and “thousand”, the
# numbers that these words multiply.
_ADDED: Mapping[str, Mapping[int, range]] = {
    "fr": {
        **dict.fromkeys((20, 30, 40, 50, 70, 90), range(1, 10)),
        **dict.fromkeys((60, 80), range(1, 20)),
        10: range(7, 10),
    },
    "en": dict.fromkeys(range(20, 100, 10), range(1, 10)),
}
_MULTIPLIED = {100: range(1, 10), 1000: range(1, 1000)}
# These words are also articles, so they stay words; a pattern with “@” reads them as 1 (`search/frames.py`).
ONE = ("un", "une", "one")


def with_figures(words: Sequence[str], language: str) -> list[str]:
    """Write the number words among these plain words as figures, except “un”, “une” or “one” alone."""
    known, result = _WORDS[language], list[str]()
    index = 0
    while index < len(words):
        means_both = words[index] in {"deux", "two"} and index > 0 and words[index - 1] in {"les", "the"}
        start, number = index, None if means_both else known.get(words[index])
        index += 1
        while number is not None and index < len(words):
            with_and = words[index] == _AND[language] and index + 1 < len(words)
            joined = _joined(number, known.get(words[index + with_and]), language, with_and=with_and)
            if joined is None:
                break
            number, index = joined, index + with_and + 1
        as_written = number is None or (index == start + 1 and words[start] in ONE)
        result.append(words[start] if as_written else str(number))
    return result


def _joined(number: int, other: int | None, language: str, *, with_and: bool) -> int | None:
    """Return the number that two number words form, None if they are two numbers.

    `with_and` is true if “et” or “and” is between them.
    """
    if other is None or (with_and and language == "fr" and other not in {1, 11}):
        return None
    rest = number % 100
    if language == "fr" and (rest, other) == (4, 20):
        return number - 4 + 80
    hundreds = rest == 0 < number
    if other in (range(1, 100) if hundreds else _ADDED[language].get(rest, ())) and (
        hundreds or not with_and or language == "fr"
    ):
        return number + other
    return number * other if not with_and and number in _MULTIPLIED.get(other, ()) else None
