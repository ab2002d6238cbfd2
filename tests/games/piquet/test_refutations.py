"""The declarations that the cards refute (PI-37), while they are played and after the twelfth trick."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from support import piquet as referee
from support.cases import name_case, read_cases

from scorekeeper.cards.cards import Card
from scorekeeper.cards.verdicts import Trick
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.declarations import Category, Combination, declarations_of
from scorekeeper.games.piquet.facts.declared import write_item
from scorekeeper.games.piquet.play import DECK
from scorekeeper.games.piquet.refutations import Refutation, refutations, refutations_so_far, with_false_declaration
from scorekeeper.games.piquet.requirements.hands import PartialHand
from scorekeeper.games.shape import ImpossibleFactsError

Facts = dict[str, Any]
OPTIONS = PIQUET.read_options({}, 2)

# Elder: spades A K Q J 8 (49 pips), hearts A K Q, clubs 9 7, diamonds 9 8: a quatrième and a tierce to the ace, no set.
# Dealer: spades 10 7, hearts J 10 8 7, clubs J 10 8, diamonds A J 10: a point of four, a quatorze of 10, a brelan of J.
ELDER = ["AS", "KS", "QS", "JS", "8S", "AH", "KH", "QH", "9C", "7C", "9D", "8D"]
DEALER = ["10S", "7S", "JH", "10H", "8H", "7H", "JC", "10C", "8C", "AD", "JD", "10D"]
WINNERS = [0, 1] * 6


def shown(elder: list[str] | None = None, dealer: list[str] | None = None, leader: int = 0) -> list[Trick]:
    """Twelve tricks in which the seats play these cards; the leader does not matter here."""
    hands = [elder or ELDER, dealer or DEALER]
    tricks = []
    for number, (one, other) in enumerate(zip(*hands, strict=True)):
        first = (leader + number) % 2
        cards = (Card(one), Card(other)) if first == 0 else (Card(other), Card(one))
        tricks.append(Trick(first, 0, cards))
    return tricks


def declaring(seat: int, **declarations: Any) -> Facts:  # noqa: ANN401 - the public format
    return {"elder": 0, "declared": [declarations if one == seat else {} for one in (0, 1)]}


def refuted(given_facts: Facts, tricks: list[Trick] | None = None) -> tuple[Refutation, ...]:
    return refutations(given_facts, shown() if tricks is None else tricks)


def brief(given_facts: Facts, tricks: list[Trick] | None = None) -> list[tuple[int, str, str, str]]:
    return [(one.seat, one.category, one.article, one.key) for one in refuted(given_facts, tricks)]


# --- Declarations that are not in the cards


@pytest.mark.parametrize("case", read_cases("piquet/refutations"), ids=name_case)
def test_pi_37_what_a_hand_lacks_is_refuted_and_pi_12_what_it_has_is_not(case: Facts) -> None:
    found = [
        [one.seat, one.category, one.article, one.key, [write_item(Category(one.category), item) for item in one.items]]
        for one in refuted(case["facts"])
    ]
    assert found == case["refuted"]


def test_both_seats_are_checked_in_the_order_of_counting_pi_23() -> None:
    given_facts = {
        "elder": 0,
        "declared": [
            {"sets": [{"rank": "K", "size": 3}], "point": {"cards": 6, "pips": 58}},
            {"sequences": [{"length": 4, "top": "J"}]},
        ],
    }
    assert brief(given_facts) == [
        (0, "point", "PI-9", "declared"),
        (0, "sets", "PI-11", "declared"),
        (1, "sequences", "PI-10", "declared"),
    ]


def test_pi_13_a_declaration_answered_not_good_is_still_a_declaration() -> None:
    given_facts = {
        "elder": 0,
        "declared": [{"point": {"cards": 5}}, {"point": {"cards": 6}}],
        "answers": {"point": "not_good"},
    }
    assert brief(given_facts) == [(1, "point", "PI-9", "declared")]
    loser = {
        "elder": 0,
        "declared": [{"sequences": [{"length": 5}]}, {"sequences": [{"length": 3}]}],
        "answers": {"sequences": "not_good"},
    }
    assert brief(loser) == [(0, "sequences", "PI-10", "declared"), (1, "sequences", "PI-10", "declared")]


def test_an_entered_hand_with_a_card_that_was_not_played_is_refuted_by_its_scores() -> None:
    """With the 10 of spades in place of the 8, the entered hand has 51 and a quinte; the one played does not."""
    noted = ["10S" if card == "8S" else card for card in ELDER]
    assert brief({"elder": 0, "hands": [noted, None]}) == [
        (0, "point", "PI-9", "declared"),
        (0, "sequences", "PI-10", "declared"),
    ]
    assert brief({"elder": 0, "hands": [ELDER, DEALER]}) == []


# --- Carte blanche

# By the cards of each seat; the other eight are out of play.
PLAIN = ["AC", "AD", "AH", "AS", "10C", "10D", "10H", "10S", "9C", "9D", "9H", "9S"]
SIX_COURTS = ["AC", "AD", "AH", "AS", "10C", "10D", "KC", "KD", "KH", "QC", "QD", "QH"]
REST_SIX = ["KS", "QS", "JS", "JC", "JD", "JH", "10H", "10S", "9C", "9D", "9H", "9S"]
FIVE_COURTS = ["AC", "AD", "AH", "AS", "10C", "10D", "9C", "KD", "KH", "QC", "QD", "QH"]
SEVEN_COURTS = ["KC", "KS", "QS", "JS", "JC", "JD", "JH", "10H", "10S", "9D", "9H", "9S"]


def blank(seat: int) -> Facts:
    return {"elder": 0, "carte_blanche": [seat == 0, seat == 1]}


def test_pi_8_elder_may_have_drawn_five_courts_and_no_more() -> None:
    """All twelve courts are seen, so eight plain cards are out, but elder drew at most five (PI-5)."""
    six, five = shown(SIX_COURTS, REST_SIX), shown(FIVE_COURTS, SEVEN_COURTS)
    assert refuted(blank(0), six) == (Refutation(0, "carte_blanche", "PI-8", "shown", courts=6),)
    assert refuted(blank(0), five) == ()


def test_pi_8_the_dealer_may_have_drawn_seven_courts() -> None:
    assert refuted(blank(1), shown(FIVE_COURTS, SEVEN_COURTS)) == ()


def test_pi_8_the_dealer_has_no_more_than_seven_cards_to_draw() -> None:
    eight = ["KS", "QS", "JS", "JC", "JD", "JH", "KC", "QC", "9C", "9D", "9H", "9S"]
    other = ["AC", "AD", "AH", "AS", "10C", "10D", "10H", "10S", "KD", "KH", "QD", "QH"]
    assert refuted(blank(1), shown(other, eight)) == (Refutation(1, "carte_blanche", "PI-8", "shown", courts=8),)


def test_pi_8_each_court_card_was_drawn_for_a_discarded_plain_card() -> None:
    """Elder shows three courts, the dealer two: seven courts are out, and with them one plain card only.

    So elder threw one card, and drew one court at most.
    """
    elder = ["AC", "AD", "AH", "AS", "10C", "10D", "10H", "10S", "9C", "KC", "KD", "KH"]
    dealer = ["9D", "9H", "9S", "8C", "8D", "8H", "8S", "7C", "7D", "7H", "KS", "QS"]
    assert refuted(blank(0), shown(elder, dealer)) == (Refutation(0, "carte_blanche", "PI-8", "shown", courts=3),)
    drew_one = ["AC", "AD", "AH", "AS", "10C", "10D", "10H", "10S", "9C", "9D", "9H", "KH"]
    others = ["9S", "8C", "8D", "8H", "8S", "7C", "7D", "7H", "KS", "QS", "JS", "KC"]
    assert refuted(blank(0), shown(drew_one, others)) == ()


def test_pi_8_a_hand_without_any_court_comes_of_a_carte_blanche() -> None:
    assert refuted(blank(0), shown(PLAIN, [*REST_SIX[:6], "8C", "8D", "8H", "8S", "7C", "7D"])) == ()


def test_pi_8_elder_had_to_discard_one_card_and_had_no_court_to_discard() -> None:
    """The eight cards out are all court cards: elder was dealt none, so it discarded nothing (PI-5)."""
    dealer = ["8C", "8D", "8H", "8S", "7C", "7D", "7H", "7S", "KC", "KD", "KH", "KS"]
    assert refuted(blank(0), shown(PLAIN, dealer)) == (Refutation(0, "carte_blanche", "PI-8", "shown", courts=0),)
    assert brief(blank(1), shown(PLAIN, dealer)) == [(1, "carte_blanche", "PI-8", "shown")]


# --- Coups that are not checked


def test_pi_37_a_false_declaration_already_recorded_is_not_found_again() -> None:
    given_facts = {
        "elder": 0,
        "declared": [{"point": {"cards": 6}}, {"sequences": [{"length": 3}]}],
        "fault": {"kind": "false_declaration", "seat": 0},
    }
    assert brief(given_facts) == [(1, "sequences", "PI-10", "declared")]
    assert brief({**given_facts, "fault": {"kind": "false_declaration", "seat": 1}}) == [
        (0, "point", "PI-9", "declared")
    ]


@pytest.mark.parametrize("fault", [{"kind": "void"}, {"kind": "loses_partie", "seat": 1}])
def test_a_coup_that_does_not_count_is_not_checked(fault: Facts) -> None:
    assert refuted({**declaring(0, point={"cards": 6}), "fault": fault}) == ()


def test_before_the_twelfth_trick_nothing_is_refuted() -> None:
    assert refuted(declaring(0, point={"cards": 6}), shown()[:11]) == ()


def test_elder_defaults_to_the_first_leader_and_the_entered_play_is_ignored() -> None:
    given_facts = {"declared": [{}, {"point": {"cards": 5}}], "winners": "?"}
    assert brief(given_facts, shown(leader=1)) == [(1, "point", "PI-9", "declared")]
    seven = shown(FIVE_COURTS, SEVEN_COURTS, leader=1)
    assert brief({"carte_blanche": [False, True]}, seven) == [(1, "carte_blanche", "PI-8", "shown")]


def test_declarations_that_could_not_be_stored_are_refused() -> None:
    with pytest.raises(ImpossibleFactsError) as refusal:
        refuted(declaring(0, point={"cards": 9}))
    assert refusal.value.key == "point_range"


# --- Recording the false declaration


@pytest.mark.parametrize(
    "given_facts",
    [
        pytest.param(
            {
                "point": {"winner": 0, "cards": 6},
                "sequences": {"winner": 1, "lengths": [3]},
                "sets": {"winner": 0, "sizes": [3]},
            },
            id="what was scored",
        ),
        pytest.param(
            {
                "declared": [{"point": {"cards": 6}}, {"point": {"cards": 4}, "sets": [{"rank": "10", "size": 4}]}],
                "answers": {"point": "good"},
            },
            id="what was declared",
        ),
        pytest.param({"declared": [{"sequences": [{"length": 3}]}, {"sequences": [{"length": 3}]}]}, id="undecided"),
        pytest.param({"hands": [ELDER, DEALER], "carte_blanche": [False, False]}, id="the hands"),
        pytest.param({"carte_blanche": [True, False]}, id="a carte blanche"),
        pytest.param({"fault": {"kind": "false_declaration", "seat": 1}, "short_hand": 0}, id="another fault"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_pi_37_with_the_false_declaration_the_coup_is_accepted_and_the_offender_scores_nothing(
    given_facts: Facts, seat: int
) -> None:
    facts = {**with_false_declaration({"elder": 0, **given_facts}, seat, shown()), "winners": WINNERS}
    assert facts["fault"] == {"kind": "false_declaration", "seat": seat}
    scored = PIQUET.score(OPTIONS, 2, [read_manche(PIQUET, OPTIONS, 2, facts)]).manches[0]
    assert scored.points[seat] == 0
    assert scored.points[1 - seat] > 0
    assert [one for one in refutations(without_winners(facts), shown()) if one.seat == seat] == []


def without_winners(facts: Facts) -> Facts:
    return {name: value for name, value in facts.items() if name != "winners"}


def test_pi_37_the_other_seat_scores_declarations_that_were_not_good() -> None:
    given_facts = {"elder": 0, "declared": [{"point": {"cards": 6}}, {"point": {"cards": 4}}], "winners": WINNERS}
    facts = {**given_facts, "fault": {"kind": "false_declaration", "seat": 0}}
    lines = PIQUET.score(OPTIONS, 2, [read_manche(PIQUET, OPTIONS, 2, facts)]).manches[0].lines
    assert [(line.side, line.points) for line in lines if line.why == "point"] == [(1, 4)]


# --- While the cards are played


def first_refuting_card(given_facts: Facts, played: str) -> str | None:
    """Play these cards, elder's and the dealer's in turn, and return the first that refutes something."""
    hands: list[tuple[Card, ...]] = [(), ()]
    for number, code in enumerate(played.split()):
        hands[number % 2] += (Card(code),)
        if refutations_so_far(given_facts, 0, hands):
            return code
    return None


@pytest.mark.parametrize("case", read_cases("piquet/refuting_cards"), ids=name_case)
def test_pi_37_a_declaration_is_refuted_at_the_card_that_excludes_it(case: Facts) -> None:
    assert first_refuting_card(declaring(0, **case["declared"]), case["played"]) == case["refuting"]


def test_pi_8_a_carte_blanche_is_refuted_at_the_court_that_elder_cannot_have_drawn() -> None:
    assert first_refuting_card(blank(0), "KC 7C KD 7D KH 7H QC 8C QD 8D QH 8H") == "QH"


@pytest.mark.parametrize("short", [{"short_hand": 0, "short_cards": 4}, {"short_hand": 0}])
def test_pi_38_a_short_hand_has_fewer_cards_left(short: Facts) -> None:
    """With four cards, a quatorze of kings is refuted by the first ace; with eleven at most it is not."""
    given_facts = {**declaring(0, sets=[{"rank": "K", "size": 4}]), **short}
    assert first_refuting_card(given_facts, "AS") == ("AS" if "short_cards" in short else None)


@pytest.mark.sweep("a hundred hands, each with every hand that it can still be")
def test_a_partial_hand_can_have_what_one_of_the_whole_hands_has() -> None:
    chance = random.Random(39)
    met = {True: 0, False: 0}
    for _ in range(100):
        deck, missing = [*DECK], chance.choice([0, 1, 2, 3])
        chance.shuffle(deck)
        known, unseen = tuple(deck[: 12 - missing]), tuple(deck[12 - missing : 22])
        whole_hands = [known + further for further in combinations(unseen, missing)]
        declarations = declarations_of(deck[: 9 - missing] + deck[22:25])
        partial = PartialHand(known, unseen, missing)
        unnamed = tuple(Combination(rank_set.amount) for rank_set in declarations[Category.SETS])
        points = declarations[Category.POINT] or (Combination(4),)
        for category, items in (
            (Category.POINT, points),
            (Category.SEQUENCES, declarations[Category.SEQUENCES]),
            (Category.SETS, declarations[Category.SETS]),
            (Category.SETS, unnamed),
        ):
            found = partial.can_have(category, items)
            expected = any(PartialHand(hand).can_have(category, items) for hand in whole_hands)
            assert found == expected, (declarations, known, unseen)
            met[found] += 1
    assert min(met.values()) > 30, met


@pytest.mark.sweep("two hundred coups, each after every card")
def test_a_refutation_stays_and_is_that_of_the_whole_coup_at_its_end() -> None:
    chance = random.Random(40)
    met = {True: 0, False: 0}
    for _ in range(200):
        elder, hands, blanks = exchanged(chance)
        declarations = [
            referee.declaration(hand if chance.random() < 0.5 else hands[0][:6] + hands[1][6:]) for hand in hands
        ]
        given_facts = {"elder": elder, "declared": declarations, "carte_blanche": blanks}
        try:
            expected = refutations(given_facts, shown(*hands, leader=elder))
        except ImpossibleFactsError:
            continue
        before: set[tuple[int, str]] = set()
        for number in range(13):
            played = [tuple(map(Card, hand[:number])) for hand in hands]
            found = refutations_so_far(given_facts, elder, played)
            refuted_now = {(one.seat, one.category) for one in found}
            assert before <= refuted_now
            before = refuted_now
        assert found == expected
        met[bool(expected)] += 1
    assert min(met.values()) > 40, met


# --- Random hands


def exchanged(chance: random.Random) -> tuple[int, list[list[str]], list[bool]]:
    """Deal, sometimes a hand without court cards, and exchange: elder one to five cards, the dealer the rest."""
    elder, blank_seat = chance.randrange(2), chance.choice([None, 0, 1])
    cards = list(referee.DECK)
    chance.shuffle(cards)
    plain = [card for card in cards if referee.rank(card) not in referee.COURTS][:12]
    if blank_seat is not None:
        rest = [card for card in cards if card not in plain]
        dealt = [plain, rest[:12]] if blank_seat == 0 else [rest[:12], plain]
        talon = rest[12:]
    else:
        dealt, talon = [cards[:12], cards[12:24]], cards[24:]
    blanks = [referee.courts(hand) == 0 for hand in dealt]
    for seat, most in ((elder, 5), (1 - elder, 8)):
        number = chance.randint(int(seat == elder), min(most, len(talon)))
        dealt[seat] = chance.sample(dealt[seat], 12 - number) + talon[:number]
        talon = talon[number:]
    return elder, dealt, blanks


@pytest.mark.sweep("four hundred coups, each declared in several ways")
def test_declarations_made_from_the_hands_are_never_refuted() -> None:
    chance = random.Random(37)
    met = {"blank": 0, "sunk": 0}
    for _ in range(400):
        elder, hands, blanks = exchanged(chance)
        tricks = shown(*hands, leader=elder)
        declarations = [referee.declaration(hand) for hand in hands]
        coup = referee.Coup(elder, (tuple(hands[0]), tuple(hands[1])), (blanks[0], blanks[1]), ())
        common = {"elder": elder, "carte_blanche": blanks}
        sunk = [{name: one[name] for name in one if chance.random() < 0.7} for one in declarations]
        for given_facts in (
            {"declared": declarations},
            {"declared": sunk},
            {"hands": hands},
            referee.quick_declarations(coup),
            referee.quick_declarations(coup, ranks=False),
        ):
            assert refutations({**common, **given_facts}, tricks) == (), (given_facts, hands, elder)
        met["blank"] += any(blanks)
        met["sunk"] += sunk != declarations
    assert min(met.values()) > 150, met


def test_the_declaration_of_another_hand_is_refuted_exactly_when_this_hand_lacks_it() -> None:
    """A point, longest sequence or set of another hand is accepted only when this hand has it in full."""
    chance = random.Random(38)
    met = {True: 0, False: 0}
    for _ in range(400):
        _, hands, _ = exchanged(chance)
        other = chance.sample(referee.DECK, 12)
        given_facts = referee.declaration(other)
        suits = [[card for card in hands[0] if card.endswith(suit)] for suit in referee.SUITS]
        expected = set()
        cards = given_facts["point"]["cards"]
        points = {sum(referee.PIPS[card[:-1]] for card in part) for suit in suits for part in combinations(suit, cards)}
        if given_facts["point"]["pips"] not in points:
            expected.add("point")
        if not set(map(tuple, (one.values() for one in given_facts.get("sets", [])))) <= at_least(hands[0]):
            expected.add("sets")
        one = {"point": given_facts["point"], "sets": given_facts.get("sets", [])}
        found = {refusal.category for refusal in refutations(declaring(0, **one), shown(*hands))}
        assert found == expected, (other, hands)
        met[bool(found)] += 1
    assert min(met.values()) > 40, met


def at_least(hand: list[str]) -> set[tuple[str, int]]:
    return {(rank, size) for rank in referee.SET_RANKS for size in (3, 4) if [c[:-1] for c in hand].count(rank) >= size}
