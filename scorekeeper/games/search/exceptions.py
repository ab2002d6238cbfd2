"""Questions that an answer does not fit, because of an exception (“tous les plis sauf un”), an act or a partner."""

from __future__ import annotations

import re
from collections.abc import Iterable

# All patterns are for stems.
_EXCEPTIONS = {
    "fr": re.compile(
        r"\b(?:sauf|except|hormi|pas bonn?|mai pas|mai (?!il |ell |on )\w+ a|mai l[ae]? \w+ (?:de \w+ )?est chez)\b"
    ),
    "en": re.compile(
        r"\b(?:except|not god|but (?:not|the last)|(?:all|every) (?:\w+ )?but|everyth\w* but"
        r"|but (?!he |she |we )\w+ (?:has|hav|took|got))\b"
    ),
}
# “moins un”, “mais moi j’ai le valet”: after “mais”, a number is checked anyway.
_TURNS = {
    "fr": re.compile(r"\b(?:sauf|except|hormi|moin (?!\d)|mai (?:pas|(?!.*\d)\S+))"),
    "en": re.compile(r"\b(?:except|not|minu (?!\d)|but (?:(?=\d)|(?!.*\d)\S+))"),
}
# “sans la tierce”: the tierce must not be read without “sans”.
_WITHOUT = re.compile(
    r"\b(?:san|aucun|pas(?= (?:la|les?|l|une?|de?) )|without|no) "
    r"(?:(?:la|les?|l|une?|de?|seul|the|an?|any) )*(?P<word>\S+)"
)
# Of two players, the dealer; a pronoun that comes later is read instead.
_DEALER = re.compile(r"\b(?:doneur(?!.* (?:il|ell) )|dealer(?!.* (?:he|she) ))")


def has_exception(stems: Iterable[str], language: str) -> bool:
    """Return whether the stems of a text have an exception: “sauf l’as”, “but not the queen”."""
    return _EXCEPTIONS[language].search(" ".join(stems)) is not None


def has_unread_exception(stems: str, language: str, read: Iterable[tuple[int, int]], *, of_two: bool) -> bool:
    """Return whether words outside the spans that were `read` turn the sense of stems; `of_two`: two players play."""
    places = {place for span in read for place in range(*span)}
    turns = [*_TURNS[language].finditer(stems), *(_DEALER.finditer(stems) if of_two else ())]
    if any(places.isdisjoint(range(*one.span())) for one in turns):
        return True
    return any(one.start() not in places and one.start("word") in places for one in _WITHOUT.finditer(stems))
