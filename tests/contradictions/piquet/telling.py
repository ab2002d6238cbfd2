"""True coups of Piquet, told at any depth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from contradictions.manche import Facts, Manche, play_out
from contradictions.piquet.cards import DECK, HEIGHT, LAW, SUIT
from support import piquet as referee

CARTE_BLANCHE, STRONG = 0.2, 0.6  # how often a deal brings one, or a strong hand


def true_manche(chance: random.Random) -> Manche:
    """Dealt, exchanged, announced and played."""
    table = {name: chance.choice(values) for name, values in referee.HOUSE_RULES.items() if chance.random() < 0.5}
    elder = chance.randrange(2)
    hands, talon = _deal(chance)
    blank = [all(DECK[card][:-1] not in referee.COURTS for card in hand) for hand in hands]
    hands, out = _exchange(elder, hands, talon, chance)
    shown = [own and chance.random() < 0.8 for own in blank]
    more: dict[str, Any] = {"blank": shown, "out": tuple(out), "sunk": chance.random() < 0.3}
    manche = Manche("piquet", 2, table, DECK, elder, *play_out(LAW, hands, elder, chance), more)
    said = [referee.announcement(hand) for hand in manche.hands]
    more["declared"] = [_sunk(one, chance) for one in said] if more["sunk"] else said
    return manche


def _deal(chance: random.Random) -> tuple[list[list[int]], list[int]]:
    """Two hands of twelve and the talon: a carte blanche now and then, or a hand with a strong suit."""
    order, style = list(range(32)), chance.random()
    chance.shuffle(order)
    if style < CARTE_BLANCHE:
        order.sort(key=lambda card: DECK[card][:-1] in referee.COURTS)
        rest = order[12:]
        chance.shuffle(rest)
        order = order[:12] + rest
    elif style < STRONG:
        loved = chance.randrange(4)
        order.sort(key=lambda card: -HEIGHT[card] * chance.random() - 6 * (SUIT[card] == loved) * chance.random())
    hands = [order[:12], order[12:24]]
    if chance.random() < 0.5:
        hands.reverse()
    return hands, order[24:]


def _exchange(
    elder: int, hands: list[list[int]], talon: list[int], chance: random.Random
) -> tuple[list[list[int]], list[int]]:
    """The hands after the exchange, elder's first, the talon drawn in order; what is out of play (PI-5, PI-6)."""
    out: list[int] = []
    for seat, fewest in ((elder, 1), (1 - elder, 0)):
        count = chance.randint(fewest, min(5, len(talon)) if seat == elder else len(talon))
        thrown = sorted(hands[seat], key=lambda card: HEIGHT[card] + 6 * chance.random())[:count]
        hands[seat] = [card for card in hands[seat] if card not in thrown] + talon[:count]
        out, talon = out + thrown, talon[count:]
    return hands, out + talon


def _sunk(said: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """What is left of an announcement when some of it is passed over (PI-12)."""
    left: dict[str, Any] = {}
    for name, value in said.items():
        if chance.random() < 0.25:
            continue
        if name == "point":
            left[name] = value
        else:
            kept = [item for item in value if chance.random() < 0.8]
            if kept:
                left[name] = [dict(item) for item in kept]
    for made in left.get("sets", []):
        if made["size"] == 4 and chance.random() < 0.3:
            made["size"] = 3
    if "sets" in left:
        order = referee.SET_RANKS
        left["sets"].sort(key=lambda made: (-made["size"], order.index(made["rank"])))
    return left


def scored(declared: Sequence[dict[str, Any]]) -> dict[str, int | None]:
    """Who scores each category of what both announce, None for nobody."""
    winners: dict[str, int | None] = {}
    for name, height in (
        ("point", lambda said: (said["cards"], said["pips"])),
        ("sequences", lambda said: (said[0]["length"], referee.RANKS.index(said[0]["top"]))),
        ("sets", lambda said: (said[0]["size"], referee.RANKS.index(said[0]["rank"]))),
    ):
        heights = [height(said[name]) if said.get(name) else (0, 0) for said in declared]
        winners[name] = None if heights[0] == heights[1] else int(heights[1] > heights[0])
    return winners


def coup_of(manche: Manche) -> referee.Coup:
    hands, tricks = manche.hands, []
    leader = manche.leader
    for number, winner in enumerate(manche.winners):
        tricks.append((leader, hands[leader][number], hands[1 - leader][number], winner))
        leader = winner
    blank = manche.more["blank"]
    return referee.Coup(manche.leader, (tuple(hands[0]), tuple(hands[1])), (blank[0], blank[1]), tuple(tricks))


def tell(manche: Manche, chance: random.Random) -> tuple[Facts, dict[str, Any]]:
    """A true telling at some depth, and what to answer when it is asked for."""
    coup, table = coup_of(manche), referee.DEFAULTS | manche.options
    facts: Facts = {"elder": manche.leader}
    if any(manche.more["blank"]) or chance.random() < 0.3:
        facts["carte_blanche"] = list(manche.more["blank"])
    facts |= _tell_announced(manche, chance)
    answers = {
        "elder_run": referee.elder_run(coup.elder, coup.winners),
        "trick_points": list(referee.play_points(coup, table)),
        "elder_points": referee.elder_points(coup, table),
    }
    depth = chance.choice(["counts", "counts", "winners", "cards", "cards"])
    count = 24 if depth == "cards" else chance.choice([0, 0, chance.randrange(24), chance.randrange(14, 24)])
    if depth == "counts" or (depth == "cards" and chance.random() < 0.3):
        facts |= {"tricks": [coup.winners.count(0), coup.winners.count(1)], "last": coup.winners[-1]}
        # Only what was asked for at the table is told of its own accord: what depends on the rest is asked in turn.
        if chance.random() < 0.3:
            facts["elder_run"] = answers["elder_run"]
    elif depth == "winners":
        facts["winners"] = list(coup.winners)
        if table["low_card_points"] == "above_nine":
            facts["low"] = [list(pair) for pair in coup.lows]
    if depth == "cards" or count:
        facts["plays"] = list(manche.plays[:count])
        if chance.random() < 0.7:
            facts["leader"] = manche.leader
        if chance.random() < 0.3 and "hands" not in facts:
            shown = chance.choice([{0}, {1}, {0, 1}])
            facts["laid_open"] = [chance.sample(h, 12) if s in shown else None for s, h in enumerate(manche.hands)]
    return facts, answers


def _tell_announced(manche: Manche, chance: random.Random) -> Facts:
    declared, winners = manche.more["declared"], scored(manche.more["declared"])
    form = chance.choice(["scored", "declared", "declared", "hands"])
    if form == "scored":
        facts: Facts = {}
        if (seat := winners["point"]) is not None:
            facts["point"] = {"winner": seat, "cards": declared[seat]["point"]["cards"]}
        if (seat := winners["sequences"]) is not None:
            facts["sequences"] = {"winner": seat, "lengths": [run["length"] for run in declared[seat]["sequences"]]}
        if (seat := winners["sets"]) is not None:
            made = declared[seat]["sets"]
            facts["sets"] = {"winner": seat, "sizes": [one["size"] for one in made]}
            if chance.random() < 0.5:
                facts["sets"]["ranks"] = [one["rank"] for one in made]
        return facts
    if form == "hands" and not manche.more["sunk"]:
        return {"hands": [chance.sample(hand, 12) for hand in manche.hands]}
    facts = {"declared": [_as_said(said, declared[1 - seat], chance) for seat, said in enumerate(declared)]}
    if chance.random() < 0.4:
        shown = chance.choice([{0}, {1}, {0, 1}])
        facts["hands"] = [chance.sample(h, 12) if s in shown else None for s, h in enumerate(manche.hands)]
    return facts


def _as_said(said: dict[str, Any], other: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """An announcement, its pips and tops left out at times where nobody had to ask."""
    told = {
        name: ([dict(item) for item in value] if isinstance(value, list) else dict(value))
        for name, value in said.items()
    }
    if "point" in told and told["point"]["cards"] != other.get("point", {}).get("cards") and chance.random() < 0.5:
        del told["point"]["pips"]
    runs, others = told.get("sequences", []), other.get("sequences", [])
    if runs and (not others or others[0]["length"] != runs[0]["length"]) and chance.random() < 0.5:
        for run in runs:
            del run["top"]
    return told
