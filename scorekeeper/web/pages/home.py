"""The front door: the first visit, a new carnet, a carnet opened by its code, the language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from sqlalchemy import select

from scorekeeper.record import carnets
from scorekeeper.record.database import db
from scorekeeper.record.models import Access, Carnet
from scorekeeper.web import access
from scorekeeper.web.forms import CarnetForm, CodeForm
from scorekeeper.web.language import LANGUAGES
from scorekeeper.web.submitting import Answer, Refusal, carry_out

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

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
    back = urlsplit(request.form.get("next", ""))
    path = back.path if back.path.startswith("/") and not back.path.startswith(("//", "/\\")) else url_for("home.front")
    return redirect(f"{path}?{back.query}" if back.query else path, 303)


def _shelf(form: CarnetForm, refusal: Refusal | None) -> str:
    held = access.held_carnets()
    page = "home/shelf.html" if held else "home/welcome.html"
    return render_template(page, carnets=held, form=form, refusal=refusal)


def _enter(
    enter: Callable[[], Access], refused: Callable[[Refusal], str], to: str = "carnet.code"
) -> Response | Answer:
    def act() -> str:
        carnet: Carnet = enter().carnet
        return url_for(to, carnet_key=carnet.key)

    answer = carry_out(act, refused)
    if not isinstance(answer, tuple):
        # A form sent twice gets the address of the first carnet; the key is looked up again, so the cookie is too.
        key = urlsplit(answer.location).path.split("/")[2]
        found = db.session.scalar(select(Access).join(Carnet).where(Carnet.key == key).order_by(Access.id.desc()))
        if found is not None:
            access.keep(found)
    return answer
