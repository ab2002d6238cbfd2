"""The arbiter: it judges a manche (one deal of a partie) card by card, only from what the table sees.

It raises an error for a card that cannot be played, and gives a *verdict* on every other card: whether it breaks a
rule. `cards/verdicts.py` has an example, and a table of the states of a play. Its *ruling* is the first part of a
verdict: allowed, conditional (legal from some possible hands), forbidden or undecided. The words of
`cards/knowledge.py`:

- a *play* is the index of a card in the order of play;
- a play is *irregular* if its rule forbids it from the hand that its seat had;
- a *claim* is what must be true if a play is regular, such as "this seat has no heart";
- the *deals that count* are the deals, among those that fit the cards seen, with the fewest irregular plays;
- a *world* is a smallest set of plays that are irregular in such deals.

A *set of cards* is an integer whose bits are cards of the `Pack` (the deck): `a | b` has the cards of both, `a & b`
those in both, `a & ~b` the cards of `a` that are not in `b`. The *twin* of a card is its second copy in a double deck.
Articles such as T-4 are those of the rulebook that all games share.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any, Self

from scorekeeper.cards.knowledge import Knowledge, Survey
from scorekeeper.cards.known_hands import known_hand
from scorekeeper.cards.legality import Rule, Rules, Turn
from scorekeeper.cards.proofs import exposing_proofs, forbidden_proof, suspicion_proofs
from scorekeeper.cards.verdicts import Choices, Claim, KnownHand, Ruling, Verdict
from scorekeeper.games.board import Board, Hands
from scorekeeper.games.contract import AnyGame, CardByCard, Order, Table
from scorekeeper.games.shape import ImpossibleFactsError, Json

# The rulings of plays whose claims say something new about hands. The claims of an allowed play follow from those of
# earlier plays, and those of a forbidden play are not believed.
_RULINGS_WITH_CLAIMS = (Ruling.CONDITIONAL, Ruling.UNDECIDED)
_CACHED_ARBITERS = 512  # one for each card of about ten manches


class Arbiter(Board):
    """A manche in progress: `play` judges the next card, `choices` lists the possible next cards by ruling.

    As a `Board` it knows the seat to play and the tricks; its `Knowledge` reasons about the unseen cards.
    """

    def __init__(self, rules: Rules, leader: int, hands: Hands | None = None, order: Order | None = None) -> None:
        """Start before the first lead; `hands` are the hands laid open, by seat, None for an unseen hand.

        Raises `ImpossibleFactsError` for impossible hands.
        """
        super().__init__(rules, leader, hands, order)
        # The verdict on each card played so far; a *play* is an index of this list.
        self.verdicts: list[Verdict] = []
        self._pack = rules.pack
        self._knowledge = Knowledge(rules.pack.all, rules.hand_sizes, self.open_hands)
        # The plays judged forbidden.
        self._forbidden: frozenset[int] = frozenset()

    def copy(self) -> Self:
        """Return an arbiter on which other cards can be played."""
        # The survey of the next card is computed here once, and not in each copy.
        if self.seat is not None:
            self._survey  # noqa: B018 - computed and stored
        other = copy.copy(self)
        # `play` replaces the lists of an object by new ones and never changes a list: the copies can share them.
        other._knowledge = self._knowledge.copy()  # noqa: SLF001 - a copy of this object
        return other

    @property
    def choices(self) -> Choices | None:
        """Return the remaining cards by the ruling each would get if played next, None when the manche is over."""
        if self.seat is None:
            return None
        _turn, _rules, survey = self._survey
        pack = self._pack
        # The survey has one set of cards for each ruling; `without_twins` has each card of a set once. A card without a
        # ruling is in the hand in no deal that counts: to play it would expose an earlier play.
        judged = survey.allowed | survey.conditional | survey.forbidden | survey.undecided
        exposing = pack.without_twins(pack.all & ~self.played) & ~pack.without_twins(judged)
        # In the order of the fields of `Choices`; `pack.cards` lists the cards of a set.
        sets = (survey.allowed, survey.conditional, survey.forbidden, exposing, survey.undecided)
        return Choices(self.seat, *map(pack.cards, sets))

    @property
    def exposed(self) -> frozenset[int]:
        """Return the plays that are irregular in every deal that counts, except those judged forbidden."""
        return self._knowledge.exposed

    @property
    def proven(self) -> frozenset[int]:
        """Return the plays that are irregular in every deal that fits the cards seen, not only in those that count."""
        return self._knowledge.proven

    @property
    def irregular(self) -> frozenset[int]:
        """Return the plays recorded as irregular: forbidden and not cleared since, exposed, or proven (T-4)."""
        forbidden = self._forbidden
        # `cleared` needs a long search, which is not made without a forbidden play.
        if forbidden:
            forbidden -= self.cleared
        return forbidden | self.exposed | self.proven

    @property
    def suspects(self) -> frozenset[int]:
        """Return plays of which at least one must be irregular, although the table cannot know which."""
        return self._knowledge.suspects

    @property
    def undecided(self) -> bool:
        """Return whether the arbiter has stopped ruling because too many plays may be irregular."""
        return self._knowledge.undecided

    @property
    def cleared(self) -> frozenset[int]:
        """Return the plays judged forbidden that the cards seen since no longer prove irregular."""
        # None: the search was given up, so that nothing is known.
        if self._hindsight is None:
            return frozenset()
        return self._forbidden_by_claims - self._sometimes_irregular

    @property
    def doubtful(self) -> frozenset[int]:
        """Return the plays judged forbidden that are regular only if others are irregular (`others_to_blame`).

        They are irregular in some of the worlds found in hindsight, but not in all of them.
        """
        return self._forbidden_by_claims & (self._sometimes_irregular - self._always_irregular)

    @property
    def unsettled(self) -> frozenset[int]:
        """Return the plays judged forbidden of which it is unknown whether they are cleared or doubtful.

        The search that decides it takes too long.
        """
        if self._hindsight is not None:
            return frozenset()
        return self._forbidden_by_claims - self.proven

    def others_to_blame(self, play: int) -> frozenset[int]:
        """Return the plays of which at least one was irregular if this play, judged forbidden, was regular."""
        # The worlds in which this play is regular. In each of them other plays are irregular instead.
        without_play = [world for world in self._hindsight or () if play not in world]
        # The union of these sets of plays; it is empty if there is none.
        return frozenset[int]().union(*without_play) - self._always_irregular

    def hand(self, seat: int) -> KnownHand:
        """Return what is known about the remaining cards of a seat: their number, sure cards, and suits it lacks."""
        return known_hand(self._knowledge, self._pack, seat)

    def play(self, code: str, seat: int | None = None) -> Verdict:
        """Judge and record the next card; `seat` is the seat that the table named, or None.

        Raises `ImpossibleFactsError`, and records nothing, when this card cannot be next or another seat is to play.
        """
        # Raises the error, or returns the card as a bit of the pack.
        bit = self.next_card(code, seat)
        play = len(self.verdicts)
        turn, rules, survey = self._survey
        # Each card of the pack is in the set of exactly one rule.
        rule = next(rule for rule in rules if rule.cards & bit)
        knowledge = self._knowledge
        # Without a ruling, the seat held the card in no deal that counted: an earlier play was irregular.
        exposing = survey.ruling(bit) is None
        # `judge` records the card in the knowledge: what was known before is compared with what is known after it.
        exposed_before, suspects_before = knowledge.exposed, knowledge.suspects
        proven_before, unseen_before = knowledge.proven, knowledge.unseen
        ruling = knowledge.judge(bit, rule, survey)
        exposes = tuple(sorted(knowledge.exposed - exposed_before))
        proves = tuple(sorted(knowledge.proven - proven_before))
        suspects: tuple[int, ...] = ()
        # The verdict names the suspects only if this card changed what is known about exposed plays or suspects.
        if (knowledge.exposed, knowledge.suspects) != (exposed_before, suspects_before):
            suspects = tuple(sorted(knowledge.suspects))
        # A proof shows the table why a play is irregular. This play itself has its proof below.
        proofs = exposing_proofs(knowledge, self._pack, sorted({*exposes, *proves} - {play}))
        proofs += suspicion_proofs(knowledge, self._pack, suspects)
        if ruling is Ruling.FORBIDDEN:
            proofs = forbidden_proof(knowledge, self._pack, rule, turn.seat) + proofs
            self._forbidden |= {play}
        claims: tuple[Claim, ...] = ()
        if ruling in _RULINGS_WITH_CLAIMS:
            claims = self._claims(rule, turn.seat, unseen_before)
        verdict = Verdict(
            turn=turn,
            card=self._pack.card(bit),
            rule=rule,
            ruling=ruling,
            claims=claims,
            exposing=exposing,
            exposes=exposes,
            suspects=suspects,
            proves=proves,
            proofs=proofs,
        )
        self.verdicts = [*self.verdicts, verdict]
        self.play_card(bit)
        # The cached properties were those before this card.
        for name in ("_survey", "_hindsight"):
            vars(self).pop(name, None)
        return verdict

    @property
    def _forbidden_by_claims(self) -> frozenset[int]:
        """The plays judged forbidden only because of claims, and not by a rule alone or a hand laid open."""
        return frozenset(claim.play for claim in self._knowledge.disbelieved)

    @cached_property
    def _hindsight(self) -> list[frozenset[int]] | None:
        """The smallest sets of irregular plays that explain all cards seen, whatever was ruled before.

        They are searched once after each card, because the search is long. The list is empty if no play was forbidden
        because of claims, and None if the search takes too long.
        """
        if not self._knowledge.disbelieved:
            return []
        return self._knowledge.hindsight()

    @property
    def _sometimes_irregular(self) -> frozenset[int]:
        """The plays that are irregular in some world found in hindsight."""
        return frozenset[int]().union(*self._hindsight or ())

    @property
    def _always_irregular(self) -> frozenset[int]:
        """The plays that are irregular in every world found in hindsight."""
        if not self._hindsight:
            return frozenset()
        return frozenset.intersection(*self._hindsight)

    @cached_property
    def _survey(self) -> tuple[Turn, Sequence[Rule], Survey]:
        """The next turn, its rules and the ruling of each card under these rules, computed once after each card."""
        turn = self.turn
        rules = self.rules.at(turn)
        return turn, rules, self._knowledge.survey(turn.seat, rules)

    def _claims(self, rule: Rule, seat: int, unseen: int) -> tuple[Claim, ...]:
        """The claims of a play about `unseen`, the cards that were unseen before this play."""
        # Pairs (seat, the only cards that it may have): the claim is that it has none of the other unseen ones.
        claims = self._knowledge.claims(rule, seat)
        # A claim about no unseen card says nothing, and is omitted.
        return tuple(Claim(holder, self._pack.cards(unseen & ~only)) for holder, only in claims if unseen & ~only)


def arbiter_for(
    game: AnyGame,
    options: Any,  # noqa: ANN401 - each game has its own options type
    table: Table,
    cards: CardByCard,
    context: Json,
) -> Arbiter:
    """Return the arbiter after these cards; `context` is what was known before the first card, such as bids.

    Raises `ImpossibleFactsError` for a card that cannot be played where it appears.
    """
    # A copy, because the cached arbiter must not get other cards.
    return _arbiter_after(*_rules_and_cards(game, options, table, cards, context)).copy()


def revoking_seats(
    game: AnyGame,
    options: Any,  # noqa: ANN401 - likewise
    table: Table,
    cards: CardByCard,
    context: Json,
) -> frozenset[int]:
    """Return the seats that revoked: each has an irregular play that does not follow the suit led (T-4).

    Raises like `arbiter_for`. The result is cached, because several pages need it.
    """
    return _revoking_seats(*_rules_and_cards(game, options, table, cards, context))


def _rules_and_cards(
    game: AnyGame,
    options: Any,  # noqa: ANN401 - likewise
    table: Table,
    cards: CardByCard,
    context: Json,
) -> tuple[Rules, CardByCard]:
    """Return the arguments of the cached functions below, all that the verdicts depend on: the cards with the hands."""
    if game.play is None:
        raise ImpossibleFactsError("unknown_fact", field="plays")
    rules = game.play.rules(options, replace(table, order=cards.order), context)
    # A hand laid open during the play is newer than one of the context.
    hands = game.play.hands(context)
    if cards.laid_open is None and hands is not None:
        # The arguments of a cached function must be hashable: tuples, in place of the lists of JSON.
        laid_open = tuple(None if hand is None else tuple(hand) for hand in hands)
        cards = replace(cards, laid_open=laid_open)
    return rules, cards


@lru_cache(maxsize=_CACHED_ARBITERS)
def _arbiter_after(rules: Rules, cards: CardByCard) -> Arbiter:
    """Return the arbiter after these cards, which others use too: play on a copy of it."""
    if not cards.plays:
        return Arbiter(rules, cards.leader, cards.laid_open, cards.order)
    # This function calls itself for the cards before the last one. They are in the cache if they were entered one by
    # one, so that each card is judged once.
    arbiter = _arbiter_after(rules, replace(cards, plays=cards.plays[:-1])).copy()
    arbiter.play(cards.plays[-1])
    return arbiter


@lru_cache(maxsize=1_000)
def _revoking_seats(rules: Rules, cards: CardByCard) -> frozenset[int]:
    arbiter = _arbiter_after(rules, cards)
    irregular = (arbiter.verdicts[play] for play in arbiter.irregular)
    # A lead (`led` is None) and a card of the suit led cannot be revokes, whatever else is irregular about them.
    return frozenset(
        verdict.seat for verdict in irregular if verdict.turn.led not in {None, rules.pack.suit(verdict.card)}
    )
