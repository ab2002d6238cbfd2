"""Tables and manches of Dame de Pique for properties: house rules of any kind, and real distributions of the cards."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Table = tuple[int, dict[str, Any]]

# Seats, deck, and how many of each card pay: DP-1, DP-2, DP-3, DP-5 and DP-8.
TABLES: list[tuple[int, str, dict[str, int]]] = [
    (3, "52", {"H": 13, "QS": 1}),
    (4, "52", {"H": 13, "QS": 1}),
    (5, "52", {"H": 13, "QS": 1}),
    (6, "54", {"H": 13, "QS": 1}),
    (4, "36", {"H": 9, "QS": 1, "last": 1}),
    (6, "belmont", {"H": 26, "QS": 2, "KS": 2, "AS": 2}),
    (8, "belmont", {"H": 26, "QS": 2, "KS": 2, "AS": 2}),
]


def paying(seats: int, chosen: dict[str, Any]) -> dict[str, int]:
    """The number of cards dealt for each key."""
    cards = next(dict(cards) for players, deck, cards in TABLES if (players, deck) == (seats, chosen["deck"]))
    if not chosen["queen_points"]:
        del cards["QS"]
    if chosen["jack_of_diamonds"]:
        cards["JD"] = 2 if seats == 8 else 1
    if chosen["seven_of_clubs"]:
        cards["7C"] = 2 if seats == 8 else 1
    return cards


def teams(seats: int, chosen: dict[str, Any]) -> int:
    """DP-4 and DP-5: how many sides there are."""
    return seats // 2 if chosen["deck"] == "belmont" or chosen["teams"] else seats


def shooting_seat(taken: dict[str, list[int]], seats: int, chosen: dict[str, Any]) -> int | None:
    """DP-21, DP-23 and DP-24: the seat that took everything but, perhaps, the last trick."""
    cards = {key: total for key, total in paying(seats, chosen).items() if key != "last"}
    shooters = [seat for seat in range(seats) if all(taken[key][seat] == total for key, total in cards.items())]
    return shooters[0] if shooters and chosen["moon"] != "off" else None


@st.composite
def tables(draw: st.DrawFn, *, without_teams: bool = False) -> Table:
    seats, deck, _ = draw(st.sampled_from([table for table in TABLES if not without_teams or table[1] != "belmont"]))
    teamed = deck == "belmont" or (seats == 4 and not without_teams and draw(st.booleans()))
    queen = draw(st.sampled_from({"36": [5], "belmont": [13]}.get(deck, [13, 12, 0])))
    return seats, {
        "deck": deck,
        "teams": teamed,
        "pass": draw(st.sampled_from(["left_right_across_none", "left_right_none", "left_right", "left", "none"])),
        "pass_cards": draw(st.sampled_from([3, 1, 2, 4])),
        "queen_points": queen,
        "jack_of_diamonds": draw(st.sampled_from([0, -10])) if queen else 0,
        "seven_of_clubs": draw(st.sampled_from([0, 7])) if queen else 0,
        "moon": draw(st.sampled_from(["others_plus", "self_minus", "choice", "off"])),
        "first_trick_points": draw(st.sampled_from(["only_if_forced", "hearts", "any"])),
        "hearts_lead": draw(st.sampled_from(["after_discard", "free"])),
        "queen_breaks_hearts": draw(st.booleans()),
        "hearts_instead_of_queen": draw(st.booleans()),
        "joker_tie": draw(st.sampled_from(["first", "second"])),
        "limit": draw(st.integers(1, 10_000) | st.sampled_from([100, 75, 50])),
        "tie": draw(st.sampled_from(["shared", "play_on"])),
        "revoke": draw(st.sampled_from([0, 13, 26]) | st.integers(0, 100)),
    }


@st.composite
def manches(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    """Facts of a real distribution of the cards: random, or all or nearly all to one seat."""
    seats, chosen = table
    anyone = st.integers(0, seats - 1)
    star, leaning = draw(anyone), draw(st.sampled_from(["none", "nearly", "wholly"]))
    taken = {}
    for key, total in paying(seats, chosen).items():
        free = leaning == "none" or key == "last" or (leaning == "nearly" and draw(st.integers(0, 3)) == 0)
        holders = draw(st.lists(anyone, min_size=total, max_size=total)) if free else [star] * total
        taken[key] = [holders.count(seat) for seat in range(seats)]
    moon = None
    if shooting_seat(taken, seats, chosen) is not None and chosen["moon"] == "choice":
        moon = draw(st.sampled_from(["others_plus", "self_minus"]))
    facts: dict[str, Any] = {"taken": taken, "moon": moon}
    if draw(st.booleans()):
        side, points = st.integers(0, teams(seats, chosen) - 1), st.integers(-50, 50)
        penalty = st.fixed_dictionaries({"side": side, "points": points, "reason": st.just("renonce")})
        facts["penalties"] = draw(st.lists(penalty, min_size=1, max_size=2))
    return facts


WORDS = (
    *("taken", "points", "moon", "penalties", "side", "reason", "revokes"),
    *("H", "QS", "JD", "7C", "KS", "AS", "last"),
    *("deck", "teams", "limit", "tie", "queen_points", "jack_of_diamonds", "seven_of_clubs"),
    *("pass", "pass_cards", "hearts_lead", "free", "left", "none"),
    *("52", "54", "36", "belmont", "others_plus", "self_minus", "choice", "off"),
)
FIGURES = (0, 1, 5, 7, 12, 13, 25, 26, -10, -26, 10_000, 10_001)
