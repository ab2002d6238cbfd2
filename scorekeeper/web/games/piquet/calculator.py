"""Two hands of Piquet set against each other, without any coup."""

from __future__ import annotations

from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.options import SEATS, read_options
from scorekeeper.games.rulebook import OptionText
from scorekeeper.games.shape import Json
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.piquet.announcements.fields import hands_of
from scorekeeper.web.games.piquet.announcements.summary import AnnouncementSummary, summarise
from scorekeeper.web.games.piquet.form import deck
from scorekeeper.web.text.house_rules import house_rules


@dataclass(frozen=True)
class Calculation:
    """The hands asked about, and what they announce; `names` are those of elder and the dealer on their own."""

    names: list[str]
    hands: list[list[str]]
    carte_blanche: list[bool]
    zero: bool
    summary: AnnouncementSummary | None


def calculate(args: MultiDict[str, str]) -> Calculation:
    """Two hands as the address gives them, elder's first, or one; who scores what before the play."""
    hands = _hands(args)
    blanche = [str(seat) in args.getlist("carte_blanche") for seat in range(SEATS)]
    zero = args.get("repic") != "no"
    heads = [_("Le premier"), _("Le donneur")]
    if not any(hands):
        return Calculation(heads, hands, blanche, zero, None)
    options = read_options({"repic_needs_zero_opponent": zero}, SEATS)
    json = {"elder": 0, "carte_blanche": blanche, "hands": [hand or None for hand in hands]}
    summary = summarise(options, json, [_("le premier"), _("le donneur")])
    return Calculation(heads, hands, blanche, zero, _opened(summary, heads))


def repic() -> OptionText:
    """The house rule of the repic (PI-23) in words, the only one that two hands depend on."""
    return house_rules(PIQUET).options["repic_needs_zero_opponent"]


def repic_under(options: Json) -> dict[str, str]:
    """The only option that counts, as the address has it; nothing where it is the usual one."""
    return {} if options["repic_needs_zero_opponent"] else {"repic": "no"}


def _hands(args: MultiDict[str, str]) -> list[list[str]]:
    """The hands card by card, as the page sends them, or each as a list, as a short address has them."""
    tapped = hands_of({code: args.get(f"card-{code}") for code in deck()})
    return [args.getlist(f"hand-{seat}") + tapped[seat] for seat in range(SEATS)]


def _opened(summary: AnnouncementSummary, heads: list[str]) -> AnnouncementSummary:
    """The same with a capital where a line begins with a player who has no name."""
    notes = [replace(line, sentence=line.sentence[:1].upper() + line.sentence[1:]) for line in summary.notes]
    return replace(summary, names=heads, notes=notes)
