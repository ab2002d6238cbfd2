"""Compare the details that the sentence of an error needs with those that the error has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.web.text.errors import FILLERS, SHARED_SENTENCES, ErrorSentences
from scorekeeper.web.text.sentences import COUNT, PLACEHOLDER, IfDetail, OneOf, Plural, Sentence

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator


def unfilled(error_sentence: ErrorSentences, key: str, details: Collection[str]) -> list[str]:
    """Return the details that the sentences of an error need and that are missing."""
    sentences = next(
        (one for one in (error_sentence, SHARED_SENTENCES) if any(_templates(one, key, details))), error_sentence
    )
    fillers = {**FILLERS, **sentences.fillers}
    templates = _templates(sentences, key, details)
    placeholders = {name for template in templates for name, _kind in PLACEHOLDER.findall(template)} - {COUNT}
    needed = {detail for name in placeholders for detail in (fillers[name].details if name in fillers else (name,))}
    return sorted(needed - set(details))


def _templates(sentences: ErrorSentences, key: str, details: Collection[str]) -> list[str]:
    return list(_written({**sentences.full_sentences, **sentences.after_label}.get(key), details))


def _written(sentence: Sentence | None, details: Collection[str]) -> Iterator[str]:
    """Yield every template possible with these details; after a plural, the placeholder that decides it."""
    if isinstance(sentence, IfDetail):
        yield from _written(sentence.sentence if sentence.detail in details else None, details)
    elif isinstance(sentence, OneOf):
        for choice in sentence.sentences.values():
            yield from _written(choice, details)
    elif isinstance(sentence, Plural):
        yield from (sentence.singular, sentence.plural, f"%({sentence.number})d")
    elif sentence is not None:
        yield str(sentence)
