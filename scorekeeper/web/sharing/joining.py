"""Coming into a carnet by an invitation: the link is read, who comes in says so, and the score is there.

The token stands in the part of the link that browsers send to no server. A script posts it from there; without one,
the whole link is pasted. Then the phone's signed cookie keeps it until its holder has come in.
"""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.models import Access, Invitation, Role
from scorekeeper.record.read_models import lists
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing import accesses
from scorekeeper.record.sharing.failed_attempts import note_wrong
from scorekeeper.web.flow import access
from scorekeeper.web.flow.granting import grants_access
from scorekeeper.web.flow.posting import Answer, Refusal
from scorekeeper.web.sharing.invitee_form import comer
from scorekeeper.web.sharing.rate_limit import bucket, too_many

bp = Blueprint("joining", __name__, url_prefix="/join")
_INVITED = "invited"


@bp.get("")
def offer() -> str:
    """Where the link of an invitation leads: a script reads it, or it is pasted here."""
    return render_template("sharing/joining/link.html", refusal=None)


@bp.post("")
def read_link() -> Response | Answer:
    """Read the token of a link, and ask who comes in."""
    refusal = too_many()
    if refusal is not None:
        return render_template("sharing/joining/link.html", refusal=refusal), refusal.status
    token = request.form.get("link", "").strip().rpartition("#")[2]
    if accesses.invitation_by(token) is None:
        note_wrong(bucket())
        return _opens_nothing()
    session[_INVITED] = token
    return redirect(url_for("joining.who"), 303)


@bp.get("/who")
def who() -> Response | Answer | str:
    """Who comes in: one of those who play here, or anybody by a name."""
    if _INVITED not in session:
        return offer()
    invitation = _invitation()
    if invitation is None:
        return _opens_nothing()
    held = access.session_access(invitation.carnet)
    if held is not None and not _opens_more(invitation, held):
        return redirect(_first_page(held))
    return _who(invitation, None)


def _who_again(refusal: Refusal) -> str:
    invitation = _invitation()
    return _opens_nothing()[0] if invitation is None else _who(invitation, refusal)


@bp.post("/who")
@grants_access(_who_again, then=lambda: session.pop(_INVITED, None))
def come_in() -> tuple[Access, str]:
    """Come in, and go on to what is being played."""
    invitation = _invitation()
    if invitation is None:
        raise RefusedError("no_such_invitation")
    held = access.session_access(invitation.carnet)
    if held is not None and not _opens_more(invitation, held):
        return held, _first_page(held)
    granted = accesses.join(invitation, comer(), held)
    return granted, _first_page(granted)


def _invitation() -> Invitation | None:
    return accesses.invitation_by(session.get(_INVITED, ""))


def _opens_more(invitation: Invitation, held: Access) -> bool:
    """Whether an invitation opens what this phone cannot see or do yet."""
    if held.role is not Role.SPECTATEUR or held.soiree_id is None:
        return held.role is Role.SPECTATEUR and invitation.role is Role.MARQUEUR
    opened = accesses.soiree_of(invitation)
    return opened is None or held.soiree_id != opened.id


def _first_page(held: Access) -> str:
    """The partie being played that began last, if there is one; else where the carnet opens."""
    if held.soiree_id is None:
        playing = lists.being_played(lists.soirees(held.carnet).items)
    else:
        playing = lists.playing_in(held.soiree_id)
    if not playing:
        return access.home_of(held)
    return url_for("parties.show", carnet_key=held.carnet.key, partie_id=max(one.id for one in playing))


def _opens_nothing() -> Answer:
    """One answer for every invitation that opens nothing, whatever the reason."""
    return render_template("sharing/joining/closed.html"), 404


def _who(invitation: Invitation, refusal: Refusal | None) -> str:
    soiree = accesses.soiree_of(invitation)
    players = accesses.players_to_be(invitation.carnet, soiree)
    return render_template(
        "sharing/joining/who.html", invitation=invitation, soiree=soiree, players=players, refusal=refusal
    )
