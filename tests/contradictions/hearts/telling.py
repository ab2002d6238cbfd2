"""True manches of Dame de Pique, told at any depth, and one fact falsified."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from contradictions.hearts.law import DECKS, HEARTS, Law, law_at, law_of
from contradictions.manche import Facts, Manche, play_out
from contradictions.told_cards import card_falsehoods, tell_cards

STRONG = 0.3  # how often somebody is dealt a strong hand
TEAM_TABLE = 4


def true_manche(chance: random.Random) -> Manche:
    """Dealt, perhaps with a hand that may well take everything, and played."""
    seats, options = _table(chance)
    law = law_at(seats, tuple(sorted(options.items())))
    order = list(range(len(law.deck)))
    chance.shuffle(order)
    if chance.random() < STRONG:
        order.sort(key=lambda card: -law.height[card] - 8 * chance.random() - 4 * (law.suit[card] == HEARTS))
    hands = [order[seat * law.tricks : (seat + 1) * law.tricks] for seat in range(seats)]
    leader = chance.choice([seat for seat in range(seats) if law.opening & set(hands[seat])])
    played = play_out(law, hands, leader, chance)
    moon = chance.choice(["others_plus", "self_minus"]) if law.moon == "choice" else law.moon
    return Manche("hearts", seats, options, law.deck, leader, *played, {"moon": moon})


def _table(chance: random.Random) -> tuple[int, dict[str, Any]]:
    """A table, oftenest the classic one, and its house rules."""
    seats, kind = chance.choice([*DECKS, (4, "52"), (4, "52")])
    rules: dict[str, tuple[float, list[Any]]] = {
        "deck": (kind != "52", [kind]),
        "queen_points": (0.3 * (kind in {"52", "54"}), [12]),
        "jack_of_diamonds": (0.3, [-10]),
        "seven_of_clubs": (0.3, [7]),
        "teams": (0.3 * (seats == TEAM_TABLE), [True]),
        "moon": (0.5, ["others_plus", "self_minus", "choice", "off"]),
        "first_trick_points": (0.4, ["hearts", "any"]),
        "queen_breaks_hearts": (0.25, [True]),
        "hearts_instead_of_queen": (0.25, [True]),
        "joker_tie": (0.5 * (kind == "54"), ["second"]),
    }
    return seats, {name: chance.choice(values) for name, (often, values) in rules.items() if chance.random() < often}


def tell(manche: Manche, chance: random.Random) -> tuple[Facts, dict[str, Any]]:
    """A true telling at some depth, and what to answer when it is asked for."""
    law = law_of(manche)
    _, taken, _ = law.taken([card for own in manche.played for card in own], manche.leader)
    kind = manche.more["moon"]
    shot = law.shooter(taken) is not None
    facts: Facts = {}
    if chance.random() < 0.5:
        facts["taken"] = {key: list(counts) for key, counts in taken.items()}
        if shot and chance.random() < 0.3:
            facts["moon"] = kind
    elif shot and chance.random() < 0.5:
        facts |= {"points": law.counted(taken), "moon": kind}
    else:
        facts["points"] = law.final(taken, kind)
        if shot and (law.teams or chance.random() < 0.5):
            facts["moon"] = kind
    facts |= tell_cards(manche, chance)
    return facts, {"moon": kind}


def falsify(manche: Manche, facts: Facts, chance: random.Random) -> tuple[str, Facts] | None:
    """The telling with one fact changed, and which; None where that changes nothing."""
    kind, changed = chance.choice(list(_falsehoods(manche, facts)))
    told = changed(chance)
    return None if told is None or told == facts else (kind, told)


def _falsehoods(manche: Manche, facts: Facts) -> Iterator[tuple[str, Callable[[random.Random], Facts | None]]]:
    law = law_of(manche)
    if "taken" in facts:
        yield "one moved", lambda chance: {**facts, "taken": _moved(facts["taken"], law, chance)}
        yield "one moved", lambda chance: {**facts, "taken": _moved(facts["taken"], law, chance)}
        yield "seats exchanged", lambda chance: {**facts, "taken": _exchanged(facts["taken"], chance)}
        yield "another share", lambda chance: {**facts, "taken": _shared(law, chance)}
    else:
        yield "points moved", lambda chance: {**facts, "points": _points_moved(facts["points"], law, chance)}
        yield "points moved", lambda chance: {**facts, "points": _points_moved(facts["points"], law, chance)}
        yield "another share's points", lambda chance: {**facts, "points": law.counted(_shared(law, chance))}
    if facts.get("moon"):
        yield "no volte told", lambda _: {name: value for name, value in facts.items() if name != "moon"}
    yield from card_falsehoods(manche, facts)


def _moved(taken: dict[str, list[int]], law: Law, chance: random.Random) -> dict[str, list[int]]:
    key = chance.choice(law.keys)
    counts = list(taken[key])
    giver = chance.choice([seat for seat, count in enumerate(counts) if count])
    counts[giver] -= 1
    counts[chance.choice([seat for seat in range(law.seats) if seat != giver])] += 1
    return {**taken, key: counts}


def _exchanged(taken: dict[str, list[int]], chance: random.Random) -> dict[str, list[int]]:
    key = chance.choice(list(taken))
    counts = list(taken[key])
    one, other = chance.sample(range(len(counts)), 2)
    counts[one], counts[other] = counts[other], counts[one]
    return {**taken, key: counts}


def _shared(law: Law, chance: random.Random) -> dict[str, list[int]]:
    taken = {key: [0] * law.seats for key in law.keys}
    few = chance.sample(range(law.seats), chance.randint(1, law.seats))
    for key, total in law.totals.items():
        for _ in range(total):
            taken[key][chance.choice(few)] += 1
    return taken


def _points_moved(points: list[int], law: Law, chance: random.Random) -> list[int]:
    giver, taker = chance.sample(range(len(points)), 2)
    moved = list(points)
    amount = chance.choice([1, 1, 1, 2, law.worth["QS"], *(abs(law.worth[key]) for key in law.keys)])
    moved[giver] -= amount
    moved[taker] += amount
    return moved
