"""Two hands of Piquet set against each other, without any coup."""

from __future__ import annotations

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.options import SEATS, read_options
from scorekeeper.games.rulebook import OptionText
from scorekeeper.web.games.piquet.announcements.summary import AnnouncementSummary, summarise
from scorekeeper.web.i18n import gettext as _
from scorekeeper.web.words.house_rules import house_rules


@dataclass(frozen=True)
class Calculation:
    """The hands asked about, and what they announce."""

    hands: list[list[str]]
    carte_blanche: list[bool]
    zero: bool
    summary: AnnouncementSummary | None


def calculate(args: MultiDict[str, str]) -> Calculation:
    """Two hands as the address gives them, elder's first, or one; who scores what before the play."""
    hands = [args.getlist(f"hand-{seat}") for seat in range(SEATS)]
    blanche = [str(seat) in args.getlist("carte_blanche") for seat in range(SEATS)]
    zero = args.get("repic") != "no"
    if not any(hands):
        return Calculation(hands, blanche, zero, None)
    options = read_options({"repic_needs_zero_opponent": zero}, SEATS)
    json = {"elder": 0, "carte_blanche": blanche, "hands": [hand or None for hand in hands]}
    return Calculation(hands, blanche, zero, summarise(options, json, [_("le premier"), _("le donneur")]))


def repic() -> OptionText:
    """The house rule of the repic (PI-23) in words, the only one that two hands depend on."""
    return house_rules(PIQUET).options["repic_needs_zero_opponent"]
