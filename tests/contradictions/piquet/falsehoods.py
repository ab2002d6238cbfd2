"""One fact of a telling of Piquet falsified."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from contradictions.manche import Facts, Manche
from contradictions.piquet.cards import DECK
from support import piquet as referee

Change = Callable[[Facts, random.Random], None]


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
