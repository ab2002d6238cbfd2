"""What the table knows of the unseen cards: who may hold which, every claim believed that can be.

The law of this file. A deal gives each seat the cards it played and leaves a hand laid open as it is. A play is
irregular in a deal when its rule forbids it from the hand that the deal gives. The deals that count are those with the
fewest irregular plays: none while everything may have been regular. They are never listed. A *world* is a smallest
set of plays whose claims are taken as false, the others being true; the deals that count are those of the worlds, and
within a world each question is one of transport.

A play judged forbidden stands: it is irregular by its ruling, in every deal alike. So it weighs on none of them, its
claim is never believed, and no set of doubted plays names it; were it counted only where its rule is broken, a deal
that makes it legal by way of somebody else's irregularity would come back into play, and clear it. Rulings are given as
the cards fall and are not taken back; `hindsight` says which of them nothing upholds any more.

At a table that lies enough there are more worlds than anybody can go through. The worlds of a manche may cost `JUDGING`
steps, a step being a world held against a card or a beginning of one looked at; beyond, or where there are more than
`MOST_WORLDS` at once, the manche is `undecided` for good: nothing is held against the cards seen but what a later card
of the same hand contradicts, and what that leaves open has no ruling.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.cards.diagnosis import least_irregular
from scorekeeper.cards.doubts import Statement, masks_without
from scorekeeper.cards.legality import Rule
from scorekeeper.cards.own_claims import OwnClaims
from scorekeeper.cards.transport import bits, outlook, possible
from scorekeeper.cards.verdicts import Ruling
from scorekeeper.cards.work import OutOfStepsError, Work

JUDGING, HINDSIGHT, MOST_WORLDS = 1_500, 1_000, 100


@dataclass(frozen=True, slots=True)
class World:
    """Plays taken as irregular, and what the claims of the others leave each seat."""

    doubted: frozenset[int]
    masks: list[int]


@dataclass(frozen=True, slots=True)
class Survey:
    """The ruling of every card that the seat to play may hold, as sets; `held` says in which worlds, one by one.

    Of the cards `undecided` nobody knows whether the seat may hold them.
    """

    seat: int
    allowed: int
    conditional: int
    forbidden: int
    held: list[int]
    undecided: int = 0

    def ruling(self, card: int) -> Ruling | None:
        """The ruling of a card, or None when the seat holds it in no world."""
        if card & self.allowed:
            return Ruling.ALLOWED
        if card & self.conditional:
            return Ruling.CONDITIONAL
        if card & self.forbidden:
            return Ruling.FORBIDDEN
        return Ruling.UNDECIDED if card & self.undecided else None


class Knowledge:
    """The unseen cards, the claims made of them and the worlds that fit; `judge` takes the next play in.

    `hands` holds what is left of the hands laid open, None for the others; `rooms` how many unseen cards a seat holds.
    """

    def __init__(self, everything: int, hand_sizes: Sequence[int], hands: Sequence[int | None]) -> None:
        """Begin before the first lead."""
        self.hands = list(hands)
        self.rooms = [size if hand is None else 0 for size, hand in zip(hand_sizes, hands, strict=True)]
        self.unseen = everything & ~sum(hand or 0 for hand in hands)
        self.plays: list[tuple[int, int]] = []
        self.statements: list[Statement] = []
        self.disbelieved: list[Statement] = []
        self.worlds = [World(frozenset(), [everything] * len(hands))]
        self.everything = everything
        self.undecided = False
        self._work = Work(JUDGING)
        self._own = OwnClaims(everything)

    @property
    def exposed(self) -> frozenset[int]:
        """The plays irregular in every deal that counts, besides those judged forbidden."""
        if len(self.worlds) == 1:
            return self.worlds[0].doubted
        return frozenset.intersection(*(world.doubted for world in self.worlds))

    @property
    def proven(self) -> frozenset[int]:
        """The plays irregular in every deal that fits the cards seen, however many others it makes irregular."""
        return self._own.proven

    @property
    def suspects(self) -> frozenset[int]:
        """The plays irregular in some of the deals that count, and not in all."""
        if len(self.worlds) == 1:
            return frozenset()
        return frozenset[int]().union(*(world.doubted for world in self.worlds)) - self.exposed

    def survey(self, seat: int, rules: Sequence[Rule]) -> Survey:
        """What each card would be, played now by this seat under these rules."""
        if self.undecided and self.hands[seat] is None:
            return Survey(seat, 0, 0, 0, [self.unseen], self.unseen)
        may = may_not = 0
        held = []
        for world in self.worlds:
            cards, legal, illegal = self._sort(world, seat, rules)
            held.append(cards)
            may |= legal
            may_not |= illegal
        for rule in rules:
            if rule.absent:
                for card in bits(rule.cards & (may | may_not)):
                    ruling = self._ruling_of(seat, card, rule, held)
                    may = may & ~card if ruling is Ruling.FORBIDDEN else may | card
                    may_not = may_not & ~card if ruling is Ruling.ALLOWED else may_not | card
        return Survey(seat, may & ~may_not, may & may_not, may_not & ~may, held)

    def judge(self, card: int, rule: Rule, survey: Survey) -> Ruling:
        """Take in the next play, by the seat of the survey, and give its ruling.

        A card which that seat holds in no world is judged in the new ones, the smallest sets of irregular plays that
        let it hold the card.
        """
        self._take(survey.seat, card)
        ruling = survey.ruling(card)
        if ruling is None or self.undecided:
            self._doubt()
            ruling = self._weigh(rule, survey.seat)
        elif len(self.worlds) > 1:
            self.worlds = [world for world, held in zip(self.worlds, survey.held, strict=True) if held & card]
        play, claims = len(self.plays) - 1, self.claims(rule, survey.seat)
        if ruling is not Ruling.FORBIDDEN:
            self._believe(play, claims)
        elif rule.legal and not self.laid_against(rule, survey.seat):
            self.disbelieved += [Statement(play, seat, only) for seat, only in claims]
        self._prove(play, rule, survey.seat, claims)
        if not self.undecided and not self._affords(len(self.worlds)):
            self._give_up()
        return ruling

    def claims(self, rule: Rule, seat: int) -> list[tuple[int, int]]:
        """What a play claims of hands unseen: (seat, the only cards it may hold)."""
        claims = [(other, self.everything & ~cards) for other, cards in rule.absent]
        if rule.only is not None:
            claims.append((seat, rule.only))
        return [(holder, only) for holder, only in claims if self.hands[holder] is None]

    def laid_against(self, rule: Rule, seat: int) -> int:
        """The cards of hands laid open that make a play irregular."""
        against = 0 if rule.only is None else (self.hands[seat] or 0) & ~rule.only
        for other, cards in rule.absent:
            against |= (self.hands[other] or 0) & cards
        return against

    def hindsight(self) -> list[frozenset[int]] | None:
        """The smallest sets of irregular plays that explain all that was seen, no ruling taken for granted.

        A play judged forbidden because it disagreed with what others had claimed may be cleared when they are caught.
        None when that takes more than `HINDSIGHT` steps to say.
        """
        every = self.statements + self.disbelieved
        try:
            return least_irregular(every, self.contradicted(every), self.unseen, self.rooms, Work(HINDSIGHT))
        except OutOfStepsError:
            return None

    def _sort(self, world: World, seat: int, rules: Sequence[Rule]) -> tuple[int, int, int]:
        """In one world: the cards the seat may hold, those that may be legal, those that may not be."""
        hand = self.hands[seat]
        if hand is not None:
            illegal = 0
            for rule in rules:
                if not rule.legal or (rule.only is not None and hand & ~rule.only):
                    illegal |= hand & rule.cards
            return hand, hand & ~illegal, illegal
        view = outlook(self.unseen, world.masks, self.rooms, seat)
        legal = illegal = 0
        for rule in rules:
            cards = rule.cards & view.holdable
            if not cards:
                continue
            if not rule.legal:
                illegal |= cards
            elif rule.only is None:
                legal |= cards
            else:
                sure, perhaps, never = view.sort(cards, rule.only)
                legal |= sure | perhaps
                illegal |= perhaps | never
        return view.holdable, legal, illegal

    def _ruling_of(self, seat: int, card: int, rule: Rule, held: Sequence[int]) -> Ruling:
        """The ruling of a card whose rule looks at other hands: it is tried out on a copy."""
        trial = copy.copy(self)
        trial.rooms, trial.hands, trial.plays = [*self.rooms], [*self.hands], []
        trial.worlds = [world for world, cards in zip(self.worlds, held, strict=True) if cards & card]
        trial._take(seat, card)  # noqa: SLF001 - a copy of this very thing
        return trial._weigh(rule, seat)  # noqa: SLF001 - likewise

    def _weigh(self, rule: Rule, seat: int) -> Ruling:
        """The ruling of the play just taken in, over the worlds as they stand."""
        if not rule.legal or self.laid_against(rule, seat):
            return Ruling.FORBIDDEN
        claims = self.claims(rule, seat)
        if not any(self._fits(world, claims) for world in self.worlds):
            return Ruling.FORBIDDEN
        for world in self.worlds:
            for holder, only in claims:
                if outlook(self.unseen, world.masks, self.rooms, holder).holdable & ~only:
                    return Ruling.UNDECIDED if self.undecided else Ruling.CONDITIONAL
        return Ruling.ALLOWED

    def _fits(self, world: World, claims: Sequence[tuple[int, int]]) -> bool:
        masks = [*world.masks]
        for seat, only in claims:
            masks[seat] &= only
        return possible(self.unseen, masks, self.rooms)

    def _take(self, seat: int, card: int) -> None:
        self.plays.append((seat, card))
        hand = self.hands[seat]
        if hand is not None:
            self.hands[seat] = hand & ~card
        else:
            self.rooms[seat] -= 1
            self.unseen &= ~card

    def _prove(self, play: int, rule: Rule, seat: int, claims: list[tuple[int, int]]) -> None:
        """Find the plays, this one included, that no deal makes regular any more."""
        if not rule.legal or self.laid_against(rule, seat):
            self._own.proven |= {play}
        else:
            self._own.add(play, claims)
        _, card = self.plays[play]
        self._own.see(seat, card, self.unseen, self.rooms)

    def _believe(self, play: int, claims: Sequence[tuple[int, int]]) -> None:
        """Hold the claims of a play from now on, in the worlds where they can be true."""
        if not claims:
            return
        if len(self.worlds) > 1:
            self.worlds = [world for world in self.worlds if self._fits(world, claims)]
        for seat, only in claims:
            if self.unseen & ~only:
                self.statements.append(Statement(play, seat, only))
                for world in () if self.undecided else self.worlds:
                    world.masks[seat] &= only

    def _doubt(self) -> None:
        """Look for the worlds anew: the cards seen fit none of them."""
        if self.undecided:
            self._give_up()
            return
        try:
            broken = self.contradicted(self.statements)
            doubts = least_irregular(self.statements, broken, self.unseen, self.rooms, self._work)
        except OutOfStepsError:
            self._give_up()
            return
        if len(doubts) > MOST_WORLDS:
            self._give_up()
            return
        seats, everything = len(self.rooms), self.everything
        self.worlds = [World(doubted, masks_without(self.statements, doubted, seats, everything)) for doubted in doubts]

    def _affords(self, steps: int) -> bool:
        """Whether there is work left for so many steps, which are taken."""
        try:
            self._work.take(steps)
        except OutOfStepsError:
            return False
        return True

    def _give_up(self) -> None:
        """Tell no more who is to be believed: in the one world left, whatever fits the cards seen may be."""
        self.undecided = True
        broken = frozenset(self.contradicted(self.statements))
        self.worlds = [World(broken, [self.everything] * len(self.rooms))]

    def contradicted(self, statements: Sequence[Statement]) -> dict[int, int]:
        """The plays whose claim a later card of the same seat contradicts, each with the index of the first such."""
        broken: dict[int, int] = {}
        by_seat: list[list[tuple[int, int]]] = [[] for _ in self.rooms]
        for index, (seat, card) in enumerate(self.plays):
            by_seat[seat].append((index, card))
        for statement in statements:
            for index, card in by_seat[statement.seat]:
                if card & ~statement.only and index >= statement.play:
                    broken[statement.play] = min(index, broken.get(statement.play, index))
                    break
        return broken
