"""A manche: record it, open it to its lines, correct it, see what it was before, take it out or put it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.contract import MancheScore
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record import journal
from scorekeeper.record.models import Change, ChangeKind, Manche, Partie
from scorekeeper.record.sharing import signatures
from scorekeeper.record.standings import Standing, standing_of
from scorekeeper.record.table import OpenTable
from scorekeeper.web.access import manche_or_404, partie_or_404
from scorekeeper.web.card_table import CardTable, card_table
from scorekeeper.web.conflict import conflict_of
from scorekeeper.web.forms import ButtonsForm, FactsForm
from scorekeeper.web.notices import tell_manche
from scorekeeper.web.numbers import whole_number
from scorekeeper.web.pages.parties import facts_form, render_partie, shared
from scorekeeper.web.posting import Answer, Refusal, form_version, write

_VERSIONS = 50  # on a page
bp = Blueprint("manches", __name__, url_prefix="/parties/<id:partie_id>/manches")


@dataclass(frozen=True)
class Version:
    """What a manche was after one change: `row` is its score under today's rules, None if they cannot read it.

    `by` is who wrote it, where that phone says so.
    """

    change: Change
    row: MancheScore | None
    current: bool
    by: str | None


@bp.get("/new")
def new(partie_id: int) -> str:
    """The partie's page, for whoever reloads the address of an entry that was refused."""
    return render_partie(standing_of(partie_or_404(partie_id)))


@bp.post("/new")
def record(partie_id: int) -> Response | Answer | str:
    """Record the next manche."""
    return _post_facts(partie_or_404(partie_id), None)


@bp.get("/<id:manche_id>")
def show(partie_id: int, manche_id: int) -> str:
    """The manche with its lines, its versions, and the form that corrects it."""
    partie = partie_or_404(partie_id)
    return _show(standing_of(partie), manche_or_404(partie, manche_id))


@bp.get("/<id:manche_id>/lines")
def lines(partie_id: int, manche_id: int) -> str:
    """Every point of a manche of the sheet with its why, as its row unfolds to them, or that it was undone since."""
    partie = partie_or_404(partie_id)
    standing, manche = standing_of(partie), manche_or_404(partie, manche_id)
    number = row = None
    if manche in standing.manches:
        number, row = standing.manches.index(manche) + 1, standing.score_of(manche)
    table = _cards_of(standing, manche)
    return render_template("manches/lines.html", manche=manche, row=row, number=number, table=table, **shared(standing))


@bp.post("/<id:manche_id>")
def correct(partie_id: int, manche_id: int) -> Response | Answer | str:
    """Correct the manche; everything after it is scored again."""
    partie = partie_or_404(partie_id)
    return _post_facts(partie, manche_or_404(partie, manche_id))


@bp.post("/<id:manche_id>/delete")
def delete(partie_id: int, manche_id: int) -> Response | Answer:
    """Take the manche out of the sheet."""
    partie = partie_or_404(partie_id)
    manche = manche_or_404(partie, manche_id)

    def act(table: OpenTable) -> None:
        table.delete(manche)
        tell_manche(ChangeKind.DELETED, manche)

    return write(partie, act, lambda refusal: _show(standing_of(partie), manche, None, refusal))


@bp.post("/<id:manche_id>/restore")
def restore(partie_id: int, manche_id: int) -> Response | Answer:
    """Put the manche back in its place."""
    partie = partie_or_404(partie_id)
    manche = manche_or_404(partie, manche_id)

    def refused(refusal: Refusal) -> str:
        return render_partie(standing_of(partie), refusal=refusal)

    return write(partie, lambda table: table.restore(manche), refused)


@bp.post("/<id:manche_id>/versions/<id:version>")
def bring_version_back(partie_id: int, manche_id: int, version: int) -> Response | Answer:
    """Make the manche again what it was after one of its changes."""
    partie = partie_or_404(partie_id)
    manche = manche_or_404(partie, manche_id)
    wanted = next(iter(journal.latest_changes(manche, 1, version + 1)), None)
    if wanted is None or wanted.version != version or wanted.facts is None:
        abort(404)
    facts, note = wanted.facts, wanted.note or ""

    def act(table: OpenTable) -> str:
        table.correct(manche, facts, note)
        return url_for("manches.show", partie_id=partie.id, manche_id=manche.id)

    return write(partie, act, lambda refusal: _show(standing_of(partie), manche, None, refusal))


def _post_facts(partie: Partie, manche: Manche | None) -> Response | Answer | str:
    """Record the next manche, or correct one; or show another side of the form, where that was asked for."""
    forms: list[FactsForm] = []

    def page(standing: Standing, form: FactsForm | None, refusal: Refusal | None = None) -> str:
        if manche is not None:
            return _show(standing, manche, form, refusal)
        return render_partie(standing, form, refusal, typed=True)

    def refused(refusal: Refusal) -> str:
        standing = standing_of(partie)
        conflict = conflict_of(standing, refusal.changes) if manche is None else None
        if conflict is not None:
            return render_partie(standing, conflict.form, refusal, typed=True, conflict=conflict)
        return page(standing, forms[-1] if forms else None, refusal)

    def act(table: OpenTable) -> None:
        form = facts_form(table.standing, manche)
        forms.append(form)
        _put(table, manche, form.entered(manche or table.standing.undone), form.note.data or "")

    def again() -> None:
        journal.refuse_if_undone(partie, form_version())

    if ButtonsForm().switch.data:
        form = facts_form(standing_of(partie), manche)
        if form.turned():
            return page(form.standing, form)
    return write(partie, act, refused, again)


def _put(table: OpenTable, manche: Manche | None, facts: Json, note: str) -> None:
    """Record the next manche, or correct one, and tell what was done."""
    if manche is None:
        tell_manche(ChangeKind.RECORDED, table.record(facts, note))
    elif table.correct(manche, facts, note):
        tell_manche(ChangeKind.CORRECTED, manche)


def _show(standing: Standing, manche: Manche, form: FactsForm | None = None, refusal: Refusal | None = None) -> str:
    form = form or facts_form(standing, manche)
    live = manche in standing.manches
    changes = journal.latest_changes(manche, _VERSIONS, _before())
    return render_template(
        "manches/show.html",
        manche=manche,
        row=standing.score_of(manche) if live else None,
        number=standing.manches.index(manche) + 1 if live else None,
        table=_cards_of(standing, manche),
        form=form,
        refusal=refusal,
        entering=True,
        versions=_versions(standing, manche, changes),
        earlier=changes[-1].version if len(changes) == _VERSIONS else None,
        **shared(standing),
    )


def _cards_of(standing: Standing, manche: Manche) -> CardTable | None:
    """The cards of a manche of the sheet with what was ruled; None when they were not entered."""
    arbiter = standing.arbiter_of(standing.manches.index(manche)) if manche in standing.manches else None
    return None if arbiter is None else card_table(standing, arbiter)


def _before() -> int | None:
    """The version of the partie before which the address asks for those of a manche."""
    return whole_number(request.args.get("before", ""))


def _versions(standing: Standing, manche: Manche, changes: Sequence[Change]) -> list[Version]:
    versions = []
    signed = signatures({change.access_id for change in changes if change.access_id is not None})
    for change in changes:
        current = (change.facts, change.note) == (manche.facts, manche.note)
        versions.append(Version(change, _row_of(standing, change), current, signed.get(change.access_id or 0)))
    return versions


def _row_of(standing: Standing, change: Change) -> MancheScore | None:
    try:
        manche = read_manche(standing.game, standing.options, standing.seats, change.facts or {}, stored=True)
    except ImpossibleError:
        return None
    row: MancheScore = standing.game.score(standing.options, standing.seats, [manche]).manches[0]
    return row
