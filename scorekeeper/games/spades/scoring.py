"""Score Atout Pique (Spades): the lines of each manche, the sacs and the end of the partie; the highest total wins.

A *partie* is a game to its end, a *manche* one deal of it. A *side* is a team, or a seat if each plays alone (AP-24). A
*line* has points of one side, with the key of their reason and the article that sets them.

The *contract* of a side is the number of tricks that it has bid; a trick over it is a *sac* (bag), and every ten sacs
cost 100 points. A *zero* or *nil* is a bid to take no trick, *blind* if it was bid before seeing the cards. A *revoke*
is a card that did not follow suit although the hand could; the table agrees on its price (T-5). AP-1 to AP-25 are the
articles of this game's rulebook.

Sacs are counted from the recorded manches, never from a total (AP-19): they are the `count` of the lines with a key of
`_WITH_SACS`. The count is negative if a revoke takes sacs away.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.games.contract import Deal, Ending, Line, MancheFacts, MancheScore, Sheet, Table, add_up, penalty_lines
from scorekeeper.games.spades.bids import BLIND_NIL_DEFICIT, ForbiddenBlindNil, Zero, contracts, deficit
from scorekeeper.games.spades.facts import SpadesFacts, nil_seats
from scorekeeper.games.spades.options import FailedNilTricks, RevokePrice, SpadesOptions, side_count, side_of

USUAL_SACS_LIMIT = 10  # the number of sacs that cost points by AP-14; AP-23 allows others
POINTS_OF_FINED_SAC = 10
REVOKE_TRICKS = 3  # the tricks that a revoke costs by one of the house rules
PARTNERS = 2  # players of a team
# The keys of the lines whose `count` is a number of sacs.
_WITH_SACS = frozenset({"overtricks", "nil_tricks", "revoke", "revoke_against"})


def score(options: SpadesOptions, seats: int, manches: Sequence[MancheFacts[SpadesFacts]]) -> Sheet:
    """Compute the sheet from the facts; points are by side (AP-13 to AP-24)."""
    number = side_count(options, seats)
    # By side, the sacs so far that have cost no points yet: `_fine_lines` changes this list.
    sacs = [0] * number
    lines = []
    for manche in manches:
        lines_before_sacs = _lines_before_sacs(options, manche)
        # `penalty_lines`: the points that the table agreed to give (T-5).
        lines.append(lines_before_sacs + _fine_lines(options, sacs, lines_before_sacs) + penalty_lines(manche))
    # `add_up` gives each manche its points and the totals after it, by side.
    scores = add_up(number, lines)
    return Sheet(number, scores, find_ending(options, scores))


def current_sacs(options: SpadesOptions, seats: int, manches: Sequence[MancheFacts[SpadesFacts]]) -> tuple[int, ...]:
    """Return the current sacs of each side: those that have cost no points yet, 0 to 9 (AP-14), fewer by AP-23.

    If sacs cost nothing, they are all sacs of the partie.
    """
    lines = [line for manche in manches for line in _lines_before_sacs(options, manche)]
    sacs = [_sacs(lines, side) for side in range(side_count(options, seats))]
    # Each time a side has as many sacs as the limit, these are paid and count no longer: 23 sacs, with a limit of 10,
    # are 3.
    if options.sacs_limit is not None:
        sacs = [count % options.sacs_limit for count in sacs]
    return tuple(sacs)


def blind_nil_warnings(
    options: SpadesOptions, seats: int, manches: Sequence[MancheFacts[SpadesFacts]]
) -> tuple[ForbiddenBlindNil, ...]:
    """Return the recorded blind nils that the totals before their manche did not allow (AP-7); they score anyway.

    A correction of an earlier manche can make a blind nil one that was not allowed.
    """
    totals_before = (0,) * side_count(options, seats)
    warnings = []
    for index, manche_score in enumerate(score(options, seats, manches).manches):
        for seat, bid in enumerate(manches[index].facts.bids):
            # The number of points that the side was behind the best other one.
            behind = deficit(side_of(options, seat), totals_before)
            if bid is Zero.BLIND_NIL and behind < BLIND_NIL_DEFICIT:
                warnings.append(ForbiddenBlindNil(index, seat, behind))
        totals_before = manche_score.totals
    return tuple(warnings)


def side_lines(options: SpadesOptions, facts: SpadesFacts, side: int, revokes: Sequence[int] = ()) -> list[Line]:
    """Return the lines of one side in one manche: contract, overtricks and zeros, without the cost of sacs.

    `revokes` are seats; the contract and the overtricks are those after the price of these revokes (T-5).
    """
    contract = contracts(options, facts.bids)[side]
    # `nil_seats`: the seats of the side that bid a zero.
    lines = [_nil_line(options, facts, seat) for seat in nil_seats(options, facts.bids, side)]
    if contract:
        lines = _contract_lines(side, contract, _tricks_after_revokes(options, facts, side, revokes)) + lines
    return lines + _nil_trick_lines(options, facts, side)


def find_ending(options: SpadesOptions, scores: Sequence[MancheScore]) -> Ending | None:
    """Return the ending: after the first manche with a side at the target or the floor, and a single highest total.

    None without such a manche. The *floor* is a number of points below zero: a team that reaches it loses.
    """
    # `index` is the number of manches played.
    for index, manche_score in enumerate(scores, start=1):
        totals = manche_score.totals
        highest = max(totals)
        # With equal highest totals play continues (AP-18).
        if totals.count(highest) > 1:
            continue
        if highest >= options.target:
            why = "target"
            article = "AP-18"
            limit = options.target
            reached = [side for side, total in enumerate(totals) if total >= limit]
        # A team at the floor loses (AP-22); there is no floor when each plays alone (AP-24).
        elif options.floor is not None and not options.alone and min(totals) <= -options.floor:
            why = "floor"
            article = "AP-22"
            limit = -options.floor
            reached = [side for side, total in enumerate(totals) if total <= limit]
        else:
            continue
        result = {"limit": limit, "reached": reached, "totals": list(totals)}
        return Ending(why, article, (totals.index(highest),), index, result)
    return None


def deal(_options: SpadesOptions, table: Table, played: Sequence[MancheFacts[SpadesFacts]]) -> Deal:
    """Return the next deal; the dealer rotates clockwise (AP-2)."""
    # `table.dealer` is the first dealer; `after` gives the seat this number of turns after it.
    return Deal(table.after(table.dealer, len(played)))


def revoke_lines(options: SpadesOptions, facts: SpadesFacts, revokes: Sequence[int]) -> list[Line]:
    """Return lines with the points and sacs that each revoke adds or takes: the side that revoked, then the others.

    A line has the difference between the score of the side with the revokes up to this one and without it (T-5).
    """
    lines = []
    for number, seat in enumerate(revokes, start=1):
        own = side_of(options, seat)
        others = [side for side in range(len(facts.tricks)) if side != own]
        for side in (own, *others):
            # Revokes are taken in order: a contract that an earlier one made fail cannot fail again.
            before = side_lines(options, facts, side, revokes[: number - 1])
            after = side_lines(options, facts, side, revokes[:number])
            points = sum(line.points for line in after) - sum(line.points for line in before)
            # The difference of sacs, None instead of 0: a line without sacs has no count. The last two arguments of
            # `Line` below are `count` and `seat`.
            sacs = _sacs(after, side) - _sacs(before, side) or None
            if side == own:
                lines.append(Line(side, "revoke", points, "T-5", sacs, seat))
            elif points:
                lines.append(Line(side, "revoke_against", points, "T-5", sacs))
    return lines


def _lines_before_sacs(options: SpadesOptions, manche: MancheFacts[SpadesFacts]) -> list[Line]:
    """Return the lines of all sides, then those of revokes (T-5), without the cost of sacs."""
    lines = [line for side in range(len(manche.facts.tricks)) for line in side_lines(options, manche.facts, side)]
    return lines + revoke_lines(options, manche.facts, manche.revokes)


def _tricks_after_revokes(options: SpadesOptions, facts: SpadesFacts, side: int, revokes: Sequence[int]) -> int:
    """Return the tricks that count for the contract after the price of revokes (T-5).

    If the price is a failed contract, a side that revoked has none.
    """
    tricks = _tricks_for_contract(options, facts, side)
    if options.revoke is RevokePrice.CONTRACT_FAILED and any(side_of(options, seat) == side for seat in revokes):
        return 0
    if options.revoke is RevokePrice.THREE_TRICKS:
        # This price is only for two teams, which are 0 and 1: the tricks that one pays go to the other.
        received = _tricks_paid(options, facts, 1 - side, revokes)
        return tricks - _tricks_paid(options, facts, side, revokes) + received
    return tricks


def _tricks_paid(options: SpadesOptions, facts: SpadesFacts, side: int, revokes: Sequence[int]) -> int:
    """Return the tricks that a team pays: three for each revoke, at most those that count for its contract (T-5)."""
    # A team with nothing but zeros has no contract, and pays none.
    if not contracts(options, facts.bids)[side]:
        return 0
    # Three times the number of the revokes that are of this team.
    price = REVOKE_TRICKS * sum(side_of(options, seat) == side for seat in revokes)
    return min(price, _tricks_for_contract(options, facts, side))


def _tricks_for_contract(options: SpadesOptions, facts: SpadesFacts, side: int) -> int:
    """Return the tricks that count for the contract; those of a failed nil count only by a house rule (AP-17)."""
    if options.failed_nil_tricks is FailedNilTricks.HELP_CONTRACT:
        return facts.tricks[side]
    return facts.tricks[side] - sum(facts.nil_tricks[seat] or 0 for seat in nil_seats(options, facts.bids, side))


def _contract_lines(side: int, contract: int, tricks: int) -> list[Line]:
    """Return the line of a contract made, and that of its overtricks (AP-13), or the line of one failed (AP-15)."""
    if tricks < contract:
        return [Line(side, "contract_failed", -10 * contract, "AP-15", contract)]
    lines = [Line(side, "contract_made", 10 * contract, "AP-13", contract)]
    over = tricks - contract
    if over:
        lines.append(Line(side, "overtricks", over, "AP-13", over))
    return lines


def _nil_line(options: SpadesOptions, facts: SpadesFacts, seat: int) -> Line:
    """Return the line of a zero made or failed by its bidder (AP-16), worth twice as much when blind (AP-6)."""
    made = facts.nil_tricks[seat] == 0
    # The points if it is made; the same are lost if it fails.
    points = options.nil
    article = "AP-16"
    why = "nil_made" if made else "nil_failed"
    if facts.bids[seat] is Zero.BLIND_NIL:
        points, article = 2 * points, "AP-6"
        why = "blind_nil_made" if made else "blind_nil_failed"
    if not made:
        points = -points
    return Line(side_of(options, seat), why, points, article, seat=seat)


def _nil_trick_lines(options: SpadesOptions, facts: SpadesFacts, side: int) -> list[Line]:
    """Return the lines of the tricks of failed zeros, each trick a sac and a point.

    They are sacs by a house rule (AP-17), and always when both partners bid zero (AP-21).
    """
    bidders = nil_seats(options, facts.bids, side)
    both_bid_zero = len(bidders) == PARTNERS
    # Neither is true: the tricks are no sacs.
    if not both_bid_zero and options.failed_nil_tricks is not FailedNilTricks.SACS_ONLY:
        return []
    article = "AP-21" if both_bid_zero else "AP-17"
    taken = [(seat, facts.nil_tricks[seat] or 0) for seat in bidders]
    return [Line(side, "nil_tricks", count, article, count, seat) for seat, count in taken if count]


def _fine_lines(options: SpadesOptions, sacs: list[int], manche_lines: Sequence[Line]) -> list[Line]:
    """Return the lines of the cost of sacs, in the manche in which a side reaches the limit (AP-14, AP-23).

    `sacs` are by side those from the manches before that have cost no points yet; they are updated.
    """
    limit = options.sacs_limit
    lines = []
    # Sacs cost nothing.
    if limit is None:
        return []
    article = "AP-14" if limit == USUAL_SACS_LIMIT else "AP-23"
    for side in range(len(sacs)):
        # How often the limit is reached, and the sacs beyond it, which count for the next time.
        fines, sacs[side] = divmod(sacs[side] + _sacs(manche_lines, side), limit)
        fined = limit * fines
        if fined:
            lines.append(Line(side, "sacs_penalty", -POINTS_OF_FINED_SAC * fined, article, fined))
    return lines


def _sacs(lines: Sequence[Line], side: int) -> int:
    """Return the number of sacs of a side in these lines."""
    return sum(line.count or 0 for line in lines if line.side == side and line.why in _WITH_SACS)
