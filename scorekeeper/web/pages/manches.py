"""A manche: record it, open it to its lines, correct it, see what it was before, take it out or put it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, abort, flash, render_template, url_for

from scorekeeper.games.contract import MancheScore
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record import journal
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.standings import standing_of
from scorekeeper.web.access import manche_or_404, partie_or_404, writer
from scorekeeper.web.games import PAGES
from scorekeeper.web.pages.parties import fault_words, here, render_partie, shared
from scorekeeper.web.posting import Answer, Refusal, carry_out, form_version

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from scorekeeper.record.models import Change, Manche, Partie
    from scorekeeper.record.standings import Standing
    from scorekeeper.web.forms import FactsForm

bp = Blueprint("manches", __name__, url_prefix="/parties/<id:partie_id>/manches")


@dataclass(frozen=True)
class Version:
    """What a manche was after one change: `row` is its score under today's rules, None if they cannot read it."""

    change: Change
    row: MancheScore | None
    current: bool


@bp.get("/new")
def new(partie_id: int) -> str:
    """The partie's page, for whoever reloads the address of an entry that was refused."""
    partie = partie_or_404(partie_id)
    return render_partie(partie)


@bp.post("/new")
def record(partie_id: int) -> Response | Answer | str:
    """Record the next manche."""
    partie = partie_or_404(partie_id)
    standing = standing_of(partie)
    form = PAGES[standing.game.slug].form(standing, None)
    if form.turned():
        return render_partie(partie, form)

    def act() -> str:
        version = form_version()
        journal.hold(partie, version)
        facts = _entered(form, standing_of(partie).undone)
        journal.record_manche(partie, version, facts, form.note.data or "", writer())
        return here(partie)

    def again() -> None:
        journal.refuse_if_undone(partie, form_version())

    return carry_out(act, lambda refusal: render_partie(partie, form, refusal), fault_words(standing), again)


@bp.get("/<id:manche_id>")
def show(partie_id: int, manche_id: int) -> str:
    """The manche with its lines, its versions, and the form that corrects it."""
    partie = partie_or_404(partie_id)
    return _show(partie, manche_or_404(partie, manche_id))


@bp.post("/<id:manche_id>")
def correct(partie_id: int, manche_id: int) -> Response | Answer | str:
    """Correct the manche; everything after it is scored again."""
    partie = partie_or_404(partie_id)
    manche = manche_or_404(partie, manche_id)
    standing = standing_of(partie)
    form = PAGES[standing.game.slug].form(standing, manche)
    if form.turned():
        return _show(partie, manche, form)

    def act() -> str:
        version = form_version()
        journal.hold(partie, version)
        journal.correct_manche(manche, version, _entered(form, manche), form.note.data or "", writer())
        return here(partie)

    def again() -> None:
        journal.refuse_if_undone(partie, form_version())

    return carry_out(act, lambda refusal: _show(partie, manche, form, refusal), fault_words(standing), again)


@bp.post("/<id:manche_id>/delete")
def delete(partie_id: int, manche_id: int) -> Response | Answer:
    """Take the manche out of the sheet."""
    partie = partie_or_404(partie_id)
    manche = manche_or_404(partie, manche_id)

    def act() -> str:
        journal.delete_manche(manche, form_version(), writer())
        flash(str(manche.id), "undone")
        return here(partie)

    return carry_out(act, lambda refusal: _show(partie, manche, None, refusal), fault_words(standing_of(partie)))


@bp.post("/<id:manche_id>/restore")
def restore(partie_id: int, manche_id: int) -> Response | Answer:
    """Put the manche back in its place."""
    partie = partie_or_404(partie_id)
    manche = manche_or_404(partie, manche_id)

    def act() -> str:
        journal.restore_manche(manche, form_version(), writer())
        return here(partie)

    return carry_out(act, lambda refusal: render_partie(partie, refusal=refusal), fault_words(standing_of(partie)))


@bp.post("/<id:manche_id>/versions/<id:version>")
def bring_version_back(partie_id: int, manche_id: int, version: int) -> Response | Answer:
    """Make the manche again what it was after one of its changes."""
    partie = partie_or_404(partie_id)
    manche = manche_or_404(partie, manche_id)
    wanted = next((change for change in manche.changes if change.version == version), None)
    if wanted is None or wanted.facts is None:
        abort(404)
    facts, note = wanted.facts, wanted.note or ""

    def act() -> str:
        journal.correct_manche(manche, form_version(), facts, note, writer())
        return url_for("manches.show", partie_id=partie.id, manche_id=manche.id)

    return carry_out(act, lambda refusal: _show(partie, manche, None, refusal), fault_words(standing_of(partie)))


def _entered(form: FactsForm, earlier: Manche | None) -> dict[str, object]:
    """The facts entered, with the penalties of the manche as it was that the form left unsaid (T-5)."""
    if not form.validate():
        raise RefusedError("not_understood", sentence=form.first_error())
    facts, penalties = form.facts(), form.penalties_with(earlier)
    return {**facts, "penalties": penalties} if penalties else facts


def _show(partie: Partie, manche: Manche, form: FactsForm | None = None, refusal: Refusal | None = None) -> str:
    standing = standing_of(partie)
    form = form or PAGES[standing.game.slug].form(standing, manche)
    live = manche in standing.manches
    return render_template(
        "manches/show.html",
        manche=manche,
        row=standing.score_of(manche) if live else None,
        number=standing.manches.index(manche) + 1 if live else None,
        form=form,
        refusal=refusal,
        entering=True,
        versions=_versions(standing, manche),
        **shared(standing),
    )


def _versions(standing: Standing, manche: Manche) -> list[Version]:
    versions = []
    for change in reversed(manche.changes):
        current = (change.facts, change.note) == (manche.facts, manche.note)
        versions.append(Version(change, _row_of(standing, change), current))
    return versions


def _row_of(standing: Standing, change: Change) -> MancheScore | None:
    try:
        manche = read_manche(standing.game, standing.options, standing.seats, change.facts or {})
    except ImpossibleError:
        return None
    row: MancheScore = standing.game.score(standing.options, standing.seats, [manche]).manches[0]
    return row
