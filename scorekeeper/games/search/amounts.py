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
        "vingt": 20, "vingts": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60, "septante": 70,
        "huitante": 80, "octante": 80, "nonante": 90, "cent": 100, "cents": 100, "mille": 1000, "une": 1,
    },
    "en": {
        "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
        "ninety": 90, "hundred": 100, "thousand": 1000,
    },
}  # fmt: skip
_WORDS = {
    language: {**{word: number for number, word in enumerate(small.split())}, **_LARGE[language]}
    for language, small in _SMALL.items()
}
_AND = {"fr": "et", "en": "and"}
# Articles as well as numbers; a pattern with a number reads them.
ONE = ("un", "une", "one")


def with_figures(words: Sequence[str], language: str) -> list[str]:
    """Write the number words among these plain words as figures, except a single “un”, “une” or “one”."""
    known, result = _WORDS[language], list[str]()
    place = 0
    while place < len(words):
        both = words[place] in {"deux", "two"} and place > 0 and words[place - 1] in {"les", "the"}
        start, number = place, None if both else known.get(words[place])
        place += 1
        while number is not None and place < len(words):
            skip = words[place] == _AND[language] and place + 1 < len(words)
            joined = _joined(number, known.get(words[place + skip]), language, skip=skip)
            if joined is None:
                break
            number, place = joined, place + skip + 1
        single = number is None or (place == start + 1 and words[start] in ONE)
        result.append(words[start] if single else str(number))
    return result


def _joined(number: int, other: int | None, language: str, *, skip: bool) -> int | None:
    """Return the number that two number words form, None if they are two numbers; `skip`: with “et” between."""
    if other is None or (skip and (other not in {1, 11} if language == "fr" else number < 100)):  # noqa: PLR2004 - the words themselves
        return None
    hundreds, rest = divmod(number, 100)
    if other in {100, 1000}:
        return number * other if 0 < number < other // 10 or (other == 1000 and 0 < number < other) else None  # noqa: PLR2004 - likewise
    if language == "fr" and (rest, other) == (4, 20):
        return hundreds * 100 + 80
    tens = rest % 10 == 0 and rest > 10 and 0 < other < 10  # noqa: PLR2004 - likewise
    after_hundred = rest == 0 and hundreds > 0 and other < 100  # noqa: PLR2004 - likewise
    french = language == "fr" and (
        (rest in {60, 80} and 10 <= other < 20) or (rest in {10, 70, 90} and 7 <= other <= 9)  # noqa: PLR2004 - likewise
    )
    return number + other if tens or after_hundred or french else None
