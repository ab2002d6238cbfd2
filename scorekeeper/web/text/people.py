"""Who holds a carnet and what an invitation opens, in words."""

from __future__ import annotations

from scorekeeper.record.models import Access, Invitation, Role
from scorekeeper.web.core.formatting import short_date
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.roles import Right, right_of


def role_said(access: Access) -> str:
    """What somebody is in a carnet."""
    return {
        Right.OWNER: _("tient le carnet"),
        Right.SCORER: _("marqueur"),
        Right.READER: _("spectateur"),
        Right.GUEST: _("spectateur d’une soirée"),
    }[right_of(access)]


def opened_by(invitation: Invitation) -> str:
    """What an invitation lets one do."""
    if invitation.soiree is not None:
        return _("Regarder la soirée du %(date)s", date=short_date(invitation.soiree.held_on))
    return _("Noter dans le carnet") if invitation.role is Role.MARQUEUR else _("Regarder le carnet")
