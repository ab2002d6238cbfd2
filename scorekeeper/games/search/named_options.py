"""The house rules that a question names: “on joue la dame à 12”, “at Belmont”, “the minus ten jack”.

A house rule is an *option* of a game, such as the points of the queen. The entries of the game's `named_options.toml`
have the values that they `set`, or expressions that begin with “=”, and in each language the patterns that name them,
written as in `frames.py` (“#v” is a number of the question). An entry may set nothing: the words that it matches are
then not read by the entries after it. Questions are read as *stems*, words without their endings.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from scorekeeper.games.contract import AnyGame, Option
from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.rulebook.reading import read_data, with_null
from scorekeeper.games.search.frames import (
    NumberOccurrence,
    compiled,
    fill_in_data,
    number_in,
    number_occurrences,
    read_stems,
    stems_of_patterns,
)
from scorekeeper.games.shape import ImpossibleError, Json

_FILE = "named_options.toml"
# The words that deny something, as stems.
_NEGATION = {
    "fr": re.compile(r"\b(?:ne|n|pas|san|jam|aucun)\b"),
    "en": re.compile(r"\b(?:not|no|never|without|nt|t|don|didn|doesn|isn|wasn|canot)\b"),
}
# A clause, and the punctuation after it.
_CLAUSE = re.compile(r"([^,;:.!?()\n]+)([,;:.!?()\n]*)")
# “on joue”, “we play”: words that introduce a house rule.
_INTRODUCING = re.compile(
    r"\b(?:(?:on|nous) (?:y )?jou(?:e|ons)|en jouant|we(?: are|['’]?re)? play(?:ing)?|playing)(?: que| that)?\b",
    re.IGNORECASE,
)
# `_DENYING`: a negation at most two words before or after a house rule denies it. `_FURTHER`: a question that has at
# most two words more than the house rule asks about it. `_BETWEEN`: words that ask may have one more word between them
# and the house rule.
_DENYING, _FURTHER, _BETWEEN = 2, 2, 1
# “50 or 100” asks too, and so does “… or not” at the end.
_OR = {"ou", "or"}


@dataclass(frozen=True, slots=True)
class NamedOptions:
    """The options that a question names."""

    # As JSON by name.
    values: Json
    # The numbers of the question that name an option, such as the 12 of “the queen at 12”.
    occurrences: frozenset[NumberOccurrence]
    # The question without “we play”, if this introduces an option and so says nothing of a card played.
    question: str


def named_options(question: str, game: AnyGame, in_force: Mapping[str, Any]) -> NamedOptions:
    """Return the options that a question names, with allowed values; `in_force` has every option of the table.

    A house rule that the question denies (“without jokers”), reports (“he says that we play with jokers”) or asks about
    is not named; nor is an option to which the question gives two different values.
    """
    allowed = {option.name: option for option in game.options}
    values = dict[str, Any]()
    occurrences = set[NumberOccurrence]()
    # The options with two values in the question.
    disputed = set[str]()
    # `match` is where the entry is named in a clause, and `before` the text of the clauses before this one.
    for entry, match, before in _matches(question, game):
        numbers = {hole: number_in(text) for hole, text in match.groupdict().items()}
        # The options that the entry sets, with the values of its expressions. TOML has no null: the entry has the text
        # "null" in its place, which `with_null` replaces by None.
        chosen = with_null(fill_in_data(entry.get("set", {}), {**in_force, **values, **numbers}))
        if chosen and all(_is_allowed(allowed[name], value) for name, value in chosen.items()):
            # If an earlier entry gave the option another value, it is unknown which one is meant.
            disputed |= {name for name, value in chosen.items() if values.get(name, value) != value}
            values |= chosen
            # The span of the match is counted from the start of its clause, and is moved to count from the start of the
            # question.
            start, end = (len(before) + place for place in match.span())
            places = number_occurrences(before + match.string)
            occurrences |= {occurrence for occurrence, (place, _) in places if start <= place < end}
    values = {name: value for name, value in values.items() if name not in disputed}
    if values:
        question = _INTRODUCING.sub(" ", question)
    return NamedOptions(values, frozenset(occurrences), question)


def entries(package: str) -> Sequence[Mapping[str, Any]]:
    """Return the house rules of a game that a question can name."""
    return tuple(read_data(package, _FILE, required=False).get("named", ()))


def _is_allowed(option: Option, value: object) -> bool:
    try:
        option.read(value)
    except ImpossibleError:
        return False
    return True


def _matches(question: str, game: AnyGame) -> Iterator[tuple[Mapping[str, Any], re.Match[str], str]]:
    """Yield the entries that are named in a question, each with the words that name it and the clauses before."""
    # By language, the clauses and how many of their words are known.
    read = {language: _clauses(question, game, language) for language in LANGUAGES}
    most = max(known for _, known in read.values())
    for language, (clauses, known) in read.items():
        # A question is in the language of which more words are known, or may be in both.
        if known < most:
            continue
        before = ""
        for clause, ends_question in clauses:
            for entry, match in _named_in(clause, game, language, ends_question=ends_question):
                yield entry, match, before
            before += clause


def _clauses(question: str, game: AnyGame, language: str) -> tuple[list[tuple[str, bool]], int]:
    """Return the clauses of a question, each as its stems and whether a question mark ends it.

    The second value is the number of words of the question that are known.
    """
    known = _vocabulary(game.package, language)
    # Each item is a pair: the result of `read_stems` (stems, number of known words), and whether the clause asks.
    read = [(read_stems(clause[1], game, language, known), "?" in clause[2]) for clause in _CLAUSE.finditer(question)]
    return [(text, asks) for (text, _), asks in read], sum(count for (_, count), _ in read)


def _named_in(
    clause: str, game: AnyGame, language: str, *, ends_question: bool
) -> Iterator[tuple[Mapping[str, Any], re.Match[str]]]:
    """Yield the entries that a clause names, each with the words that name it; none that it denies or asks about.

    `ends_question` tells whether a question mark ends the clause.
    """
    # The spans of the words already read: a later entry must not read them again.
    read = list[tuple[int, int]]()
    for entry, text in _patterns(game.package, language):
        # A “#” without a name in the pattern gets the name "v".
        for match in compiled(text, "v", language).finditer(clause):
            start, end = match.span()
            if any(start < other[1] and other[0] < end for other in read):
                continue
            read.append(match.span())
            after = clause[end:].split()
            # A question with hardly more words than those of the house rule asks about it.
            if ends_question and len(clause[:start].split()) + len(after) <= _FURTHER:
                continue
            # The first word after the house rule, and the last word but one of the clause.
            chooses = _OR.intersection(after[:1] + after[-2:-1])
            if chooses or _is_asked(clause, start, language) or _is_denied(clause, match, text, language):
                continue
            yield entry, match


def _is_asked(clause: str, start: int, language: str) -> bool:
    """Return whether a clause asks about a house rule or reports it, such as “can we play with jokers”.

    `start` is the index at which the words of the house rule begin. The words that ask begin there or earlier, and at
    most one other word is between them and the house rule.
    """
    return any(
        match.start() <= start and len(clause[match.end() : start].split()) <= _BETWEEN
        for text in _asking()[language]
        for match in compiled(text, "v", language).finditer(clause)
    )


def _is_denied(clause: str, match: re.Match[str], text: str, language: str) -> bool:
    """Return whether a negation is beside or within the words that name a house rule; `text` is their pattern."""
    before = clause[: match.start()].split()[-_DENYING:]
    after = clause[match.end() :].split()[:_DENYING]
    own = stems_of_patterns([text], language)
    # The words that “…” of the pattern has matched. A negation of the pattern itself does not deny it.
    within = [word for word in match[0].split() if word not in own]
    return _NEGATION[language].search(" ".join([*before, *within, *after])) is not None


@cache
def _patterns(package: str, language: str) -> Sequence[tuple[Mapping[str, Any], str]]:
    """Return the patterns of all entries in order, each after its entry."""
    return [(entry, text) for entry in entries(package) for text in entry[language]]


@cache
def _vocabulary(package: str, language: str) -> frozenset[str]:
    texts = [text for _, text in _patterns(package, language)]
    return stems_of_patterns([*texts, *_asking()[language]], language)


@cache
def _asking() -> Mapping[str, Sequence[str]]:
    """Return by language the patterns of words that ask: “peut-on jouer avec”, “can we play with”."""
    return tomllib.loads((files(__package__) / "asking.toml").read_text(encoding="utf-8"))
