"""The lines of play of two hands of Piquet that lie open, gone through one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from contradictions.piquet.cards import HEIGHT, LOW, SUIT, TRICKS, Told

Line = tuple[tuple[int, int, int, int], ...]


def line_of_play(
    told: Told, hands: Sequence[Sequence[int]], cells: dict[int, int], *, lawful: bool, nodes: int
) -> bool | None:
    """Whether some line agrees with what was told of the tricks; None when it takes more nodes to tell."""
    walk = _Walk(told, cells, nodes, lawful=lawful)
    try:
        return walk.goes(0, told.elder, (frozenset(hands[0]), frozenset(hands[1])), ())
    except _TooManyError:
        return None


class _TooManyError(Exception):
    """Too many lines to go through."""


class _Walk:
    def __init__(self, told: Told, cells: dict[int, int], nodes: int, *, lawful: bool) -> None:
        self.told, self.cells, self.nodes, self.lawful = told, cells, nodes, lawful
        self.dead: set[tuple[object, ...]] = set()
        # Points depend on every card of the line where low cards count for nothing: such lines are not told apart.
        self.by_points = told.elder_points is not None or told.trick_points is not None

    def goes(self, number: int, leader: int, hands: tuple[frozenset[int], frozenset[int]], line: Line) -> bool:
        if number == TRICKS:
            return not self.told.play_missed(line)
        winners = [winner for _, _, _, winner in line]
        run = next((at for at, winner in enumerate(winners) if winner != self.told.elder), number)
        key = (leader, hands, winners.count(0), run, self._points_key(line))
        if key in self.dead:
            return False
        self.nodes -= 1
        if self.nodes < 0:
            raise _TooManyError
        for led, reply in self._tricks(number, leader, hands):
            captured = SUIT[led] == SUIT[reply] and HEIGHT[reply] > HEIGHT[led]
            winner = 1 - leader if captured else leader
            if not self._agrees(number, leader, (led, reply), winner, winners):
                continue
            left = (hands[0] - {led, reply}, hands[1] - {led, reply})
            if self.goes(number + 1, winner, left, (*line, (leader, led, reply, winner))):
                return True
        self.dead.add(key)
        return False

    def _points_key(self, line: Line) -> object:
        if not self.by_points:
            return None
        return tuple(
            (leader, winner, LOW[led], LOW[led if winner == leader else reply]) for leader, led, reply, winner in line
        )

    def _tricks(
        self, number: int, leader: int, hands: tuple[frozenset[int], frozenset[int]]
    ) -> Iterator[tuple[int, int]]:
        told_led, told_reply = self.cells.get(leader * TRICKS + number), self.cells.get((1 - leader) * TRICKS + number)
        for led in sorted(hands[leader]) if told_led is None else (told_led,):
            follow = [card for card in sorted(hands[1 - leader]) if SUIT[card] == SUIT[led]]
            replies = (follow or sorted(hands[1 - leader])) if self.lawful else sorted(hands[1 - leader])
            for reply in replies if told_reply is None else (told_reply,):
                yield led, reply

    def _agrees(self, number: int, leader: int, cards: tuple[int, int], winner: int, winners: list[int]) -> bool:
        told, after = self.told, [*winners, winner]
        if told.winners is not None and told.winners[number] != winner:
            return False
        if told.low is not None:
            pair = (LOW[cards[0]], LOW[cards[0] if winner == leader else cards[1]])
            if pair != told.low[number]:
                return False
        if told.tricks is not None and any(after.count(seat) > told.tricks[seat] for seat in (0, 1)):
            return False
        if told.elder_run is not None and number <= told.elder_run < TRICKS:
            return (winner == told.elder) == (number < told.elder_run)
        return True
