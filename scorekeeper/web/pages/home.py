"""The front door: the first visit, a new carnet, a carnet opened by its code, the language."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.record import carnets
from scorekeeper.record.database import db
from scorekeeper.record.models import Access
from scorekeeper.web import access
from scorekeeper.web.forms import CarnetForm, CodeForm
from scorekeeper.web.language import LANGUAGES
from scorekeeper.web.posting import Answer, Refusal, carry_out

bp = Blueprint("home", __name__)


@bp.get("/")
def front() -> Response | str:
    """The only carnet this browser holds, the list when there are several, the welcome when there is none."""
    held = access.held_carnets()
    if len(held) == 1:
        return redirect(url_for("carnet.show", carnet_key=held[0].key))
    return shelf()


@bp.get("/carnets")
def shelf() -> str:
    """Every carnet this browser holds, and how to make or open another."""
    return _shelf(CarnetForm(), None)


@bp.post("/carnets")
def create() -> Response | Answer:
    """Make a carnet."""
    form = CarnetForm()
    return _enter(
        lambda: carnets.create_carnet(form.name.data or ""),
        lambda refusal: _shelf(form, refusal),
    )


@bp.get("/open")
def unlock_form() -> str:
    """Where a recovery code is typed."""
    return render_template(
        "home/open.html", form=CodeForm(formdata=None, data={"code": request.args.get("code", "")[:60]}), refusal=None
    )


@bp.post("/open")
def unlock() -> Response | Answer:
    """Open a carnet by its recovery code."""
    form = CodeForm()
    return _enter(
        lambda: carnets.open_by_code(form.code.data or ""),
        lambda refusal: render_template("home/open.html", form=form, refusal=refusal),
        to="carnet.show",
    )


@bp.post("/language/<code>")
def speak(code: str) -> Response:
    """Change the language and come back."""
    if code not in LANGUAGES:
        abort(404)
    session["language"] = code
    session.permanent = True
    return redirect(_own_address(request.form.get("next", "")) or url_for("home.front"), 303)


def _own_address(text: str) -> str | None:
    """The path and query of an address, if it is one of this site."""
    try:
        parts = urlsplit(text)
    except ValueError:  # « http://[ »
        return None
    if not parts.path.startswith("/") or parts.path.startswith(("//", "/\\")):
        return None
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _shelf(form: CarnetForm, refusal: Refusal | None) -> str:
    held = access.held_carnets()
    page = "home/shelf.html" if held else "home/welcome.html"
    return render_template(page, carnets=held, form=form, refusal=refusal)


def _enter(
    enter: Callable[[], Access], refused: Callable[[Refusal], str], to: str = "carnet.code"
) -> Response | Answer:
    def act() -> str:
        granted = enter()
        return f"{url_for(to, carnet_key=granted.carnet.key)}#{granted.id}"

    answer = carry_out(act, refused)
    if not isinstance(answer, tuple):
        # A form sent twice gets the address of the first answer, and the cookie again unless it was revoked meanwhile.
        address = urlsplit(answer.location)
        answer.location = address.path
        granted = db.session.get(Access, int(address.fragment))
        if granted is not None and granted.generation == 1:
            access.keep(granted)
    return answer
