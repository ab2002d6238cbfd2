"""Notices of what was just done, each with a button that undoes it, shown once on the next page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from flask import flash, get_flashed_messages, url_for

from scorekeeper.record.models import ChangeKind, Manche, Partie, Regrouping
from scorekeeper.record.partie.journal import latest_changes
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.formatting import signed
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games import PAGES

_MANCHE, _PARTIE, _REGROUPED, _RULES = "manche", "partie", "regrouped", "rules"
_MOST_CHANGES = 50  # of a manche


@dataclass(frozen=True)
class Notice:
    """What was done, and the label and the address of the button that undoes it; no `address` without a button.

    `versioned`: whether the form sends the version of the partie that the page shows; `fields` are its other fields.
    """

    sentence: str
    button: str = ""
    address: str = ""
    versioned: bool = True
    fields: Mapping[str, str] = field(default_factory=dict)


def flash_manche(kind: ChangeKind, manche: Manche) -> None:
    """Show on the next page what was done to a manche."""
    flash(f"{kind.value} {manche.id}", _MANCHE)


def flash_deleted(partie: Partie) -> None:
    """Show on the next page that a partie was deleted."""
    flash(str(partie.id), _PARTIE)


def flash_regrouped(regrouping: Regrouping) -> None:
    """Show on the next page that parties were moved from one soirée to another."""
    flash(f"{regrouping.id} {int(regrouping.whole)}", _REGROUPED)


def flash_rules(partie: Partie, before: Mapping[str, object]) -> None:
    """Show on the next page of a partie that its house rules were changed; undoing sends those of `before`."""
    old = {name: value for name, value in before.items() if partie.options[name] != value}
    flash(f"{partie.id} {json.dumps(old)}", _RULES)


def regrouping_notices() -> list[Notice]:
    """Return the notices about parties moved from one soirée to another that no page has shown yet."""
    flashed = (str(message).split() for message in get_flashed_messages(category_filter=[_REGROUPED]))
    return [
        Notice(
            _("Soirées fusionnées") if int(whole) else _("Partie changée de soirée"),
            _("Annuler"),
            url_for("regrouping.undo", regrouping_id=int(number)),
            versioned=False,
        )
        for number, whole in flashed
    ]


def notices(scored: ScoredPartie) -> list[Notice]:
    """Return the notices about this partie and its manches that no page has shown yet."""
    flashed = (str(message).split() for message in get_flashed_messages(category_filter=[_MANCHE]))
    by_id = {manche.id: manche for manche in scored.partie.manches}
    of_manches = [
        _of_manche(scored, ChangeKind(kind), by_id[int(number)]) for kind, number in flashed if int(number) in by_id
    ]
    return [*of_manches, *_of_rules(scored)]


def _of_rules(scored: ScoredPartie) -> Iterator[Notice]:
    address = url_for("parties.change_rules", partie_id=scored.partie.id)
    for message in get_flashed_messages(category_filter=[_RULES]):
        number, _space, before = str(message).partition(" ")
        if number == str(scored.partie.id):
            options = {f"option-{name}": json.dumps(value) for name, value in json.loads(before).items()}
            yield Notice(_("Règles changées"), _("Annuler"), address, fields={**options, "agreed": "1"})


def manche_sentence(scored: ScoredPartie, manche: Manche) -> str:
    """Return a manche of the sheet with the points of every side: « Manche 3 : Anne +5, Luc 0 »."""
    index = scored.manches.index(manche)
    name = PAGES[scored.game.slug].words.MANCHE.name(index + 1)
    return _("%(manche)s : %(points)s", manche=name, points=_points(scored, index))


def deletion_notices() -> list[Notice]:
    """Return the notices about deleted parties that no page has shown yet."""
    return [
        Notice(
            _("Partie supprimée"),
            _("La rétablir"),
            url_for("parties.restore", partie_id=int(str(number))),
            versioned=False,
        )
        for number in get_flashed_messages(category_filter=[_PARTIE])
    ]


def _of_manche(scored: ScoredPartie, kind: ChangeKind, manche: Manche) -> Notice:
    words = PAGES[scored.game.slug].words.MANCHE
    if manche not in scored.manches:
        restore = url_for("manches.restore", partie_id=scored.partie.id, manche_id=manche.id)
        return Notice(str(words.undone), str(words.put_back), restore)
    index = scored.manches.index(manche)
    if kind is ChangeKind.RECORDED:
        return Notice(manche_sentence(scored, manche), _("Annuler"), _delete_address(scored, manche))
    sentence = _capitalised(words.change_of(str(words.changes[kind.value]), index + 1))
    before = _version_before(manche)
    if before is None:
        return Notice(sentence)
    address = url_for("manches.bring_version_back", partie_id=scored.partie.id, manche_id=manche.id, version=before)
    return Notice(sentence, _("Annuler"), address)


def _delete_address(scored: ScoredPartie, manche: Manche) -> str:
    """Return the address that undoes the latest manche, or that deletes an earlier one."""
    if manche == scored.manches[-1] and scored.partie.current is None:
        return url_for("parties.undo", partie_id=scored.partie.id)
    return url_for("manches.delete", partie_id=scored.partie.id, manche_id=manche.id)


def _points(scored: ScoredPartie, index: int) -> str:
    points = scored.sheet.manches[index].points
    return ", ".join(f"{scored.side_name(side)} {signed(count)}" for side, count in enumerate(points))


def _version_before(manche: Manche) -> int | None:
    """Return the latest version of the manche with other facts or another note than now."""
    changes = [change for change in latest_changes(manche, _MOST_CHANGES) if change.facts is not None]
    latest = changes[0]
    others = (change.version for change in changes if (change.facts, change.note) != (latest.facts, latest.note))
    return next(others, None)


def _capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]
