"""The rules of play as a referee who sees the hands applies them, written apart from the program's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


@cache
def suit(card: str) -> str:
    return card[-1] if card[0] != "X" else "X"


def height(card: str) -> int:
    return ORDER.index(card[:-1])


@dataclass(frozen=True)
class Small:
    """A small table: the cards in play, how they are shared out, the game and its house rules.

    `short` is a seat whose hand was left with fewer cards, and how many.
    """

    name: str
    game: str
    seats: int
    hand: int
    deck: tuple[str, ...]
    rules: dict[str, object] = field(default_factory=dict)
    short: tuple[int, int] | None = None

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        seat, cards = self.short or (None, 0)
        return tuple(cards if other == seat else self.hand for other in range(self.seats))

    @cached_property
    def opening(self) -> str:
        return min((card for card in self.deck if suit(card) == "C"), key=height)


@dataclass(frozen=True)
class Scene:
    """What lies open as a card is played: tricks over, cards of the trick, cards of the tricks before."""

    tricks: int
    trick: tuple[str, ...]
    fallen: tuple[str, ...]


def hearts(table: Small, scene: Scene, hand: tuple[str, ...]) -> set[str]:
    jokers = {card for card in hand if suit(card) == "X"}
    if not scene.trick:
        return first_lead(table, hand) if scene.tricks == 0 else hearts_lead(table, scene, hand)
    led = next((suit(card) for card in scene.trick if suit(card) != "X"), None)
    if led is None:
        return set(hand)
    following = {card for card in hand if suit(card) == led}
    if following:
        return following | jokers
    if scene.tricks > 0 or table.rules.get("first_trick_points") == "any":
        return set(hand)
    harmless = {card for card in hand if not forbidden_first(table, card)}
    return harmless or set(hand)


def forbidden_first(table: Small, card: str) -> bool:
    if suit(card) == "H":
        return table.rules.get("first_trick_points") != "hearts"
    dear = {"QS"}
    if table.rules.get("deck") == "belmont":
        dear |= {"KS", "AS"}
    if table.rules.get("seven_of_clubs"):
        dear |= {"7C"}
    return card in dear


def first_lead(table: Small, hand: tuple[str, ...]) -> set[str]:
    return {table.opening} & set(hand)


def hearts_lead(table: Small, scene: Scene, hand: tuple[str, ...]) -> set[str]:
    opened = any(suit(card) == "H" for card in scene.fallen)
    if table.rules.get("queen_breaks_hearts") and "QS" in scene.fallen:
        opened = True
    others = {card for card in hand if suit(card) != "H"}
    if opened or not others:
        return set(hand)
    if others == {"QS"} and table.rules.get("hearts_instead_of_queen"):
        return set(hand)
    return others


def spades(table: Small, scene: Scene, hand: tuple[str, ...]) -> set[str]:
    plain_suits = {card for card in hand if suit(card) != "S"}
    if not scene.trick:
        opened = any(suit(card) == "S" for card in scene.fallen)
        return set(hand) if opened or not plain_suits else plain_suits
    led = suit(scene.trick[0])
    following = {card for card in hand if suit(card) == led}
    if following:
        return following
    if scene.tricks == 0 and table.rules.get("first_trick_spades") == "none":
        return plain_suits or set(hand)
    return set(hand)


def plain(_table: Small, scene: Scene, hand: tuple[str, ...]) -> set[str]:
    following = {card for card in hand if scene.trick and suit(card) == suit(scene.trick[0])}
    return following or set(hand)


LAWS: dict[str, Callable[[Small, Scene, tuple[str, ...]], set[str]]] = {
    "hearts": hearts,
    "spades": spades,
    "plain": plain,
}
TAKERS: dict[str, Callable[[Small, tuple[str, ...]], int]] = {}  # where a trick is not taken as below


def legal_cards(table: Small, scene: Scene, hand: tuple[str, ...]) -> set[str]:
    """The cards which this hand may play; who may lead first is not looked at."""
    return LAWS[table.game](table, scene, hand)


def rightful_leaders(table: Small, dealer: int, hands: tuple[tuple[str, ...], ...]) -> int | None:
    """The first seat after the dealer that holds the opening card, for a game where a card decides the lead."""
    if table.game != "hearts":
        return None
    order = [(dealer + 1 + turn) % table.seats for turn in range(table.seats)]
    return next((seat for seat in order if table.opening in hands[seat]), None)


def taker(table: Small, trick: tuple[str, ...]) -> int:
    """The place in the trick of the card that takes it."""
    if table.game in TAKERS:
        return TAKERS[table.game](table, trick)
    jokers = [place for place, card in enumerate(trick) if suit(card) == "X"]
    if jokers:
        return jokers[-1] if table.rules.get("joker_tie") == "second" else jokers[0]
    best = 0
    for place, card in enumerate(trick):
        if suit(card) == suit(trick[best]):
            if height(card) >= height(trick[best]):
                best = place
        elif table.game == "spades" and suit(card) == "S":
            best = place
    return best
