"""The arbiter: a manche judged card by card, from what the table sees and nothing else.

It refuses the nonsense of the scribe and judges the breaches of the players. What a ruling, an exposed play and a
suspect are is the law of `cards.knowledge`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from scorekeeper.cards.cards import Card
from scorekeeper.cards.knowledge import Knowledge, Survey
from scorekeeper.cards.known_hands import hand_known
from scorekeeper.cards.legality import Rule, Rules, Turn
from scorekeeper.cards.proofs import exposing_proofs, forbidden_proof, suspicion
from scorekeeper.cards.verdicts import Choices, Claim, HandKnown, Ruling, Trick, Verdict
from scorekeeper.games.board import Board, Hands
from scorekeeper.games.contract import AnyGame, CardByCard, Table
from scorekeeper.games.shape import ImpossibleFactsError, Json

_Law = tuple[Rules, int, Hands | None, tuple[str, ...]]
_CLAIMING = (Ruling.CONDITIONAL, Ruling.UNDECIDED)


class Arbiter:
    """A manche under way: `play` judges the next card; the rest says what was seen and what may come.

    `hands` are those laid open before the first lead, by seat.
    """

    def __init__(self, rules: Rules, leader: int, hands: Hands | None = None) -> None:
        """Sit down before the first lead; `hands` are those laid open, by seat, None for a hand unseen.

        Raises `ImpossibleFactsError` when the hands cannot be.
        """
        self.rules = rules
        self.verdicts: list[Verdict] = []
        self._pack = rules.pack
        self.hands: Hands = hands or [None] * rules.seats
        self._board = Board(rules, leader, hands)
        self._known = Knowledge(rules.pack.all, rules.hand_sizes, self._board.hands)
        self._surveyed: tuple[Turn, Sequence[Rule], Survey] | None = None
        self._explained: list[frozenset[int]] | None = None
        self._searched = False
        self._forbidden: frozenset[int] = frozenset()

    @property
    def seat(self) -> int | None:
        """The seat to play, None when the manche is over."""
        return self._board.seat

    @property
    def tricks(self) -> list[Trick]:
        """The tricks that are over, in order."""
        return self._board.tricks

    @property
    def trick(self) -> list[Card]:
        """The cards on the table, in order of play."""
        return self._board.trick

    @property
    def choices(self) -> Choices | None:
        """What each card left would be from the seat to play, or None when the manche is over."""
        if self.seat is None:
            return None
        (_turn, _rules, survey), pack = self._survey(), self._pack
        judged = survey.allowed | survey.conditional | survey.forbidden | survey.undecided
        exposing = pack.without_twins(pack.all & ~self._board.played) & ~pack.without_twins(judged)
        sets = (survey.allowed, survey.conditional, survey.forbidden, exposing, survey.undecided)
        return Choices(self.seat, *map(pack.cards, sets))

    @property
    def exposed(self) -> frozenset[int]:
        """The plays irregular by now if all else is true, besides those judged forbidden."""
        return self._known.exposed

    @property
    def proven(self) -> frozenset[int]:
        """The plays irregular in every explanation, however many plays it takes as irregular."""
        return self._known.proven

    @property
    def irregular(self) -> frozenset[int]:
        """The plays on record as irregular: forbidden and not cleared since, exposed by now, or proven (T-4)."""
        forbidden = self._forbidden - self.cleared if self._forbidden else self._forbidden
        return forbidden | self.exposed | self.proven

    @property
    def suspects(self) -> frozenset[int]:
        """The plays of which some must be irregular, nobody knowing which."""
        return self._known.suspects

    @property
    def undecided(self) -> bool:
        """Whether the arbiter has given up: so much may be irregular that it tells no more what is."""
        return self._known.undecided

    @property
    def cleared(self) -> frozenset[int]:
        """The plays judged forbidden that nothing seen since proves irregular any more."""
        return frozenset() if self._explanations is None else self._judged - self._in_hindsight(any)

    @property
    def doubtful(self) -> frozenset[int]:
        """The plays judged forbidden, irregular unless others were (`others_to_blame`)."""
        return self._judged & (self._in_hindsight(any) - self._in_hindsight(all))

    @property
    def unsettled(self) -> frozenset[int]:
        """The plays judged forbidden of which to tell whether they are cleared or doubtful takes too long."""
        if self._explanations is not None:
            return frozenset()
        return self._judged - self.proven

    def others_to_blame(self, play: int) -> frozenset[int]:
        """The plays of which some were irregular if this one, judged forbidden, was not."""
        others = [world for world in self._explanations or () if play not in world]
        return frozenset[int]().union(*others) - self._in_hindsight(all)

    def hand(self, seat: int) -> HandKnown:
        """What is known by now of the cards that a seat still holds."""
        return hand_known(self._known, self._pack, seat)

    def play(self, code: str, seat: int | None = None) -> Verdict:
        """Judge the next card, of `seat` if the scribe says whose it is, and go on from there.

        Raises `ImpossibleFactsError` when this cannot be the next card; nothing is recorded then.
        """
        bit = self._board.next_card(code, seat)
        (turn, rules, survey), known = self._survey(), self._known
        rule = next(rule for rule in rules if rule.cards & bit)
        before, proven = (known.exposed, known.suspects), known.proven
        unseen, exposing = known.unseen, survey.ruling(bit) is None
        ruling = known.judge(bit, rule, survey)
        changed = (known.exposed, known.suspects) != before
        exposes = tuple(sorted(known.exposed - before[0])) if changed else ()
        suspects = tuple(sorted(known.suspects)) if changed else ()
        proves = tuple(sorted(known.proven - proven)) if known.proven is not proven else ()
        accused = sorted({*exposes, *proves} - {len(self.verdicts)}) if exposes or proves else ()
        proofs = exposing_proofs(known, self._pack, accused) if accused else ()
        proofs += suspicion(known, self._pack, suspects)
        if ruling is Ruling.FORBIDDEN:
            proofs = forbidden_proof(known, self._pack, rule, turn.seat) + proofs
            self._forbidden |= {len(self.verdicts)}
        claims = self._claims(rule, turn.seat, unseen) if ruling in _CLAIMING else ()
        verdict = Verdict(turn, self._pack.card(bit), rule, ruling, claims, exposing, exposes, suspects, proves, proofs)
        self.verdicts.append(verdict)
        self._board.lay(bit)
        self._surveyed, self._searched = None, False
        return verdict

    @property
    def _judged(self) -> frozenset[int]:
        """The plays judged forbidden on the word of others."""
        return frozenset(statement.play for statement in self._known.disbelieved)

    @property
    def _explanations(self) -> list[frozenset[int]] | None:
        """What hindsight leaves, sought once a card; nothing while no ruling depends on it, None when undecided."""
        if not self._searched:
            self._explained = self._known.hindsight() if self._known.disbelieved else []
            self._searched = True
        return self._explained

    def _in_hindsight(self, quantifier: Callable[[Iterable[bool]], bool]) -> frozenset[int]:
        """The plays irregular in any, or in all, of the explanations that hindsight leaves."""
        worlds = self._explanations or ()
        plays = frozenset[int]().union(*worlds)
        return frozenset(play for play in plays if quantifier(play in world for world in worlds))

    def _survey(self) -> tuple[Turn, Sequence[Rule], Survey]:
        """The turn to come, its rules and what each card would be under them, worked out once a card."""
        if self._surveyed is None:
            turn = self._board.turn
            rules = self.rules.at(turn)
            self._surveyed = turn, rules, self._known.survey(turn.seat, rules)
        return self._surveyed

    def _claims(self, rule: Rule, seat: int, unseen: int) -> tuple[Claim, ...]:
        """The claims of a play, in cards that were unseen before it."""
        claims = self._known.claims(rule, seat)
        return tuple(Claim(holder, self._pack.cards(unseen & ~only)) for holder, only in claims if unseen & ~only)


def arbiter_for(
    game: AnyGame,
    options: Any,  # noqa: ANN401 - each game has its own options type
    table: Table,
    cards: CardByCard,
    context: Json,
) -> Arbiter:
    """The arbiter after these cards, of a manche of which so much was known before them.

    Raises `ImpossibleFactsError` for a card that cannot be where it stands.
    """
    return _played(*_law(game, options, table, cards, context))


def revoked(
    game: AnyGame,
    options: Any,  # noqa: ANN401 - likewise
    table: Table,
    cards: CardByCard,
    context: Json,
) -> frozenset[int]:
    """The seats with a play on record as irregular, after these cards, that does not follow the suit led (T-4).

    Raises as `arbiter_for` does. A manche is judged once for all the pages that show it.
    """
    return _revoked(*_law(game, options, table, cards, context))


def _law(game: AnyGame, options: Any, table: Table, cards: CardByCard, context: Json) -> _Law:  # noqa: ANN401 - likewise
    """The rules of a manche, who led, the hands laid open and the cards in order."""
    if game.play is None:
        raise ImpossibleFactsError("unknown_fact", field="plays")
    hands = None if game.play.hands is None else game.play.hands(context)
    opened = hands if cards.laid_open is None else cards.laid_open
    seen = None if opened is None else tuple(None if hand is None else tuple(hand) for hand in opened)
    return game.play.rules(options, table, context), cards.leader, seen, cards.plays


def _played(rules: Rules, leader: int, hands: Hands | None, plays: Sequence[str]) -> Arbiter:
    arbiter = Arbiter(rules, leader, hands)
    for code in plays:
        arbiter.play(code)
    return arbiter


@lru_cache(maxsize=1_000)
def _revoked(rules: Rules, leader: int, hands: Hands | None, plays: Sequence[str]) -> frozenset[int]:
    arbiter = _played(rules, leader, hands, plays)
    irregular = (arbiter.verdicts[index] for index in arbiter.irregular)
    return frozenset(play.seat for play in irregular if play.turn.led not in {None, play.card.suit})
