"""Views for an invitee: open the link of an invitation, choose a name, accept.

An invitation is to a *carnet*, the notebook of a group of players, or to one *soirée* (evening) of it. To accept it is
to get an *access*, the right of one browser to the carnet. Its role is owner, marqueur (who records scores) or
spectateur (who only reads). A *partie* is a game played to its end.
"""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.models import Access, Invitation, Role
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing import accesses
from scorekeeper.web.flow import access
from scorekeeper.web.flow.granting import grants_access
from scorekeeper.web.flow.posting import Answer, Refusal
from scorekeeper.web.flow.rate_limit import limits_wrong_codes
from scorekeeper.web.sharing.invitee_form import submitted_joiner

bp = Blueprint("joining", __name__, url_prefix="/join")
# The token is in the fragment of the link (the part after `#`), which browsers do not send. A script posts the token;
# without scripts, the invitee pastes the whole link into a form. The session cookie, which is signed, stores the token
# under this key until the invitation is accepted.
_SESSION_KEY = "invited"


@bp.get("")
def show_link(refusal: Refusal | None = None) -> str:
    """Show the page of an invitation's link, where a script posts the token, or the invitee pastes the link."""
    return render_template("sharing/joining/link.html", refusal=refusal)


# `limits_wrong_codes` answers with the status 429 after too many wrong links from the same network.
@bp.post("")
@limits_wrong_codes(show_link)
def read_link() -> Response | Answer:
    """Store the token of a link in the session, and redirect to the choice of a name."""
    # What follows the last `#`: the token of a link, or the whole text if it is a token alone.
    token = request.form.get("link", "").strip().rpartition("#")[2]
    # None for an invitation that was revoked or has ended, too.
    if accesses.find_invitation(token) is None:
        return _invalid_invitation()
    session[_SESSION_KEY] = token
    return redirect(url_for("joining.choose_name"), 303)


@bp.get("/who")
def choose_name() -> Response | Answer | str:
    """Show the choice of a name: one of the players, or a new name."""
    # Without a token: the address of this page was opened without the link.
    if _SESSION_KEY not in session:
        return show_link()
    invitation = _invitation()
    if invitation is None:
        return _invalid_invitation()
    # The access that this browser already has to the carnet.
    current = access.session_access(invitation.carnet)
    if current is not None and not _grants_more(invitation, current):
        return redirect(_start_address(current))
    return _names_page(invitation, None)


def _refusal_page(refusal: Refusal) -> str:
    invitation = _invitation()
    # The invitation was valid when the form was shown. The caller adds the status of the refusal: only the page is
    # returned here.
    if invitation is None:
        return _invalid_invitation()[0]
    return _names_page(invitation, refusal)


# `grants_access` stores the access that the function returns in the browser's cookie, and redirects to the address;
# then the token is removed from the cookie. If the function raises an error, nothing is stored, and `_refusal_page`
# shows why.
@bp.post("/who")
@grants_access(_refusal_page, after_redirect=lambda: session.pop(_SESSION_KEY, None))
def accept() -> tuple[Access, str]:
    """Accept the invitation, and redirect to the current partie."""
    invitation = _invitation()
    if invitation is None:
        raise RefusedError("no_such_invitation")
    current = access.session_access(invitation.carnet)
    if current is not None and not _grants_more(invitation, current):
        return current, _start_address(current)
    # The new access, with the player or name of the form, ends the current one.
    granted = accesses.accept_invitation(invitation, submitted_joiner(), current)
    return granted, _start_address(granted)


def _invitation() -> Invitation | None:
    return accesses.find_invitation(session.get(_SESSION_KEY, ""))


def _grants_more(invitation: Invitation, current: Access) -> bool:
    """Return whether an invitation grants more than the current access."""
    # A marqueur or an owner already has all that an invitation grants.
    if current.role is not Role.SPECTATEUR:
        return False
    # An access without a soirée is to the whole carnet.
    if current.soiree_id is None:
        return invitation.role is Role.MARQUEUR
    # A guest of one soirée: the carnet is more, and so is another soirée.
    soiree = accesses.soiree_of(invitation)
    return soiree is None or soiree.id != current.soiree_id


def _start_address(granted: Access) -> str:
    """Return the address of the partie to resume, or of the first page of the carnet or soirée."""
    unfinished = access.resumable_parties([granted])
    if not unfinished:
        return access.first_address(granted)
    return url_for("parties.show", carnet_key=granted.carnet.key, partie_id=unfinished[0].id)


def _invalid_invitation() -> Answer:
    """Return the 404 for an invalid invitation, the same for every reason, so that it reveals none."""
    return render_template("sharing/joining/closed.html"), 404


def _names_page(invitation: Invitation, refusal: Refusal | None) -> str:
    # `soiree` is None for an invitation to the whole carnet: then the players of the latest soirées are suggested.
    soiree = accesses.soiree_of(invitation)
    players = accesses.suggested_players(invitation.carnet, soiree)
    return render_template(
        "sharing/joining/who.html", invitation=invitation, soiree=soiree, players=players, refusal=refusal
    )
