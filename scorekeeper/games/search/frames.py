"""Questions with numbers: the frames of a game, and the numbers that the words of a question give them.

A *frame* is an entry of `frames.toml`: the words of one kind of question (“we bid 6 and took 9”), and the expressions
that compute its answer. Its *parts* are the numbers that the question gives. The words are *patterns* (see `compiled`),
in which *holes*, such as “#bid”, match numbers. Questions and patterns are compared as *stems*: words without their
endings, each followed by one space. A *span* is the start and the end of a match in a text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.rulebook.reading import read_data
from scorekeeper.games.search import library
from scorekeeper.games.search.words import ONE, plain_words, stem, stems_of

# The functions that an expression of a frame may call, by name; it sees no other function of Python.
_FUNCTIONS: Mapping[str, Any] = {
    "__builtins__": {
        function.__name__: function
        for function in (abs, all, bool, isinstance, len, max, min, range, set, sorted, str, sum, zip)
    }
}
# What “…” in a pattern matches: up to three words, as few as possible, but none that turns the sense of a question,
# that is, reverses or limits it, such as “not” or “except”.
_GAP = r"(?:(?!(?:sauf|except|hormi|moin|mai|san|pas|aucun|minu|not|but|without|no) )[^\W\d]+ ){0,3}?"
# These words, in stems, turn the sense of a question unless a frame has read them: “all but 3”. The word “moins” before
# a number (“moins 10”) is its sign and turns nothing. “mais” turns the sense if “pas” follows it or no number comes
# later. In “mais moi j’ai 3 cœurs” it turns nothing: a part of the frame has to read this number, or the question does
# not fit. “Tous les deux” and “both of us” say that there are two of what the frame has read once; “recount”, that the
# numbers are in doubt.
_TURNS = {
    "fr": re.compile(r"\b(?:sauf|except|hormi|moin (?!\d)|mai (?:pas|(?!.*\d)\S+)|tou les? deu|recompt)"),
    "en": re.compile(r"\b(?:except|not|minu (?!\d)|but (?:(?=\d)|(?!.*\d)\S+)|both of|recount)"),
}
# “sans la tierce”: the group `word` is the word after “sans”. If a frame has read “tierce” but not “sans”, it has
# misunderstood the question.
_WITHOUT = re.compile(
    r"\b(?:san|aucun|pas(?= (?:la|les?|l|une?|de?) )|without|no) "
    r"(?:(?:la|les?|l|une?|de?|seul|the|an?|any) )*(?P<word>\S+)"
)
# In a game of two players, “dealer” turns the sense too: it means one of the players, who may not be the asker. It does
# not if “he” or “she” comes later in the question.
_DEALER = re.compile(r"\b(?:doneur(?!.* (?:il|ell) )|dealer(?!.* (?:he|she) ))")
# A number in stems, also a negative one: “moin 12”.
_NUMBER = r"(?:(?:moin|minu) )?\d{1,6}"
_NUMBER_OR_ONE = "|".join((_NUMBER, *ONE))
_DIGITS = re.compile(r"\d+")
# An expression in a text, in braces: “{2 - 5} points”.
_EXPRESSION = re.compile(r"\{([^{}]+)\}")

# The values that an expression may use, by name: options, numbers of the question, and values computed before. Example:
# {"bid": 6, "has_bid": True, "sacs_limit": 10}.
Variables = Mapping[str, Any]
Spans = set[tuple[int, int]]
NumberOccurrence = tuple[str, int]
"""The digits of a number in a question, and how many equal ones are before it."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A frame whose words are in a question."""

    game: AnyGame
    # The entry of `frames.toml`. The comment at the beginning of the frames of Spades (Atout Pique) explains its keys.
    frame: Mapping[str, Any]
    language: str
    # The values of all its variables.
    variables: Variables
    # The values of the parts that are in the question.
    numbers: Variables
    # The name of the one part that is not in the question, None if all are.
    missing: str | None
    # Whether the frame has read every word that turns the sense, such as “except”.
    is_whole: bool


@dataclass(frozen=True, slots=True)
class _Question:
    """A question as stems in one language, and the numbers that are not read because they name an option."""

    text: str
    language: str
    ignored: Collection[NumberOccurrence]


def fitting_frames(
    question: str, game: AnyGame, options: Variables, ignored: Collection[NumberOccurrence] = ()
) -> list[Fit]:
    """Return the frames of a game that a question fits under these options, each in one language.

    `ignored` are the numbers of the question that name an option, such as the 12 of “the queen at 12”: they count as
    read already.
    """
    # By language, the question as stems and how many of its words are known.
    texts = {
        language: read_stems(question, game, language, _vocabulary(game.package, language)) for language in LANGUAGES
    }
    most = max(known for _, known in texts.values())
    found: dict[str, Fit] = {}
    for language, (text, known) in texts.items():
        # A question is in the language of which more words are known, or may be in both.
        if known < most:
            continue
        for key, frame in frames(game.package).items():
            # This entry of the file is no frame: it has the words for the reasons of points.
            if key == "why":
                continue
            fit = _fit(_Question(text, language, ignored), game, frame, options)
            # A question may fit the same frame in both languages. The fit in the first one is replaced only if a number
            # is missing there.
            if fit is not None and (key not in found or found[key].missing is not None):
                found[key] = fit
    return list(found.values())


@cache
def frames(package: str) -> Mapping[str, Any]:
    """Return the frames of a game by key, and under “why” its words for the reasons of points on the sheet."""
    return read_data(package, "frames.toml", required=False)


def number_occurrences(text: str) -> Iterator[tuple[NumberOccurrence, tuple[int, int]]]:
    """Yield the numbers of a text with their places: of “2 et 2”, `("2", 0)` at (0, 1) and `("2", 1)` at (5, 6)."""
    seen = Counter[str]()
    for match in _DIGITS.finditer(text):
        digits = match[0]
        yield (digits, seen[digits]), match.span()
        seen[digits] += 1


def evaluate(expression: object, variables: Variables) -> Any:  # noqa: ANN401 - whatever the expression gives
    """Return the value of an expression such as "2 * bid"; a value that is no text, such as 4, is returned as it is."""
    if not isinstance(expression, str):
        return expression
    return eval(expression, {**_FUNCTIONS, **variables})  # noqa: S307 - from a file of the package; a question gives only numbers


def fill_in_data(data: object, variables: Variables) -> Any:  # noqa: ANN401 - a line of the score format
    """Replace each text that begins with “=” by the value of its expression.

    Example: `{"seats": "=2 + 2"}` becomes `{"seats": 4}`.
    """
    if isinstance(data, Mapping):
        return {key: fill_in_data(value, variables) for key, value in data.items()}
    if isinstance(data, list):
        return [fill_in_data(item, variables) for item in data]
    if isinstance(data, str) and data.startswith("="):
        return evaluate(data[1:], variables)
    return data


def fill_in_text(text: str, variables: Variables) -> str:
    """Replace each expression in braces by its value: “{2 - 5} points” becomes “−3 points”."""

    def value(expression: re.Match[str]) -> str:
        return str(evaluate(expression[1], variables)).replace("-", "−")

    return _EXPRESSION.sub(value, text)


def _fit(question: _Question, game: AnyGame, frame: Mapping[str, Any], options: Variables) -> Fit | None:
    """Return the frame with its numbers if the question fits it, else None."""
    # Without one of the words that call it, a frame is of another subject.
    if "calls" in frame and not any(_found(question, frame["calls"])):
        return None
    # An expression may use each option by its name. The name may be a word of Python, such as `pass`: the expression
    # then reads it from `options`. `given` are further values, which are not in the question.
    variables = {"options": options, **options, **fill_in_data(frame.get("given", {}), options)}
    # `under` is the condition on the options.
    if any(_found(question, frame.get("excludes", {}))) or not evaluate(frame.get("under", True), variables):
        return None
    # The spans of the question that are read, at first those of the ignored numbers: a part must not read a number that
    # another one has read.
    taken: Spans = {span for occurrence, span in number_occurrences(question.text) if occurrence in question.ignored}
    missing = list[str]()
    numbers = dict[str, Any]()
    for name, part in frame["parts"].items():
        # The values that this part has in the question, by name; their spans are added to `taken`.
        read = _read(name, part, _found(question, part, name), taken, variables)
        numbers |= read
        # A part with `many` has a list of values.
        many = part.get("many", False)
        empty: object = [] if many else 0
        # Later expressions use the value of the part `bid` as `bid`, and `has_bid` tells whether the question has it. A
        # part that is not in the question has the value that `given` or an earlier part gave to its name, else the
        # empty value.
        variables = {name: empty, **variables, f"has_{name}": name in numbers, **read}
        if part.get("required", not many) and name not in numbers:
            missing.append(name)
    # A number that no part has read may change the answer.
    if {match.span() for match in _DIGITS.finditer(question.text)} - taken:
        return None
    if missing:
        # The page can ask for one missing part, if this part has a sentence for it (`ask`) and the question has others.
        if len(missing) > 1 or "ask" not in frame["parts"][missing[0]] or not numbers:
            return None
    else:
        # `let`: values computed from the numbers. `if`: the condition on all values.
        for name, expression in frame.get("let", {}).items():
            variables = {**variables, name: evaluate(expression, variables)}
        if not evaluate(frame.get("if", True), variables):
            return None
    is_whole = not _has_unread_exception(question.text, question.language, taken, of_two=game.table_sizes == {2})
    return Fit(game, frame, question.language, variables, numbers, next(iter(missing), None), is_whole)


def _has_unread_exception(stems: str, language: str, read: Iterable[tuple[int, int]], *, of_two: bool) -> bool:
    """Return whether a question has a word that turns its sense, such as “except”, outside the spans that were `read`.

    `stems` is the text of the question; `of_two` tells whether the game has two players.
    """
    # The indexes of all characters that were read.
    places = {place for span in read for place in range(*span)}
    turns = [*_TURNS[language].finditer(stems)]
    if of_two:
        turns += _DEALER.finditer(stems)
    if any(places.isdisjoint(range(*match.span())) for match in turns):
        return True
    # Or “sans la tierce”, of which “tierce” was read and “sans” was not.
    return any(match.start() not in places and match.start("word") in places for match in _WITHOUT.finditer(stems))


def _found(
    question: _Question, patterns: Mapping[str, Sequence[str]], name: str = "any"
) -> Iterator[tuple[re.Match[str], str | None]]:
    """Yield the matches of patterns in a question, each with the expression after the “ = ” of its pattern, if any.

    `patterns` are lists by language. Example: the pattern “both kings = 2” yields the match of “both kings” and the
    expression "2".
    """
    for pattern in patterns.get(question.language, ()):
        words, _, result = pattern.partition(" = ")
        searched = compiled(words, name, question.language)
        match = searched.search(question.text)
        while match is not None:
            yield match, result or None
            # A match that has to be refused may cover the right one, so that the next one may begin within it.
            match = searched.search(question.text, match.start() + 1)


def _read(
    name: str,
    part: Mapping[str, Any],
    found: Iterator[tuple[re.Match[str], str | None]],
    taken: Spans,
    variables: Variables,
) -> dict[str, Any]:
    """Return the values that a part has in the question, by name; empty if no match of its patterns can be used.

    `found` are the matches of its patterns with their expressions. Add to `taken` the spans of the matches used and of
    their numbers. The key `within` of the part is the condition on the values. A pattern without a number and without
    an expression gives the value 1, which says that its words are in the question.
    """
    many = part.get("many")
    # Of a part with `many`, the values by the span of their match.
    values = dict[tuple[int, int], Any]()
    for match, result in found:
        # The spans of the numbers in the holes of the pattern.
        numbers = {span for hole in match.groupdict() for span in _numbers(match, match.span(hole))}
        start, end = match.span()
        # A number is of one part only. Different values of a part with `many` may use the same number, but not the same
        # words.
        places = {match.span()} if many else numbers
        if places & taken or any(start < other[1] and other[0] < end for other in values):
            continue
        read: dict[str, Any] = {hole: number_in(text) for hole, text in match.groupdict().items()}
        if result is not None:
            read[name] = evaluate(result, {**variables, **read})
        if not evaluate(part.get("within", True), {**variables, **read}):
            continue
        taken |= numbers | _numbers(match, match.span()) | {match.span()}
        if not many:
            return read or {name: 1}
        values[match.span()] = read[name]
    if not values:
        return {}
    # In the order of the question, not of the patterns.
    return {name: [values[span] for span in sorted(values)]}


def _numbers(match: re.Match[str], span: tuple[int, int]) -> Spans:
    """Return the spans of the numbers in this span of the question.

    If it has no digits, as for the word “une”, return the span itself.
    """
    return {digits.span() for digits in _DIGITS.finditer(match.string, *span)} or {span}


def number_in(text: str) -> int:
    """Return the number that a hole of a pattern has matched: “moin 12” is −12, “une” 1."""
    # "moin 12" is split at its last space; "12" has no sign.
    sign, _, digits = text.rpartition(" ")
    if digits in ONE:
        return 1
    if sign:
        return -int(digits)
    return int(digits)


def read_stems(question: str, game: AnyGame, language: str, known: Collection[str]) -> tuple[str, int]:
    """Return a question as stems and digits, and how many of its words are known.

    A known word is in `known` or in the rulebook; numbers count as known. Mistyped words are corrected, but do not
    count as known.
    """
    vocabulary = library.index(game).vocabulary[language]
    stemmed = stems_of(question, language)
    read = ""
    for word in stemmed:
        if word in known:
            read += f"{word} "
        else:
            read += f"{stem(vocabulary.corrected(word), language)} "
    return read, sum(word.isdecimal() or word in known or word in vocabulary.known for word in stemmed)


@cache
def _vocabulary(package: str, language: str) -> frozenset[str]:
    """Return the stems of all words in the frames of a game."""
    given = [frame for key, frame in frames(package).items() if key != "why"]
    # Where a frame has patterns, by language.
    places = [
        place
        for frame in given
        for place in (frame.get("calls", {}), frame.get("excludes", {}), *frame["parts"].values())
    ]
    return stems_of_patterns((text for place in places for text in place.get(language, ())), language)


def stems_of_patterns(texts: Iterable[str], language: str) -> frozenset[str]:
    """Return the stems of the words of patterns."""
    # “#name” and “@name” are holes; the signs are removed.
    return frozenset(word for text in texts for word in _plain_stems(re.sub("[#@]", " ", text), language))


def _plain_stems(text: str, language: str) -> list[str]:
    """Return the stems of the words of a text; a number word, such as “deux”, stays a word and does not become “2”."""
    return [stem(word, language) for word in plain_words(text, language)]


@cache
def compiled(text: str, name: str, language: str) -> re.Pattern[str]:
    """Compile a pattern of the data files to a regular expression for stems.

    “a/b” is either word, “[a]” an optional one, “…” up to three words, “#name” a number with this name, “@name” also
    the word “one”. A “#” alone has the name of its part, which is `name`. Example: “bid/said #bid” matches the stems
    “said 6 ” with the number 6 in the group `bid`.
    """
    parts = []
    for word in text.split():
        if word == "…":
            parts.append(_GAP)
        elif word[0] in "#@":
            number = _NUMBER if word[0] == "#" else _NUMBER_OR_ONE
            parts.append(f"(?P<{word[1:] or name}>{number}) ")
        else:
            either = "|".join(_plain_stems(word.replace("/", " "), language))
            parts.append(f"(?:(?:{either}) )")
            if word.startswith("["):
                parts.append("?")
    # A pattern begins at a word; each of its words ends with the space after it.
    return re.compile(rf"(?<!\S){''.join(parts)}")
