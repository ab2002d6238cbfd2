"""Questions with figures: the frames of a game, and the numbers that the words of a question give them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.rulebook.reading import read_data
from scorekeeper.games.search import library
from scorekeeper.games.search.amounts import ONE
from scorekeeper.games.search.exceptions import has_unread_exception
from scorekeeper.games.search.spelling import plain_words, stem, stems_of

_FUNCTIONS: Mapping[str, Any] = {
    "__builtins__": {
        one.__name__: one for one in (abs, all, bool, isinstance, len, max, min, range, set, sorted, str, sum, zip)
    }
}
# “…” skips no word that turns the sense.
_GAP = r"(?:(?!(?:sauf|except|hormi|moin|mai|san|pas|aucun|minu|not|but|without|no) )[^\W\d]+ ){0,3}?"
_NUMBER = r"(?:(?:moin|minu) )?\d{1,6}"
_NUMBER_OR_ONE = "|".join((_NUMBER, *ONE))
_FIGURES = re.compile(r"\d+")
_EXPRESSION = re.compile(r"\{([^{}]+)\}")

Variables = Mapping[str, Any]
Spans = set[tuple[int, int]]
Figure = tuple[str, int]
"""The digits of a number in a question, and how many equal ones are before it."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A frame whose words are in a question, with the values of its variables; `missing` is the one part that is not.

    `figures` are the values of the parts that are in the question. `is_whole`: no exception of the question is unread.
    """

    game: AnyGame
    frame: Mapping[str, Any]
    language: str
    variables: Variables
    figures: Variables
    missing: str | None
    is_whole: bool


@dataclass(frozen=True, slots=True)
class _Question:
    """A question as stems in one language, and the figures that are not read because they name an option."""

    text: str
    language: str
    ignored: Collection[Figure]


def fitting_frames(question: str, game: AnyGame, options: Variables, ignored: Collection[Figure] = ()) -> list[Fit]:
    """Return the frames of a game that a question fits under these options, each in one language.

    The `ignored` figures name an option and are nothing else.
    """
    library.book(game)
    texts = {
        language: read_stems(question, game, language, _vocabulary(game.package, language)) for language in LANGUAGES
    }
    most = max(known for _, known in texts.values())
    found: dict[str, Fit] = {}
    for language, (text, known) in texts.items():
        for key, frame in frames(game.package).items() if known == most else ():
            fit = None if key == "why" else _fit(_Question(text, language, ignored), game, frame, options)
            if fit is not None and (key not in found or found[key].missing is not None):
                found[key] = fit
    return list(found.values())


@cache
def frames(package: str) -> Mapping[str, Any]:
    """Return the frames of a game by key, and under “why” the words for the lines of its sheet."""
    there = (files(package) / "rulebook" / "frames.toml").is_file()
    return read_data(package, "frames.toml") if there else {}


def figures_of(text: str) -> Iterator[tuple[Figure, tuple[int, int]]]:
    """Yield the figures of a text with their places."""
    seen = Counter[str]()
    for one in _FIGURES.finditer(text):
        yield (one[0], seen[one[0]]), one.span()
        seen[one[0]] += 1


def evaluate(expression: object, variables: Variables) -> Any:  # noqa: ANN401 - whatever the expression gives
    """Return the value of an expression of the data; what is not a text is its own value."""
    if not isinstance(expression, str):
        return expression
    return eval(expression, {**_FUNCTIONS, **variables})  # noqa: S307 - from a file of the package; a question gives only numbers


def fill_in_data(data: object, variables: Variables) -> Any:  # noqa: ANN401 - a line of the score format
    """Replace each text that begins with “=” by the value of its expression."""
    if isinstance(data, Mapping):
        return {key: fill_in_data(one, variables) for key, one in data.items()}
    if isinstance(data, list):
        return [fill_in_data(one, variables) for one in data]
    return evaluate(data[1:], variables) if isinstance(data, str) and data.startswith("=") else data


def fill_in_text(text: str, variables: Variables) -> str:
    """Replace each expression in braces by its value."""
    return _EXPRESSION.sub(lambda one: str(evaluate(one[1], variables)).replace("-", "−"), text)


def _fit(question: _Question, game: AnyGame, frame: Mapping[str, Any], options: Variables) -> Fit | None:
    text, language = question.text, question.language

    def found(patterns: Mapping[str, Sequence[str]], name: str = "any") -> Iterator[tuple[re.Match[str], str | None]]:
        for pattern in patterns.get(language, ()):
            words, _, result = pattern.partition(" = ")
            for match in _matches(compiled(words, name, language), text):
                yield match, result or None

    # An option may be named by a word of Python, such as `pass`: expressions read it from `options`.
    variables = {"options": options, **options, **fill_in_data(frame.get("given", {}), options)}
    called = "calls" not in frame or any(found(frame["calls"]))
    if not called or any(found(frame.get("excludes", {}))) or not evaluate(frame.get("under", True), variables):
        return None
    taken: Spans = {span for figure, span in figures_of(text) if figure in question.ignored}
    missing, figures = list[str](), dict[str, Any]()
    for name, part in frame["parts"].items():
        read = _read(name, part, found(part, name), taken, variables)
        figures |= read
        variables = {name: [] if part.get("many") else 0, **variables, f"has_{name}": name in figures, **read}
        missing += [name] if part.get("required", not part.get("many")) and name not in figures else []
    rest = {one.span() for one in _FIGURES.finditer(text)} - taken
    asks = len(missing) == 1 and "ask" in frame["parts"][missing[0]] and len(figures) > 0
    if rest or (missing and not asks):
        return None
    if not missing:
        for name, expression in frame.get("let", {}).items():
            variables = {**variables, name: evaluate(expression, variables)}
        if not evaluate(frame.get("if", True), variables):
            return None
    is_whole = not has_unread_exception(text, language, taken, of_two=game.table_sizes == {2})
    return Fit(game, frame, language, variables, figures, missing[0] if missing else None, is_whole)


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches that begin at each letter, since one that has to be refused may cover the right one."""
    match = pattern.search(text)
    while match is not None:
        yield match
        match = pattern.search(text, match.start() + 1)


def _read(
    name: str,
    part: Mapping[str, Any],
    found: Iterator[tuple[re.Match[str], str | None]],
    taken: Spans,
    variables: Variables,
) -> dict[str, Any]:
    """Return the values that a part has in the question, by name; adds its places to `taken`, those of numbers too."""
    values, read_spans = list[Any](), list[tuple[int, int]]()
    for match, result in found:
        numbers = {span for hole in match.groupdict() for span in _numbers(match, match.span(hole))}
        start, end = match.span()
        again = any(start < one[1] and one[0] < end for one in read_spans)
        if again or ({match.span()} if part.get("many") else numbers) & taken:
            continue
        holes = {hole: number_in(text) for hole, text in match.groupdict().items()}
        read = holes if result is None else {**holes, name: evaluate(result, {**variables, **holes})}
        if not evaluate(part.get("within", True), {**variables, **read}):
            continue
        taken |= numbers | _numbers(match, match.span()) | {match.span()}
        if not part.get("many"):
            return read or {name: 1}
        values.append(read[name])
        read_spans.append(match.span())
    in_order = sorted(range(len(values)), key=read_spans.__getitem__)
    return {name: [values[index] for index in in_order]} if values else {}


def _numbers(match: re.Match[str], span: tuple[int, int]) -> Spans:
    """Return the places of the figures in this span of the question, the span itself if it is a word for one."""
    return {one.span() for one in _FIGURES.finditer(match.string, *span)} or {span}


def number_in(text: str) -> int:
    """Return the number that a hole of a pattern has matched."""
    sign, _, figures = text.rpartition(" ")
    return 1 if figures in ONE else int(figures) * (-1 if sign else 1)


def read_stems(question: str, game: AnyGame, language: str, known: Collection[str]) -> tuple[str, int]:
    """Return a question as stems and figures, and the number of words that are known: these or those of the rulebook.

    Words that are mistyped are corrected.
    """
    vocabulary, stemmed = library.index(game).vocabulary[language], stems_of(question, language)
    read = "".join(f"{one if one in known else stem(vocabulary.corrected(one), language)} " for one in stemmed)
    return read, sum(one.isdecimal() or one in known or one in vocabulary.known for one in stemmed)


@cache
def _vocabulary(package: str, language: str) -> frozenset[str]:
    """Return the stems of all words in the frames of a game."""
    given = [one for key, one in frames(package).items() if key != "why"]
    places = [
        place for one in given for place in (one.get("calls", {}), one.get("excludes", {}), *one["parts"].values())
    ]
    return stems_of_patterns((text for place in places for text in place.get(language, ())), language)


def stems_of_patterns(texts: Iterable[str], language: str) -> frozenset[str]:
    """Return the stems of the words of patterns."""
    return frozenset(one for text in texts for one in _plain_stems(re.sub("[#@]", " ", text), language))


def _plain_stems(text: str, language: str) -> list[str]:
    """Return the stems of the words of patterns, among which a number word (“les deux”) is no figure."""
    return [stem(word, language) for word in plain_words(text, language)]


@cache
def compiled(text: str, name: str, language: str) -> re.Pattern[str]:
    """Compile words: “a/b” is either, “[a]” optional, “…” up to three words, “#name” a number, “@name” also “one”."""
    parts = []
    for word in text.split():
        if word == "…":
            parts.append(_GAP)
        elif word[0] in "#@":
            parts.append(f"(?P<{word[1:] or name}>{_NUMBER if word[0] == '#' else _NUMBER_OR_ONE}) ")
        else:
            either = "|".join(_plain_stems(word.replace("/", " "), language))
            parts.append(f"(?:(?:{either}) ){'?' if word.startswith('[') else ''}")
    return re.compile(rf"(?<!\S){''.join(parts)}")
