"""The sentences about changes and refusals, in the words of each game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.sentences.errors import SEATS

from scorekeeper.partie.changes import CHANGES
from scorekeeper.partie.payloads import KINDS
from scorekeeper.record.models import Change
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.record import REFUSALS, change_label, change_noun, change_text, refusal_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

DETAILS = {
    "name": "Zoé",
    "kept": "Zoé",
    "other": "Luc",
    "length": "61",
    "longest": "60",
    "minutes": "5",
    "most": "12",
    "first": "1900",
    "last": "2026",
    "number": "3",
    "reason": "Il manque 1 pli.",
}
COUNTS = (1, 2, 5)


def record_sentences() -> Iterator[tuple[str, str]]:
    for key in (*REFUSALS, "never_seen"):
        yield f"refused {key}", refusal_sentence(RefusedError(key, **DETAILS))
    for game in SEATS:
        yield from ((f"{game} {key}", sentence) for key, sentence in manche_sentences(game))


def manche_sentences(game: str) -> Iterator[tuple[str, str]]:
    manche_text = PAGES[game].text.MANCHE
    for kind in KINDS:
        change = Change(kind=kind, manche_id=40, payload={"of": "rules"})
        yield f"changed {kind}", change_label(change, manche_text)
        yield f"changed {kind} 3", change_text(change, {40: 3}, manche_text)
        yield f"changed {kind}, a number unknown", change_text(change, {}, manche_text)
    for kind in CHANGES:
        yield f"undo {kind}", change_noun(kind, manche_text, 3)
    for name in ("name", "noun"):
        yield name, getattr(manche_text, name)(3)
    for name, text in vars(manche_text).items():
        if not callable(text) and name != "changes":
            yield name, str(text)
    for count in COUNTS:
        yield f"count {count}", manche_text.count_text(count)
        yield f"in {count}", manche_text.in_manches([*range(3, 3 + count)])
