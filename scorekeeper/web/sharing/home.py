"""The pages outside a carnet: the first page, the list of carnets, a new carnet, the recovery code, the language.

A *carnet* is the notebook of a group of players, with their parties (games played to their end). An *access* is the
right of one browser to one carnet: its role is owner, marqueur (who records scores) or spectateur (who only reads). The
*recovery code* opens a carnet in another browser.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db
from scorekeeper.record.models import Access, Carnet, Role
from scorekeeper.web.core.language import LANGUAGES
from scorekeeper.web.core.theme import THEMES, choose_theme
from scorekeeper.web.flow import access
from scorekeeper.web.flow.granting import grants_access
from scorekeeper.web.flow.posting import Refusal
from scorekeeper.web.flow.rate_limit import count_new_carnet, limits_wrong_codes
from scorekeeper.web.forms import CarnetForm, CodeForm
from scorekeeper.web.text.house_rules import sizes_text
from scorekeeper.web.text.people import role_label

bp = Blueprint("home", __name__)


@bp.get("/")
def front() -> Response | str:
    """Redirect to the carnet of this browser; list them if it has several; show the games if it has none."""
    # The accesses in the browser's cookie, in the order of the keys of their carnets.
    accesses = access.session_accesses()
    if not accesses:
        return render_template("sharing/home/welcome.html", games=GAMES.values(), sizes=sizes_text)
    if len(accesses) > 1:
        return list_carnets()
    # The carnet, or the only soirée (evening) that a guest may see.
    return redirect(access.first_address(accesses[0]))


@bp.get("/up")
def up() -> Response:
    """Answer 200 while the server runs."""
    return Response("ok", mimetype="text/plain")


@bp.get("/ready")
def ready() -> Response:
    """Answer 200 if the database answers; the handler of database errors answers 503 otherwise."""
    db.session.execute(select(Carnet.id).limit(1))
    return Response("ok", mimetype="text/plain")


@bp.get("/carnets", endpoint="carnets")
def list_carnets(refusal: Refusal | None = None) -> str:
    """List the carnets of this browser, with the forms to create or open another."""
    accesses = access.session_accesses()
    return render_template(
        "sharing/home/carnets.html",
        open_carnets=[
            (own_access, access.first_address(own_access), role_label(own_access)) for own_access in accesses
        ],
        # The unfinished parties.
        playing=access.resumable_parties(accesses),
        # Whether this browser may record scores in each carnet, by the key of the carnet: the part of its address that
        # names it.
        can_record={own_access.carnet.key: own_access.role is not Role.SPECTATEUR for own_access in accesses},
        form=CarnetForm(),
        refusal=refusal,
    )


# `grants_access` stores the access that the function returns in the browser's cookie, and redirects to the address. If
# the function raises an error, nothing is stored, and `list_carnets` shows why.
@bp.post("/carnets")
@grants_access(list_carnets)
def create() -> tuple[Access, str]:
    """Create a carnet."""
    # Raises after too many new carnets from the same network.
    count_new_carnet()
    granted = carnets.create_carnet(CarnetForm().name.data or "")
    return granted, url_for("carnet.code", carnet_key=granted.carnet.key)


@bp.get("/open", endpoint="unlock_form")
def show_code_form(refusal: Refusal | None = None) -> str:
    """Show the form for a recovery code.

    A script fills it in from the fragment of the address, the part after `#`, which browsers do not send.
    """
    return render_template("sharing/home/open.html", form=CodeForm(), refusal=refusal)


# `limits_wrong_codes` answers with the status 429 after too many wrong codes from the same network.
@bp.post("/open")
@limits_wrong_codes(show_code_form)
@grants_access(show_code_form)
def unlock() -> tuple[Access, str]:
    """Open a carnet by its recovery code."""
    granted = carnets.open_by_code(CodeForm().code.data or "")
    return granted, url_for("carnet.show", carnet_key=granted.carnet.key)


@bp.post("/language/<code>", endpoint="speak")
def set_language(code: str) -> Response:
    """Set the language of the session and redirect to the previous page."""
    if code not in LANGUAGES:
        abort(404)
    session["language"] = code
    session.permanent = True
    return _previous_page()


@bp.post("/theme/<theme>")
def set_theme(theme: str) -> Response:
    """Set the theme of the session and redirect to the previous page."""
    if theme not in THEMES:
        abort(404)
    choose_theme(theme)
    return _previous_page()


def _previous_page() -> Response:
    """Redirect to the address in the field `next`, or to the first page if it is not of this site."""
    return redirect(_local_address(request.form.get("next", "")) or url_for("home.front"), 303)


def _local_address(text: str) -> str | None:
    """Return the path and query of an address of this site, None for any other address."""
    try:
        parts = urlsplit(text)
    except ValueError:  # such as « http://[ »
        return None
    # Browsers read "//other.org" and "/\other.org" as addresses of another site.
    if not parts.path.startswith("/") or parts.path.startswith(("//", "/\\")):
        return None
    if not parts.query:
        return parts.path
    return f"{parts.path}?{parts.query}"
