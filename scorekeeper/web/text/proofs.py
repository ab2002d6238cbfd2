"""The sentences of the proofs that a play is irregular: by a later card, by an open hand, or by a count (T-4).

The *arbiter* judges each card by what the table can see. A *play* is the index of a card in the order of play, from 0.
Its *verdict* has the rule that applied and the ruling; its *claim* is what must be true of a hand if the play is
regular: « plus de trèfle ». An *open* hand was laid on the table. T-4 is a rule of all games: what proves a play wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container

from flask_babel import LazyString, lazy_gettext

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.verdicts import CardProof, CountProof, HandProof, Proof, Verdict
from scorekeeper.web.core.i18n import gettext, isolate
from scorekeeper.web.core.language import name_with_de
from scorekeeper.web.text.cards import are_few, card_count, card_text, cards_text, suit_card_count, suit_name, the_card
from scorekeeper.web.text.claims import ClaimText
from scorekeeper.web.text.sentences import Plural
from scorekeeper.web.text.values import join_words

# There are three kinds of proofs, each with the index of the play that is irregular:
#
# CardProof    a later card contradicts the claim of the play
# HandProof    an open hand has cards that the claim excludes
# CountProof   a set has more unseen cards than there are places where they may be: Luc and Marie claim to have no
#              heart, two hearts are unseen, and Anne has only one card
#
# A count that depends on the claims of several plays has the indexes of all: at least one of them is irregular.

# The sentences of a count, by the claims that are taken as true: the first says that there is no place for the unseen
# cards, the second that there are too few places.
_COUNTS: dict[str, tuple[Plural, LazyString]] = {
    "the claim of this play": (
        Plural(
            "Il reste %(cards)s à voir et, à en croire %(name)s, personne pour l’avoir.",
            "Il reste %(cards)s à voir et, à en croire %(name)s, personne pour les avoir.",
            "count",
        ),
        lazy_gettext(
            "Il reste %(cards)s à voir et, à en croire %(name)s, il n’y a place que pour %(room)d : %(where)s."
        ),
    ),
    # The claim of this play is left out: then its player must have the cards, so that the claim is false.
    "all other claims": (
        Plural(
            "Il reste %(cards)s à voir et, si tout le reste est vrai, personne sauf %(name)s ne peut l’avoir.",
            "Il reste %(cards)s à voir et, si tout le reste est vrai, personne sauf %(name)s ne peut les avoir.",
            "count",
        ),
        lazy_gettext(
            "Il reste %(cards)s à voir et, si tout le reste est vrai, ailleurs que chez %(name)s il n’y a place que "
            "pour %(room)d : %(where)s."
        ),
    ),
    "all claims": (
        Plural(
            "Il reste %(cards)s à voir et, à en croire chacun, personne pour l’avoir.",
            "Il reste %(cards)s à voir et, à en croire chacun, personne pour les avoir.",
            "count",
        ),
        lazy_gettext("Il reste %(cards)s à voir et, à en croire chacun, il n’y a place que pour %(room)d : %(where)s."),
    ),
}


class ProofText(ClaimText):
    """The sentences of the proofs against the plays of one manche (deal).

    `ClaimText` has the `arbiter`, the `names` by seat, and `own_hand_claim`, the words of a claim: « plus de trèfle ».
    """

    def proof_text(self, proof: Proof) -> str:
        """Return the sentences of a proof, with « C’est prouvé. » if it does not depend on claims of other plays."""
        proven = gettext("C’est prouvé.")
        if isinstance(proof, CountProof):
            sentences = self._count_proof(proof)
            # `alone`: only the claims of the play itself were counted on.
            if not proof.alone:
                return sentences
            return f"{sentences} {proven}"
        if isinstance(proof, CardProof):
            return f"{self._card_proof(proof)} {proven}"
        return f"{self._hand_proof(proof)} {proven}"

    def play_name(self, index: int) -> str:
        """Return the name of a play: « 5♦ de Luc au pli 2 »."""
        verdict = self.arbiter.verdicts[index]
        return gettext(
            "%(card)s %(of_name)s au pli %(number)d",
            card=card_text(verdict.card),
            of_name=name_with_de(self.names[verdict.seat]),
            number=verdict.turn.tricks_before + 1,
        )

    def _card_proof(self, proof: CardProof) -> str:
        """The play, its claim, and the later card that contradicts it.

        « Au pli 2, Luc a jeté le 6♣ : plus de cœur. Et au pli 4, Luc joue le 9♥. »
        """
        # The verdict on the later card.
        refuting = self.arbiter.verdicts[proof.contradicted_by]
        refutation = gettext(
            "Et au pli %(number)d, %(name)s joue %(card)s.",
            number=refuting.turn.tricks_before + 1,
            name=self.names[refuting.seat],
            card=the_card(refuting.card),
        )
        return f"{self._play_with_claim(proof.play, {refuting.seat})} {refutation}"

    def _play_with_claim(self, index: int, seats: Container[int]) -> str:
        """The play and its claim; of a claim about other hands, only those of `seats` are named."""
        verdict = self.arbiter.verdicts[index]
        # The pack converts sets of cards, which are integers with a bit for each card, to cards.
        pack = self.arbiter.rules.pack
        # Few rules say that other players do not have certain cards. `absent` has these cards by seat.
        absent = {seat: cards for seat, cards in verdict.rule.absent if seat in seats}
        if absent:
            # The rule says the same of each of these hands.
            cards = cards_text(pack.cards(next(iter(absent.values()))))
            claim = gettext(
                "pas de %(cards)s chez %(name)s", cards=cards, name=join_words([self.names[seat] for seat in absent])
            )
        else:
            claim = self.own_hand_claim(index)
        return gettext(
            "Au pli %(number)d, %(did)s : %(said)s.",
            number=verdict.turn.tricks_before + 1,
            did=self._play_text(index),
            said=claim,
        )

    def _play_text(self, index: int) -> str:
        """The play as a part of a sentence: « Luc a jeté le 6♣ »; it tells a lead and a ruff from other cards."""
        verdict = self.arbiter.verdicts[index]
        name = self.names[verdict.seat]
        card = the_card(verdict.card)
        led = verdict.turn.led
        if led is None:
            return gettext("%(name)s a entamé %(card)s", name=name, card=card)
        if self._ruffs(verdict):
            return gettext("%(name)s a coupé %(suit)s avec %(card)s", name=name, suit=suit_name(led), card=card)
        return gettext("%(name)s a jeté %(card)s", name=name, card=card)

    def _ruffs(self, verdict: Verdict) -> bool:
        """Whether a card of another suit beats the suit led, as a trump does; jokers may have no suit."""
        suit_of = self.arbiter.rules.pack.suit
        # The first card of the trick that has a suit.
        led = next((card for card in verdict.turn.trick if suit_of(card) is not None), None)
        # Not a ruff: no card before it has a suit, or the card itself is of the suit led or has no suit.
        if led is None or suit_of(verdict.card) in {suit_of(led), None}:
            return False
        # The index of the better of the two cards.
        return self.arbiter.rules.winner([led, verdict.card]) == 1

    def _hand_proof(self, proof: HandProof) -> str:
        # « de Luc », « d’Anne ».
        of_name = name_with_de(self.names[self._seat_of_open_hand(proof)])
        # Too many cards to list.
        if not are_few(proof.cards):
            return gettext("La main %(of_name)s, ouverte, contient de quoi jouer autrement.", of_name=of_name)
        return gettext(
            "La main %(of_name)s, ouverte, contient %(cards)s.", of_name=of_name, cards=cards_text(proof.cards)
        )

    def _seat_of_open_hand(self, proof: HandProof) -> int:
        """The seat whose open hand has the cards: the player's, unless the rule is about the other hands."""
        verdict = self.arbiter.verdicts[proof.play]
        for seat, _cards in verdict.rule.absent:
            hand = self.arbiter.hands[seat] or ()  # None if it is not open
            if any(card.code in hand for card in proof.cards):
                return seat
        return verdict.seat

    def _count_proof(self, proof: CountProof) -> str:
        """The count against the plays of which at least one is irregular.

        The names of several plays follow the count. A single play comes before it, with its claim, unless the proof is
        in the verdict on this same play.
        """
        if len(proof.plays) > 1:
            plays = ", ".join(self.play_name(index) for index in proof.plays)
            conclusion = gettext(
                "Si tout le reste est vrai, au moins une de ces cartes était interdite : %(plays)s.", plays=plays
            )
            return f"{self._count_text(proof, 'all claims')} {conclusion}"
        (index,) = proof.plays  # the only one
        count = self._count_against_play(proof)
        # The proof is shown with the ruling on this play.
        if self._play_with_proof(proof) == index:
            return count
        return f"{self._play_with_claim(index, range(self.arbiter.rules.seats))} {count}"

    def _count_against_play(self, proof: CountProof) -> str:
        """The count against one play, and the claims that it depends on."""
        if proof.alone:
            return self._count_text(proof, "the claim of this play")
        # A claim about the player's own hand: if all other claims are true, the cards can only be in this hand.
        if not self.arbiter.verdicts[proof.plays[0]].rule.absent:
            return self._count_text(proof, "all other claims")
        conclusion = gettext("Si tout le reste est vrai, cette carte était interdite.")
        return f"{self._count_text(proof, 'all claims')} {conclusion}"

    def _count_text(self, proof: CountProof, believed: str) -> str:
        """Say that there are too few places for the cards if the claims of this key of `_COUNTS` are true."""
        nowhere, too_few = _COUNTS[believed]
        details = {
            "cards": self._unseen_cards_text(proof),
            "name": isolate(self.names[self.arbiter.verdicts[proof.plays[0]].seat]),
            # The number of places.
            "room": proof.capacity,
            "where": self._places_text(proof),
        }
        if proof.capacity == 0:
            return nowhere.for_number(proof.count, **details)
        return str(too_few) % details

    def _places_text(self, proof: CountProof) -> str:
        """The places where the cards may be: « chez Zoé et hors jeu »."""
        rules = self.arbiter.rules
        places = [gettext("chez %(name)s", name=self.names[seat]) for seat in proof.other_seats]
        # Some cards are dealt to no one.
        if rules.pack.size > sum(rules.hand_sizes):
            places.append(gettext("hors jeu"))
        return join_words(places)

    def _unseen_cards_text(self, proof: CountProof) -> str:
        """The cards of a count: « 3 trèfles », « 3 trèfles (sauf R♣) », « R♣, 10♣ et 4♦ » or « 7 cartes »."""
        # The cards that no one had seen after the play whose verdict has the proof.
        unseen = self._unseen_after(self._play_with_proof(proof))
        suit_of = self.arbiter.rules.pack.suit
        # The suits of the cards of the count, and the unseen cards of these suits that are not in the count.
        suits = [suit for suit in Suit if any(suit_of(card) is suit for card in proof.cards)]
        others = sorted({card for card in unseen if suit_of(card) in suits} - {*proof.cards}, key=str)
        # « 21 trèfles, carreaux, piques et cœurs » would say no more than « 21 cartes ».
        if len(suits) < len(Suit) and not others:
            return suit_card_count(proof.count, suits)
        # A list names a double card once, so that it is right only if each card counts once.
        if are_few(proof.cards) and len(proof.cards) == proof.count:
            return cards_text(proof.cards)
        if len(suits) < len(Suit) and are_few(others):
            return gettext(
                "%(cards)s (sauf %(others)s)", cards=suit_card_count(proof.count, suits), others=cards_text(others)
            )
        return card_count(proof.count)

    def _play_with_proof(self, proof: Proof) -> int:
        """The index of the play whose verdict has the proof."""
        return next(index for index, verdict in enumerate(self.arbiter.verdicts) if proof in verdict.proofs)

    def _unseen_after(self, index: int) -> frozenset[Card]:
        """The cards in no open hand and not played up to the play of this index."""
        # By the code of a card, such as "QS": how many copies of it are unseen. A double deck has two of each.
        pack = self.arbiter.rules.pack
        unseen_copies = Counter[str]()
        for card in pack.cards(pack.all):
            # `copies` is a set of bits, of which `bit_count` is the size.
            unseen_copies[card.code] = pack.copies(card).bit_count()
        for hand in self.arbiter.hands:
            unseen_copies.subtract(hand or ())
        # The cards that an open hand has played were subtracted with the hand, which is whole.
        played = self.arbiter.verdicts[: index + 1]
        unseen_copies.subtract(verdict.card.code for verdict in played if self.arbiter.hands[verdict.seat] is None)
        return frozenset(card for card in pack.cards(pack.all) if unseen_copies[card.code] > 0)
