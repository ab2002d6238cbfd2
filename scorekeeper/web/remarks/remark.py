"""A remark, and the sentence of each kind of remark. Any name fits in a sentence: none has a verb to conjugate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from scorekeeper.record.read_models.moments import PartieMoment
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext

Details: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Remark:
    """Something worth telling: a key of the sentences, and what the sentence says."""

    key: str
    details: Details = field(default_factory=dict)

    # The manches in which it happened, as (id of the partie, number), so that nothing is told twice.
    manches: frozenset[tuple[int, int]] = frozenset()

    # The partie that shows it, 0 for none.
    partie_id: int = 0

    # What to compare with other parties: a moment, or the key of the lines of a feat.
    moment: PartieMoment | None = None
    feat: tuple[str, str] | None = None

    # How often it happens in a partie, from 0 to 1: the rarest remark comes first.
    rank: float = 1

    # Whether no other partie of the carnet is as good.
    is_record: bool = False

    @property
    def text(self) -> str:
        """The sentence, without the mention of a record."""
        return _SENTENCES[self.key](self.details)

    @property
    def full_text(self) -> str:
        """The sentence, and that it is a record if it is one: « 1 point entre Anne et Luc. Record ! »."""
        if not self.is_record:
            return self.text
        return _("%(sentence)s Record !", sentence=self.text)


def _feat(details: Details) -> str:
    """Return the sentence of a feat, which its game writes; a rare one has its frequency."""
    sentence = details["sentence"](details["times"], details["who"])
    if details["when"]:
        sentence = f"{sentence} {details['when']}"
    if details.get("is_first"):
        return _("%(feat)s, une première.", feat=sentence)
    if details.get("manches"):
        return _("%(feat)s (une fois en %(manches)s).", feat=sentence, manches=details["manches"])
    return f"{sentence}."


def _new_rivals(one: str, several: str, details: Details) -> str:
    """Return a sentence about new rivals, given as pairs of a rival and the players whose rival this is now."""
    if len(details["pairs"]) == 1:
        ((who, whom),) = details["pairs"]
        return one % {"who": who, "whom": whom}
    pairs = [_("%(who)s pour %(whom)s", who=who, whom=whom) for who, whom in details["pairs"]]
    return several % {"pairs": ", ".join(pairs)}


def _swing(details: Details) -> str:
    if details["feat"]:
        return _("%(feat)s %(when)s : %(best)s pour %(ahead)s, %(worst)s pour %(behind)s.", **details)
    return _("Plus gros écart %(when)s : %(best)s pour %(ahead)s, %(worst)s pour %(behind)s.", **details)


def _best_manche(details: Details) -> str:
    """Return the sentence of the largest gap below a heading that says what it is."""
    if details["feat"]:
        return _("%(feat)s : %(best)s pour %(ahead)s, %(worst)s pour %(behind)s, %(when)s.", **details)
    return _("%(best)s pour %(ahead)s, %(worst)s pour %(behind)s, %(when)s.", **details)


def _title(details: Details) -> str:
    count = details["count"]
    if not details["whom"]:
        return ngettext("%(who)s prend le titre.", "%(who)s prennent le titre.", count, who=details["who"])
    if details["again"]:
        return ngettext(
            "%(who)s reprend le titre à %(whom)s.", "%(who)s reprennent le titre à %(whom)s.", count, **details
        )
    return ngettext("%(who)s prend le titre à %(whom)s.", "%(who)s prennent le titre à %(whom)s.", count, **details)


_SENTENCES: Mapping[str, Callable[[Details], str]] = {
    "feat": _feat,
    "swing": _swing,
    "best_manche": _best_manche,
    "comeback": lambda details: ngettext(
        "Remontée de %(num)d point pour %(who)s %(when)s.",
        "Remontée de %(num)d points pour %(who)s %(when)s.",
        details["points"],
        **details,
    ),
    "led": lambda details: _("En tête du début à la fin : %(who)s.", **details),
    "close_finish": lambda details: ngettext(
        "Arrivée serrée : %(num)d point entre %(who)s.",
        "Arrivée serrée : %(num)d points entre %(who)s.",
        details["points"],
        **details,
    ),
    "title": _title,
    "nemesis": lambda details: _new_rivals(
        _("Nouvelle bête noire pour %(whom)s : %(who)s."), _("Nouvelles bêtes noires : %(pairs)s."), details
    ),
    "victim": lambda details: _new_rivals(
        _("Nouveau souffre-douleur pour %(whom)s : %(who)s."), _("Nouveaux souffre-douleur : %(pairs)s."), details
    ),
    "freed": lambda details: ngettext(
        "%(who)s n’a plus de bête noire.", "%(who)s n’ont plus de bête noire.", details["count"], who=details["who"]
    ),
}
