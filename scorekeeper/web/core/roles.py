"""The right that each view requires, in one table, which `flow.access` checks before every request.

An *access* is the permission of a browser in a carnet, the notebook of a group of players. A *spectateur* only reads,
and a guest is one of a single soirée, an evening of parties (games).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from scorekeeper.record.models import Role
from scorekeeper.record.request_access import AnyAccess


class Right(IntEnum):
    """The rights of a user; each includes all rights with a lower number."""

    ANYONE = 0
    GUEST = 1  # a spectator of one soirée, who sees it and its parties only
    READER = 2  # a spectator of the carnet
    SCORER = 3  # who may record games
    OWNER = 4


# The views by the right that they require: for each blueprint of Flask, the names of its views, separated by spaces.
_VIEWS: Mapping[Right, Mapping[str, str]] = {
    Right.ANYONE: {
        "calculator": "show",
        "first": "change seats",
        "home": "carnets create front ready set_theme speak unlock unlock_form up",
        "imports": "read show",
        "install": "manifest offline robots security_txt worker",
        "joining": "accept choose_name read_link show_link",
        "paper": "blank show",
        "rules": "ask book dispute entry index moment table tool",
    },
    Right.GUEST: {
        "cards": "show",
        "carnet": "leave",
        "partie_rules": "article ask dispute moment table tool",
        "manches": "lines show",
        "parties": "show",
        "people": "me say_who",
        "replays": "show",
        "screen": "show",
        "sheets": "blank judge partie score soiree",
        "soirees": "show",
    },
    Right.READER: {
        "carnet": "show",
        "decisions": "show",
        "searching": "show",
        "players": "one pair show",
        "years": "months_moved show statistics_moved",
    },
    Right.SCORER: {
        "cards": "away back lay_open play record",
        "decisions": "remove restore",
        "exchange": "show table whole",
        "identity": "merge undo",
        "manches": "bring_version_back correct delete new record restore",
        "partie_rules": "decide",
        "parties": "abandon again change_rules delete keep_rules redo reopen restore rules set_context undo",
        "people": "invitation invite make show",
        "players": "add bring_back edit rename retire",
        "questions": "keep",
        "regrouping": "choose elsewhere join move undo",
        "replacing": "credit give_back replace show",
        "repairs": "change_dealer dealer players repair_players",
        "seating": "add_player seats",
        "soirees": "change create delete edit new restore",
        "stakes": "change edit",
        "tables": "delete_preset rules save_preset start",
    },
    Right.OWNER: {
        "carnet": "code erase rename renew settings",
        "identity": "anonymise",
        "people": "hand_over remove revoke revoke_all",
        "questions": "remove show",
    },
}
# The right by endpoint, the name of a view in Flask: {"parties.show": Right.GUEST}.
REQUIRED_RIGHTS: Mapping[str, Right] = {"static": Right.ANYONE} | {
    f"{blueprint}.{view}": right
    for right, blueprints in _VIEWS.items()
    for blueprint, views in blueprints.items()
    for view in views.split()
}


def right_of(access: AnyAccess) -> Right:
    """Return the right that an access gives in its carnet."""
    if access.role is Role.OWNER:
        return Right.OWNER
    # Not an owner and not a spectator: the role that may record games.
    if access.role is not Role.SPECTATEUR:
        return Right.SCORER
    if access.soiree_id is None:
        return Right.READER
    return Right.GUEST


def required_right(endpoint: str | None) -> Right:
    """Return the right that a view requires, OWNER for a view that is not in the table."""
    return REQUIRED_RIGHTS.get(endpoint or "", Right.OWNER)
