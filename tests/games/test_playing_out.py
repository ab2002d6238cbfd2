"""The rest of a manche played out, beside every deal and every play of a small one gone through by hand and by rote."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

import pytest

from scorekeeper.cards.cards import Card
from scorekeeper.cards.legality import PlainTricks
from scorekeeper.cards.pack import pack_of
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.contract import CardByCard
from scorekeeper.games.playing_out import can_end, position_of
from scorekeeper.record.score_format import score_line

THREE, SIZE = 3, 3
SMALL = tuple(map(Card, ("2C", "3C", "4C", "5C", "2D", "3D", "4D", "5D", "2H", "3H")))  # one lies out of play
Plays = tuple[str, ...]


@dataclass(frozen=True)
class Takers:
    """Who takes the tricks, in order."""

    seats: tuple[int, ...]

    @property
    def reached(self) -> bool:
        return not self.seats

    def after(self, trick: Trick) -> "Takers | None":
        return replace(self, seats=self.seats[1:]) if trick.winner == self.seats[0] else None

    def wants(self, seat: int) -> bool:
        return self.seats[0] == seat

    def spares(self, _card: Card, _taker: int) -> int:
        return 0

    def kind(self, _card: Card) -> None:
        return None


def test_every_end_of_a_small_manche_is_found_and_no_other() -> None:
    law, rng, decided = PlainTricks(pack_of(SMALL), THREE, SIZE, "PI-16"), Random(11), 0
    for _ in range(40):
        leader, laid = rng.randrange(THREE), rng.randrange(THREE + 1)
        hands = dealt(rng)
        plays = played(rng, hands, leader)[: rng.randrange(2, 8)]
        opened = tuple(hands[seat] if seat < laid else None for seat in range(THREE))
        ends = {end for deal in deals(plays, leader, opened) for end in lawful_ends(deal, leader, plays)}
        start = position_of(law, CardByCard(leader, plays), opened)
        taken = takers(leader, plays)
        for rest in possible_takers(SIZE - len(taken)):
            assert can_end(law, start, Takers(rest), 50_000) is ((*taken, *rest) in ends), (leader, plays, opened, rest)
            decided += 1
    assert decided > 100


# AP-5, AP-20: the ace of hearts took the first trick, so a nil of seat 0 that takes none was not this one.
NIL = {"bids": ["nil", 3, 3, 3], "tricks": [5, 8], "nil_tricks": {"0": 0}, "leader": 0}
# Twelve tricks of Dame de Pique, all but the first led and taken by seat 3, ten hearts among them. Nobody is void of
# hearts or spades, and 2H, 3H, 4H and QS are left.
TWELVE = [
    *("2C", "3C", "4C", "AC", "KC", "5C", "6C", "7C", "QC", "8C", "9C", "10C"),
    *("AD", "2D", "3D", "4D", "KD", "5D", "6D", "7D", "QD", "8D", "9D", "10D"),
    *("AS", "2S", "3S", "4S", "KS", "5S", "6S", "7S", "JS", "8S", "9S", "10S"),
    *("JC", "JD", "5H", "6H", "AH", "7H", "8H", "9H", "KH", "10H", "JH", "QH"),
]


@pytest.mark.parametrize(("plays", "refused"), [(["AH", "2H", "3H", "4H"], True), (["2H", "AH", "3H", "4H"], False)])
def test_a_nil_said_to_be_made_has_taken_no_trick_t_7(plays: list[str], *, refused: bool) -> None:
    assert is_refused("spades", 4, {**NIL, "plays": plays}) is refused


@pytest.mark.parametrize(("run", "refused"), [(7, True), (1, False)])
def test_elder_s_run_ends_where_the_dealer_took_a_trick_t_7_pi_22(run: int, *, refused: bool) -> None:
    coup = {"elder": 0, "tricks": [8, 4], "last": 1, "elder_run": run, "plays": ["AH", "7H", "7S", "AS"]}
    assert is_refused("piquet", 2, coup) is refused


@pytest.mark.parametrize("seat", range(4))
def test_the_last_trick_may_go_to_anybody_with_all_it_holds_t_7(seat: int) -> None:
    """Seat 3 leads the last trick: it keeps it with the queen, or whoever has the highest heart takes it (DP-13)."""
    hearts, queen = [0, 0, 0, 10], [0, 0, 0, 0]
    hearts[seat], queen[seat] = hearts[seat] + 3, 1
    assert not is_refused("hearts", 4, {"taken": {"H": hearts, "QS": queen}, "leader": 0, "plays": TWELVE})


@pytest.mark.parametrize(("hearts", "queen"), [([2, 1, 0, 10], 0), ([3, 0, 0, 10], 1), ([0, 0, 1, 12], 3)])
def test_what_one_trick_holds_is_not_shared_out_t_7(hearts: list[int], queen: int) -> None:
    taken = {"H": hearts, "QS": [int(seat == queen) for seat in range(4)]}
    assert is_refused("hearts", 4, {"taken": taken, "leader": 0, "plays": TWELVE})


@pytest.mark.parametrize(
    ("points", "refused"), [([16, 0, 0, 10], False), ([3, 13, 0, 10], True), ([13, 3, 0, 10], True)]
)
def test_points_typed_are_held_against_the_cards_t_7(points: list[int], *, refused: bool) -> None:
    """The last trick is worth 3 hearts and 13 (DP-17): all 16 go to one."""
    assert is_refused("hearts", 4, {"points": points, "leader": 0, "plays": TWELVE}) is refused


# Every card of elder is under every card of the dealer, suit by suit: elder takes no trick but by a suit of its own.
LOW, HIGH = ["7", "8", "9"], ["A", "K", "Q"]
OPEN = [[rank + suit for suit in "CDHS" for rank in ranks] for ranks in (LOW, HIGH)]


@pytest.mark.parametrize(
    ("play", "refused"),
    [
        ({"winners": [0] * 12}, True),
        ({"winners": [1] * 12}, False),
        ({"tricks": [12, 0]}, True),
        ({"tricks": [1, 11], "last": 0, "elder_run": 0}, True),
        ({"tricks": [0, 12]}, False),
    ],
)
def test_two_hands_laid_open_give_the_tricks_they_can_pi_16(play: dict[str, object], *, refused: bool) -> None:
    assert is_refused("piquet", 2, {"elder": 0, "hands": OPEN, **play}) is refused


@pytest.mark.parametrize(("answer", "refused"), [("AC", True), ("AD", False)])
def test_a_table_that_broke_a_rule_is_held_to_its_cards_alone_t_4(answer: str, *, refused: bool) -> None:
    """With these hands elder takes no trick; but the dealer who did not follow once may not have followed again."""
    coup = {"elder": 0, "hands": OPEN, "tricks": [6, 6], "last": 0, "elder_run": 1, "plays": ["7C", answer]}
    assert is_refused("piquet", 2, coup) is refused


# Seat 0 lies open with one jack, three clubs as its sequence and five diamonds.
ONE_JACK = ["KS", "AC", "10D", "QH", "QC", "QD", "8D", "KD", "JD", "AH", "9S", "7C"]


@pytest.mark.parametrize(
    ("scored", "key"),
    [
        ({"sets": {"winner": 0, "sizes": [3], "ranks": ["J"]}}, "not_held in sets"),
        ({"sets": {"winner": 0, "sizes": [3], "ranks": ["Q"]}}, ""),
        ({"sets": {"winner": 0, "sizes": [3]}}, ""),
        ({"sets": {"winner": 0, "sizes": [3, 3]}}, "not_held in sets"),
        ({"sets": {"winner": 0, "sizes": [4]}}, "not_held in sets"),
        ({"point": {"winner": 0, "cards": 6}}, "not_held in point"),
        ({"point": {"winner": 0, "cards": 5}}, ""),
        ({"carte_blanche": [True, False]}, "carte_blanche_courts in carte_blanche"),
    ],
)
def test_a_hand_laid_open_in_the_play_holds_what_was_scored_pi_37(scored: dict[str, object], key: str) -> None:
    coup = {"elder": 0, "tricks": [6, 6], "last": 0, "elder_run": 0, "plays": ["7C", "8C"], **scored}
    answer = score_line(
        json.dumps({"game": "piquet", "seats": 2, "manches": [{**coup, "laid_open": [ONE_JACK, None]}]})
    )
    assert key in answer.get("error", "") if key else "error" not in answer, answer


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ({"tricks": [0, 12], "last": 1}, True),
        ({"winners": [1] * 12}, True),
        ({"tricks": [3, 9], "last": 1, "elder_run": 3}, False),
    ],
)
def test_a_short_hand_of_unknown_size_keeps_the_tricks_it_took_pi_38(said: dict[str, object], *, refused: bool) -> None:
    """Seat 0 leads and takes three tricks with A♣, R♣ and A♦."""
    coup = {"elder": 0, "short_hand": 0, "leader": 0, "plays": ["AC", "7C", "KC", "8C", "AD", "7D"], **said}
    assert is_refused("piquet", 2, coup) is refused


def is_refused(game: str, seats: int, manche: dict[str, object]) -> bool:
    """Whether the score format refuses these facts for what no play can lead to."""
    answer = score_line(json.dumps({"game": game, "seats": seats, "manches": [manche]}))
    assert "error" not in answer or "cards_disagree" in answer["error"] or "cannot_be_played" in answer["error"], answer
    return "error" in answer


def dealt(rng: Random) -> list[Plays]:
    """Three hands of three, a card lying out."""
    cards = [card.code for card in SMALL]
    rng.shuffle(cards)
    return [tuple(cards[seat * SIZE : (seat + 1) * SIZE]) for seat in range(THREE)]


def takes(trick: Plays) -> int:
    """The place of the highest card of the suit led."""
    return max(range(len(trick)), key=lambda place: (trick[place][-1] == trick[0][-1], trick[place]))


def may_lay(hand: Plays, trick: Plays) -> Plays:
    """The cards of a hand that follow suit, or all of it."""
    return tuple(card for card in hand if trick and card[-1] == trick[0][-1]) or hand


def played(rng: Random, hands: list[Plays], leader: int) -> Plays:
    """A lawful play of these hands."""
    left, plays, trick, seat = [*hands], list[str](), tuple[str, ...](), leader
    while any(left):
        card = rng.choice(may_lay(left[seat], trick))
        left[seat] = tuple(held for held in left[seat] if held != card)
        plays.append(card)
        trick, seat = (*trick, card), (seat + 1) % THREE
        if len(trick) == THREE:
            seat, trick = (seat + takes(trick)) % THREE, ()
    return tuple(plays)


def takers(leader: int, plays: Plays) -> tuple[int, ...]:
    """Who took the tricks that are over."""
    found: list[int] = []
    for start in range(0, len(plays) - THREE + 1, THREE):
        leader = (leader + takes(plays[start : start + THREE])) % THREE
        found.append(leader)
    return tuple(found)


def possible_takers(tricks: int) -> list[tuple[int, ...]]:
    """Every row of takers of so many tricks."""
    rows: list[tuple[int, ...]] = [()]
    for _ in range(tricks):
        rows = [(*row, seat) for row in rows for seat in range(THREE)]
    return rows


def deals(plays: Plays, leader: int, opened: tuple[Plays | None, ...]) -> Iterator[list[Plays]]:
    """Every deal that gives each seat what it played, and leaves the hands laid open as they are."""
    by_seat: list[list[str]] = [[] for _ in range(THREE)]
    seat = leader
    for number, card in enumerate(plays):
        by_seat[seat].append(card)
        seat = (seat + 1) % THREE
        if number % THREE == THREE - 1:
            seat = takers(leader, plays[: number + 1])[-1]
    known = {card for hand in opened for card in hand or ()} | set(plays)
    yield from _dealt_out(by_seat, opened, tuple(card.code for card in SMALL if card.code not in known), 0)


def _dealt_out(
    hands: list[list[str]], opened: tuple[Plays | None, ...], free: Plays, seat: int
) -> Iterator[list[Plays]]:
    if seat == THREE:
        yield []
        return
    laid = opened[seat]
    for more in [()] if laid is not None else combinations(free, SIZE - len(hands[seat])):
        hand = laid if laid is not None else (*hands[seat], *more)
        for others in _dealt_out(hands, opened, tuple(card for card in free if card not in more), seat + 1):
            yield [hand, *others]


def lawful_ends(hands: list[Plays], leader: int, plays: Plays) -> Iterator[tuple[int, ...]]:
    """The takers of every lawful play of these hands that begins with these cards."""

    def go_on(
        left: list[Plays], trick: Plays, seat: int, taken: tuple[int, ...], number: int
    ) -> Iterator[tuple[int, ...]]:
        if len(taken) == SIZE:
            yield taken
            return
        allowed = may_lay(left[seat], trick)
        for card in allowed if number >= len(plays) else [card for card in allowed if card == plays[number]]:
            after = [tuple(held for held in hand if held != card) for hand in left]
            laid = (*trick, card)
            if len(laid) == THREE:
                taker = (seat + 1 + takes(laid)) % THREE
                yield from go_on(after, (), taker, (*taken, taker), number + 1)
            else:
                yield from go_on(after, laid, (seat + 1) % THREE, taken, number + 1)

    yield from go_on(hands, (), leader, (), 0)
