"""Views for the sharing of a carnet: invitations, the accesses to it and their revocation, and the user's own name.

A *carnet* is the notebook of a group of players, a *soirée* an evening in it, a *partie* a game played to its end. An
*access* is the right of one browser to one carnet; its role is owner, marqueur (who records scores) or spectateur (who
only reads). An invitation is a link with a secret *token*, of which the database stores only a digest.
"""

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
from scorekeeper.web.core.phone_address import leads_here, phone_address
from scorekeeper.web.core.roles import Right
from scorekeeper.web.flow.access import (
    access_or_404,
    current_access,
    current_carnet,
    invitation_or_404,
    partie_or_404,
    right_and_player_id,
    soiree_of_carnet,
)
from scorekeeper.web.flow.posting import Refusal, carries_out_form, not_understood
from scorekeeper.web.sharing.invitee_form import INVITATION_KINDS, submitted_joiner
from scorekeeper.web.text.people import invitation_label, role_label

bp = Blueprint("people", __name__)
_LINKS_KEY = "links"  # in the session cookie: the tokens of invitations made in this browser, by id
_STORED_LINKS = 4  # cookies are small


@bp.get("/people")
def show(refusal: Refusal | None = None, **_values: object) -> str:
    """List the accesses and the open invitations."""
    return render_template(
        "sharing/people/show.html",
        # Of a long list, the page whose number is in the address.
        accesses=page_or_404(accesses.list_accesses(g.access.carnet, requested_page("page"))),
        invitations=accesses.open_invitations(g.access.carnet),
        links_stored_here=session.get(_LINKS_KEY, {}),
        role_label=role_label,
        invitation_label=invitation_label,
        refusal=refusal,
    )


@bp.get("/invite", endpoint="invite")
def show_invitation_form(refusal: Refusal | None = None) -> str:
    """Show the form of an invitation to the whole carnet or to one soirée.

    The soirée is that in the address, or that of the partie in the address.
    """
    partie_id = _partie_id()
    soiree = _sent_soiree()
    # A refused form has sent its soirée itself.
    if partie_id is not None and refusal is None:
        soiree = partie_or_404(partie_id).soiree
    ends_at = None
    if soiree is not None:
        ends_at = accesses.invitation_end(soiree)
    return render_template(
        "sharing/people/invite.html", soiree=soiree, ends_at=ends_at, partie_id=partie_id, refusal=refusal
    )


# `carries_out_form` redirects to the address that the function returns. If the function raises `RefusedError`, nothing
# is stored, and `show_invitation_form` shows why. With `access=access_or_404`, as below, it gets the access whose id is
# in the address.
@bp.post("/invite", endpoint="make")
@carries_out_form(show_invitation_form)
def create_invitation() -> str:
    """Create an invitation. Its link is stored in this browser's cookie only, so no other browser can show it."""
    soiree = _sent_soiree()
    # The role, and whether the invitation is to one soirée only. An unknown kind becomes the role of the owner, which
    # `accesses.invite` refuses.
    role, only_soiree = INVITATION_KINDS.get(request.form.get("kind", ""), (Role.OWNER, False))
    right, _player_id = right_and_player_id()
    # Only an owner invites users who record scores; the page of the others has no such button.
    if role is Role.MARQUEUR and right < Right.OWNER:
        raise not_understood()
    if not only_soiree:
        soiree = None
    # Without a soirée, the invitation is to the whole carnet.
    invitation, token = accesses.invite(current_carnet(), role, soiree)
    # The new link is the last one; only the last few are kept.
    links = {**session.get(_LINKS_KEY, {}), str(invitation.id): token}
    session[_LINKS_KEY] = dict(list(links.items())[-_STORED_LINKS:])
    return url_for("people.invitation", invitation_id=invitation.id, partie=_partie_id())


@bp.get("/invitations/<id:invitation_id>", endpoint="invitation")
def show_invitation(invitation_id: int) -> Response:
    """Show the link of an invitation as text and QR code, on a page that browsers must not cache."""
    invitation = invitation_or_404(invitation_id)
    token = session.get(_LINKS_KEY, {}).get(str(invitation.id))
    address = ""
    qr_code = ""
    # Only the browser that made the link knows the token.
    if token is not None and accesses.find_invitation(token) is not None:
        # `phone_address` replaces the address of this computer by one that other devices reach. Browsers do not send
        # the part after `#`, so that no server logs the token.
        address = f"{phone_address(url_for('joining.show_link', _external=True))}#{token}"
        picture = segno.make(address, error="m", micro=False).svg_inline(border=3, omitsize=True, svgclass="qr large")
        qr_code = Markup(picture)  # noqa: S704 - SVG made by segno
    page = render_template(
        "sharing/people/invitation.html",
        invitation=invitation,
        title=invitation_label(invitation),
        partie_id=_partie_id(),
        address=address,
        # Whether only this computer reaches the server by this address.
        leads_here=leads_here(address),
        qr_code=qr_code,
    )
    return make_response(page, {"Cache-Control": "no-store"})


@bp.post("/invitations/<id:invitation_id>/revoke")
@carries_out_form(show, invitation=invitation_or_404)
def revoke(invitation: Invitation) -> str:
    """Revoke an invitation and every access created with it."""
    accesses.revoke(invitation)
    flash(_("Invitation retirée : plus personne ne peut s’en servir."))
    return url_for("people.show")


@bp.post("/people/close")
@carries_out_form(show)
def revoke_all() -> str:
    """Revoke every invitation, and every access except this one."""
    accesses.revoke_all(current_carnet(), current_access())
    flash(_("Le carnet n’est plus ouvert que sur ce téléphone."))
    return url_for("people.show")


@bp.post("/people/<id:access_id>/remove")
@carries_out_form(show, access=access_or_404)
def remove(access: Access) -> str:
    """Revoke one access."""
    accesses.end_access(access)
    flash(_("Ce téléphone n’ouvre plus le carnet."))
    return url_for("people.show")


@bp.post("/people/<id:access_id>/hand-over")
@carries_out_form(show, access=access_or_404)
def hand_over(access: Access) -> str:
    """Make another access the owner of the carnet; this one becomes a marqueur."""
    accesses.hand_over(current_access(), access)
    flash(_("Le carnet a changé de mains : vous y restez marqueur."))
    return url_for("people.show")


@bp.get("/me", endpoint="me")
def show_own_access(refusal: Refusal | None = None) -> str:
    """Show the name and role of this access, and the form to leave the carnet."""
    access = current_access()
    # The only soirée that a guest may see; its players are suggested as names. Without one, those of the latest soirées
    # are suggested.
    soiree = None
    if access.soiree_id is not None:
        soiree = soiree_of_carnet(access.soiree_id)
    players = accesses.suggested_players(g.access.carnet, soiree)
    role = role_label(access)
    return render_template("sharing/people/me.html", access=access, players=players, role=role, refusal=refusal)


@bp.post("/me", endpoint="say_who")
@carries_out_form(show_own_access)
def set_name() -> str:
    """Change the name of this access."""
    accesses.name_access(current_access(), submitted_joiner())
    return url_for("people.me")


def _partie_id() -> int | None:
    """Return the id of the partie from which the user came to invite, None without one."""
    return whole_number(request.values.get("partie")) or None  # no partie has the id 0


def _sent_soiree() -> Soiree | None:
    """Return the soirée whose id is in the address or form, None without one or if it is not of this carnet."""
    # No soirée has the id 0.
    return soiree_of_carnet(whole_number(request.values.get("soiree")) or 0)
