"""Accept an invitation and choose a name.

The token is in the fragment of the link, which browsers do not send. A script posts it from there; without scripts the
whole link is pasted. The signed session cookie then stores the token until the invitation is accepted.
"""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.models import Access, Invitation, Role
from scorekeeper.record.read_models import lists
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing import accesses
from scorekeeper.record.sharing.failed_attempts import count_wrong_code
from scorekeeper.web.flow import access
from scorekeeper.web.flow.granting import grants_access
from scorekeeper.web.flow.posting import Answer, Refusal
from scorekeeper.web.sharing.invitee_form import sent_joiner
from scorekeeper.web.sharing.rate_limit import bucket, rate_limit_refusal

bp = Blueprint("joining", __name__, url_prefix="/join")
_INVITED = "invited"


@bp.get("")
def show_link() -> str:
    """Show the page that an invitation's link leads to: a script reads the token, or the link is pasted."""
    return render_template("sharing/joining/link.html", refusal=None)


@bp.post("")
def read_link() -> Response | Answer:
    """Store the token of a link in the session, and redirect to the choice of a name."""
    refusal = rate_limit_refusal()
    if refusal is not None:
        return render_template("sharing/joining/link.html", refusal=refusal), refusal.status
    token = request.form.get("link", "").strip().rpartition("#")[2]
    if accesses.invitation_by(token) is None:
        count_wrong_code(bucket())
        return _invalid_invitation()
    session[_INVITED] = token
    return redirect(url_for("joining.choose_name"), 303)


@bp.get("/who")
def choose_name() -> Response | Answer | str:
    """Show the choice of a name: one of the players, or a new name."""
    if _INVITED not in session:
        return show_link()
    invitation = _invitation()
    if invitation is None:
        return _invalid_invitation()
    current = access.session_access(invitation.carnet)
    if current is not None and not _grants_more(invitation, current):
        return redirect(_first_page(current))
    return _names_page(invitation, None)


def _names_page_again(refusal: Refusal) -> str:
    invitation = _invitation()
    return _invalid_invitation()[0] if invitation is None else _names_page(invitation, refusal)


@bp.post("/who")
@grants_access(_names_page_again, then=lambda: session.pop(_INVITED, None))
def accept() -> tuple[Access, str]:
    """Accept the invitation, and redirect to the current partie."""
    invitation = _invitation()
    if invitation is None:
        raise RefusedError("no_such_invitation")
    current = access.session_access(invitation.carnet)
    if current is not None and not _grants_more(invitation, current):
        return current, _first_page(current)
    granted = accesses.join(invitation, sent_joiner(), current)
    return granted, _first_page(granted)


def _invitation() -> Invitation | None:
    return accesses.invitation_by(session.get(_INVITED, ""))


def _grants_more(invitation: Invitation, current: Access) -> bool:
    """Return whether an invitation grants more than the current access.

    To a guest, every invitation except one to the same soirée does; to a spectator, one as marqueur does.
    """
    if current.role is not Role.SPECTATEUR or current.soiree_id is None:
        return current.role is Role.SPECTATEUR and invitation.role is Role.MARQUEUR
    opened = accesses.soiree_of(invitation)
    return opened is None or current.soiree_id != opened.id


def _first_page(granted: Access) -> str:
    """Return the address of the current partie that began last; without one, that of the carnet's first page."""
    if granted.soiree_id is None:
        playing = lists.latest_unfinished(lists.soirees_page(granted.carnet).items)
    else:
        playing = lists.unfinished_in(granted.soiree_id)
    if not playing:
        return access.home_of(granted)
    return url_for("parties.show", carnet_key=granted.carnet.key, partie_id=max(partie.id for partie in playing))


def _invalid_invitation() -> Answer:
    """Return the same answer for every invalid invitation, so that it does not reveal the reason."""
    return render_template("sharing/joining/closed.html"), 404


def _names_page(invitation: Invitation, refusal: Refusal | None) -> str:
    soiree = accesses.soiree_of(invitation)
    players = accesses.suggested_players(invitation.carnet, soiree)
    return render_template(
        "sharing/joining/who.html", invitation=invitation, soiree=soiree, players=players, refusal=refusal
    )
