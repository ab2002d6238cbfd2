"""The sentences of the arbiter: the claims of a play, its ruling, the proofs that it is irregular.

The *arbiter* judges each card of a manche (deal) by what the table can see. A *play* is the index of a card in the
order of play, from 0. Its *verdict* has the *ruling*: allowed, conditional on its *claims* about a hand, forbidden, or
undecided. A later play may *expose* an earlier one as irregular, or only make several plays *suspects*. *Articles* are
numbered rules: T-4 (what proves a play irregular) and T-5 (what follows from it) are of all games.

No sentence claims more than its verdict (`cards.verdicts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.cards.cards import Suit
from scorekeeper.cards.verdicts import CountProof, Proof, Ruling, Verdict
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.web.core.i18n import gettext
from scorekeeper.web.text.cards import suit_name
from scorekeeper.web.text.claims import ForbiddenText
from scorekeeper.web.text.proofs import ProofText
from scorekeeper.web.text.values import anonymous_name, join_words, with_capital

_SHARED_ARTICLES = ("T-4", "T-5")


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A play recorded as irregular, and why it is."""

    # The index of the play in the manche.
    index: int

    # The index of the later play that proved it irregular, None if it was already forbidden when it was played.
    proven_by: int | None

    # One or more full sentences: the proof, and a doubt about it.
    sentence: str

    # The broken article, T-4 and T-5.
    articles: tuple[str, ...]


def numbered_names(names: Sequence[str], seats: int) -> list[str]:
    """Return the name of each seat, « Joueur 3 » for a seat without a name."""
    # There may be fewer names than seats.
    padded = [*names, *[""] * (seats - len(names))]
    return [name.strip() or anonymous_name(number) for number, name in enumerate(padded, start=1)]


def suit_led(suit: Suit) -> str:
    """Say which suit was led: « Carreau demandé »."""
    return gettext("%(suit)s demandé", suit=with_capital(suit_name(suit)))


def ruling_suffix(ruling: str) -> str:
    """Return the text to put after the name of a card for its ruling, empty for an allowed card.

    An *exposing* card is one that its player cannot have unless an earlier play was irregular.
    """
    return {
        "conditional": gettext(", sous condition"),
        "forbidden": gettext(", interdit"),
        "exposing": gettext(", prouverait une renonce"),
        "undecided": gettext(", non tranché"),
    }.get(ruling, "")


class ArbiterText(ProofText):
    """The sentences of the arbiter of one manche; `forbidden` has, by article, the functions that say why it forbids.

    Inherited: the `arbiter`, the `names` by seat, `claim_sentences` of a play, `proof_text` of a proof, and
    `play_name`, « 5♦ de Luc au pli 2 ».
    """

    def __init__(self, arbiter: Arbiter, names: Sequence[str], forbidden: ForbiddenText) -> None:
        """Describe this arbiter. Cards may be added to it later: each method describes it as it is when called."""
        super().__init__(arbiter, numbered_names(names, arbiter.rules.seats))
        self.forbidden = forbidden

    def ruling_text(self, index: int) -> str:
        """Return the ruling on a play: « permis », « permis si … », « interdit : … », « non tranché »."""
        verdict = self.arbiter.verdicts[index]
        if verdict.ruling is Ruling.ALLOWED:
            return gettext("permis")
        if verdict.ruling is Ruling.CONDITIONAL:
            return gettext("permis si %(claims)s", claims=join_words(self.claim_sentences(index)))
        if verdict.ruling is Ruling.UNDECIDED:
            return gettext("non tranché")
        sentence = gettext("interdit : %(why)s", why=self.why_forbidden(index))
        proofs = self.forbidden_proof_text(index)
        # A play that its rule forbids from any hand needs no proof.
        if not proofs:
            return sentence
        return f"{sentence}. {proofs}"

    def why_forbidden(self, index: int) -> str:
        """Return the rule that a forbidden play breaks: « il fallait fournir trèfle »."""
        verdict = self.arbiter.verdicts[index]
        # The function of the game for the first article of the verdict; None if the game has no sentence for it.
        write_reason = self.forbidden.get(verdict.articles[0])
        if write_reason is None:
            return gettext("la règle ne le permet pas")
        return write_reason(verdict, self.arbiter.rules.pack)

    def forbidden_proof_text(self, index: int) -> str:
        """Return the proofs that a play is forbidden at the moment when it is played, empty if it needs none."""
        return self._proof_texts(index, index)

    def names_of(self, plays: Iterable[int], *, any_one: bool = False) -> str:
        """Name the players of these plays, by seat: « Luc et Zoé », with `any_one` « Luc ou Zoé »."""
        names = [self.names[seat] for seat in sorted({self.arbiter.verdicts[play].seat for play in plays})]
        if not any_one or len(names) == 1:
            return join_words(names)
        return gettext("%(names)s ou %(last)s", names=", ".join(names[:-1]), last=names[-1])

    def exposure_sentences(self, index: int) -> list[str]:
        """Return the proofs that the verdict on this play has against other plays, one text for each proof."""
        verdict = self.arbiter.verdicts[index]
        return [self.proof_text(proof) for proof in verdict.proofs if index not in _accused_plays(proof)]

    def revoke_sentence(self, index: int, later: Verdict) -> str:
        """Say that a player discarded with the suit led in hand, if the later card proves it; else return "".

        Example: Luc throws 6♣ when hearts are led, and plays 9♥ later: « Luc avait du cœur ».
        """
        discard = self.arbiter.verdicts[index]
        led = discard.turn.led
        suit_of = self.arbiter.rules.pack.suit
        # Nothing is proven if the play was a lead (no suit is led) or a card of the suit led, or if the later card is
        # of another player or suit.
        if led is None or suit_of(discard.card) is led or (later.seat, suit_of(later.card)) != (discard.seat, led):
            return ""
        return gettext("%(name)s avait du %(suit)s", name=self.names[discard.seat], suit=suit_name(led))

    def irregularities(self) -> list[Irregularity]:
        """Return every irregularity recorded so far, in order of play (T-4)."""
        return [self._irregularity(index) for index in sorted(self.arbiter.irregular)]

    def reservation_sentence(self, index: int) -> str:
        """Return the doubt about a forbidden play, "" without one.

        Cards seen since may show that it was not irregular (*cleared*), or that another play may be irregular in its
        place (*doubtful*). *Unsettled* is a play for which finding this out takes too long.
        """
        if index in self.arbiter.unsettled:
            return gettext("Pas sûr : trop d’autres cartes peuvent être en cause.")
        if index in self.arbiter.cleared:
            return gettext("Plus rien ne prouve que cette carte était interdite.")
        if index not in self.arbiter.doubtful:
            return ""
        others = sorted(self.arbiter.others_to_blame(index))
        plays = ", ".join(self.play_name(other) for other in others)
        return gettext("À moins que la faute soit ailleurs : %(plays)s.", plays=plays)

    def suspects_sentence(self) -> str:
        """Name the plays of which one is irregular, or say that they are too many; empty without suspects."""
        if self.arbiter.undecided:
            return gettext("Trop de cartes peuvent être interdites : l’arbitre ne dit plus lesquelles.")
        if not self.arbiter.suspects:
            return ""
        plays = ", ".join(self.play_name(index) for index in sorted(self.arbiter.suspects))
        return gettext(
            "Si tout le reste est vrai, au moins une de ces cartes était interdite, sans qu’on sache laquelle "
            ": %(plays)s.",
            plays=plays,
        )

    def _irregularity(self, index: int) -> Irregularity:
        verdict = self.arbiter.verdicts[index]
        proven_by = self._proving_play(index)
        if proven_by is None:
            reason = f"{self.play_name(index)}, {self.ruling_text(index)}"
        else:
            reason = self._proof_texts(index, proven_by)
        # A proof ends with a full stop, a ruling without a proof does not.
        if not reason.endswith("."):
            reason += "."
        sentence = f"{reason} {self.reservation_sentence(index)}".rstrip()
        return Irregularity(index, proven_by, sentence, (*verdict.articles, *_SHARED_ARTICLES))

    def _proving_play(self, index: int) -> int | None:
        """The index of the last later play that shows this one to be irregular, None if no later play does."""
        # Each later play with its index.
        later = list(enumerate(self.arbiter.verdicts))[index + 1 :]
        return max((other for other, verdict in later if index in (*verdict.exposes, *verdict.proves)), default=None)

    def _proof_texts(self, index: int, proven_by: int) -> str:
        """The proofs against the play `index` that the verdict on `proven_by` has; both may be the same play."""
        proofs = self.arbiter.verdicts[proven_by].proofs
        return " ".join(self.proof_text(proof) for proof in proofs if _accused_plays(proof) == (index,))


def _accused_plays(proof: Proof) -> tuple[int, ...]:
    """Return the play that a proof shows to be irregular, or the plays of which at least one is."""
    if isinstance(proof, CountProof):
        return proof.plays
    return (proof.play,)
