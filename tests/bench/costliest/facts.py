"""Facts that few tables would enter, beside cards or of Piquet without any, for the search of the worst case."""

from __future__ import annotations

import random
from typing import Any

from bench.costliest.cards import rules_of, shuffled

from scorekeeper.games import GAMES
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.hearts.options import counted
from scorekeeper.games.piquet.declarations import PIPS, RANKS, SET_RANKS

Case = dict[str, Any]
Facts = dict[str, Any]
TRICKS = 12
OFTEN, RARELY = 0.5, 0.2


def any_manche(table: Case, chance: random.Random) -> Case:
    """A deal played by its rules up to anywhere, some hands laid open, under facts that may well be of another one."""
    hands = hands_of(table, chance)
    leader, plays = played(table, hands, chance)
    cards: Facts = {"leader": leader, "plays": plays}
    if chance.random() < OFTEN:
        cards["laid_open"] = [hand if chance.random() < OFTEN else None for hand in hands]
    return {**table, "manches": [{**cards, **ended(table, leader, chance)}]}


def other_manche(case: Case, chance: random.Random) -> Case:
    """The same cards, or fewer, under other facts."""
    facts = dict(case["manches"][0])
    if chance.random() < OFTEN:
        facts["plays"] = facts["plays"][: chance.randrange(len(facts["plays"]) + 1)]
    return {**case, "manches": [{**facts, **ended(case, facts["leader"], chance)}]}


def hands_of(table: Case, chance: random.Random) -> list[list[str]]:
    """All hands of a deal."""
    codes, size = shuffled(table, chance), rules_of(table).hand_size
    return [codes[seat * size : (seat + 1) * size] for seat in range(table["seats"])]


def played(table: Case, hands: list[list[str]], chance: random.Random) -> tuple[int, list[str]]:
    """Who leads, and some cards of these hands played by the rules."""
    rules = rules_of(table)
    order = [(1 + turn) % rules.seats for turn in range(rules.seats)]
    leader = next((seat for seat in order if (now := Arbiter(rules, seat, hands).choices) and now.allowed), order[0])
    arbiter, plays = Arbiter(rules, leader, hands), list[str]()
    for _ in range(chance.randrange(rules.seats * rules.hand_size * 3 // 4)):
        now = arbiter.choices
        assert now is not None
        plays.append(chance.choice(now.allowed).code)
        arbiter.play(plays[-1])
    return leader, plays


def ended(table: Case, leader: int, chance: random.Random) -> Facts:
    """What a manche may be said to have come to."""
    seats = table["seats"]
    if table["game"] == "hearts":
        options = GAMES["hearts"].read_options(table["options"], seats)
        return {"taken": {key: shares(number, seats, chance) for key, number in counted(options, seats).items()}}
    if table["game"] == "spades":
        bids = [chance.choice(("nil", 1, 2, 3, 4, 5)) for _ in range(seats)]
        first = chance.randrange(14)
        nils = {str(seat): chance.choice((0, 0, 1, 2)) for seat, bid in enumerate(bids) if bid == "nil"}
        return {"bids": bids, "tricks": [first, 13 - first], "nil_tricks": nils}
    return {"elder": leader, **tricks(chance)}


def shares(number: int, seats: int, chance: random.Random) -> list[int]:
    """So many things shared out unevenly."""
    weights = [chance.random() ** 2 for _ in range(seats)]
    takers = chance.choices(range(seats), weights, k=number)
    return [takers.count(seat) for seat in range(seats)]


def any_facts(table: Case, chance: random.Random) -> Case:
    """A coup of Piquet: what was announced or scored, a hand laid open, tricks, and what was said of the points."""
    facts = {"elder": chance.randrange(2), **tricks(chance)}
    facts["carte_blanche"] = chance.choice(([False, False], [True, False], [False, True]))
    if chance.random() < OFTEN:
        facts["declared"] = [declared(chance), declared(chance)]
    else:
        facts |= scored(chance)
    if chance.random() < RARELY and "declared" in facts:
        facts["hands"] = [shuffled(table, chance)[:12], None]
    if chance.random() < RARELY:
        facts["short_hand"] = chance.randrange(2)
    if chance.random() < RARELY:
        facts["elder_points"] = chance.randrange(20)
    return {**table, "manches": [facts]}


def other_facts(case: Case, chance: random.Random) -> Case:
    """The same with one thing said otherwise, or not said."""
    facts, fresh = dict(case["manches"][0]), any_facts(case, chance)["manches"][0]
    if "declared" in facts and chance.random() < OFTEN:
        said = [*facts["declared"]]
        seat, other = chance.randrange(2), declared(chance)
        key = chance.choice([*other])
        said[seat] = {**said[seat], key: other[key]}
        facts["declared"] = said
    elif ("declared" in facts) is ("declared" in fresh):
        key = chance.choice([*fresh])
        facts[key] = fresh[key]
    else:
        facts = fresh
    return {**case, "manches": [facts]}


def tricks(chance: random.Random) -> Facts:
    """Tricks of a coup, and what may be said of how they fell."""
    first = chance.randrange(TRICKS + 1)
    facts: Facts = {"tricks": [first, TRICKS - first], "last": chance.randrange(2)}
    if chance.random() < RARELY:
        facts["elder_run"] = chance.randrange(TRICKS + 1)
    if chance.random() < RARELY:
        facts["trick_points"] = [chance.randrange(20), chance.randrange(20)]
    return facts


def declared(chance: random.Random) -> Facts:
    """What one seat announces."""
    cards = chance.sample(sorted(PIPS), chance.randrange(3, 9))
    point = {"cards": len(cards), "pips": sum(PIPS[rank] for rank in cards)}
    runs = [run(chance) for _ in range(chance.randrange(5))]
    ranks = chance.sample(SET_RANKS, chance.randrange(5))
    sets = [{"rank": rank.code, "size": chance.choice((3, 3, 3, 4))} for rank in ranks]
    return {"point": point if chance.random() < OFTEN else {"cards": len(cards)}, "sequences": runs, "sets": sets}


def run(chance: random.Random) -> Facts:
    """A sequence, its top said or not."""
    length = chance.choice((3, 3, 3, 4, 5))
    top = chance.choice(RANKS[length - 1 :]).code
    return {"length": length, "top": top} if chance.random() < OFTEN else {"length": length}


def scored(chance: random.Random) -> Facts:
    """What each category is said to have scored."""
    sizes = [chance.choice((3, 3, 3, 4)) for _ in range(chance.randrange(1, 5))]
    lengths = [chance.choice((3, 3, 4, 5)) for _ in range(chance.randrange(1, 5))]
    return {
        "point": {"winner": chance.randrange(2), "cards": chance.randrange(3, 9)},
        "sequences": {"winner": chance.randrange(2), "lengths": lengths},
        "sets": {"winner": chance.randrange(2), "sizes": sizes},
    }
