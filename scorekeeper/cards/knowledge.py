"""What the table knows about the unseen cards: which seat may hold which card, if as many claims as possible are true.

`cards/verdicts.py` has an example, and the states of a play. A set of cards is an integer whose bits are cards of a
`Pack`: `a & ~b` are the cards of `a` that are not in `b`. Names such as `only`, `masks`, `holdable` and `unseen` are
sets. *Capacities* are by seat the number of its unseen cards. A *play* is the index of a card in the order of play. A
*claim* is what must be true if a play is regular: a seat has only certain cards.

A *deal* is a way in which the cards can have been dealt: each seat has the cards that it played, and its hand if that
is laid open. A play is *irregular* in a deal when its rule forbids it from the hand that the seat had in this deal.

The *deals that count* are those with the fewest irregular plays: with none, as long as every play may be regular. They
are never listed. Instead, a *world* is a smallest set of plays whose claims are taken as false while those of all other
plays are true. The deals that count are those of the worlds; within a world each question is a transport problem
(`cards/transport.py`).

A play judged *forbidden* is irregular in every deal that counts when it is judged. From then on that play is left out:
it is in no world, and its claim is not believed. If it counted, a deal in which another play is irregular instead could
have as few irregular plays, and clear the forbidden one. Rulings are given as the cards are played and are not revised;
`hindsight` finds the rulings that later cards no longer support.

With many irregular plays there are too many worlds to search. Judging one manche may spend `JUDGING_STEPS` steps; a
step checks one card against one world, or visits one branch of the search for worlds. Beyond that, or with more than
`MAX_WORLDS` at once, the manche is `undecided` until its end: a play is then irregular only if a later card of the same
hand contradicts its claim, and every other play has no ruling. A *manche* is one deal of a game.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TypeVar

from scorekeeper.cards.diagnosis import PlayClaim, allowed_masks, smallest_irregular_sets
from scorekeeper.cards.legality import Rule
from scorekeeper.cards.step_budget import OutOfStepsError, StepBudget
from scorekeeper.cards.transport import bits, can_be_dealt, outlook
from scorekeeper.cards.verdicts import Ruling

# The limits of the searches, in steps and in worlds.
JUDGING_STEPS = 1_500
HINDSIGHT_STEPS = 1_000
MAX_WORLDS = 100

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class World:
    """A smallest set of plays taken as irregular, so that the claims of all other plays can be true."""

    # The plays taken as irregular.
    doubted: frozenset[int]

    # By seat, the set of the cards that the claims of all plays not in `doubted` allow it to hold.
    masks: list[int]


@dataclass(frozen=True, slots=True)
class Survey:
    """The cards that the seat to play may hold, before its next card: one set of cards for each ruling."""

    # The seat to play.
    seat: int

    # The cards that are legal in every deal that counts, in some of them, and in none.
    allowed: int
    conditional: int
    forbidden: int

    # For each world, the cards that the seat may hold in it.
    holdable: list[int]

    # The cards without a ruling: it is unknown whether the seat may hold them.
    undecided: int = 0

    def ruling(self, card: int) -> Ruling | None:
        """Return the ruling of a card, or None when the seat cannot hold it in any world."""
        if card & self.allowed:
            return Ruling.ALLOWED
        if card & self.conditional:
            return Ruling.CONDITIONAL
        if card & self.forbidden:
            return Ruling.FORBIDDEN
        if card & self.undecided:
            return Ruling.UNDECIDED
        return None


class Knowledge:
    """The unseen cards, the claims about them and the worlds that fit; `judge` records the next play."""

    def __init__(self, whole_pack: int, hand_sizes: Sequence[int], hands: Sequence[int | None]) -> None:
        """Start before the first lead; `whole_pack` is the set of all cards.

        By seat, `hand_sizes` are numbers of cards, and `hands` the sets of the hands laid open.
        """
        # By seat, the remaining cards of a hand laid open, None for an unseen hand.
        self.hands = hands
        # By seat, the number of its unseen cards.
        self.capacities = [size if hand is None else 0 for size, hand in zip(hand_sizes, hands, strict=True)]
        # No card is in two hands, so that the sum of the hands is their union.
        self.unseen = whole_pack & ~sum(hand or 0 for hand in hands)
        # The seat and the card of each play.
        self.plays: list[tuple[int, int]] = []
        # The claims that are believed, and those of plays judged forbidden.
        self.play_claims: list[PlayClaim] = []
        self.disbelieved: list[PlayClaim] = []
        # At first one world: no play is irregular, and each seat may hold any card.
        self.worlds = [World(frozenset(), [whole_pack] * len(hands))]
        self.whole_pack = whole_pack
        # Whether the search took too long, so that plays have no ruling any more.
        self.undecided = False
        # The remaining steps of all searches of this manche.
        self._budget = StepBudget(JUDGING_STEPS)
        # The plays that are irregular in every deal that fits the cards seen, not only in those that count.
        self.proven: frozenset[int] = frozenset()

    def copy(self) -> Knowledge:
        """Return the same knowledge, to which other plays can be added."""
        # Methods replace the lists of this object and never change them, so that both objects can share them. The
        # budget is changed, and is copied too.
        other = copy.copy(self)
        other._budget = copy.copy(self._budget)  # noqa: SLF001 - a copy of this object
        return other

    @property
    def exposed(self) -> frozenset[int]:
        """Return the plays that are irregular in every deal that counts, except those judged forbidden."""
        if len(self.worlds) == 1:
            return self.worlds[0].doubted
        return frozenset.intersection(*(world.doubted for world in self.worlds))

    @property
    def suspects(self) -> frozenset[int]:
        """Return the plays that are irregular in some, but not all, of the deals that count."""
        if len(self.worlds) == 1:
            return frozenset()
        # Those of any world, without those of every world.
        return frozenset[int]().union(*(world.doubted for world in self.worlds)) - self.exposed

    def survey(self, seat: int, rules: Sequence[Rule]) -> Survey:
        """Return the ruling of each card if this seat played it now under these rules."""
        # Once the manche is undecided, an unseen hand may hold any card, and none has a ruling.
        if self.undecided and self.hands[seat] is None:
            return Survey(seat, allowed=0, conditional=0, forbidden=0, holdable=[self.unseen], undecided=self.unseen)
        # The cards that are legal in some deal that counts, and those that are illegal in some.
        may_be_legal = may_be_illegal = 0
        # The cards that the seat may hold, for each world.
        holdable = []
        for world in self.worlds:
            cards, legal, illegal = self._legality(world, seat, rules)
            holdable.append(cards)
            may_be_legal |= legal
            may_be_illegal |= illegal
        for rule in rules:
            # `rule.absent` are cards that other seats must not hold. `_legality` ignores them: to check them, the card
            # is played on a copy.
            if rule.absent:
                for card in bits(rule.cards & (may_be_legal | may_be_illegal)):
                    ruling = self._try_card(seat, card, rule, holdable)
                    # A card in both sets is conditional, or undecided. A forbidden card is then removed from those that
                    # may be legal, an allowed card from those that may be illegal (`^=`).
                    may_be_legal |= card
                    may_be_illegal |= card
                    if ruling is Ruling.FORBIDDEN:
                        may_be_legal ^= card
                    elif ruling is Ruling.ALLOWED:
                        may_be_illegal ^= card
        allowed = may_be_legal & ~may_be_illegal
        forbidden = may_be_illegal & ~may_be_legal
        return Survey(seat, allowed, may_be_legal & may_be_illegal, forbidden, holdable)

    def judge(self, card: int, rule: Rule, survey: Survey) -> Ruling:
        """Record the next play, by the seat of the survey, and return its ruling.

        `rule` is the rule of the card, `survey` that of the present turn. A card that this seat cannot hold in any
        world is judged in new worlds: the smallest sets of irregular plays with which the seat can hold it.
        """
        self._record_card(survey.seat, card)
        ruling = survey.ruling(card)
        # None: the seat can hold the card in no current world.
        if ruling is None or self.undecided:
            self._find_worlds()
            ruling = self._ruling_after(rule, survey.seat)
        elif len(self.worlds) > 1:
            # Only the worlds in which the seat can hold the card remain.
            self.worlds = [world for world, cards in zip(self.worlds, survey.holdable, strict=True) if cards & card]
        play = len(self.plays) - 1
        claims = self.claims(rule, survey.seat)
        if ruling is not Ruling.FORBIDDEN:
            self._add_claims(play, claims)
        # Forbidden because of claims of other plays: its own claims are not believed, but may prove right in hindsight.
        # A play that its rule or a hand laid open forbids stays forbidden, and its claims are not needed.
        elif rule.legal and not self.open_cards_against(rule, survey.seat):
            self.disbelieved = [*self.disbelieved, *(PlayClaim(play, seat, only) for seat, only in claims)]
        self._prove(play, rule, survey.seat)
        if not self.undecided:
            try:
                # The next card is checked against each world.
                self._budget.spend(len(self.worlds))
            except OutOfStepsError:
                self._stop_searching()
        return ruling

    def claims(self, rule: Rule, seat: int) -> list[tuple[int, int]]:
        """Return the claims of a play about unseen hands: (seat, the only cards it may hold)."""
        # `absent`: another seat must not hold these cards, so it may hold only the others.
        claims = [(other, self.whole_pack & ~cards) for other, cards in rule.absent]
        if rule.only is not None:
            claims.append((seat, rule.only))
        # Without the claims about a hand laid open, which are compared with it at once (`open_cards_against`).
        return [(holder, only) for holder, only in claims if self.hands[holder] is None]

    def open_cards_against(self, rule: Rule, seat: int) -> int:
        """Return the cards of hands laid open that make a play irregular: those that these hands must not have.

        Empty (0) if no hand laid open contradicts the play.
        """
        open_cards = 0
        # `only` is the set within which the whole hand of the seat must be.
        if rule.only is not None:
            open_cards = (self.hands[seat] or 0) & ~rule.only
        for other, cards in rule.absent:
            open_cards |= (self.hands[other] or 0) & cards
        return open_cards

    def hindsight(self) -> list[frozenset[int]] | None:
        """Return the smallest sets of irregular plays that explain all cards seen, whatever was ruled before.

        A play judged forbidden because of another seat's claim is cleared if none of the sets includes it.
        None when the search needs more than `HINDSIGHT_STEPS` steps.
        """
        # With the claims of forbidden plays: a later card may show that another claim was the false one.
        claims = self.play_claims + self.disbelieved
        contradicted = self.contradicted_plays(claims)
        budget = StepBudget(HINDSIGHT_STEPS)
        try:
            return smallest_irregular_sets(claims, contradicted, self.unseen, self.capacities, budget)
        except OutOfStepsError:
            return None

    def _legality(self, world: World, seat: int, rules: Sequence[Rule]) -> tuple[int, int, int]:
        """Return for one world the cards the seat may hold, those that may be legal and those that may be illegal."""
        hand = self.hands[seat]
        # A hand laid open is the same in every world.
        if hand is not None:
            illegal = 0
            for rule in rules:
                # The rule allows its cards from no hand, or not from this one.
                if not rule.legal or (rule.only is not None and hand & ~rule.only):
                    illegal |= hand & rule.cards
            return hand, hand & ~illegal, illegal
        # What the seat may hold in this world: `in_world.holdable` is the set of these cards.
        in_world = outlook(self.unseen, world.masks, self.capacities, seat)
        # By the rest of the hand, a card may be legal in some deals of the world and illegal in others.
        legal = illegal = 0
        for rule in rules:
            cards = rule.cards & in_world.holdable
            if not cards:
                continue
            if not rule.legal:
                illegal |= cards
            elif rule.only is None:
                legal |= cards
            else:
                # The cards with which the hand of the seat is always, sometimes or never within `only`.
                always, sometimes, never = in_world.split(cards, rule.only)
                legal |= always | sometimes
                illegal |= sometimes | never
        return in_world.holdable, legal, illegal

    def _try_card(self, seat: int, card: int, rule: Rule, holdable: Sequence[int]) -> Ruling:
        """Return the ruling of a card whose rule depends on other hands: play the card on a copy of this object."""
        # The copy shares the lists of this object. `_record_card` gives the copy new lists and never changes a list, so
        # that this object stays as it is.
        trial = copy.copy(self)
        # Only the worlds in which the seat can hold the card.
        trial.worlds = [world for world, cards in zip(self.worlds, holdable, strict=True) if cards & card]
        trial._record_card(seat, card)  # noqa: SLF001 - a copy of this object
        return trial._ruling_after(rule, seat)  # noqa: SLF001 - likewise

    def _ruling_after(self, rule: Rule, seat: int) -> Ruling:
        """Return the ruling of the play just recorded, in the current worlds."""
        if not rule.legal or self.open_cards_against(rule, seat):
            return Ruling.FORBIDDEN
        claims = self.claims(rule, seat)
        # If its claims cannot be true in any world, one of them is false in every deal that counts: it is forbidden.
        if not any(self._fits(world, claims) for world in self.worlds):
            return Ruling.FORBIDDEN
        for world in self.worlds:
            for holder, only in claims:
                # If `holder` may have a card outside `only`, the claim is false in some deal of this world.
                if outlook(self.unseen, world.masks, self.capacities, holder).holdable & ~only:
                    return Ruling.UNDECIDED if self.undecided else Ruling.CONDITIONAL
        return Ruling.ALLOWED

    def _fits(self, world: World, claims: Sequence[tuple[int, int]]) -> bool:
        """Return whether these claims can be true together with those of the world."""
        masks = [*world.masks]
        for seat, only in claims:
            masks[seat] &= only
        # Whether the unseen cards can be dealt within these masks.
        return can_be_dealt(self.unseen, masks, self.capacities)

    def _record_card(self, seat: int, card: int) -> None:
        """Add the card to the plays, and remove it from the hand laid open or from the unseen cards."""
        self.plays = [*self.plays, (seat, card)]
        hand = self.hands[seat]
        if hand is not None:
            self.hands = _replaced(self.hands, seat, hand & ~card)
        else:
            self.capacities = _replaced(self.capacities, seat, self.capacities[seat] - 1)
            self.unseen &= ~card

    def _prove(self, play: int, rule: Rule, seat: int) -> None:
        """Add to `proven` the plays, this one included, that are irregular in every deal from this card on."""
        if not rule.legal or self.open_cards_against(rule, seat):
            self.proven |= {play}
        # The latest card, which may also prove earlier plays irregular.
        _, card = self.plays[play]
        # The claims of each play are checked alone: if they cannot all be true, it is irregular in every possible deal.
        # `groupby` gives each play with its claims, which follow each other in the lists.
        for number, claims_of_play in groupby(self.play_claims + self.disbelieved, key=attrgetter("play")):
            if number in self.proven:
                continue
            claims = list(claims_of_play)
            # By seat, the cards that these claims allow; () is no doubted play.
            masks = allowed_masks(claims, (), len(self.capacities), self.whole_pack)
            is_contradicted = any(claim.seat == seat and card & ~claim.only for claim in claims)
            if is_contradicted or not can_be_dealt(self.unseen, masks, self.capacities):
                self.proven |= {number}

    def _add_claims(self, play: int, claims: Sequence[tuple[int, int]]) -> None:
        """Add the claims of a play to the worlds in which they can be true, and drop the other worlds."""
        if not claims:
            return
        # A single world fits, or the play would be forbidden.
        if len(self.worlds) > 1:
            self.worlds = [world for world in self.worlds if self._fits(world, claims)]
        for seat, only in claims:
            # A claim that excludes no unseen card cannot be false.
            if self.unseen & ~only:
                self.play_claims = [*self.play_claims, PlayClaim(play, seat, only)]
                if not self.undecided:
                    # In each world, the seat holds no card outside `only`.
                    self.worlds = [
                        World(world.doubted, _replaced(world.masks, seat, world.masks[seat] & only))
                        for world in self.worlds
                    ]

    def _find_worlds(self) -> None:
        """Search for new worlds because the cards seen fit none of the current ones."""
        if self.undecided:
            # There is no search any more, but the latest card may contradict one more claim: the world is replaced.
            self._stop_searching()
            return
        try:
            # The plays whose claims a later card shows to be false are in every world.
            contradicted = self.contradicted_plays(self.play_claims)
            irregular_sets = smallest_irregular_sets(
                self.play_claims, contradicted, self.unseen, self.capacities, self._budget
            )
        except OutOfStepsError:
            self._stop_searching()
            return
        if len(irregular_sets) > MAX_WORLDS:
            self._stop_searching()
            return
        seats = len(self.capacities)
        self.worlds = [
            World(doubted, allowed_masks(self.play_claims, doubted, seats, self.whole_pack))
            for doubted in irregular_sets
        ]

    def _stop_searching(self) -> None:
        """Mark the manche undecided and replace its worlds by one in which every claim may be false."""
        self.undecided = True
        # The plays whose claims a later card shows to be false: the keys of the mapping, without their values.
        contradicted = frozenset(self.contradicted_plays(self.play_claims))
        self.worlds = [World(contradicted, [self.whole_pack] * len(self.capacities))]

    def contradicted_plays(self, claims: Sequence[PlayClaim]) -> dict[int, int]:
        """Map each play whose claim a later card contradicts to the index of the first such card."""
        contradicted: dict[int, int] = {}
        # By seat, its plays with their cards.
        by_seat: list[list[tuple[int, int]]] = [[] for _ in self.capacities]
        for index, (seat, card) in enumerate(self.plays):
            by_seat[seat].append((index, card))
        for claim in claims:
            for index, card in by_seat[claim.seat]:
                # A card played before the claim was no longer in the hand.
                if card & ~claim.only and index >= claim.play:
                    contradicted[claim.play] = min(index, contradicted.get(claim.play, index))
                    break
        return contradicted


def _replaced(values: Sequence[ValueT], seat: int, value: ValueT) -> list[ValueT]:
    """Return the values by seat with another one for this seat."""
    return [*values[:seat], value, *values[seat + 1 :]]
