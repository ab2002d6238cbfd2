"""Questions with figures: match a question with the frames of a game, and read the numbers of their parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import LANGUAGES
from scorekeeper.games.rulebook.reading import read_data
from scorekeeper.games.search import library
from scorekeeper.games.search.amounts import ONE, with_figures
from scorekeeper.games.search.spelling import plain_stems, plain_words, stem

_FUNCTIONS: Mapping[str, Any] = {
    "__builtins__": {one.__name__: one for one in (abs, bool, len, max, min, range, set, sorted, str, sum)}
}
_GAP = r"(?:[^\W\d]+ ){0,3}?"
_NUMBER = r"(?:(?:moin|minu) )?\d{1,6}"
_NUMBER_OR_ONE = "|".join((_NUMBER, *ONE))
_FIGURES = re.compile(r"\d+")
_EXPRESSION = re.compile(r"\{([^{}]+)\}")

Values = Mapping[str, Any]
Spans = set[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Fit:
    """A frame that a question fits; `names` maps each variable of its expressions to a value.

    `figures` are the values of the parts that are in the question; `missing` is the one part that is not, or None.
    """

    game: AnyGame
    frame: Mapping[str, Any]
    language: str
    names: Values
    figures: Values
    missing: str | None


def fitting_frames(question: str, game: AnyGame, options: Values) -> list[Fit]:
    """Return each frame of a game that a question fits under these options, in the language that fits."""
    library.book(game)
    texts = {language: _normalise(question, game, language) for language in LANGUAGES if frames(game.package)}
    most_known = max((known for _, known in texts.values()), default=0)
    found: dict[str, Fit] = {}
    for language, (text, known) in texts.items():
        for key, frame in frames(game.package).items():
            fit = None if key == "why" or known < most_known else _fit_frame(text, game, frame, language, options)
            if fit is not None and (key not in found or found[key].missing is not None):
                found[key] = fit
    return list(found.values())


@cache
def frames(package: str) -> Mapping[str, Any]:
    """Return the frames of a game by key; the key “why” has the words for the lines of its sheet."""
    has_file = (files(package) / "rulebook" / "frames.toml").is_file()
    return read_data(package, "frames.toml") if has_file else {}


def evaluate(expression: object, values: Values) -> Any:  # noqa: ANN401 - whatever the expression gives
    """Return the value of an expression of the data; any other data than a text is its own value."""
    if not isinstance(expression, str):
        return expression
    return eval(expression, {**_FUNCTIONS, **values})  # noqa: S307 - from a file of the package; a question gives only numbers


def fill_in_data(data: object, values: Values) -> Any:  # noqa: ANN401 - a line of the score format
    """Replace each text that begins with “=” by the value of its expression."""
    if isinstance(data, Mapping):
        return {key: fill_in_data(one, values) for key, one in data.items()}
    if isinstance(data, list):
        return [fill_in_data(one, values) for one in data]
    return evaluate(data[1:], values) if isinstance(data, str) and data.startswith("=") else data


def fill_in_text(text: str, values: Values) -> str:
    """Replace each expression in braces by its value."""
    return _EXPRESSION.sub(lambda one: str(evaluate(one[1], values)).replace("-", "−"), text)


def _fit_frame(text: str, game: AnyGame, frame: Mapping[str, Any], language: str, options: Values) -> Fit | None:
    def matches(patterns: Mapping[str, Sequence[str]], name: str = "any") -> Iterator[tuple[re.Match[str], str | None]]:
        for pattern in patterns.get(language, ()):
            words, _, result = pattern.partition(" = ")
            for match in _pattern(words, name, language).finditer(text):
                yield match, result or None

    values = {**options, **fill_in_data(frame.get("given", {}), options)}
    is_called = "calls" not in frame or any(matches(frame["calls"]))
    if not is_called or any(matches(frame.get("excludes", {}))) or not evaluate(frame.get("under", True), values):
        return None
    used: Spans = set()
    missing, figures = list[str](), dict[str, Any]()
    for name, part in frame["parts"].items():
        read = _read_part(name, part, matches(part, name), used, values)
        figures |= read
        values = {name: [] if part.get("many") else 0, **values, f"has_{name}": name in figures, **read}
        missing += [name] if part.get("required", not part.get("many")) and name not in figures else []
    rest = {one.span() for one in _FIGURES.finditer(text)} - used
    can_ask = len(missing) == 1 and "ask" in frame["parts"][missing[0]] and len(figures) > 0
    if rest or (missing and not can_ask):
        return None
    if not missing:
        for name, expression in frame.get("let", {}).items():
            values = {**values, name: evaluate(expression, values)}
        if not evaluate(frame.get("if", True), values):
            return None
    return Fit(game, frame, language, values, figures, missing[0] if missing else None)


def _read_part(
    name: str, part: Mapping[str, Any], matches: Iterator[tuple[re.Match[str], str | None]], used: Spans, values: Values
) -> dict[str, Any]:
    """Return by name the values of a part that the question gives; add the spans of its numbers to `used`."""
    found_values, matched_spans = list[Any](), list[tuple[int, int]]()
    for match, result in matches:
        number_spans = {span for hole in match.groupdict() for span in _number_spans(match, match.span(hole))}
        start, end = match.span()
        overlaps = any(start < one[1] and one[0] < end for one in matched_spans)
        if overlaps or ({match.span()} if part.get("many") else number_spans) & used:
            continue
        holes = {hole: _number(text) for hole, text in match.groupdict().items()}
        read = holes if result is None else {**holes, name: evaluate(result, {**values, **holes})}
        if not evaluate(part.get("within", True), {**values, **read}):
            continue
        used |= number_spans | _number_spans(match, match.span()) | {match.span()}
        if not part.get("many"):
            return read or {name: 1}
        found_values.append(read[name])
        matched_spans.append(match.span())
    return {name: found_values} if found_values else {}


def _number_spans(match: re.Match[str], span: tuple[int, int]) -> Spans:
    """Return the spans of the figures within this span of the question; the span itself if it is a word for 1."""
    return {one.span() for one in _FIGURES.finditer(match.string, *span)} or {span}


def _number(text: str) -> int:
    sign, _, figures = text.rpartition(" ")
    return 1 if figures in ONE else int(figures) * (-1 if sign else 1)


def _normalise(question: str, game: AnyGame, language: str) -> tuple[str, int]:
    """Return a question as corrected stems and figures in one text, and the number of its known words."""
    known, index = _vocabulary(game.package, language), library.index([game])
    stems = [stem(word, language) for word in with_figures(plain_words(question, language), language)]
    read = "".join(f"{one if one in known else index.corrected(one, language)} " for one in stems)
    return read, sum(one.isdecimal() or one in known or index.knows(one, language) for one in stems)


@cache
def _vocabulary(package: str, language: str) -> frozenset[str]:
    """Return the stems of all words in the frames of a game."""
    entries = [frame for key, frame in frames(package).items() if key != "why"]
    patterns = [
        by_language
        for frame in entries
        for by_language in (frame.get("calls", {}), frame.get("excludes", {}), *frame["parts"].values())
    ]
    texts = (text for by_language in patterns for text in by_language.get(language, ()))
    return frozenset(stem for text in texts for stem in plain_stems(re.sub("[#@]", " ", text), language))


@cache
def _pattern(text: str, name: str, language: str) -> re.Pattern[str]:
    """Compile words: “a/b” is either, “[a]” optional, “…” up to three words, “#name” a number, “@name” it or “one”."""
    parts = []
    for word in text.split():
        if word == "…":
            parts.append(_GAP)
        elif word[0] in "#@":
            parts.append(f"(?P<{word[1:] or name}>{_NUMBER if word[0] == '#' else _NUMBER_OR_ONE}) ")
        else:
            either = "|".join(plain_stems(word.replace("/", " "), language))
            parts.append(f"(?:(?:{either}) ){'?' if word.startswith('[') else ''}")
    return re.compile(rf"(?<!\S){''.join(parts)}")
