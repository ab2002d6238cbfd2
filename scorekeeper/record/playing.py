"""The use cases of a manche entered card by card: begin, play a card, take cards back, lay a hand open, record it.

Each takes the version of the partie its form was written against and leaves one `Change` behind, as those of
`journal` do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.games.contract import CardByCard
from scorekeeper.games.manche_json import write_cards
from scorekeeper.games.shape import ImpossibleFactsError, Json
from scorekeeper.record import journal
from scorekeeper.record.current_manche import take_cards_back
from scorekeeper.record.facts import facts_of_cards
from scorekeeper.record.models import ChangeKind
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.standings import Standing, standing_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.cards.verdicts import Verdict
    from scorekeeper.games.arbiter import Arbiter
    from scorekeeper.record.models import Access, Manche, Partie


def begin_cards(partie: Partie, version: int, leader: int | None, author: Access | None) -> None:
    """Enter the manche under way card by card; `leader` is the seat that leads first, None where the dealer says it.

    Raises `RefusedError` when the partie is over or its cards are already entered, `ImpossibleFactsError` for a
    leader who cannot be.
    """
    journal.hold(partie, version)
    standing = _going_on(partie)
    if partie.cards is not None:
        raise RefusedError("cards_begun", game=partie.game)
    cards = CardByCard(_leader(standing, leader))
    standing.arbiter(cards)
    _keep(partie, cards, author, ChangeKind.CARDS, write_cards(cards))


def judge_card(standing: Standing, code: str, seat: int | None = None) -> tuple[Arbiter, Verdict]:
    """The arbiter with the next card played, and its verdict; nothing is recorded.

    Raises `ImpossibleFactsError` when this cannot be the next card, `RefusedError` when no card is awaited or nobody
    sits in this seat.
    """
    if seat is not None and not 0 <= seat < standing.seats:
        raise RefusedError("not_at_table", field="seat")
    arbiter = standing.arbiter(_cards(standing))
    return arbiter, arbiter.play(code, seat)


def play_card(partie: Partie, version: int, code: str, author: Access | None, seat: int | None = None) -> Verdict:
    """Put the next card down, of `seat` if it is said whose it is; a card that breaks a rule stands (T-5)."""
    journal.hold(partie, version)
    standing = _going_on(partie)
    _, verdict = judge_card(standing, code, seat)
    cards = _cards(standing)
    said = {"seat": verdict.seat, "card": verdict.card.code, "ruling": verdict.ruling.value}
    _keep(partie, replace(cards, plays=(*cards.plays, verdict.card.code)), author, ChangeKind.PLAYED, said)
    return verdict


def take_back(partie: Partie, version: int, author: Access | None, down_to: int | None = None) -> None:
    """Take back the latest card, or all those from the index `down_to` on; without any left, the cards altogether.

    What is taken back stays in the changes (T-6). Raises `RefusedError` when there is nothing to take back.
    """
    journal.hold(partie, version)
    _cards(_going_on(partie))
    kind, taken = take_cards_back(partie, down_to)
    journal.note_change(partie, author, kind, facts=taken)


def put_cards_away(partie: Partie, version: int, author: Access | None) -> None:
    """Forget the cards of the manche under way; they stay in the changes (T-6)."""
    journal.hold(partie, version)
    _cards(_going_on(partie))
    _keep(partie, None, author, ChangeKind.CLEARED, None)


def lay_open(partie: Partie, version: int, seat: int, left: Sequence[str], author: Access | None) -> None:
    """Lay the cards left in a hand open: with those it has played, they are its whole hand.

    Raises `ImpossibleFactsError` when that cannot be its hand.
    """
    journal.hold(partie, version)
    standing = _going_on(partie)
    cards = _cards(standing)
    if not 0 <= seat < standing.seats:
        raise RefusedError("not_at_table", field="seat")
    hands = list(cards.laid_open or known_hands(standing) or (None,) * standing.seats)
    missing = standing.arbiter(cards).hand(seat).left
    if len(left) != missing:
        raise ImpossibleFactsError("hand_size", field="hands", seat=seat, expected=missing, found=len(left))
    hands[seat] = (*_played_by(standing, cards, seat), *left)
    opened = replace(cards, laid_open=tuple(hands))
    standing.arbiter(opened)
    _keep(partie, opened, author, ChangeKind.HANDS, write_cards(opened))


def close_hand(partie: Partie, version: int, seat: int, author: Access | None) -> None:
    """Take a hand that was laid open for unseen again; what was entered before the play stays known."""
    journal.hold(partie, version)
    cards = _cards(_going_on(partie))
    if not 0 <= seat < len(partie.seats):
        raise RefusedError("not_at_table", field="seat")
    if cards.laid_open is None:
        return
    hands = tuple(None if one == seat else hand for one, hand in enumerate(cards.laid_open))
    closed = replace(cards, laid_open=hands if any(hands) else None)
    _keep(partie, closed, author, ChangeKind.HANDS, write_cards(closed))


def record_cards(partie: Partie, version: int, told: Json, note: str, author: Access | None) -> Manche:
    """Record the manche whose last card is down, its facts told by its cards (T-7) and by `told`.

    Raises `RefusedError` while cards are missing, `UndecidedError` for what the table has to choose.
    """
    journal.hold(partie, version)
    standing = _going_on(partie)
    if not played_out(standing):
        raise RefusedError("cards_missing", game=partie.game)
    return journal.add_manche(partie, facts_of_cards(partie, told), note, author)


def played_out(standing: Standing) -> bool:
    """Whether the last card of the manche under way is down."""
    cards = standing.cards
    return cards is not None and standing.arbiter(cards).seat is None


def known_hands(standing: Standing) -> Sequence[tuple[str, ...] | None] | None:
    """The hands entered before the play, where the game has some."""
    play = standing.game.play
    hands = None if play is None or play.hands is None else play.hands(standing.partie.begun or {})
    return None if hands is None else [None if hand is None else tuple(hand) for hand in hands]


def _played_by(standing: Standing, cards: CardByCard, seat: int) -> list[str]:
    verdicts = standing.arbiter(replace(cards, laid_open=None)).verdicts
    return [verdict.card.code for verdict in verdicts if verdict.seat == seat]


def _going_on(partie: Partie) -> Standing:
    standing = standing_of(partie)
    if standing.over:
        raise RefusedError("partie_over", game=partie.game)
    return standing


def _cards(standing: Standing) -> CardByCard:
    cards = standing.cards
    if cards is None:
        raise RefusedError("no_cards", game=standing.game.slug)
    return cards


def _leader(standing: Standing, said: int | None) -> int:
    """The seat that leads first: the one the dealer makes lead, else the one that was said."""
    play = standing.game.play
    if play is None:
        raise RefusedError("no_cards", game=standing.game.slug)
    made = None if play.leader is None else play.leader(standing.deal.dealer)
    leader = made if said is None else said
    if leader is None or not 0 <= leader < standing.seats:
        raise ImpossibleFactsError("no_leader", field="leader")
    if made not in {None, leader}:
        raise ImpossibleFactsError("wrong_leader", field="leader", article="T-2", seat=leader, expected=made)
    return leader


def _keep(partie: Partie, cards: CardByCard | None, author: Access | None, kind: ChangeKind, said: Json | None) -> None:
    partie.cards = None if cards is None else write_cards(cards)
    journal.note_change(partie, author, kind, facts=None if said is None else dict(said))
