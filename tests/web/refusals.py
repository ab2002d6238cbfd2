"""Compare the figures that the sentence of an error needs with those that the error has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.web.text.errors import FILLERS, SHARED_SENTENCES, ErrorSentences
from scorekeeper.web.text.sentences import COUNT, PLACEHOLDER, IfFigure, OneOf, Plural, Sentence

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator


def unfilled(fault: ErrorSentences, key: str, figures: Collection[str]) -> list[str]:
    """Return the figures that the sentences of an error need and that are missing."""
    sentences = next((words for words in (fault, SHARED_SENTENCES) if any(_templates(words, key, figures))), fault)
    fillers = {**FILLERS, **sentences.fillers}
    templates = _templates(sentences, key, figures)
    placeholders = {name for template in templates for name, _kind in PLACEHOLDER.findall(template)} - {COUNT}
    needed = {figure for name in placeholders for figure in (fillers[name].figures if name in fillers else (name,))}
    return sorted(needed - set(figures))


def _templates(words: ErrorSentences, key: str, figures: Collection[str]) -> list[str]:
    return list(_written({**words.full_sentences, **words.after_label}.get(key), figures))


def _written(sentence: Sentence | None, figures: Collection[str]) -> Iterator[str]:
    """Yield every template possible with these figures; after a plural, the placeholder that decides it."""
    if isinstance(sentence, IfFigure):
        yield from _written(sentence.sentence if sentence.figure in figures else None, figures)
    elif isinstance(sentence, OneOf):
        for choice in sentence.sentences.values():
            yield from _written(choice, figures)
    elif isinstance(sentence, Plural):
        yield from (sentence.singular, sentence.plural, f"%({sentence.number})d")
    elif sentence is not None:
        yield str(sentence)
