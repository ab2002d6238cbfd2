"""An answer of the dispute desk in sentences, for a terminal: no page is needed."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.games.desk.search import Found, Outcome
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.rules_format import Consultation, consult
from scorekeeper.web.i18n import gettext, in_locale
from scorekeeper.web.judge_text import UnreadableLineError, fault_said, read_json, refusal
from scorekeeper.web.language import LOCALES
from scorekeeper.web.words.figures import quoted

_SIDES = ("Anne", "Luc", "Zoé", "Max")
_SHOWN = 80


def explain_line(content: bytes, where: str, language: str | None) -> tuple[bool, list[str]]:
    """Whether a line of the rules format was accepted, and what to print of it, in the language of its question."""
    try:
        line = read_json(content)
    except UnreadableLineError as error:
        return False, [refusal(where, str(error))]
    try:
        consultation = consult(line, language)
    except ImpossibleError as error:
        return False, [refusal(where, fault_said(error, line))]
    with in_locale(LOCALES[consultation.findings.language]):
        return True, [_head(consultation, where), *_said(consultation)]


def _head(consultation: Consultation, where: str) -> str:
    question = " ".join(consultation.question.split())
    shown = question if len(question) <= _SHOWN else f"{question[:_SHOWN]}…"
    return refusal(where, quoted(shown))


def _said(consultation: Consultation) -> Iterator[str]:
    """The ruling first, then what each side says, the article, the others."""
    findings = consultation.findings
    yield f"  {consultation.ruling}"
    if consultation.quarrel is not None:
        question = consultation.quarrel.questions[findings.language]
        yield from [] if consultation.ruling.startswith(question) else [f"  {question}"]
        yield from _sides(consultation)
    if findings.outcome is Outcome.FOUND:
        yield f"  {_title(findings.found[0], findings.language)}"
        yield f"    {findings.found[0].article.text(findings.language).rule}"
    others = findings.found[1:] if findings.outcome is Outcome.FOUND else findings.found
    if others:
        yield "  " + gettext("Voir aussi :")
        yield from (f"    {_title(one, findings.language)}" for one in others)


def _sides(consultation: Consultation) -> Iterator[str]:
    if consultation.quarrel is None:
        return
    for name, answer in zip(_SIDES, consultation.quarrel.answers, strict=False):
        says = gettext("%(name)s dit : %(answer)s", name=name, answer=answer.texts[consultation.findings.language])
        right = gettext("%(name)s a raison à cette table.", name=name)
        yield f"    {says} {right}" if answer is consultation.answer else f"    {says}"


def _title(one: Found, language: str) -> str:
    return f"{one.article.number}, {one.article.text(language).title}"
