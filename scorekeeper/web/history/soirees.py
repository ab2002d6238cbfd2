"""Soirées: create, show, edit, delete and restore.

A soirée is an evening of parties (games played to their end) in a carnet, the notebook of a group of players. A deleted
soirée can be restored. `g.access` is the reader's access to the carnet of the address.
"""

from __future__ import annotations

import datetime as dt
from functools import partial

from flask import Blueprint, g, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.carnet import carnets, regrouping
from scorekeeper.record.models import Soiree
from scorekeeper.record.read_models import evenings, lists
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.formatting import device_zone
from scorekeeper.web.core.pagination import page_or_404, requested_page
from scorekeeper.web.flow.access import code_is_unseen, current_carnet, soiree_or_404
from scorekeeper.web.flow.live import soiree_and_version_or_404, unchanged_response
from scorekeeper.web.flow.notices import flash_soiree, soiree_notices
from scorekeeper.web.flow.page_cache import cached_page
from scorekeeper.web.flow.posting import Refusal, carries_out_form, form_version
from scorekeeper.web.forms import SoireeForm
from scorekeeper.web.history.debts import soiree_debts
from scorekeeper.web.history.soiree.courses import small_course
from scorekeeper.web.history.soiree.ranking import rank_players
from scorekeeper.web.history.soiree.story import story_of

bp = Blueprint("soirees", __name__, url_prefix="/soirees")


@bp.get("/new")
def new() -> str:
    """Show the form of a new soirée. Its date is that of today; until six in the morning, that of yesterday."""
    return _render_form(form=SoireeForm(formdata=None, data={"held_on": evenings.tonight(device_zone())}))


def _render_form(refusal: Refusal | None = None, soiree: Soiree | None = None, form: SoireeForm | None = None) -> str:
    """Render the form of a new or stored soirée, with the values of `form`, by default those that were sent.

    `refusal` is the reason why the form was not carried out.
    """
    details: dict[str, object] = {}
    if soiree is not None:
        details = {
            # The latest move of parties to or from another soirée, if it can be undone.
            "regrouped": regrouping.undoable_regrouping(soiree),
            "parties": lists.all_parties(soiree),
            # Sentences about the latest actions, shown once, each with a button that undoes the action.
            "notices": soiree_notices(),
        }
    form = form or SoireeForm()
    return render_template("history/soirees/form.html", form=form, soiree=soiree, refusal=refusal, **details)


# `carries_out_form` runs the function once for a submitted form, and redirects to the address that it returns. If it
# raises `RefusedError`, nothing is recorded, and the function in parentheses renders the page that says why.
@bp.post("/new")
@carries_out_form(_render_form)
def create() -> str:
    """Create a soirée and redirect to the page that seats the players of its first partie."""
    zone = device_zone()
    date_and_place = _date_and_place(SoireeForm(), evenings.tonight(zone))
    soiree = carnets.open_soiree(current_carnet(), *date_and_place, zone=zone)
    # The next page shows that the soirée was begun, with a button that deletes it.
    flash_soiree(soiree)
    return url_for("seating.seats", soiree_id=soiree.id)


@bp.get("/<id:soiree_id>")
def show(soiree_id: int) -> Response | str:
    """Show a soirée: the partie to resume, its ranking, its story, and its parties page by page, the latest first."""
    # The page requests its own address again and again, with the version that it shows. The response 204 says that
    # nothing has changed since.
    soiree, version = soiree_and_version_or_404(soiree_id)
    if (unchanged := unchanged_response(version)) is not None:
        return unchanged
    every_partie = lists.all_parties(soiree)
    # `page_or_404` aborts for a page beyond the last.
    parties = page_or_404(lists.latest_page(every_partie, requested_page("page")))
    is_past = evenings.is_past(soiree)
    ranking = rank_players(every_partie)
    # The parties that the story is made from, and the partie to resume.
    told, running = parties.items, None
    # Only a very long soirée has a second page, which is without a story.
    if parties.number > 1:
        told = ()
    if not is_past:
        running = lists.partie_to_resume(parties.items)
    values = {
        "version": version,
        "parties": parties,
        "deleted": tuple(lists.all_parties(soiree, deleted=True)),
        # Whether the page reminds of the recovery code: it was not shown in the browser that created the carnet.
        "code_unseen": code_is_unseen(),
        "story": story_of(soiree, told, ranking, is_past=is_past),
        "debts": soiree_debts(soiree),
        "running": running,
        "is_past": is_past,
    }

    # Called only if the cache has no such page.
    def render() -> str:
        return render_template(
            "history/soirees/show.html",
            soiree=soiree,
            notices=soiree_notices(),
            courses={partie.id: small_course(partie) for partie in parties.items},
            ranking=ranking,
            **values,
        )

    # Everything that the page is rendered from: the key of the cache.
    shown = g.access.carnet.name, soiree.held_on, soiree.place, soiree.notes, *values.values(), tuple(every_partie)
    return cached_page(shown, render)


@bp.get("/<id:soiree_id>/edit")
def edit(soiree_id: int) -> str:
    """Show the form for the date, place and notes of a soirée, and the actions on the whole soirée."""
    return _render_stored(soiree_or_404(soiree_id), None)


# With `soiree=soiree_or_404`, the function gets the soirée of the `soiree_id` in the address.
@bp.post("/<id:soiree_id>/edit")
@carries_out_form(_render_form, soiree=soiree_or_404)
def change(soiree: Soiree) -> str:
    """Change the date, the place and the notes of a soirée."""
    form = SoireeForm()
    # Refused if another device has edited the soirée since the form was rendered: `form_version` is the version then.
    carnets.edit_soiree(soiree, form_version(), *_date_and_place(form, None), form.notes.data or "")
    return url_for("soirees.show", soiree_id=soiree.id)


def _render_stored(soiree: Soiree, refusal: Refusal | None) -> str:
    # `obj` fills the form with the attributes of the soirée.
    return _render_form(refusal, soiree, SoireeForm(formdata=None, obj=soiree))


# Also for a soirée that is already deleted, as after a second click.
@bp.post("/<id:soiree_id>/delete")
@carries_out_form(_render_stored, soiree=partial(soiree_or_404, deleted=True))
def delete(soiree: Soiree) -> str:
    """Delete a soirée; it can be restored. With `empty` in the form, only if it has no partie."""
    # `empty` is sent by the button that undoes the creation of the soirée.
    if "empty" in request.form and lists.all_parties(soiree):
        raise RefusedError("soiree_begun")
    carnets.delete_soiree(soiree)
    return url_for("carnet.show")


@bp.post("/<id:soiree_id>/restore")
@carries_out_form(_render_stored, soiree=partial(soiree_or_404, deleted=True))
def restore(soiree: Soiree) -> str:
    """Restore a deleted soirée."""
    carnets.restore_soiree(soiree)
    return url_for("soirees.show", soiree_id=soiree.id)


def _date_and_place(form: SoireeForm, default_day: dt.date | None) -> tuple[dt.date, str]:
    """Return the date and the place in the form; `default_day` is the date if the form has none.

    Raises `RefusedError` for an invalid date, or if there is neither a date nor a default.
    """
    # Raises `RefusedError` if the form has an error, to be shown at this field.
    form.check("held_on")
    day = form.held_on.data or default_day
    if day is None:
        raise RefusedError("date_missing", field="held_on")
    return day, form.place.data or ""
