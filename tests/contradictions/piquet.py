"""Coups of Piquet: true ones, told at any depth, with one fact falsified, and the search for a witness."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from contradictions.manche import Facts, Manche, begin_cells, numbers_of, play_out, seats_of_plays
from contradictions.piquet_cards import DECK, HEIGHT, SUIT, TRICKS, Hand, Told, hand_of, mismatch, taker, told_of
from contradictions.piquet_known import line_of_play
from contradictions.search import Cells, Found, search
from support import piquet as referee

PLAY = ("tricks", "last", "winners", "low", "elder_run", "elder_points", "trick_points")


def legal(_number: int, trick: Sequence[int], _fallen: Sequence[int], hand: Sequence[int]) -> list[int]:
    return [card for card in hand if trick and SUIT[card] == SUIT[trick[0]]] or list(hand)


def true_manche(chance: random.Random) -> Manche:
    """Dealt, exchanged, announced and played: the talon is drawn in its order, elder first (PI-4 to PI-6)."""
    table = {name: chance.choice(values) for name, values in referee.HOUSE_RULES.items() if chance.random() < 0.5}
    elder, order = chance.randrange(2), list(range(32))
    chance.shuffle(order)
    style = chance.random()
    if style < 0.2:  # a carte blanche
        order.sort(key=lambda card: DECK[card][:-1] in "JQK")
    elif style < 0.6:
        loved = chance.randrange(4)
        order.sort(key=lambda card: -HEIGHT[card] * chance.random() - 6 * (SUIT[card] == loved) * chance.random())
    hands, talon = [order[:12], order[12:24]], order[24:]
    if style < 0.2:
        rest = order[12:]
        chance.shuffle(rest)
        hands, talon = [order[:12], rest[:12]], rest[12:]
    if chance.random() < 0.5:
        hands.reverse()
    blank = [all(DECK[card][:-1] not in {"J", "Q", "K"} for card in hand) for hand in hands]
    out: list[int] = []
    for seat, fewest in ((elder, 1), (1 - elder, 0)):
        most = min(5, len(talon)) if seat == elder else len(talon)
        count = chance.randint(fewest, most)
        thrown = sorted(hands[seat], key=lambda card: HEIGHT[card] + 6 * chance.random())[:count]
        hands[seat] = [card for card in hands[seat] if card not in thrown] + talon[:count]
        out, talon = out + thrown, talon[count:]
    out += talon
    played, plays, winners = play_out(legal, taker, hands, elder, chance)
    codes = tuple(DECK[card] for card in plays)
    shown = [bool(own) and chance.random() < 0.8 for own in blank]
    more = {"blank": shown, "out": tuple(out)}
    manche = Manche("piquet", 2, table, DECK, elder, played, codes, tuple(winners), more)
    said = [referee.announcement(hand) for hand in manche.hands]
    more["sunk"] = chance.random() < 0.3
    more["declared"] = [_sunk(one, chance) for one in said] if more["sunk"] else said
    return manche


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
    told = {name: ([dict(item) for item in value] if isinstance(value, list) else dict(value)) for name, value in said.items()}
    if "point" in told and told["point"]["cards"] != other.get("point", {}).get("cards") and chance.random() < 0.5:
        del told["point"]["pips"]
    runs, others = told.get("sequences", []), other.get("sequences", [])
    if runs and (not others or others[0]["length"] != runs[0]["length"]) and chance.random() < 0.5:
        for run in runs:
            del run["top"]
    return told


def falsify(manche: Manche, facts: Facts, chance: random.Random) -> tuple[str, Facts] | None:
    """The telling with one fact changed, and which; None where that changes nothing."""
    kind, changed = chance.choice(list(_falsehoods(manche, facts)))
    told = _copy(facts)
    changed(told, chance)
    return None if told == facts else (kind, told)


def _copy(value: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, dict):
        return {name: _copy(held) for name, held in value.items()}
    return [_copy(held) for held in value] if isinstance(value, list) else value


Change = Callable[[Facts, random.Random], None]


def _falsehoods(manche: Manche, facts: Facts) -> Iterator[tuple[str, Change]]:
    yield "a carte blanche", _blank
    for name in ("point", "sequences", "sets"):
        if name in facts:
            yield f"{name} scored", _scored_change(name)
            yield f"{name} scored", _scored_change(name)
    for seat, said in enumerate(facts.get("declared") or ()):
        for name in said:
            yield f"{name} declared", _declared_change(seat, name)
    for name, change in _PLAY_LIES.items():
        if name in facts:
            yield name, change
            yield name, change
    if facts.get("plays"):
        yield "a card played", lambda told, chance: _other_play(manche, told, chance)
    for name in ("hands", "laid_open"):
        if name in facts:
            yield "a card laid open", lambda told, chance, name=name: _other_hand(manche, told[name], chance)


def _blank(told: Facts, chance: random.Random) -> None:
    seat = chance.randrange(2)
    told["carte_blanche"] = [seat == 0, seat == 1]


def _scored_change(name: str) -> Change:
    def change(told: Facts, chance: random.Random) -> None:
        item = told[name]
        draw = chance.random()
        if draw < 0.3:
            item["winner"] = 1 - item["winner"]
        elif name == "point":
            item["cards"] += chance.choice([-1, 1, 1, 2])
        elif name == "sequences":
            if draw < 0.6:
                place = chance.randrange(len(item["lengths"]))
                item["lengths"][place] += chance.choice([-1, 1, 1, 2])
            else:
                item["lengths"].append(chance.choice([3, 3, 4, 5]))
        elif draw < 0.5:
            place = chance.randrange(len(item["sizes"]))
            item["sizes"][place] = 7 - item["sizes"][place]
        elif "ranks" in item:
            item["ranks"][chance.randrange(len(item["ranks"]))] = chance.choice(referee.SET_RANKS)
        else:
            item["sizes"].append(chance.choice([3, 4]))

    return change


def _declared_change(seat: int, name: str) -> Change:
    def change(told: Facts, chance: random.Random) -> None:
        said = told["declared"][seat]
        if name == "point":
            if "pips" in said["point"] and chance.random() < 0.5:
                said["point"]["pips"] += chance.choice([-1, 1, -2, 2])
            else:
                said["point"] = {"cards": said["point"]["cards"] + chance.choice([-1, 1])}
            return
        items = said[name]
        if chance.random() < 0.3:
            added = {"length": chance.choice([3, 4]), "top": chance.choice(referee.RANKS[2:])}
            items.append(added if name == "sequences" else {"rank": chance.choice(referee.SET_RANKS), "size": 3})
        elif name == "sequences":
            run = chance.choice(items)
            if "top" in run and chance.random() < 0.5:
                run["top"] = chance.choice(referee.RANKS[2:])
            else:
                run["length"] += chance.choice([-1, 1])
        else:
            made = chance.choice(items)
            made |= {"rank": chance.choice(referee.SET_RANKS)} if chance.random() < 0.5 else {"size": 7 - made["size"]}

    return change


def _tricks_moved(told: Facts, chance: random.Random) -> None:
    amount = chance.choice([-1, 1, -2, 2, 3, -3, told["tricks"][1], -told["tricks"][0]])
    told["tricks"] = [told["tricks"][0] + amount, told["tricks"][1] - amount]


def _winners_changed(told: Facts, chance: random.Random) -> None:
    winners = told["winners"]
    place = chance.randrange(12)
    if chance.random() < 0.5:
        winners[place] = 1 - winners[place]
    else:
        other = chance.randrange(12)
        winners[place], winners[other] = winners[other], winners[place]


def _low_changed(told: Facts, chance: random.Random) -> None:
    pair = chance.choice(told["low"])
    place = chance.randrange(2)
    pair[place] = not pair[place]


def _points_moved(told: Facts, chance: random.Random) -> None:
    giver, amount = chance.randrange(2), chance.choice([1, 1, 2])
    told["trick_points"][giver] -= amount
    if chance.random() < 0.7:
        told["trick_points"][1 - giver] += amount


_PLAY_LIES: dict[str, Change] = {
    "tricks": _tricks_moved,
    "last": lambda told, _: told.update(last=1 - told["last"]),
    "winners": _winners_changed,
    "low": _low_changed,
    "elder_run": lambda told, chance: told.update(elder_run=told["elder_run"] + chance.choice([-1, 1, 2])),
    "elder_points": lambda told, chance: told.update(elder_points=told["elder_points"] + chance.choice([-1, 1, 2])),
    "trick_points": _points_moved,
}


def _other_play(manche: Manche, told: Facts, chance: random.Random) -> None:
    plays, place = told["plays"], chance.randrange(len(told["plays"]))
    others = [*manche.plays, *(DECK[card] for card in manche.more["out"])]
    card = chance.choice(others)
    if card in plays:
        plays[plays.index(card)] = plays[place]
    plays[place] = card


def _other_hand(manche: Manche, hands: list[list[str] | None], chance: random.Random) -> None:
    seat = chance.choice([seat for seat, hand in enumerate(hands) if hand is not None])
    own = hands[seat] or []
    other = hands[1 - seat]
    mine = chance.choice(own)
    new = chance.choice([card for card in DECK if card not in own])
    own[own.index(mine)] = new
    if other is not None and new in other:
        other[other.index(new)] = mine
    del manche


def witness(manche: Manche, facts: Facts, chance: random.Random, steps: int) -> Found:
    """A deal, its exchange and a play that agree with all that was told."""
    placed = _placed(facts)
    if placed is None:
        return Found(None, proven=True)
    cells, laid = placed
    if len(cells) == 24:  # all cards are there, and rule the play (T-7)
        facts = {name: value for name, value in facts.items() if name not in PLAY}
    told = told_of(manche.options, facts)
    if told is None or any(hand and told.claims[seat].missed(hand_of(hand)) for seat, hand in enumerate(laid)):
        return Found(None, proven=True)
    wished = [*(card for own in manche.played for card in own), *manche.more["out"]]

    def start() -> Cells:
        return begin_cells(DECK, TRICKS, cells, laid, wished, chance)

    if all(hand is not None for hand in laid):
        return _known(told, [hand or [] for hand in laid], cells, start)
    breach = bool(cells) and not _lawful(facts["elder"], cells, laid)
    if not cells:
        return search(start, lambda cards: mismatch(told, cards, lawful=True), chance, steps)
    # What was announced may be false, and the table let it stand (PI-37): the cards that fell are no part of it.
    announced = search(
        lambda: begin_cells(DECK, TRICKS, {}, laid, wished, chance),
        lambda cards: told.claims_missed((hand_of(cards[:TRICKS]), hand_of(cards[TRICKS : 2 * TRICKS]))),
        chance,
        steps,
    )
    if announced.cards is None:
        return announced
    bare = told.without_claims()
    return search(start, lambda cards: mismatch(bare, cards, lawful=not breach), chance, steps)


def _known(told: Told, hands: Sequence[Sequence[int]], cells: dict[int, int], start: Callable[[], Cells]) -> Found:
    """Both hands lie open: what is said of them holds or not, and the lines of play can be gone through."""
    first, second = hand_of(hands[0]), hand_of(hands[1])
    if told.claims_missed((first, second)):
        return Found(None, proven=True)
    if len(cells) == 24:
        return Found(start().cards, proven=True)
    lawful = _lawful(told.elder, cells, hands)
    line = line_of_play(told, hands, cells, lawful=lawful)
    if line is None:
        return Found(None, proven=False)
    return Found(start().cards if line else None, proven=True)


def _placed(facts: Facts) -> tuple[dict[int, int], list[list[int] | None]] | None:
    """By cell the cards played, and the hands laid open; None when the cards alone cannot be so."""
    if facts.get("leader", facts["elder"]) != facts["elder"]:
        return None
    both = [facts.get("hands") or [None, None], facts.get("laid_open") or [None, None]]
    codes = [one if one is not None else other for one, other in zip(*both, strict=True)]
    for one, other in zip(*both, strict=True):
        if one is not None and other is not None and set(one) != set(other):
            return None
    plays = numbers_of(DECK, facts.get("plays", []))
    held = numbers_of(DECK, [code for hand in codes for code in hand or ()])
    if plays is None or held is None or any(hand is not None and len(hand) != 12 for hand in codes):
        return None
    laid = [None if hand is None else numbers_of(DECK, hand) for hand in codes]
    seen = {card: seat for seat, hand in enumerate(laid) for card in hand or ()}
    cells: dict[int, int] = {}
    for (seat, trick), card in zip(seats_of_plays(2, facts["elder"], len(plays), taker, plays), plays, strict=True):
        if seen.get(card, seat) != seat or (laid[seat] is not None and card not in seen):
            return None
        cells[seat * TRICKS + trick] = card
    return cells, laid


def _lawful(elder: int, cells: dict[int, int], laid: Sequence[Sequence[int] | None]) -> bool:
    """Whether nobody failed to follow, as far as the cards played and those laid open show."""
    leader = elder
    for number in range(TRICKS):
        led, reply = cells.get(leader * TRICKS + number), cells.get((1 - leader) * TRICKS + number)
        if led is None or reply is None:
            return True
        seat = 1 - leader
        if SUIT[reply] != SUIT[led]:
            known = laid[seat]
            own = known if known is not None else [c for cell, c in cells.items() if cell // TRICKS == seat]
            before = {cells[seat * TRICKS + early] for early in range(number)}
            if any(SUIT[card] == SUIT[led] and card not in before for card in own):
                return False
        leader = (leader + taker([led, reply])) % 2
    return True


__all__ = ["Hand", "coup_of", "falsify", "tell", "true_manche", "witness"]
