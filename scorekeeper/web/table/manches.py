"""Views of a manche: record, show, correct, delete and restore it, and its earlier versions.

A *partie* is a game played to its end, a *manche* one deal of it. The *facts* of a manche are what the table saw, as
JSON; its *lines* are points with their reason. The *sheet* has the manches that count: those not deleted or undone.
Each change makes the next *version* of the partie, a number, and a version of its manche. An *access* is the right of
one browser to the carnet, the notebook of the players; its name is that of its user.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, g, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.contract import MancheScore
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.models import Change, Manche, Partie
from scorekeeper.record.partie import journal
from scorekeeper.record.partie.open_partie import OpenPartie
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.sharing.accesses import access_names
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.access import manche_or_404, partie_or_404
from scorekeeper.web.flow.cards_view import cards_view
from scorekeeper.web.flow.conflict import conflict_of
from scorekeeper.web.flow.posting import (
    Answer,
    Refusal,
    explain_end,
    form_number,
    refuse_other_number,
    shown_undone_manche,
    writes_partie,
)
from scorekeeper.web.forms import FactsForm
from scorekeeper.web.games import PAGES
from scorekeeper.web.table.parties import facts_form, partie_context, refusal_page, render_partie

bp = Blueprint("manches", __name__, url_prefix="/parties/<id:partie_id>/manches")


@dataclass(frozen=True)
class Version:
    """A manche as it was after one of its changes."""

    change: Change
    # Its score, a row of the sheet, under the current house rules; None if it is impossible under them.
    row: MancheScore | None
    # Whether the manche has these facts and this note now.
    is_current: bool
    # The name of the access that made the change; None without a name.
    author: str | None


@bp.get("/new", endpoint="new")
def show_partie(partie_id: int) -> str:
    """Show the page of the partie, for a browser that reloads the address of a refused form."""
    return render_partie(score_partie(partie_or_404(partie_id)))


@bp.post("/new")
def record(partie_id: int) -> Response | Answer | str:
    """Record the next manche, or show its form in another mode of entry, such as points instead of cards."""
    # `_form_in_other_mode` returns None if no button of another mode was pressed: then the manche is recorded. The
    # decorator `writes_partie` makes `_record` take the id of the partie.
    return _form_in_other_mode(partie_id) or _record(partie_id=partie_id)


def _record_refusal_page(partie: Partie, refusal: Refusal) -> str:
    scored = score_partie(partie)
    # The manche that another device recorded first, if it is the one of this form; its `form` has what was typed here.
    conflict = conflict_of(scored, refusal.changes)
    if conflict is not None:
        return render_partie(scored, conflict.form, refusal, open_form=True, conflict=conflict)
    number = form_number()
    # A form that waited without a network may be of a manche that is no longer the next one.
    if refusal.changes and number not in {None, len(scored.manches) + 1}:
        typed = PAGES[scored.game.slug].text.MANCHE.noun(number)
        refusal.sentence += " " + _("Vous aviez saisi %(manche)s.", manche=typed)
    # If the partie has ended since, the refusal says this.
    explain_end(refusal, scored)
    return render_partie(scored, g.get("submitted_form"), refusal, open_form=True)


# `writes_partie` opens the partie of the address for writing; the function gets it as `opened`. Then the browser is
# redirected to the page of the partie. If the function raises an error, nothing is stored, and `_record_refusal_page`
# shows it. A form that comes twice records nothing again; it is refused if its manche was undone since.
@writes_partie(_record_refusal_page, refuses_if_undone=True)
def _record(opened: OpenPartie) -> None:
    # A refusal shows this form again, with the errors that its validation found.
    form = facts_form(opened.scored, None)
    g.submitted_form = form
    # Raises if the form is of another manche than the next one.
    refuse_other_number(opened)
    # The form has fields for one penalty only. If this manche was recorded with several ones and undone,
    # `entered_facts` adds the further ones.
    opened.record(form.entered_facts(shown_undone_manche(opened)), form.note.data or "")


@bp.get("/<id:manche_id>")
def show(partie_id: int, manche_id: int) -> str:
    """Show the manche with its lines, its versions, and the form that corrects it."""
    partie = partie_or_404(partie_id)
    return _manche_page(partie, manche_or_404(partie, manche_id))


@bp.get("/<id:manche_id>/lines")
def lines(partie_id: int, manche_id: int) -> str:
    """Show the lines of a manche with their reasons, or that it is no longer in the sheet."""
    partie = partie_or_404(partie_id)
    return render_template("table/manches/lines.html", **manche_context(partie, manche_or_404(partie, manche_id)))


@bp.post("/<id:manche_id>")
def correct(partie_id: int, manche_id: int) -> Response | Answer | str:
    """Correct the manche and score the later ones again, or show its form in another mode of entry."""
    return _form_in_other_mode(partie_id, manche_id) or _correct(partie_id=partie_id, manche_id=manche_id)


# With `manche=manche_or_404`, the functions below get the manche whose id is in the address.


def _refusal_page(partie: Partie, manche: Manche, refusal: Refusal) -> str:
    return _manche_page(partie, manche, g.get("submitted_form"), refusal)


@writes_partie(_refusal_page, refuses_if_undone=True, manche=manche_or_404)
def _correct(opened: OpenPartie, manche: Manche) -> None:
    form = facts_form(opened.scored, manche)
    g.submitted_form = form
    # The form has fields for one penalty only: `entered_facts` adds the further ones of the recorded manche.
    opened.correct(manche, form.entered_facts(manche), form.note.data or "")


@bp.post("/<id:manche_id>/delete")
@writes_partie(_refusal_page, manche=manche_or_404)
def delete(opened: OpenPartie, manche: Manche) -> None:
    """Delete the manche."""
    opened.delete(manche)


@bp.post("/<id:manche_id>/restore")
@writes_partie(refusal_page, manche=manche_or_404)
def restore(opened: OpenPartie, manche: Manche) -> None:
    """Restore the manche at its place in the sheet."""
    opened.restore(manche)


def _version_refusal_page(refusal: Refusal, partie: Partie, manche: Manche, version: int) -> str:
    _facts_or_404(manche, version)  # called to abort with a 404 if the manche has no such version
    return _refusal_page(partie, manche, refusal)


@bp.post("/<id:manche_id>/versions/<id:version>", endpoint="bring_version_back")
@writes_partie(_version_refusal_page, manche=manche_or_404)
def restore_version(opened: OpenPartie, manche: Manche, version: int) -> str:
    """Restore an earlier version of the manche, as a correction to the facts and the note of then."""
    # The facts and the note of that version.
    opened.correct(manche, *_facts_or_404(manche, version))
    return url_for("manches.show", partie_id=opened.partie.id, manche_id=manche.id)


def _facts_or_404(manche: Manche, version: int) -> tuple[Json, str]:
    """Return the facts and the note of a manche after the change that made this version."""
    change = journal.change_at(manche.partie, version)
    if change is None or change.manche is not manche or change.facts is None:
        abort(404)
    return change.facts, change.note or ""


def _form_in_other_mode(partie_id: int, manche_id: int | None = None) -> str | None:
    """Render the form in another mode of entry if its button was pressed, else return None."""
    if not request.form.get("switch"):
        return None
    partie = partie_or_404(partie_id)
    manche = None
    if manche_id is not None:
        manche = manche_or_404(partie, manche_id)
    form = facts_form(score_partie(partie), manche)
    # The form then has the fields of the other mode; False if its game has no such mode.
    if not form.switch_mode():
        return None
    if manche is None:
        return render_partie(form.scored, form, open_form=True)
    return _manche_page(partie, manche, form)


def _manche_page(partie: Partie, manche: Manche, form: FactsForm | None = None, refusal: Refusal | None = None) -> str:
    context = manche_context(partie, manche)
    scored = context["scored"]
    return render_template(
        "table/manches/show.html",
        form=form or facts_form(scored, manche),
        refusal=refusal,
        # With this value, the form shows the refusal.
        entering=True,
        versions=_versions(scored, manche),
        **context,
    )


def manche_context(partie: Partie, manche: Manche) -> dict[str, Any]:
    """Return the values for a template about a manche, with the players who played it.

    The keys: `manche`, and those of `partie_context`. A manche in the sheet also has its `number`, from 1, its score as
    `row`, and `cards_view`: its cards with their rulings, None if its cards were not entered.
    """
    scored = score_partie(partie)
    # The manche was deleted or undone. `partie_context` returns the values that every template about a partie needs.
    if manche not in scored.manches:
        return {"manche": manche, **partie_context(scored)}
    index = scored.manches.index(manche)
    # The arbiter judges a manche card by card; None if its cards were not entered.
    arbiter = scored.arbiter_of(index)
    # Other players may have the seats since.
    scored = scored.as_played(index)
    return {
        "manche": manche,
        "number": index + 1,
        "row": scored.sheet.manches[index],
        "cards_view": None if arbiter is None else cards_view(scored, arbiter),
        **partie_context(scored),
    }


def _versions(scored: ScoredPartie, manche: Manche) -> list[Version]:
    versions = []
    # Newest first.
    changes = journal.changes_of(manche)
    # The name of the user of each access, by the id of the access; an access without a name is not in it.
    names = access_names({change.access_id for change in changes})
    for change in changes:
        is_current = (change.facts, change.note) == (manche.facts, manche.note)
        versions.append(Version(change, _score_of(scored, change), is_current, names.get(change.access_id)))
    return versions


def _score_of(scored: ScoredPartie, change: Change) -> MancheScore | None:
    """Return the score of the manche with the facts of a change, without the other manches of the partie."""
    try:
        # Raises if the facts are impossible; `stored` facts need not agree with the cards.
        manche = read_manche(scored.game, scored.options, scored.seats, change.facts or {}, stored=True)
    except ImpossibleError:
        return None
    return scored.game.score(scored.options, scored.seats, [manche]).manches[0]
