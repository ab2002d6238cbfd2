"""The page of a manche entered card by card: the trick, the cards by suit, the known hands, the breaches of rules.

A *manche* is one deal, a *partie* a game to its end, which is *scored* when its facts are replayed. The `Arbiter`
judges each card from what the table sees. It gives a `Verdict`: its `ruling` says whether the card is legal, and it
names the earlier plays that the card shows to be irregular. A *play* is an index in the order of play, from 0; a
*claim* is what a play says of a hand, if it is legal: "Luc has no club". `cards/verdicts.py` has an example. *Articles*
are numbered rules: T-3 is about claims, T-4 about irregular plays, T-5 about the price of a revoke.
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
from scorekeeper.web.core.language import name_with_de
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
    """A seat of the trick shown."""

    seat: int
    name: str
    # The code of its card; None before it has played.
    card: str | None
    led: bool = False
    # Whether it plays next.
    to_play: bool = False
    # Whether it took the trick, once all cards are played.
    took: bool = False


@dataclass(frozen=True)
class CardInBreach:
    """A card that breaks a rule, or shows that another one did."""

    # The index of its play.
    index: int
    # Its code, such as `QS`.
    card: str
    # The name of its player.
    name: str
    # Its trick, from 1.
    trick_number: int
    # The suit that it was discarded on; empty for a lead and for a card that follows suit.
    suit_led: str = ""


@dataclass(frozen=True)
class Interruption:
    """A breach of the rules by a card, shown to the table before the card is recorded."""

    # The code of the card.
    card: str
    title: str
    # The reasons.
    sentences: list[str]
    # The numbers of the articles that are broken or applied.
    articles: list[str]
    # The accused cards, then the card itself.
    cards: list[CardInBreach]
    # The index of the earliest irregular play, to which the table may go back; None without an earlier one.
    since: int | None = None
    # The trick of that play, from 1.
    since_trick: int | None = None
    # How many recorded cards the table takes back if it does.
    returned: int = 0
    # Who owes the agreed price of a revoke; empty if no one does.
    price: str = ""
    # False for a card that only refutes what a player declared.
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
        """The suit to follow, or between two tricks, the name of the player who took the previous one."""
        # The pack decides the suit of a card: a joker may have none.
        suit = led_suit(self.arbiter.trick, self.arbiter.rules.pack.suit)
        if suit is not None:
            return suit_led(suit)
        if self.arbiter.trick or not self.arbiter.tricks:
            return ""
        tricks = self.arbiter.tricks
        return _("Pli %(number)s : à %(name)s", name=self.names[tricks[-1].winner], number=len(tricks))

    @property
    def trick_name(self) -> str:
        """The name of the current trick, « Pli 3 »; empty while the previous trick is shown."""
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
        """The buttons of the cards by suit, each with the ruling if it were played now."""
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
        """Each player's name, and the known parts of the hand: the suits that it lacks, the cards that it must have."""
        return [(name, self._known_cards_text(self.arbiter.hand(seat))) for seat, name in enumerate(self.names)]

    @property
    def offence(self) -> tuple[int, str] | None:
        """The seat of the first recorded irregularity and the reason of its penalty on the sheet, None without one."""
        if not self.arbiter.irregular:
            return None
        # The irregular plays are indexes, so that the first one is the smallest.
        verdict = self.arbiter.verdicts[min(self.arbiter.irregular)]
        return verdict.seat, _(
            "irrégularité %(of_name)s au pli %(number)s",
            of_name=name_with_de(self.names[verdict.seat]),
            number=verdict.turn.tricks_before + 1,
        )

    def _known_cards_text(self, hand: KnownHand) -> str:
        if not hand.remaining:
            return _("plus de cartes")
        if hand.laid_open:
            return _("main ouverte : %(cards)s", cards=" ".join(map(card_text, self._sorted(hand.certain))))
        parts = [_("pas de %(suit)s", suit=suit_name(suit)) for suit in hand.voids]
        if hand.certain:
            parts.append(_("sûrement %(cards)s", cards=cards_text(self._sorted(hand.certain))))
        return ", ".join(parts) or _("rien de sûr")

    def _sorted(self, cards: Sequence[Card]) -> list[Card]:
        """Sort cards by suit, the strongest of each suit first."""
        # Cards without a suit, such as jokers, come last. The strength is negative to put the strongest card first.
        suits, rules = [*Suit, None], self.arbiter.rules
        return sorted(cards, key=lambda card: (suits.index(rules.pack.suit(card)), -rules.strength(card)))

    def _seats_with_cards(self, leader: int | None, cards: Sequence[Card], winner: int | None) -> list[TrickSeat]:
        table = self.arbiter.table
        # The code of the card of each seat: `after(leader, 2)` is the seat that plays two turns after the leader.
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
            for seat in table.order or range(table.seats)
        ]


def cards_view(scored: ScoredPartie, arbiter: Arbiter) -> CardsView:
    """Return the view of the current manche of this partie."""
    return CardsView(arbiter, scored.names, PAGES[scored.game.slug].text.FORBIDDEN)


def breaks_rule(verdict: Verdict) -> bool:
    """Whether a play is forbidden, or shows that an earlier one was irregular (T-4)."""
    # `exposes`: the earlier plays that are now irregular; `suspects`: plays of which one must be.
    return verdict.ruling is Ruling.FORBIDDEN or bool(verdict.exposes or verdict.suspects)


def interrupts(scored: ScoredPartie, arbiter: Arbiter, verdict: Verdict) -> bool:
    """Whether the latest card, with this verdict, is shown to the table before it is recorded."""
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
    # A card may do both: its page starts with the breach, and the refuted declarations follow.
    interruption = interruption_after_latest(text, verdict)
    sentences = [*interruption.sentences, *(declaration.sentence for declaration in refuted)]
    return replace(interruption, sentences=sentences, price=price_sentence(scored, owing_seats(scored, arbiter)))


def _refuted_declarations(scored: ScoredPartie, arbiter: Arbiter) -> Sequence[RefutedDeclaration]:
    """The declarations that the latest card refutes: Anne declared 7♥ 8♥ 9♥, and Luc has played 8♥.

    There are none after the last card: the table is then asked about all refuted declarations.
    """
    # The pages of the game for a manche entered card by card; few games have declarations.
    cards = PAGES[scored.game.slug].cards
    if arbiter.seat is None or cards is None or cards.refutations is None:
        return ()
    return cards.refutations.by_latest_card(scored, arbiter)


def _interruption_by_refutation(
    text: ArbiterText, verdict: Verdict, refuted: Sequence[RefutedDeclaration]
) -> Interruption:
    first, *others = refuted
    # The first declaration is the title, so that only its reason is among the sentences.
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
    # The table has agreed no price.
    if price_of(scored.game, scored.options) is None:
        return []
    # `revoked_seats` owe it already, for an earlier card of this manche.
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
    # The proofs against earlier plays.
    sentences += text.exposure_sentences(index)
    # A forbidden card may also be proven irregular itself: it accuses no other one by that.
    accused = sorted({*verdict.exposes, *verdict.proves} - {index})
    for play in accused:
        articles += text.arbiter.verdicts[play].articles
    if verdict.suspects and not _names_suspects(verdict):
        sentences.append(text.suspects_sentence())
    if accused or verdict.suspects:
        articles.append("T-4")
    # Suspects are blamed only while no play is known to be the irregular one.
    blamed = [play for play in accused or verdict.suspects if play != index]
    interruption = Interruption(
        verdict.card.code,
        _title(text, index),
        [sentence for sentence in sentences if sentence],
        list(dict.fromkeys([*articles, "T-5"])),
        [card_in_breach(text, play) for play in (*blamed[:_MOST_ACCUSED], index)],
    )
    if not blamed:
        return interruption
    since = min(blamed)
    trick_number = text.arbiter.verdicts[since].turn.tricks_before + 1
    return replace(interruption, since=since, since_trick=trick_number, returned=index - since)


def card_in_breach(text: ArbiterText, index: int) -> CardInBreach:
    """Return a played card with its player, its trick and the suit that it was discarded on, if any."""
    verdict = text.arbiter.verdicts[index]
    led, suit = verdict.turn.led, ""
    if led is not None and text.arbiter.rules.pack.suit(verdict.card) is not led:
        suit = suit_name(led)
    return CardInBreach(index, verdict.card.code, text.names[verdict.seat], verdict.turn.tricks_before + 1, suit)


def _names_suspects(verdict: Verdict) -> bool:
    """Whether a proof of this verdict names the suspects: a count of cards and places that accuses several plays."""
    return any(isinstance(proof, CountProof) and len(proof.plays) > 1 for proof in verdict.proofs)


def _title(text: ArbiterText, index: int) -> str:
    """Return the title of an interruption, as the table would say it."""
    verdict = text.arbiter.verdicts[index]
    # Cards that are irregular in any case are named before those that are so only if all the rest is true.
    proven = {*verdict.proves} - {index}
    accused = proven or {*verdict.exposes} - {index}
    # A set, because one player may have several accused plays with the same title, such as a revoke.
    titles = {_title_of_play(text, play, verdict, proven=bool(proven)) for play in accused}
    if len(titles) == 1:
        return titles.pop()
    if accused:
        names = text.names_of(accused)
        if proven:
            return _("Cartes interdites : %(names)s", names=names)
        return _("Cartes interdites, si tout le reste est vrai : %(names)s", names=names)
    if verdict.ruling is Ruling.FORBIDDEN:
        return _("%(name)s : %(why)s", name=text.names[verdict.seat], why=text.why_forbidden(index))
    return _("Quelqu’un s’est trompé : %(names)s", names=text.names_of(verdict.suspects, any_one=True))


def _title_of_play(text: ArbiterText, play: int, latest: Verdict, *, proven: bool) -> str:
    # « Luc n’a pas fourni trèfle », empty unless the latest card proves that Luc had one.
    if proven and (revoke := text.revoke_sentence(play, latest)):
        return revoke
    name, card = text.names[text.arbiter.verdicts[play].seat], card_text(text.arbiter.verdicts[play].card)
    if proven:
        return _("%(name)s ne pouvait pas jouer %(card)s", name=name, card=card)
    return _("%(name)s ne pouvait pas jouer %(card)s, si tout le reste est vrai", name=name, card=card)


def _rulings(choices: Choices | None) -> dict[Card, str]:
    """Return for each card left the ruling that it would get now; empty at the end of the manche."""
    if choices is None:
        return {}
    # The names of the fields of `Choices`, each of which lists cards.
    rulings = "allowed", "conditional", "forbidden", "exposing", "undecided"
    return {card: ruling for ruling in rulings for card in getattr(choices, ruling)}
