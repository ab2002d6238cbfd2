"""The rules of Petite Belote for a referee who sees the hands, written independently of the game."""

from __future__ import annotations

from support.referee import LAWS, TAKERS, Scene, Small, suit

PLAIN = ["7", "8", "9", "J", "Q", "K", "10", "A"]
TRUMPS = ["7", "8", "Q", "K", "10", "A", "9", "J"]
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
DECK = tuple(rank + letter for letter in "CDSH" for rank in PLAIN)


def beats(trump: object, card: str, other: str) -> bool:
    if suit(card) == suit(other):
        order = TRUMPS if suit(card) == trump else PLAIN
        return order.index(card[:-1]) > order.index(other[:-1])
    return suit(card) == trump


def best_place(table: Small, trick: tuple[str, ...]) -> int:
    best = 0
    for place, card in enumerate(trick):
        if beats(table.rules["trump"], card, trick[best]):
            best = place
    return best


def legal(table: Small, scene: Scene, hand: tuple[str, ...]) -> set[str]:
    trump = table.rules["trump"]
    following = {card for card in hand if scene.trick and suit(card) == suit(scene.trick[0])}
    trumps = {card for card in hand if suit(card) == trump}
    if not scene.trick or not following | trumps:
        return set(hand)
    if following and following != trumps:
        return following
    best = best_place(table, scene.trick)
    higher = {card for card in trumps if beats(trump, card, scene.trick[best])}
    right = higher or trumps
    if following:
        return right
    partner = best == len(scene.trick) - 2
    if partner or (not higher and table.rules.get("undertrump") == "free"):
        return right | (set(hand) - trumps)
    return right


def worth(trump: object, card: str) -> int:
    if suit(card) == trump and card[:-1] in {"J", "9"}:
        return 20 if card[:-1] == "J" else 14
    return WORTH[card[:-1]]


LAWS["petite_belote"], TAKERS["petite_belote"] = legal, best_place
