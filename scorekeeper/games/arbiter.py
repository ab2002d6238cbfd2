"""The arbiter: a manche judged card by card, from what the table sees and nothing else.

It refuses the nonsense of the scribe and judges the breaches of the players. What a ruling, an exposed play and a
suspect are is the law of `cards.knowledge`.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards.cards import Card, Suit, UnknownCardError
from scorekeeper.cards.knowledge import Knowledge, Survey
from scorekeeper.cards.legality import Rules, Turn, Way
from scorekeeper.cards.proofs import exposing_proofs, forbidden_proof, suspicion
from scorekeeper.cards.verdicts import Choices, Claim, Ruling, Trick, Verdict
from scorekeeper.games.contract import ImpossibleFactsError, shown

Hands = Sequence[Sequence[str] | None]


class Arbiter:
    """A manche under way: `play` judges the next card; the rest tells what was seen and what may come.

    `seat` is the seat to play, None when the manche is over; `trick` holds the cards on the table, `hands` those laid
    open before the first lead, by seat.
    """

    def __init__(self, rules: Rules, leader: int, hands: Hands | None = None) -> None:
        """Sit down before the first lead; `hands` are those laid open, by seat, None for a hand unseen.

        Raises `ImpossibleFactsError` when the hands cannot be.
        """
        self.rules = rules
        self.seat: int | None = leader
        self.tricks: list[Trick] = []
        self.trick: list[Card] = []
        self.verdicts: list[Verdict] = []
        self._leader = leader
        self._pack = rules.pack
        self._led: Suit | None = None
        self._fallen = self._played = 0
        self._known = Knowledge(rules.pack.all, rules.hand_size, _open_hands(rules, hands))
        self.hands: Hands = hands or [None] * rules.seats
        self._ways: Sequence[Way] = ()
        self._seen: Survey | None = None

    @property
    def choices(self) -> Choices | None:
        """What each card left would be from the seat to play, or None when the manche is over."""
        if self.seat is None:
            return None
        survey, pack = self._survey(self.seat), self._pack
        judged = survey.allowed | survey.conditional | survey.forbidden
        exposing = pack.without_twins(pack.all & ~self._played) & ~pack.without_twins(judged)
        sets = (survey.allowed, survey.conditional, survey.forbidden, exposing)
        return Choices(self.seat, *map(pack.cards, sets))

    @property
    def exposed(self) -> frozenset[int]:
        """The plays proven irregular by now, besides those judged forbidden."""
        return self._known.exposed

    @property
    def suspects(self) -> frozenset[int]:
        """The plays of which some must be irregular, nobody knowing which."""
        return self._known.suspects

    def play(self, code: str, seat: int | None = None) -> Verdict:
        """Judge the next card, of `seat` if the scribe says whose it is, and go on from there.

        Raises `ImpossibleFactsError` when this cannot be the next card; nothing is recorded then.
        """
        player, bit = self._next_card(code, seat)
        survey, known = self._survey(player), self._known
        way = next(way for way in self._ways if way.cards & bit)
        before = known.exposed, known.suspects
        unseen, exposing = known.unseen, survey.ruling(bit) is None
        ruling = known.judge(bit, way, survey)
        changed = (known.exposed, known.suspects) != before
        exposes = tuple(sorted(known.exposed - before[0])) if changed else ()
        suspects = tuple(sorted(known.suspects)) if changed else ()
        proofs = exposing_proofs(known, self._pack, exposes) + suspicion(known, self._pack, suspects) if changed else ()
        if ruling is Ruling.FORBIDDEN:
            proofs = forbidden_proof(known, self._pack, way, player) + proofs
        claims = self._told(way, player, unseen) if ruling is Ruling.CONDITIONAL else ()
        card = self._pack.card(bit)
        verdict = Verdict(player, card, ruling, way.articles, claims, exposing, exposes, suspects, proofs)
        self.verdicts.append(verdict)
        self._lay(player, card, bit)
        return verdict

    def _survey(self, seat: int) -> Survey:
        if self._seen is None:
            turn = Turn(seat, len(self.tricks), self._led, self.trick, self._fallen)
            self._ways = self.rules.ways(turn)
            self._seen = self._known.survey(seat, self._ways)
        return self._seen

    def _told(self, way: Way, seat: int, unseen: int) -> tuple[Claim, ...]:
        """The claims of a play, in cards that were unseen before it."""
        claims = self._known.claims(way, seat)
        return tuple(Claim(one, self._pack.cards(unseen & ~only)) for one, only in claims if unseen & ~only)

    def _lay(self, seat: int, card: Card, bit: int) -> None:
        """Put a card on the table; the last of a trick gives it to its winner, who leads next."""
        self._seen = None
        self._played |= bit
        self.trick.append(card)
        if self._led is None:
            self._led = card.suit
        self.seat = (seat + 1) % self.rules.seats
        if len(self.trick) == self.rules.seats:
            winner = (self._leader + self.rules.winner(self.trick)) % self.rules.seats
            self.tricks.append(Trick(self._leader, winner, tuple(self.trick)))
            self.trick, self._led, self._fallen = [], None, self._played
            self._leader = winner
            self.seat = winner if len(self.tricks) < self.rules.hand_size else None

    def _next_card(self, code: str, seat: int | None) -> tuple[int, int]:
        """The seat to play, and the card as a set (T-1, T-2). Raises `ImpossibleFactsError`."""
        if self.seat is None:
            raise ImpossibleFactsError("manche_over", field="plays", article="T-1", value=shown(code))
        if seat is not None and seat != self.seat:
            raise ImpossibleFactsError("out_of_turn", field="plays", article="T-2", seat=seat, expected=self.seat)
        copies = _copies(self.rules, code, "plays")
        left = copies & ~self._played
        if not left:
            raise ImpossibleFactsError("card_played", field="plays", article="T-1", value=code)
        hand = self._known.hands[self.seat]
        here = left & (self._known.unseen if hand is None else hand)
        if not here:
            raise ImpossibleFactsError("not_in_hand", field="plays", article="T-1", value=code, seat=self.seat)
        return self.seat, here & -here


def need_dealer(dealer: int | None, article: str) -> None:
    """Refuse a manche whose law hangs on a dealer whom nobody named. Raises `ImpossibleFactsError`."""
    if dealer is None:
        raise ImpossibleFactsError("no_dealer", field="dealer", article=article)


def _copies(rules: Rules, code: object, field: str) -> int:
    """Every copy of the card of this code. Raises `ImpossibleFactsError` when the deck has none."""
    try:
        card = Card(code) if isinstance(code, str) else None
    except UnknownCardError:
        card = None
    copies = rules.pack.copies(card) if card else 0
    if not copies:
        raise ImpossibleFactsError("not_in_deck", field=field, article="T-1", value=shown(code))
    return copies


def _open_hands(rules: Rules, hands: Hands | None) -> list[int | None]:
    """The hands laid open, as sets, each copy of a card in one of them only. Raises `ImpossibleFactsError`."""
    if hands is None:
        return [None] * rules.seats
    if len(hands) != rules.seats:
        raise ImpossibleFactsError("wrong_length", field="hands", expected=rules.seats, found=len(hands))
    free = rules.pack.all
    found: list[int | None] = []
    for seat, codes in enumerate(hands):
        if codes is None:
            found.append(None)
            continue
        if len(codes) != rules.hand_size:
            raise ImpossibleFactsError(
                "hand_size", field="hands", seat=seat, expected=rules.hand_size, found=len(codes)
            )
        hand = 0
        for code in codes:
            left = _copies(rules, code, "hands") & free & ~hand
            if not left:
                raise ImpossibleFactsError("card_twice", field="hands", article="T-1", value=code)
            hand |= left & -left
        free &= ~hand
        found.append(hand)
    return found
