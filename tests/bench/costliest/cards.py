"""Cards that nobody would play: any order of any cards, and small changes to it, for the search of the worst case."""

from __future__ import annotations

import random
from typing import Any

from scorekeeper.cards.legality import Rules
from scorekeeper.games import GAMES
from scorekeeper.games.contract import Table

Case = dict[str, Any]
BLOCK, FEWEST = 6, 4


def any_cards(table: Case, chance: random.Random) -> Case:
    """A manche broken off anywhere, its cards in any order: whatever a scribe may type."""
    codes = shuffled(table, chance)
    return {
        **table,
        "dealer": 0,
        "leader": leads(table, chance),
        "plays": codes[: chance.randrange(len(codes) // 4, len(codes))],
    }


def other_cards(manche: Case, chance: random.Random) -> Case:
    """The same with cards swapped, moved, added or left out."""
    plays = list(manche["plays"])
    left = shuffled(manche, chance)
    for code in plays:
        left.remove(code)
    for _ in range(chance.choice((1, 1, 2, 4))):
        here, there = chance.randrange(len(plays)), chance.randrange(len(plays))
        match chance.choice(("swap", "swap", "exchange", "move", "add", "drop")):
            case "exchange" if left:
                plays[here], left[0] = left[0], plays[here]
            case "move":
                block = plays[here : here + chance.randrange(1, BLOCK)]
                del plays[here : here + len(block)]
                plays[there:there] = block
            case "add" if len(plays) < dealt(manche):
                plays.append(left.pop())
            case "drop" if len(plays) > FEWEST:
                left.append(plays.pop())
            case _:
                plays[here], plays[there] = plays[there], plays[here]
    return {**manche, "plays": plays}


def shuffled(table: Case, chance: random.Random) -> list[str]:
    """The deck of a table in any order."""
    pack = rules_of(table).pack
    codes = [card.code for card in pack.every_copy(pack.all)]
    chance.shuffle(codes)
    return codes


def dealt(table: Case) -> int:
    """How many cards the hands of a table have together."""
    return rules_of(table).hand_size * int(table["seats"])


def leads(table: Case, chance: random.Random) -> int:
    """Who leads: anybody, or the seat that the dealer makes lead."""
    play = GAMES[table["game"]].play
    return chance.randrange(table["seats"]) if play is None or play.leader is None else play.leader(0)


def rules_of(table: Case) -> Rules:
    """The law of a table."""
    game = GAMES[table["game"]]
    assert game.play is not None
    return game.play.rules(game.read_options(table["options"], table["seats"]), Table(table["seats"], 0), {})
