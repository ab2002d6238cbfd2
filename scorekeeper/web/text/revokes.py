"""The sentences about revokes: their price at a table, and the reasons of lines on the sheet.

A player who does not follow suit although able to *revokes*. By the article (rule) T-5 of all games, a table may agree
on a *price*, points that the player then pays; it is a house rule of the game. A *line* of the sheet is points with
their reason; its `why` is the key of the reason. A *penalty* is points that the table agreed to give for anything else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask_babel import LazyString

from scorekeeper.games.contract import Line, plain_value
from scorekeeper.games.revokes import PRICE_OPTION, price_of, price_option
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.house_rules import house_rules
from scorekeeper.web.text.sentences import Plural
from scorekeeper.web.text.values import join_words


@dataclass(frozen=True)
class RevokeTerms:
    """The terms of revokes at a table: their price as text, None if revokes are only recorded."""

    price: str | None


def revoke_terms(scored: ScoredPartie) -> RevokeTerms | None:
    """Return the terms of this table, None for a game that does not record revokes."""
    if price_option(scored.game) is None:
        return None
    # The price as JSON (`plain_value`): None if revokes are only recorded; a number of points; or the name of a price,
    # such as that of three tricks.
    price = plain_value(price_of(scored.game, scored.options))
    if price is None:
        return RevokeTerms(None)
    if isinstance(price, int):
        return RevokeTerms(ngettext("%(num)d point", "%(num)d points", price))
    # The rulebook of the game has the text of each value of a house rule; here it is without its capital.
    price_text = house_rules(scored.game).options[PRICE_OPTION].value(price)
    return RevokeTerms(price_text[:1].lower() + price_text[1:])


def price_sentence(scored: ScoredPartie, seats: Sequence[int]) -> str:
    """Say who owes the price of a revoke: « Luc, 13 points »; return "" if no one does, or if there is no price.

    `seats` are those that owe it.
    """
    terms = revoke_terms(scored)
    if not seats or terms is None or terms.price is None:
        return ""
    return _("%(names)s, %(price)s", names=join_words([scored.names[seat] for seat in seats]), price=terms.price)


def reason_text(reasons: Mapping[str, LazyString | Plural], line: Line) -> str:
    """Return the reason of the points of a line: one of `reasons` by its key, or that of a penalty or revoke (T-5).

    `reasons` are those of the game; a `Plural` is chosen by the count of the line. Raises `KeyError` for a line of
    another game.
    """
    if line.why == "penalty":
        return line.reason or _("pénalité convenue")
    # A revoke without points is only recorded.
    if line.why == "revoke" and line.points:
        return _("renonce, pénalité convenue")
    if line.why == "revoke":
        return _("renonce")
    reason = reasons[line.why]
    # The number of what the line counts, such as cards taken; 1 if it counts nothing.
    count = line.count or 1
    if isinstance(reason, Plural):
        return reason.for_number(count)
    return str(reason) % {"num": count}
