"""The labels of roles and invitations.

A *carnet* is the notebook of a group of players, a *soirée* an evening in it. An *access* is the right of one browser
to a carnet. Its role is owner, marqueur (who records scores) or spectateur (who only reads); a guest reads one soirée
only.
"""

from __future__ import annotations

from scorekeeper.record.models import Access, Invitation, Role
from scorekeeper.web.core.formatting import short_date
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.roles import Right, right_of


def role_label(access: Access) -> str:
    """Return the label of the role of an access."""
    return {
        Right.OWNER: _("propriétaire"),
        Right.SCORER: _("marqueur"),
        Right.READER: _("spectateur"),
        Right.GUEST: _("spectateur d’une soirée"),
    }[right_of(access)]


def invitation_label(invitation: Invitation) -> str:
    """Return the label of the right that an invitation gives."""
    if invitation.soiree is not None:
        return _("Regarder la soirée du %(date)s", date=short_date(invitation.soiree.held_on))
    if invitation.role is Role.MARQUEUR:
        return _("Noter dans le carnet")
    return _("Regarder le carnet")
