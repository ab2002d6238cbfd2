"""Questions that an answer does not fit, because of an exception (“tous les plis sauf un”), an act or a partner."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scorekeeper.games.search.concepts import features, listed_words
from scorekeeper.games.search.spelling import stems_of

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


_PARTNERS = {"partner", "team"}


def is_about_another(question: str, title: str, language: str) -> bool:
    """Return whether the title of an answer is about discarding or two partners, and the question about another thing.

    The other thing is leading a card, or not both partners: two bids of one player (“nil and blind nil both”), a team.
    """
    asked = _concepts(question, language)
    answered = _concepts(title, language)
    if "lead" in asked - answered and "discard" in answered - asked:
        return True
    if "both" not in answered or _PARTNERS.isdisjoint(answered):
        return False
    return ("both" in asked) == _PARTNERS.isdisjoint(asked)


def _concepts(text: str, language: str) -> frozenset[str]:
    stems = stems_of(text, language)
    # “play a heart” is the idiom “play hearts”, which means leading.
    telling = [one for one in stems if one not in listed_words("fillers", language)]
    return features(stems, language) | features(telling, language)


def has_exception(stems: Iterable[str], language: str) -> bool:
    """Return whether the stems of a text have an exception: “sauf l’as”, “but not the queen”."""
    return _EXCEPTIONS[language].search(" ".join(stems)) is not None


def has_unread_exception(stems: str, language: str, read: Iterable[tuple[int, int]], *, of_two: bool) -> bool:
    """Return whether words outside the spans that were `read` turn the sense of stems; `of_two`: two players play."""
    places = {place for span in read for place in range(*span)}
    turns = [*_TURNS[language].finditer(stems)]
    if of_two:
        turns += _DEALER.finditer(stems)
    if any(places.isdisjoint(range(*one.span())) for one in turns):
        return True
    return any(one.start() not in places and one.start("word") in places for one in _WITHOUT.finditer(stems))
