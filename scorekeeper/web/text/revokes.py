"""Revokes in words (T-5): their price at a table, and the line that says one on the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games.contract import Line, plain_value
from scorekeeper.games.revokes import OPTION, price_of, price_option
from scorekeeper.record.partie.standings import Standing
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.cards import listed
from scorekeeper.web.text.house_rules import house_rules


@dataclass(frozen=True)
class RevokeTerms:
    """What a table agreed on revokes: the price in words, None where one is only put on record."""

    price: str | None


def revoke_terms(standing: Standing) -> RevokeTerms | None:
    """What this table agreed on; None where its game puts no revoke on record."""
    if price_option(standing.game) is None:
        return None
    price = plain_value(price_of(standing.game, standing.options))
    if price is None or isinstance(price, int):
        return RevokeTerms(None if price is None else ngettext("%(num)d point", "%(num)d points", price))
    said = house_rules(standing.game).options[OPTION].value(price)
    return RevokeTerms(said[:1].lower() + said[1:])


def owed_said(standing: Standing, seats: Sequence[int]) -> str:
    """Who owes what for a revoke: « Luc, 13 points »; nothing where nobody does."""
    terms = revoke_terms(standing)
    if not seats or terms is None or terms.price is None:
        return ""
    return _("%(names)s, %(price)s", names=listed([standing.names[seat] for seat in seats]), price=terms.price)


def revoke_said(line: Line) -> str:
    """Say a revoke on the side that made it: « renonce, au prix convenu »."""
    return _("renonce, au prix convenu") if line.points else _("renonce")
