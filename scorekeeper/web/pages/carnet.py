"""A carnet: its soirées, its name, its recovery code."""

from __future__ import annotations

from flask import Blueprint, flash, g, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.record import carnets
from scorekeeper.record.models import Soiree
from scorekeeper.record.standings import Standing, standing_of
from scorekeeper.web import access
from scorekeeper.web.forms import CarnetForm
from scorekeeper.web.i18n import gettext as _
from scorekeeper.web.posting import Answer, Refusal, carry_out

bp = Blueprint("carnet", __name__)
_RECENT = 3


@bp.get("/")
def show() -> str:
    """The carnet: what is being played, the soirées before, and what was put away."""
    soirees = [soiree for soiree in g.carnet.soirees if soiree.deleted_at is None]
    deleted = [soiree for soiree in g.carnet.soirees if soiree.deleted_at is not None]
    playing = [standing for soiree in soirees[:_RECENT] for standing in soiree_standings(soiree) if not standing.over]
    played = carnets.parties_played(g.carnet)
    return render_template("carnet/show.html", soirees=soirees, deleted=deleted, played=played, playing=playing)


@bp.get("/settings")
def settings() -> str:
    """The carnet's name, its code, and how to put it away on this phone."""
    return _settings(CarnetForm(data={"name": g.carnet.name}), None)


@bp.post("/settings")
def rename() -> Response | Answer:
    """Give the carnet another name."""
    form = CarnetForm()

    def act() -> str:
        carnets.rename_carnet(g.carnet, form.name.data or "")
        return url_for("carnet.settings")

    return carry_out(act, lambda refusal: _settings(form, refusal))


@bp.get("/code")
def code() -> str:
    """The recovery code."""
    return render_template("carnet/code.html", code=_grouped(g.carnet.recovery_code))


@bp.post("/code")
def renew() -> Response | Answer:
    """Make a new recovery code."""

    def act() -> str:
        carnets.renew_code(g.carnet)
        return url_for("carnet.code")

    return carry_out(act, lambda refusal: _settings(CarnetForm(), refusal))


@bp.post("/leave")
def leave() -> Response:
    """Take the carnet's key off this phone."""
    access.forget(g.carnet)
    flash(_("Ce carnet n’est plus ouvert sur ce téléphone. Son code de secours le rouvre."))
    return redirect(url_for("home.front"), 303)


def soiree_standings(soiree: Soiree) -> list[Standing]:
    """The parties of a soirée, replayed, in the order in which they were played."""
    return [standing_of(partie) for partie in soiree.parties if partie.deleted_at is None]


def _settings(form: CarnetForm, refusal: Refusal | None) -> str:
    return render_template("carnet/settings.html", form=form, refusal=refusal)


def _grouped(plain: str) -> str:
    return "-".join(plain[start : start + 4] for start in range(0, len(plain), 4))
