"""A remark, something worth telling of parties, and the sentence of each kind of remark.

A partie is a game played to its end, a manche one deal of it, a carnet the notebook of a group of players. A feat is an
event of a manche that its game declares as worth telling, such as a nil made. The title of a game belongs to the player
with the most victories in its last parties.
Names can be put into a sentence as they are: `gettext` and `ngettext` isolate those that are written from right to
left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from flask import url_for

from scorekeeper.record.read_models.moments import PartieMoment
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext

# The values in the sentence of a remark, by name: {"points": 3, "who": "Anne et Luc"} for the remark "close_finish".
# The functions that find remarks (`course`, `feats`, `titles`) build them.
Details: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact on a page: « La plus longue série » « 4 victoires, jusqu’au 3 mars 2026 »."""

    text: str

    # The address of the page that shows it, empty without a link.
    address: str

    # What kind of fact it is, empty where the page says it.
    label: str = ""

    # The name of the player whom the fact is about, such as a rival: it is shown before the text. Empty without one.
    name: str = ""


def partie_address(partie_id: int, manche: int | None = None) -> str:
    """Return the address of the page of a partie, or of the row of one of its manches there."""
    anchor = None
    if manche is not None:
        anchor = f"m{manche}"
    return url_for("parties.show", partie_id=partie_id, _anchor=anchor)


@dataclass(frozen=True, slots=True)
class Remark:
    """Something worth telling of one partie or of several."""

    # The kind of remark, a key of `_SENTENCES`.
    key: str
    details: Details = field(default_factory=dict)

    # The manches in which it happened, as (id of the partie, number), so that nothing is told twice.
    manches: frozenset[tuple[int, int]] = frozenset()

    # The id of the partie in which it happened, to which the sentence has a link; 0 without a link.
    partie_id: int = 0

    # A number of points, such as the largest gap of a manche, to be compared with those of the other parties of the
    # carnet; None for a remark about something else.
    moment: PartieMoment | None = None

    # A feat, whose frequency in the carnet is computed, as (slug of the game, key of the line of the score that records
    # it): ("spades", "nil_made"). None for a remark about something else.
    feat: tuple[str, str] | None = None

    # How often such a thing happens in a partie of the carnet, from 0 to 1: the rarest remark comes first.
    rank: float = 1

    # Whether no other partie of the carnet with which the remark was compared has a moment as good.
    is_record: bool = False

    @property
    def address(self) -> str:
        """The address of its partie, there of the first of its manches; empty without a link."""
        if not self.partie_id:
            return ""
        manches = [manche for partie_id, manche in self.manches if partie_id == self.partie_id]
        return partie_address(self.partie_id, min(manches, default=None))

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
    """Return the sentence of a feat.

    Example: « Volte de Zoé à la manche 3 (une fois en 40 manches). » The details are `sentence`, a function of the game
    that returns the beginning; its arguments `times` and `who`; and `when` (« à la manche 3 »), which may be empty. For
    a rare feat, `is_first` is true if it was never done before, and `manches` (« 40 manches ») is how often it is done.
    """
    sentence = details["sentence"](details["times"], details["who"])
    if details["when"]:
        sentence = f"{sentence} {details['when']}"
    if details.get("is_first"):
        return _("%(feat)s, une première.", feat=sentence)
    if details.get("manches"):
        return _("%(feat)s (une fois en %(manches)s).", feat=sentence, manches=details["manches"])
    return f"{sentence}."


def _swing(details: Details) -> str:
    """Return the sentence of the manche with the largest gap between the best and the worst points."""
    # « Volte de Zoé », if a rare feat was done in the manche.
    if details["feat"]:
        return _("%(feat)s %(when)s : %(best)s pour %(ahead)s, %(worst)s pour %(behind)s.", **details)
    return _("Plus gros écart %(when)s : %(best)s pour %(ahead)s, %(worst)s pour %(behind)s.", **details)


def _best_manche(details: Details) -> str:
    """Return the sentence of the largest gap for a page whose heading says that this is the best manche."""
    if details["feat"]:
        return _("%(feat)s : %(best)s pour %(ahead)s, %(worst)s pour %(behind)s, %(when)s.", **details)
    return _("%(best)s pour %(ahead)s, %(worst)s pour %(behind)s, %(when)s.", **details)


def _title(details: Details) -> str:
    """Return the sentence of a title that has new holders: `who` are their names, and `count` their number.

    `whom` are the names of the holders before, empty if the title had none. `again` says whether each of the new
    holders already had it some time before these.
    """
    count = details["count"]
    if not details["whom"]:
        return ngettext("%(who)s prend le titre.", "%(who)s prennent le titre.", count, who=details["who"])
    # The new holders already had the title some time before.
    if details["again"]:
        return ngettext(
            "%(who)s reprend le titre à %(whom)s.", "%(who)s reprennent le titre à %(whom)s.", count, **details
        )
    return ngettext("%(who)s prend le titre à %(whom)s.", "%(who)s prennent le titre à %(whom)s.", count, **details)


# By the key of a remark: the function that makes its sentence.
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
    "close_finish": lambda details: ngettext(
        "Arrivée serrée : %(num)d point entre %(who)s.",
        "Arrivée serrée : %(num)d points entre %(who)s.",
        details["points"],
        **details,
    ),
    "title": _title,
}
