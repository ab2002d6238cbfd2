"""Manches card by card: the recorded deals, and a coup of Piquet computed by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from scorekeeper.cards.cards import Card

DATA = Path(__file__).parents[1] / "data"

# Elder (seat 0) takes the first eight tricks, the dealer the last four. Elder's 8♠ in the fifth trick and 9♣ in the
# ninth are low. Elder has a point of five, a quatrième and a tierce, the dealer four tens and three jacks.
BY_ELDER = ("AS 7S", "KS 10S", "QS 7H", "JS 8C", "8S 10C", "AH 8H", "KH 10H", "QH JH")
COUP = [card for trick in (*BY_ELDER, "9C JC", "AD 8D", "JD 9D", "10D 7C") for card in trick.split()]
ELDER, DEALER = [*COUP[:16:2], "9C", "8D", "9D", "7C"], [*COUP[1:16:2], "JC", "AD", "JD", "10D"]
DECLARATIONS: dict[str, Any] = {
    "elder": 0,
    "carte_blanche": [False, False],
    "point": {"winner": 0, "cards": 5},
    "sequences": {"winner": 0, "lengths": [4, 3]},
    "sets": {"winner": 1, "sizes": [4, 3], "ranks": ["10", "J"]},
}
# Elder: 5 + 7 for declarations, nine leads and eight tricks, 10 for the cards; the dealer: 17 for sets, a trick
# taken, three leads, two tricks, and the last worth 2 (PI-17, PI-20, PI-21).
COUP_POINTS = (12 + 9 + 8 + 10, 17 + 1 + 3 + 2 + 2)

# The first recorded deal, in which Anne leads; but in the third trick Max plays 8♥ on a diamond with A♦, 4♦ and J♦
# in hand, and in the twelfth Zoé plays 2♦ on a heart with J♥ in hand.
REVOKED = (
    *("2C", "JC", "9C", "8C"),  # Luc
    *("7S", "QS", "10S", "JS"),  # Zoé, with D♠
    *("QD", "8H", "KD", "9D"),  # Anne, with 8♥
    *("KC", "6C", "6D", "10C"),  # Anne
    *("3S", "5S", "AS", "KS"),  # Zoé
    *("6S", "2S", "9S", "4S"),  # Anne
    *("QC", "5C", "10H", "4C"),  # Anne, with 10♥
    *("10D", "7D", "8D", "AD"),  # Max
    *("3C", "AC", "5D", "6H"),  # Anne, with 6♥
    *("KH", "2H", "AH", "4H"),  # Zoé, with four hearts
    *("7H", "4D", "QH", "3H"),  # Anne, with three
    *("9H", "3D", "2D", "JD"),  # Anne, with 9♥
    *("5H", "8S", "JH", "7C"),  # Zoé, with two
)


def recorded(slug: str) -> list[dict[str, Any]]:
    """Return the recorded deals of a game, with the results of the referee."""
    return [json.loads(line) for line in (DATA / f"{slug}_deals.jsonl").read_text(encoding="utf-8").splitlines()]


def tricks_of(deal: dict[str, Any]) -> list[tuple[int, list[str]]]:
    """The winner and cards of each trick by simple rules: the highest of the suit led, or the highest spade."""
    found, leader = [], deal["leader"]
    for start in range(0, len(deal["plays"]), 4):
        cards = deal["plays"][start : start + 4]
        trump = "S" if deal["game"] == "spades" else cards[0][-1]
        suit = trump if any(card[-1] == trump for card in cards) else cards[0][-1]
        ranks = [*map(str, range(2, 11)), *"JQKA"]
        place = max(
            range(4), key=lambda at, cards=cards, suit=suit: (cards[at][-1] == suit, ranks.index(cards[at][:-1]))
        )
        leader = (leader + place) % 4
        found.append((leader, cards))
    return found


def facts_of(deal: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a recorded deal by these tricks: the cards taken, or the bids and tricks."""
    if deal["game"] == "spades":
        bids, taken = deal["bids"], deal["tricks_by_seat"]
        nils = {str(seat): taken[seat] for seat, bid in enumerate(bids) if isinstance(bid, str)}
        return {"bids": bids, "tricks": deal["tricks"], "nil_tricks": nils}
    hearts, queen = [0] * 4, [0] * 4
    for winner, cards in tricks_of(deal):
        hearts[winner] += sum(card[-1] == "H" for card in cards)
        queen[winner] += "QS" in cards
    return {"taken": {"H": hearts, "QS": queen}}


def for_every(cases: Mapping[str, Any]) -> Callable[[Callable[[Any], None]], Callable[[], None]]:
    """Make one test that checks every case, and names those that fail."""

    def over_all(check: Callable[[Any], None]) -> Callable[[], None]:
        def test() -> None:
            failed: dict[str, Exception] = {}
            for name, case in cases.items():
                try:
                    check(case)
                except Exception as error:  # noqa: BLE001 - the other cases are still to be checked
                    failed[name] = error
            assert cases, "nothing to check"
            if failed:
                details = "\n".join(f"{name}: {type(error).__name__}: {error}" for name, error in failed.items())
                message = f"{len(failed)} of {len(cases)} fail: {', '.join(failed)}\n{details}"
                raise AssertionError(message) from next(iter(failed.values()))

        # Unlike functools.wraps, hide the parameter: pytest would take the case for a fixture.
        test.__name__, test.__qualname__, test.__doc__ = check.__name__, check.__qualname__, check.__doc__
        test.__module__ = check.__module__
        return test

    return over_all


def numbered(deals: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the deals by the number of their line."""
    return {f"deal {number}": deal for number, deal in enumerate(deals, start=1)}


def cards(codes: str) -> list[Card]:
    return [Card(code) for code in codes.split()]
