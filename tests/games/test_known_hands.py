"""What the table knows about a hand, in positions of full decks worked out by hand."""

from __future__ import annotations

from support.table import codes, sit_down

from scorekeeper.games.arbiter import Arbiter

# Three times clubs: seats 0 and 1 do not follow the second, nor seat 2 the third.
CLUBS = "2C 3C 4C AC  KC 2D 3D QC  JC 4D 5D 6D"
SIX_MORE = "10C 7D 8D 9D  9C 10D JD QD  8C KD AD 2S  7C 3S 4S 5S  6C 6S 7S 8S  5C 9S 10S JS"


def known(arbiter: Arbiter, seat: int) -> tuple[int, str, str, bool]:
    """Cards remaining, the certain ones, the voids by letter, whether the hand is laid open."""
    hand = arbiter.hand(seat)
    return hand.remaining, codes(hand.certain), "".join(suit.value for suit in hand.voids), hand.laid_open


def test_before_a_card_is_played_nothing_is_known_of_any_hand() -> None:
    arbiter = sit_down("hearts")
    assert [known(arbiter, seat) for seat in range(4)] == [(13, "", "", False)] * 4


def test_no_club_is_certain_while_two_seats_may_hold_them_t_3() -> None:
    arbiter = sit_down("hearts", CLUBS.rsplit("  ", maxsplit=1)[0])
    assert [known(arbiter, seat) for seat in range(4)] == [
        (11, "", "C", False),
        (11, "", "C", False),
        (11, "", "", False),
        (11, "", "", False),
    ]


def test_the_only_seat_that_may_hold_the_clubs_holds_them_all_t_3() -> None:
    arbiter = sit_down("hearts", CLUBS)
    assert [known(arbiter, seat) for seat in (0, 1, 2)] == [(10, "", "C", False)] * 3
    assert known(arbiter, 3) == (10, "5C 6C 7C 8C 9C 10C", "", False)


def test_a_fully_played_suit_is_not_a_void() -> None:
    arbiter = sit_down("hearts", f"{CLUBS}  {SIX_MORE}")
    assert [known(arbiter, seat) for seat in range(4)] == [(4, "", "", False)] * 4


def test_the_cards_out_of_play_are_room_for_what_a_hand_lacks_pi_16() -> None:
    """The dealer showed no club and no diamond. Four tricks of hearts and spades later six of these are left.

    The dealer has six cards to hold them; of the fourteen clubs and diamonds unseen, elder has six and eight are out.
    """
    plays = "7C 7H  7D 8H  9H 10H  JH QH  7S 8S  9S 10S"
    arbiter = sit_down("piquet", plays, seats=2, dealer=1)
    assert known(arbiter, 1) == (6, "JS QS KS AS KH AH", "CD", False)
    assert known(arbiter, 0) == (6, "", "SH", False)


def test_one_trick_before_that_nothing_was_certain_pi_16() -> None:
    """The dealer has seven cards and eight hearts and spades are unseen: any one of them may be elsewhere."""
    arbiter = sit_down("piquet", "7C 7H  7D 8H  9H 10H  JH QH  7S 8S", seats=2, dealer=1)
    assert known(arbiter, 1) == (7, "", "CD", False)
    assert known(arbiter, 0) == (7, "", "", False)


def test_a_hand_laid_open_is_certain_as_a_whole_and_empties_as_it_is_played() -> None:
    hand = "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC AS"
    arbiter = sit_down("hearts", "2C 3C", hands={1: hand})
    assert known(arbiter, 1) == (12, "4C 5C 6C 7C 8C 9C 10C JC QC KC AC AS", "DH", True)
    assert known(arbiter, 2) == (13, "", "", False)


def test_an_empty_hand_has_no_certain_cards_or_voids() -> None:
    """Elder takes twelve tricks of Piquet: both hands are played, and the eight cards out stay unseen."""
    elder = ["AC", "KC", "QC", "JC", "10C", "9C", "AD", "KD", "QD", "JD", "10D", "9D"]
    dealer = ["8C", "7C", "AS", "KS", "QS", "JS", "8D", "7D", "AH", "KH", "QH", "JH"]
    plays = " ".join(f"{one} {other}" for one, other in zip(elder, dealer, strict=True))
    arbiter = sit_down("piquet", plays, seats=2, dealer=1)
    assert [known(arbiter, seat) for seat in (0, 1)] == [(0, "", "", False)] * 2
