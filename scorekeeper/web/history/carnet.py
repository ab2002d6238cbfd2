"""The pages of a carnet: its first page, its settings and its recovery code; the views that leave or erase it.

A carnet is the notebook of a group of players, a soirée an evening of parties, a partie a game played to its end. The
recovery code opens the carnet on another device. `g.access` is the reader's access to the carnet of the address.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

import segno
from flask import Blueprint, current_app, flash, g, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.record.carnet import carnets, erasing
from scorekeeper.record.database import writing
from scorekeeper.record.database.daily_copies import daily_copies
from scorekeeper.record.read_models import lists
from scorekeeper.record.read_models.evenings import tonight
from scorekeeper.record.sharing import accesses, recovery_code
from scorekeeper.web.core.formatting import device_zone
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.pagination import page_or_404, requested_page
from scorekeeper.web.core.phone_address import leads_here, phone_address
from scorekeeper.web.flow import access
from scorekeeper.web.flow.page_cache import cached_page
from scorekeeper.web.flow.posting import Refusal, carries_out_form
from scorekeeper.web.forms import CarnetForm
from scorekeeper.web.history.soiree.diary import diary_rows, group_by_month

bp = Blueprint("carnet", __name__)
_ABOUT = dt.timedelta(days=3)  # a soirée « il y a un an » may be this much before or after the day a year ago


@bp.get("/")
def show() -> Response | str:
    """Show the current parties, the soirées by month, page by page, and the deleted soirées."""
    # `page_or_404` aborts for a page beyond the last.
    soirees = page_or_404(lists.soirees_page(g.access.carnet, requested_page("page")))
    playing: tuple[lists.ListedPartie, ...] = ()
    year_ago: tuple[Any, ...] = ()
    # Page 2 and the following ones show only the list.
    if soirees.number == 1:
        playing = tuple(lists.resumable_parties([soiree.id for soiree in soirees.items]))
        year_ago = _soirees_a_year_ago()
    # A `DiaryRow` has a soirée, its summary and its rarest feat, such as a nil made.
    rows = diary_rows([*soirees.items, *year_ago])
    diary, year_ago_rows = rows[: len(soirees.items)], rows[len(soirees.items) :]
    # While a partie is played, the list begins with the soirée of tonight. The first soirée that is not of tonight is
    # then shown above the list, with the label « La dernière fois ».
    tonight_ids = {partie.soiree_id for partie in playing}
    earlier = [row for row in diary if playing and row.soiree.id not in tonight_ids]
    # Pairs of a label and a list of at most one row.
    labelled = [(_("La dernière fois :"), earlier[:1]), (_("Il y a un an :"), year_ago_rows)]
    context = {
        "soirees": soirees,
        "playing": playing,
        "deleted": page_or_404(lists.deleted_soirees_page(g.access.carnet, requested_page("deleted"))),
        # Whether the page reminds of the recovery code: it was not shown in the browser that created the carnet.
        "code_unseen": access.code_is_unseen(),
        # These soirées, each as (label, row).
        "past_soirees": tuple((label, row) for label, some in labelled for row in some),
    }

    # Called only if the cache has no such page.
    def render() -> str:
        # For each month: (its first day, the rows of its soirées).
        return render_template("history/carnet/show.html", diary=[*group_by_month(diary)], **context)

    # Everything that the page is rendered from: the key of the cache.
    shown = g.access.carnet.name, *context.values(), *rows
    return cached_page(shown, render)


@bp.get("/settings")
def settings() -> str:
    """Show the settings: the carnet's name, its recovery code, the server's copies, and how to leave or erase it."""
    return _render_stored(None)


def _render_stored(refusal: Refusal | None) -> str:
    """Render the settings with the stored name; `refusal` is the reason why a form was not carried out."""
    return _render_settings(refusal, CarnetForm(formdata=None, data={"name": g.access.carnet.name}))


def _render_settings(refusal: Refusal | None, form: CarnetForm | None = None) -> str:
    """Render the settings, with the name in `form`, by default the one that was sent."""
    # The day of the newest copy of the database, and why the latest attempt failed, if it did.
    copies = daily_copies(current_app.config["BACKUPS"])
    return render_template("history/carnet/settings.html", form=form or CarnetForm(), refusal=refusal, copies=copies)


# `carries_out_form` runs the function once for a submitted form, and redirects to the address that it returns. If it
# raises `RefusedError`, nothing is recorded, and the function in parentheses renders the page that says why.
@bp.post("/settings")
@carries_out_form(_render_settings)
def rename() -> str:
    """Rename the carnet."""
    carnets.rename_carnet(access.current_carnet(), CarnetForm().name.data or "")
    return url_for("carnet.settings")


@bp.get("/code")
def code() -> Response:
    """Show the recovery code as text, link and QR code; browsers must not cache this page."""
    plain_code = recovery_code.code_of(access.current_carnet())
    # The code is derived from the secret key of the server. None: this key has changed since the code was made.
    if plain_code is None:
        return make_response(render_template("history/carnet/code_unknown.html"), {"Cache-Control": "no-store"})
    # Records that the code was seen, so that the first page no longer reminds of it.
    access.note_code_seen()
    # Groups of four: "ABCD-EFGH-…".
    grouped_code = "-".join(plain_code[start : start + 4] for start in range(0, len(plain_code), 4))
    # The address with which another device opens the carnet: `phone_address` replaces `localhost`, which that device
    # cannot reach. Browsers do not send the part after `#` to the server, so the code is written to no log.
    address = f"{phone_address(url_for('home.unlock_form', _external=True))}#{grouped_code}"
    # A QR code as SVG.
    picture = segno.make(address, error="m", micro=False).svg_inline(border=2, omitsize=True, svgclass="qr")
    page = render_template(
        "history/carnet/code.html",
        code=grouped_code,
        address=address,
        # Whether the address names this computer (`localhost`), so that another device cannot open the carnet with it.
        leads_here=leads_here(address),
        picture=Markup(picture),  # noqa: S704 - the markup is from segno
    )
    return make_response(page, {"Cache-Control": "no-store"})


@bp.post("/code")
@carries_out_form(_render_settings)
def renew() -> str:
    """Replace the recovery code with a new one."""
    recovery_code.renew_code(access.current_carnet())
    return url_for("carnet.code")


@bp.post("/leave")
def leave() -> Response:
    """Revoke this browser's access to the carnet, and remove it from the session."""
    with writing():
        accesses.end_access(access.current_access())
    access.forget_access(g.access.carnet.key)
    flash(_("Ce carnet n’est plus ouvert sur ce téléphone. Son code, ou une invitation, le rouvre."))
    return redirect(url_for("home.front"), 303)


# `empty_log` empties the log of SQLite, in which the erased rows can still be read.
@bp.post("/erase")
@carries_out_form(_render_stored, after_redirect=erasing.empty_log)
def erase() -> str:
    """Erase the carnet permanently, once its owner has typed its name."""
    key = g.access.carnet.key
    # Refused unless the name was typed; for a carnet without a name, it is the word « effacer ».
    erasing.erase_carnet(access.current_carnet(), request.form.get("typed_name", ""), _("effacer"))
    access.forget_access(key)
    flash(_("Le carnet est effacé."))
    return url_for("home.front")


def _soirees_a_year_ago() -> tuple[Any, ...]:
    """Return the latest soirée of about this date a year ago, as a tuple of one row, or an empty tuple without one."""
    # `tonight` is the day of a soirée that begins now, in the time zone of the device.
    day = tonight(device_zone()) - dt.timedelta(days=365)
    between = day - _ABOUT, day + _ABOUT
    return lists.soirees_page(g.access.carnet, between=between).items[:1]
