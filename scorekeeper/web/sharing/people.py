"""A carnet shared: invitations and their QR codes, who has come in, who this phone is, and who is asked to leave."""

from __future__ import annotations

import segno
from flask import Blueprint, flash, g, make_response, render_template, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.record.models import Access, Invitation, Role, Soiree
from scorekeeper.record.sharing import accesses
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.core.pagination import page_or_404, requested_page
from scorekeeper.web.core.roles import Right
from scorekeeper.web.flow.access import (
    access_or_404,
    current_access,
    invitation_or_404,
    reader,
    soiree_of_carnet,
)
from scorekeeper.web.flow.posting import Refusal, carried_out, not_understood
from scorekeeper.web.sharing.invitee_form import KINDS, comer
from scorekeeper.web.text.people import opened_by, role_said

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


def _show(refusal: Refusal | None) -> str:
    return render_template(
        "sharing/people/show.html",
        phones=page_or_404(accesses.phones(g.carnet, requested_page("page"))),
        invitations=accesses.open_invitations(g.carnet),
        shown_here=session.get(_LINKS, {}),
        role_said=role_said,
        opened_by=opened_by,
        refusal=refusal,
    )


@bp.post("/invite")
@carried_out(lambda refusal: _invite(_soiree(request.form.get("soiree", "")), refusal))
def make() -> str:
    """Make an invitation. Its link is kept in this phone's cookie alone, to be shown here again."""
    soiree = _soiree(request.form.get("soiree", ""))
    role, of_soiree = KINDS.get(request.form.get("kind", ""), (Role.OWNER, False))
    if role is Role.MARQUEUR and reader()[0] < Right.OWNER:
        raise not_understood()
    made, token = accesses.invite(g.carnet, role, soiree if of_soiree else None)
    _keep_link(made.id, token)
    return url_for("people.invitation", invitation_id=made.id)


@bp.get("/invitations/<id:invitation_id>")
def invitation(invitation_id: int) -> Response:
    """The link of an invitation, to copy, to send, and as a picture for another phone's camera. No browser keeps it."""
    made = invitation_or_404(invitation_id)
    token = session.get(_LINKS, {}).get(str(made.id))
    opens = token is not None and accesses.invitation_by(token) is not None
    address = f"{url_for('joining.offer', _external=True)}#{token}" if opens else ""
    picture = segno.make(address, error="m", micro=False).svg_inline(border=3, omitsize=True, svgclass="qr whole")
    page = render_template(
        "sharing/people/invitation.html",
        invitation=made,
        said=opened_by(made),
        address=address,
        picture=Markup(picture) if opens else "",  # noqa: S704 - segno's own
    )
    return make_response(page, {"Cache-Control": "no-store"})


@bp.post("/invitations/<id:invitation_id>/revoke")
@carried_out(lambda refusal, **_values: _show(refusal), invitation=invitation_or_404)
def revoke(invitation: Invitation) -> str:
    """Take an invitation back, with those who came in by it."""
    accesses.revoke(invitation)
    flash(_("Invitation retirée : plus personne ne peut s’en servir."))
    return url_for("people.show")


@bp.post("/people/close")
@carried_out(_show)
def revoke_all() -> str:
    """Take every invitation back, and put out every phone but this one."""
    accesses.revoke_all(g.carnet, current_access())
    flash(_("Le carnet n’est plus ouvert que sur ce téléphone."))
    return url_for("people.show")


@bp.post("/people/<id:access_id>/remove")
@carried_out(lambda refusal, **_values: _show(refusal), access=access_or_404)
def remove(access: Access) -> str:
    """Put one phone out."""
    accesses.leave(access)
    flash(_("Ce téléphone n’ouvre plus le carnet."))
    return url_for("people.show")


@bp.post("/people/<id:access_id>/hand-over")
@carried_out(lambda refusal, **_values: _show(refusal), access=access_or_404)
def hand_over(access: Access) -> str:
    """Let another phone hold the carnet from now on."""
    accesses.hand_over(current_access(), access)
    flash(_("Le carnet a changé de mains : vous y restez marqueur."))
    return url_for("people.show")


@bp.get("/me")
def me() -> str:
    """Who holds this phone, and the way out of the carnet."""
    return _me(None)


def _me(refusal: Refusal | None) -> str:
    access = current_access()
    soiree = None if access.soiree_id is None else soiree_of_carnet(access.soiree_id)
    players = accesses.players_to_be(g.carnet, soiree)
    said = role_said(access)
    return render_template("sharing/people/me.html", access=access, players=players, said=said, refusal=refusal)


@bp.post("/me")
@carried_out(_me)
def say_who() -> str:
    """Say who holds this phone."""
    accesses.sign(current_access(), comer())
    return url_for("people.me")


def _keep_link(number: int, token: str) -> None:
    """Keep the link in this phone's cookie: the latest few, for a cookie holds little."""
    links = {**session.get(_LINKS, {}), str(number): token}
    session[_LINKS] = dict(list(links.items())[-_LINKS_KEPT:])


def _soiree(text: str) -> Soiree | None:
    return soiree_of_carnet(whole_number(text) or 0)


def _invite(soiree: Soiree | None, refusal: Refusal | None) -> str:
    ends = None if soiree is None else accesses.end_of(soiree)
    return render_template("sharing/people/invite.html", soiree=soiree, ends=ends, refusal=refusal)
