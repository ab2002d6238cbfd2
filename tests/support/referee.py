"""The rules of play for a referee who sees the hands, written independently of the program."""

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


# The spades above the ace, upwards, by the deck of Atout Pique (AP-25).
TOP_SPADES = {"jokers": ("X2", "X1"), "jokers_deuces": ("2S", "2D", "X2", "X1")}


@dataclass(frozen=True)
class Small:
    """A small table: the deck, the size of the hands, the game and its house rules.

    `short` is a seat with a smaller hand, and its size.
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

    @cached_property
    def top_spades(self) -> tuple[str, ...]:
        return TOP_SPADES.get(str(self.rules.get("deck")), ())

    def suit(self, card: str) -> str:
        """Return the suit that a card follows: jokers and the 2♦ may be spades."""
        return "S" if card in self.top_spades else suit(card)

    def height(self, card: str) -> int:
        return 13 + self.top_spades.index(card) if card in self.top_spades else height(card)


@dataclass(frozen=True)
class Scene:
    """The table before a card is played: number of complete tricks, cards of the trick, cards of earlier tricks."""

    tricks: int
    trick: tuple[str, ...]
    earlier: tuple[str, ...]


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
    penalty = {"QS"} if table.rules.get("queen_points", 13) else set()
    if table.rules.get("deck") == "belmont":
        penalty |= {"KS", "AS"}
    if table.rules.get("seven_of_clubs"):
        penalty |= {"7C"}
    return card in penalty


def first_lead(table: Small, hand: tuple[str, ...]) -> set[str]:
    return {table.opening} & set(hand)


def hearts_lead(table: Small, scene: Scene, hand: tuple[str, ...]) -> set[str]:
    counts = table.rules.get("queen_points", 13) != 0
    opened = table.rules.get("hearts_lead") == "free" or any(suit(card) == "H" for card in scene.earlier)
    if counts and table.rules.get("queen_breaks_hearts") and "QS" in scene.earlier:
        opened = True
    others = {card for card in hand if suit(card) != "H"}
    if opened or not others:
        return set(hand)
    if counts and others == {"QS"} and table.rules.get("hearts_instead_of_queen"):
        return set(hand)
    return others


def spades(table: Small, scene: Scene, hand: tuple[str, ...]) -> set[str]:
    plain_suits = {card for card in hand if table.suit(card) != "S"}
    if not scene.trick:
        opened = any(table.suit(card) == "S" for card in scene.earlier)
        return set(hand) if opened or not plain_suits else plain_suits
    led = table.suit(scene.trick[0])
    following = {card for card in hand if table.suit(card) == led}
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
TAKERS: dict[str, Callable[[Small, tuple[str, ...]], int]] = {}  # games with another rule than below


def legal_cards(table: Small, scene: Scene, hand: tuple[str, ...]) -> set[str]:
    """Return the cards that this hand may play, without checking whose lead it is."""
    return LAWS[table.game](table, scene, hand)


def rightful_leaders(table: Small, dealer: int, hands: tuple[tuple[str, ...], ...]) -> int | None:
    """Return the first seat after the dealer with the opening card, or None if no card decides the lead."""
    if table.game != "hearts":
        return None
    order = [(dealer + 1 + turn) % table.seats for turn in range(table.seats)]
    return next((seat for seat in order if table.opening in hands[seat]), None)


def taker(table: Small, trick: tuple[str, ...]) -> int:
    """Return the index of the card that takes the trick."""
    if table.game in TAKERS:
        return TAKERS[table.game](table, trick)
    jokers = [place for place, card in enumerate(trick) if table.suit(card) == "X"]
    if jokers:
        return jokers[-1] if table.rules.get("joker_tie") == "second" else jokers[0]
    best = 0
    for place, card in enumerate(trick):
        if table.suit(card) == table.suit(trick[best]):
            if table.height(card) >= table.height(trick[best]):
                best = place
        elif table.game == "spades" and table.suit(card) == "S":
            best = place
    return best
