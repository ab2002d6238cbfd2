"""What the sheet and the statistics of Atout Pique show, and a sample manche (deal).

A zero is a bid of no trick (nil), a double zero one made before seeing the cards; a sac is a trick more than the
contract, the sum of the bids of a side. A *partie* is a game to its end. Articles such as AP-18 are those of the
rulebook of Atout Pique.
"""

from __future__ import annotations

from random import Random

from flask_babel import lazy_gettext

from scorekeeper.games.shape import Json
from scorekeeper.games.spades.bids import Zero, contracts, read_bid
from scorekeeper.games.spades.options import hand_tricks
from scorekeeper.games.spades.scoring import blind_nil_warnings, current_sacs
from scorekeeper.partie.scored import ScoredState
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.contract import Feat, Remark
from scorekeeper.web.games.spades.text import irregular_blind_nil

# The sheet: the target, the sacs of a side, irregular double zeros.


def partie_note(scored: ScoredPartie) -> str:
    """Say to how many points the partie is played (AP-18)."""
    return _("Partie en %(target)s", target=scored.options.target)


def side_note(scored: ScoredPartie, side: int) -> str:
    """Say how many sacs a side has of those that it may have, and the points that it still needs (AP-18, AP-23)."""
    # The facts of the recorded manches, in the game's own type.
    counted = scored.played
    # `ending.after` is the number of manches after which the partie ended: later ones do not count.
    if scored.ending:
        counted = counted[: scored.ending.after]
    sacs = current_sacs(scored.options, scored.seats, counted)[side]
    needed = scored.options.target - scored.sheet.totals[side]
    # The number of sacs at which a side loses points, None if by a house rule there is no such number.
    limit = scored.options.sacs_limit
    gauge = _("sacs %(count)s", count=sacs)
    if limit is not None:
        gauge = _("sacs %(count)s/%(ten)s", count=sacs, ten=limit)
    if scored.ending or needed <= 0:
        return gauge
    # « sacs 4/10 · il manque 120 ».
    return _("%(gauge)s · il manque %(needed)s", gauge=gauge, needed=needed)


def blind_nil_remarks(scored: ScoredPartie) -> dict[int, list[Remark]]:
    """Return the remarks on double zeros that the totals did not allow, by the index of the manche (AP-7)."""
    remarks: dict[int, list[Remark]] = {}
    for blind_nil in blind_nil_warnings(scored.options, scored.seats, scored.played):
        sentence = irregular_blind_nil(blind_nil, scored.names)
        remarks.setdefault(blind_nil.manche, []).append((sentence, "AP-7"))
    return remarks


# The feats that the statistics count. After the name are the keys of the lines of a success, then those of a success or
# a failure, from which the page computes a rate. With `adds_counts`, the `count` of each line is added: a number of
# sacs. Contracts and sacs are those of the side.

FEATS = (
    Feat(lazy_gettext("Contrats faits"), ("contract_made",), ("contract_made", "contract_failed")),
    Feat(lazy_gettext("Zéros réussis"), ("nil_made",), ("nil_made", "nil_failed")),
    Feat(lazy_gettext("Doubles zéros réussis"), ("blind_nil_made",), ("blind_nil_made", "blind_nil_failed")),
    Feat(lazy_gettext("Sacs"), ("overtricks", "nil_tricks"), adds_counts=True),
    Feat(lazy_gettext("Pénalités de sacs"), ("sacs_penalty",)),
)

# The sample.


def sample_facts(scored: ScoredState, generator: Random) -> Json:
    """Return plausible facts of a manche: its bids, the tricks of each side, and with teams those of each zero.

    One manche in six has a zero; with teams, two zeros in three succeed. Example:

        {"bids": [4, 3, "nil", 3], "tricks": [5, 8], "nil_tricks": {"2": 0}}
    """
    options = scored.options
    seats = scored.seats
    remaining = hand_tricks(seats)
    # The bid of a player who expects an equal share of the tricks.
    usual = remaining // seats
    bids: list[int | str] = [generator.choice([usual - 1, usual, usual, usual + 1]) for _ in range(seats)]
    if generator.random() < 1 / 6:
        bids[generator.randrange(seats)] = Zero.NIL.value
    tricks = []
    checked_bids = [read_bid(options, seats, seat, bid) for seat, bid in enumerate(bids)]
    # The last side gets the tricks that the others leave.
    for contract in contracts(options, checked_bids)[:-1]:
        taken = contract + generator.choice([-1, 0, 0, 1, 2])
        tricks.append(max(0, min(remaining, taken)))
        remaining -= tricks[-1]
    facts = {"bids": bids, "tricks": [*tricks, remaining]}
    # Where each plays alone, the tricks of the side are those of the zero.
    if options.alone:
        return facts
    nil_seats = [seat for seat, bid in enumerate(bids) if bid == Zero.NIL.value]
    return {**facts, "nil_tricks": {str(seat): int(generator.random() < 1 / 3) for seat in nil_seats}}
