"""A carnet shared: invitations and their QR codes, who has come in, who this phone is, and who is asked to leave."""

from __future__ import annotations

from collections.abc import Callable

import segno
from flask import Blueprint, flash, g, make_response, render_template, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.record import sharing
from scorekeeper.record.models import Role, Soiree
from scorekeeper.web.access import (
    invitation_or_404,
    phone_or_404,
    reader,
    soiree_of_carnet,
    writer,
)
from scorekeeper.web.forms.people import KINDS, comer
from scorekeeper.web.i18n import gettext as _
from scorekeeper.web.numbers import whole_number
from scorekeeper.web.paging import asked, existing
from scorekeeper.web.posting import Answer, Refusal, carry_out, not_understood
from scorekeeper.web.roles import Right
from scorekeeper.web.words.people import opened_by, role_said

bp = Blueprint("people", __name__)
_LINKS = "links"
_LINKS_KEPT = 4


@bp.get("/people")
def show() -> str:
    """Who has come in and when, and the invitations that are open."""
    return _show(None)


@bp.get("/invite")
def invite() -> str:
    """What to invite to: the soirée that the address names, or the whole carnet."""
    return _invite(_soiree(request.args.get("soiree", "")), None)


@bp.post("/invite")
def make() -> Response | Answer:
    """Make an invitation. Its link is kept in this phone's cookie alone, to be shown here again."""
    soiree = _soiree(request.form.get("soiree", ""))

    def act() -> str:
        role, of_soiree = KINDS.get(request.form.get("kind", ""), (Role.OWNER, False))
        if role is Role.MARQUEUR and reader()[0] < Right.OWNER:
            raise not_understood()
        made, token = sharing.invite(g.carnet, role, soiree if of_soiree else None)
        _keep_link(made.id, token)
        return url_for("people.invitation", invitation_id=made.id)

    return carry_out(act, lambda refusal: _invite(soiree, refusal))


@bp.get("/invitations/<id:invitation_id>")
def invitation(invitation_id: int) -> Response:
    """The link of an invitation, to copy, to send, and as a picture for another phone's camera. No browser keeps it."""
    made = invitation_or_404(invitation_id)
    token = session.get(_LINKS, {}).get(str(made.id))
    opens = token is not None and sharing.invitation_by(token) is not None
    address = f"{url_for('joining.offer', _external=True)}#{token}" if opens else ""
    picture = segno.make(address, error="m", micro=False).svg_inline(border=3, omitsize=True, svgclass="qr whole")
    page = render_template(
        "people/invitation.html",
        invitation=made,
        said=opened_by(made),
        address=address,
        picture=Markup(picture) if opens else "",  # noqa: S704 - segno's own
    )
    return make_response(page, {"Cache-Control": "no-store"})


@bp.post("/invitations/<id:invitation_id>/revoke")
def revoke(invitation_id: int) -> Response | Answer:
    """Take an invitation back, with those who came in by it."""
    made = invitation_or_404(invitation_id)
    return _act(lambda: sharing.revoke(made), _("Invitation retirée : plus personne ne peut s’en servir."))


@bp.post("/people/close")
def revoke_all() -> Response | Answer:
    """Take every invitation back, and put out every phone but this one."""
    return _act(lambda: sharing.revoke_all(g.carnet, writer()), _("Le carnet n’est plus ouvert que sur ce téléphone."))


@bp.post("/people/<id:access_id>/remove")
def remove(access_id: int) -> Response | Answer:
    """Put one phone out."""
    phone = phone_or_404(access_id)
    return _act(lambda: sharing.leave(phone), _("Ce téléphone n’ouvre plus le carnet."))


@bp.post("/people/<id:access_id>/hand-over")
def hand_over(access_id: int) -> Response | Answer:
    """Let another phone hold the carnet from now on."""
    phone = phone_or_404(access_id)
    return _act(lambda: sharing.hand_over(writer(), phone), _("Le carnet a changé de mains : vous y restez marqueur."))


@bp.get("/me")
def me() -> str:
    """Who holds this phone, and the way out of the carnet."""
    return _me(None)


@bp.post("/me")
def say_who() -> Response | Answer:
    """Say who holds this phone."""

    def act() -> str:
        sharing.sign(writer(), comer())
        return url_for("people.me")

    return carry_out(act, _me)


def _act(act_on: Callable[[], None], said: str) -> Response | Answer:
    def act() -> str:
        act_on()
        flash(said)
        return url_for("people.show")

    return carry_out(act, _show)


def _keep_link(number: int, token: str) -> None:
    """Keep the link in this phone's cookie: the latest few, for a cookie holds little."""
    links = {**session.get(_LINKS, {}), str(number): token}
    session[_LINKS] = dict(list(links.items())[-_LINKS_KEPT:])


def _soiree(text: str) -> Soiree | None:
    return soiree_of_carnet(whole_number(text) or 0)


def _show(refusal: Refusal | None) -> str:
    return render_template(
        "people/show.html",
        phones=existing(sharing.phones(g.carnet, asked("page"))),
        invitations=sharing.open_invitations(g.carnet),
        shown_here=session.get(_LINKS, {}),
        role_said=role_said,
        opened_by=opened_by,
        refusal=refusal,
    )


def _invite(soiree: Soiree | None, refusal: Refusal | None) -> str:
    ends = None if soiree is None else sharing.end_of(soiree)
    return render_template("people/invite.html", soiree=soiree, ends=ends, refusal=refusal)


def _me(refusal: Refusal | None) -> str:
    access = writer()
    soiree = None if access.soiree_id is None else soiree_of_carnet(access.soiree_id)
    players = sharing.players_to_be(g.carnet, soiree)
    said = role_said(access)
    return render_template("people/me.html", access=access, players=players, said=said, refusal=refusal)
