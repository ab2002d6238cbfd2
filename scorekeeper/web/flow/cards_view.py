"""The page of a manche entered card by card: the trick, the cards by suit, the known hands, the breaches of rules.

A *manche* is one deal, a *partie* a game to its end. The `Arbiter` judges each card and gives a `Verdict`: its `ruling`
says whether the card is legal, and it names the earlier plays that the card shows to be irregular. A *play* is an index
in the order of play, from 0; its *claim* is what it says of a hand, if it is legal: "Luc has no club". *Articles* are
numbered rules: T-3 is about claims, T-4 about irregular plays, T-5 about the price of a revoke, which is a discard with
the suit led in hand. `cards/verdicts.py` has an example.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.tricks import led_suit
from scorekeeper.cards.verdicts import Choices, CountProof, KnownHand, Ruling, Trick, Verdict
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.revokes import blamed_seats, price_of
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.contract import RefutedDeclaration
from scorekeeper.web.games.tools.keys import SuitButtons, card_buttons
from scorekeeper.web.text.arbiter import ArbiterText, suit_led
from scorekeeper.web.text.cards import card_text, cards_text, suit_name
from scorekeeper.web.text.claims import ForbiddenText
from scorekeeper.web.text.revokes import price_sentence

# At most this number of accused cards is shown.
_MOST_ACCUSED = 3


@dataclass(frozen=True)
class TrickSeat:
    """A seat of the trick that the page shows."""

    # The seat, from 0, and the name of its player.
    seat: int
    name: str
    # The code of its card, such as `QS`; None before it has played.
    card: str | None
    # Whether it led the trick, or leads it next.
    led: bool = False
    # Whether it plays next.
    to_play: bool = False
    # Whether it took the trick, once all cards are played.
    took: bool = False


@dataclass(frozen=True)
class CardInBreach:
    """A card that breaks a rule, or shows that another card did."""

    # The index of its play.
    index: int
    # Its code, such as `QS`.
    card: str
    # The name of its player.
    name: str
    # The number of its trick, from 1.
    trick_number: int
    # The name of the suit led, if the card is of another suit; empty for a lead and for a card that follows suit.
    suit_led: str = ""


@dataclass(frozen=True)
class Interruption:
    """A breach of the rules by a card, shown to the table before the card is recorded."""

    # The code of the card, such as `QS`.
    card: str
    title: str
    # The reasons, below the title.
    sentences: list[str]
    # The numbers of the articles that are broken or applied.
    articles: list[str]
    # The accused cards, then the card itself.
    cards: list[CardInBreach]
    # The index of the earliest irregular play, to which the table may go back; None without an earlier one.
    since: int | None = None
    # The number of the trick of that play, from 1.
    since_trick: int | None = None
    # How many recorded cards the table takes back if it does.
    returned: int = 0
    # The sentence about the players who owe the agreed price of a revoke; empty if no one owes it.
    price: str = ""
    # False for a card that breaks no rule, and only refutes what a player declared.
    breaks_rule: bool = True


class CardsView:
    """The state of a manche entered card by card, as its pages show it."""

    def __init__(self, arbiter: Arbiter, names: Sequence[str], forbidden: ForbiddenText) -> None:
        """Use the arbiter, the names by seat, and the game's texts for forbidden cards."""
        self.arbiter = arbiter
        self.names = names
        # It makes the sentences about the verdicts of this arbiter.
        self.text = ArbiterText(arbiter, names, forbidden)

    @property
    def trick_number(self) -> int:
        """The number of the current trick, from 1; of the last trick when the manche is over."""
        return min(len(self.arbiter.tricks) + 1, self.arbiter.rules.hand_size)

    @property
    def heading(self) -> str:
        """The sentence that says whose turn it is."""
        if self.arbiter.seat is None:
            return _("Toutes les cartes sont jouées")
        return _("À %(name)s de jouer", name=self.text.names[self.arbiter.seat])

    @property
    def subheading(self) -> str:
        """The suit to follow; between two tricks, the player who took the previous one; else empty."""
        # None before the lead. The pack decides the suit of a card: a joker may have none.
        suit = led_suit(self.arbiter.trick, self.arbiter.rules.pack.suit)
        if suit is not None:
            return suit_led(suit)
        # A joker without a suit was led, or the first trick is not begun.
        if self.arbiter.trick or not self.arbiter.tricks:
            return ""
        tricks = self.arbiter.tricks
        return _("Pli %(number)s : à %(name)s", name=self.names[tricks[-1].winner], number=len(tricks))

    @property
    def trick_name(self) -> str:
        """The name of the current trick, « Pli 3 »; empty while the previous trick is shown."""
        # The previous trick is shown until a card of the next one is played.
        if self.arbiter.tricks and not self.arbiter.trick:
            return ""
        return _("Pli %(number)s", number=self.trick_number)

    @property
    def trick_seats(self) -> list[TrickSeat]:
        """The seats, clockwise, with the cards of the current trick, or of the previous one until the next lead."""
        trick, leader = self.arbiter.trick, self.arbiter.seat
        if trick:
            # The latest verdicts are those on the cards of the current trick; its lead is the first of them.
            leader = self.arbiter.verdicts[-len(trick)].seat
        elif self.arbiter.tricks:
            return self.trick_seats_of(self.arbiter.tricks[-1])
        return self._seats_with_cards(leader, trick, None)

    def trick_seats_of(self, trick: Trick) -> list[TrickSeat]:
        """Return the seats, clockwise, with the cards of a completed trick."""
        return self._seats_with_cards(trick.leader, trick.cards, trick.winner)

    def plays_of(self, trick_number: int) -> list[int]:
        """Return the indexes of the plays of a trick, given by its number from 1."""
        return [
            index
            for index, verdict in enumerate(self.arbiter.verdicts)
            if verdict.turn.tricks_before == trick_number - 1
        ]

    @property
    def buttons_by_suit(self) -> list[SuitButtons]:
        """The buttons of the cards by suit; each has the ruling that its card would get if it were played now."""
        return card_buttons(
            self.arbiter.rules, [verdict.card for verdict in self.arbiter.verdicts], _rulings(self.arbiter.choices)
        )

    @property
    def claims(self) -> list[str]:
        """The sentences about the claims of the latest play (T-3): « Luc n’a plus de trèfle »."""
        if not self.arbiter.verdicts:
            return []
        return self.text.claim_sentences(len(self.arbiter.verdicts) - 1)

    @property
    def known_hands(self) -> list[tuple[str, str]]:
        """For each seat, the name of its player and what is known of the hand: ("Luc", "pas de trèfle, sûrement 8♥").

        It is known which suits a hand lacks, and which cards it must have.
        """
        return [(name, self._known_cards_text(self.arbiter.hand(seat))) for seat, name in enumerate(self.names)]

    @property
    def offender(self) -> int | None:
        """The seat of the first recorded irregular play, None without such a play."""
        if not self.arbiter.irregular:
            return None
        # `irregular` has indexes in the order of play, so that the smallest is that of the first irregular play.
        return self.arbiter.verdicts[min(self.arbiter.irregular)].seat

    def _known_cards_text(self, hand: KnownHand) -> str:
        if not hand.remaining:
            return _("plus de cartes")
        # The player has shown all cards to the table.
        if hand.laid_open:
            return _("main ouverte : %(cards)s", cards=" ".join(map(card_text, self._sorted(hand.certain))))
        parts = [_("pas de %(suit)s", suit=suit_name(suit)) for suit in hand.voids]
        if hand.certain:
            parts.append(_("sûrement %(cards)s", cards=cards_text(self._sorted(hand.certain))))
        return ", ".join(parts) or _("rien de sûr")

    def _sorted(self, cards: Sequence[Card]) -> list[Card]:
        """Sort cards by suit, the strongest of each suit first."""
        # `suits` ends with None, so that cards without a suit, such as jokers, come last. The strength is negative, so
        # that the strongest card of a suit comes first.
        suits, rules = [*Suit, None], self.arbiter.rules
        return sorted(cards, key=lambda card: (suits.index(rules.pack.suit(card)), -rules.strength(card)))

    def _seats_with_cards(self, leader: int | None, cards: Sequence[Card], winner: int | None) -> list[TrickSeat]:
        """Return the seats with these cards, which are in the order in which they were played."""
        table = self.arbiter.table
        # The code of the card of each seat: `after(leader, 2)` is the seat that plays two turns after the leader.
        # Without a leader there are no cards, so that 0 is not used.
        played = {table.after(leader or 0, turn): card.code for turn, card in enumerate(cards)}
        return [
            TrickSeat(
                seat,
                self.names[seat],
                played.get(seat),
                led=seat == leader,
                to_play=seat == self.arbiter.seat,
                took=seat == winner,
            )
            # `order` is None if the table plays in the order of the seats.
            for seat in table.order or range(table.seats)
        ]


def cards_view(scored: ScoredPartie, arbiter: Arbiter) -> CardsView:
    """Return the view of the current manche of this partie."""
    return CardsView(arbiter, scored.names, PAGES[scored.game.slug].text.FORBIDDEN)


def breaks_rule(verdict: Verdict) -> bool:
    """Whether a play is forbidden, or shows that an earlier one was irregular (T-4)."""
    # `exposes` lists the earlier plays that are irregular from now on, `suspects` plays of which one must be irregular.
    return verdict.ruling is Ruling.FORBIDDEN or bool(verdict.exposes or verdict.suspects)


def interrupts(scored: ScoredPartie, arbiter: Arbiter, verdict: Verdict) -> bool:
    """Whether the table sees a page about the latest card, of this verdict, before the card is recorded."""
    return breaks_rule(verdict) or bool(_refuted_declarations(scored, arbiter))


def interruption_before(scored: ScoredPartie, code: str) -> Interruption | None:
    """Return the interruption to show before this card is recorded, None if it breaks no rule and refutes nothing.

    Raises `ImpossibleFactsError` if it cannot be the next card.
    """
    # The arbiter after this card of the current manche, and its verdict on the card.
    arbiter, verdict = scored.current.judge(code)
    refuted = _refuted_declarations(scored, arbiter)
    text = cards_view(scored, arbiter).text
    if not breaks_rule(verdict):
        if not refuted:
            return None
        return _interruption_by_refutation(text, verdict, refuted)
    # A card may both break a rule and refute declarations: its page starts with the breach, and they follow.
    interruption = interruption_after_latest(text, verdict)
    sentences = [*interruption.sentences, *(declaration.sentence for declaration in refuted)]
    return replace(interruption, sentences=sentences, price=price_sentence(scored, owing_seats(scored, arbiter)))


def _refuted_declarations(scored: ScoredPartie, arbiter: Arbiter) -> Sequence[RefutedDeclaration]:
    """Return the declarations that the latest card refutes: Anne declared 7♥ 8♥ 9♥, and Luc has played 8♥.

    After the last card, return none: another page then asks the table about all refuted declarations.
    """
    # The pages of the game for a manche entered card by card, None if it has none. Few games have declarations, and the
    # others have no `refutations`. The seat is None after the last card.
    cards = PAGES[scored.game.slug].cards
    if arbiter.seat is None or cards is None or cards.refutations is None:
        return ()
    return cards.refutations.by_latest_card(scored, arbiter)


def _interruption_by_refutation(
    text: ArbiterText, verdict: Verdict, refuted: Sequence[RefutedDeclaration]
) -> Interruption:
    """Return the interruption by a card that breaks no rule, but refutes at least one declaration."""
    first, *others = refuted
    # The arguments: the card, the title, the sentences, the articles, the cards. The first declaration is the title, so
    # that only its reason is among the sentences.
    return Interruption(
        verdict.card.code,
        first.sentence,
        [first.reason, *(declaration.sentence for declaration in others)],
        # Each article once, in order.
        list(dict.fromkeys(declaration.article for declaration in refuted)),
        [card_in_breach(text, len(text.arbiter.verdicts) - 1)],
        breaks_rule=False,
    )


def owing_seats(scored: ScoredPartie, arbiter: Arbiter) -> list[int]:
    """Return the seats that owe the agreed price of a revoke because of the latest card; a seat owes it once (T-5)."""
    # None if the table has the usual price of the rules, or if its game has no option for the price.
    if price_of(scored.game, scored.options) is None:
        return []
    # The seats at fault for the latest card, without `revoked_seats`: these owe the price already, for an earlier card
    # of this manche.
    return sorted(blamed_seats(arbiter, len(arbiter.verdicts) - 1) - set(scored.current.revoked_seats))


def interruption_after_latest(text: ArbiterText, verdict: Verdict) -> Interruption:
    """Return the interruption by the latest play, which breaks a rule."""
    index = len(text.arbiter.verdicts) - 1
    sentences: list[str] = []
    articles: list[str] = []
    if verdict.ruling is Ruling.FORBIDDEN:
        # Why the card is forbidden, and the doubt about it, if any; both may be empty.
        sentences += [text.forbidden_proof_text(index), text.reservation_sentence(index)]
        articles += verdict.articles
    # The sentences about the proofs against earlier plays.
    sentences += text.exposure_sentences(index)
    # The plays that are now irregular, without the latest one: a forbidden card may be proven irregular itself.
    accused = sorted({*verdict.exposes, *verdict.proves} - {index})
    for play in accused:
        articles += text.arbiter.verdicts[play].articles
    # Suspects are plays of which one must be irregular. If the proofs above do not name them, another sentence does.
    if verdict.suspects and not _names_suspects(verdict):
        sentences.append(text.suspects_sentence())
    if accused or verdict.suspects:
        articles.append("T-4")
    # The earlier plays that the page blames: those known to be irregular or, only if there are none, the suspects.
    blamed = [play for play in accused or verdict.suspects if play != index]
    # The arguments: the card, the title, the sentences, the articles each once, the cards.
    interruption = Interruption(
        verdict.card.code,
        _title(text, index),
        # The texts above may be empty.
        [sentence for sentence in sentences if sentence],
        list(dict.fromkeys([*articles, "T-5"])),
        [card_in_breach(text, play) for play in (*blamed[:_MOST_ACCUSED], index)],
    )
    if not blamed:
        return interruption
    # The earliest blamed play: the table may take back the cards from it on.
    since = min(blamed)
    trick_number = text.arbiter.verdicts[since].turn.tricks_before + 1
    return replace(interruption, since=since, since_trick=trick_number, returned=index - since)


def card_in_breach(text: ArbiterText, index: int) -> CardInBreach:
    """Return a played card with its player, its trick and the suit that it was discarded on, if any."""
    verdict = text.arbiter.verdicts[index]
    led, suit = verdict.turn.led, ""
    if led is not None and text.arbiter.rules.pack.suit(verdict.card) is not led:
        suit = suit_name(led)
    # The arguments: the index, the code of the card, the name of its player, the number of its trick, the suit led.
    return CardInBreach(index, verdict.card.code, text.names[verdict.seat], verdict.turn.tricks_before + 1, suit)


def _names_suspects(verdict: Verdict) -> bool:
    """Whether a proof of this verdict names the suspects: a count of cards and places that accuses several plays."""
    return any(isinstance(proof, CountProof) and len(proof.plays) > 1 for proof in verdict.proofs)


def _title(text: ArbiterText, index: int) -> str:
    """Return the title of the interruption by the play of this index, such as « Luc ne pouvait pas jouer 9♥ »."""
    verdict = text.arbiter.verdicts[index]
    # The title is about the plays that are irregular whatever else is true (`proves`). If there are none, it is about
    # those that are irregular if all other claims are true (`exposes`).
    proven = {*verdict.proves} - {index}
    accused = proven or {*verdict.exposes} - {index}
    # A set, because several accused plays of one player, such as two revokes, may have the same title.
    titles = {_title_of_play(text, play, verdict, proven=bool(proven)) for play in accused}
    if len(titles) == 1:
        return titles.pop()
    if accused:
        names = text.names_of(accused)
        if proven:
            return _("Cartes interdites : %(names)s", names=names)
        # The accused plays are only exposed.
        return _("Cartes interdites, si tout le reste est vrai : %(names)s", names=names)
    if verdict.ruling is Ruling.FORBIDDEN:
        return _("%(name)s : %(why)s", name=text.names[verdict.seat], why=text.why_forbidden(index))
    return _("Quelqu’un s’est trompé : %(names)s", names=text.names_of(verdict.suspects, any_one=True))


def _title_of_play(text: ArbiterText, play: int, latest: Verdict, *, proven: bool) -> str:
    """Return the title that accuses one play; it is `proven`, or exposed only."""
    # A sentence which says that Luc discarded with the suit led in hand; empty unless the latest card proves that.
    if proven and (revoke := text.revoke_sentence(play, latest)):
        return revoke
    name, card = text.names[text.arbiter.verdicts[play].seat], card_text(text.arbiter.verdicts[play].card)
    if proven:
        return _("%(name)s ne pouvait pas jouer %(card)s", name=name, card=card)
    return _("%(name)s ne pouvait pas jouer %(card)s, si tout le reste est vrai", name=name, card=card)


def _rulings(choices: Choices | None) -> dict[Card, str]:
    """Return the ruling that each unplayed card would get now: {9♥: "exposing"}; empty after the last card."""
    if choices is None:
        return {}
    # The names of the fields of `Choices`, each of which lists cards.
    rulings = "allowed", "conditional", "forbidden", "exposing", "undecided"
    return {card: ruling for ruling in rulings for card in getattr(choices, ruling)}
