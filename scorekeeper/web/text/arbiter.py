"""The sentences of the arbiter: the claims of a play, its ruling, the proofs of irregularity, the irregular plays.

No sentence claims more than its verdict (`cards.verdicts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.verdicts import CountProof, Proof, Ruling, Verdict
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.web.core.i18n import gettext
from scorekeeper.web.text.cards import listed, suit_name
from scorekeeper.web.text.claims import ForbiddenText, claim_sentences, why_forbidden
from scorekeeper.web.text.proofs import play_name, proof_sentences

_SHARED_ARTICLES = ("T-4", "T-5")


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A play recorded as irregular: its seat, trick (from 1) and card, and the sentences that say why.

    `proven_by` is the index of the play that exposed or proved it, None when it was forbidden when played. `articles`
    are the broken article, T-4 and T-5.
    """

    index: int
    seat: int
    number: int
    card: Card
    proven_by: int | None
    sentence: str
    articles: tuple[str, ...]


def numbered_names(names: Sequence[str], seats: int) -> list[str]:
    """Return the players' names, numbered for seats without a name."""
    padded = [*names, *[""] * (seats - len(names))]
    return [name.strip() or gettext("Joueur %(number)d", number=seat) for seat, name in enumerate(padded, start=1)]


def whose_turn(names: Sequence[str], seat: int) -> str:
    """Say whose turn it is (T-2)."""
    return gettext("À %(name)s de jouer", name=numbered_names(names, seat + 1)[seat])


def suit_led(suit: Suit) -> str:
    """Say which suit was led: « Carreau demandé »."""
    name = suit_name(suit)
    return gettext("%(suit)s demandé", suit=name[:1].upper() + name[1:])


def ruling_suffix(ruling: str) -> str:
    """Return the text after the name of a card whose play is not simply allowed, else an empty string."""
    return {
        "conditional": gettext(", sous condition"),
        "forbidden": gettext(", interdit"),
        "exposing": gettext(", prouverait une renonce"),
        "undecided": gettext(", non tranché"),
    }.get(ruling, "")


class ArbiterText:
    """The sentences of the arbiter of one manche; `forbidden` are the sentences of its game about forbidden cards."""

    def __init__(self, arbiter: Arbiter, names: Sequence[str], forbidden: ForbiddenText) -> None:
        """Use the state of the arbiter at the time of each call."""
        self.arbiter = arbiter
        self.names = numbered_names(names, arbiter.rules.seats)
        self.forbidden = forbidden

    def claims(self, index: int) -> list[str]:
        """Return what the play of this index newly claims about unseen hands (T-3)."""
        return claim_sentences(self.arbiter, index, self.names)

    def ruling(self, index: int) -> str:
        """Return the ruling on a play: « permis », « permis si … », « interdit : … » and why, « non tranché »."""
        verdict = self.arbiter.verdicts[index]
        if verdict.ruling is Ruling.ALLOWED:
            return gettext("permis")
        if verdict.ruling is Ruling.CONDITIONAL:
            return gettext("permis si %(claims)s", claims=listed(self.claims(index)))
        if verdict.ruling is Ruling.UNDECIDED:
            return gettext("non tranché")
        sentence = gettext("interdit : %(why)s", why=why_forbidden(verdict, self.arbiter.rules.pack, self.forbidden))
        proofs = self._proofs(index, index)
        return f"{sentence}. {proofs}" if proofs else sentence

    def proof(self, proof: Proof) -> str:
        """Return a proof as full sentences."""
        return proof_sentences(self.arbiter, self.names, proof)

    def exposures(self, index: int) -> list[str]:
        """Return what the play of this index proves about earlier plays, one text per proof."""
        verdict = self.arbiter.verdicts[index]
        return [self.proof(proof) for proof in verdict.proofs if index not in _accused(proof)]

    def revoke(self, index: int, later: Verdict) -> str:
        """Say that a player had the suit led when discarding, if their later card is of that suit; else return ""."""
        discard = self.arbiter.verdicts[index]
        led = discard.turn.led
        if led is None or discard.card.suit is led or (later.seat, later.card.suit) != (discard.seat, led):
            return ""
        return gettext("%(name)s avait du %(suit)s.", name=self.names[discard.seat], suit=suit_name(led))

    def irregular(self) -> list[Irregularity]:
        """Return every irregularity recorded so far, in order of play (T-4)."""
        return [self._irregularity(index) for index in sorted(self.arbiter.irregular)]

    def reservation(self, index: int) -> str:
        """Return the reservation about a forbidden play: cleared since, or another play may be the irregular one."""
        if index in self.arbiter.unsettled:
            return gettext("Pas sûr : trop d’autres cartes peuvent être en cause.")
        if index in self.arbiter.cleared:
            return gettext("Plus rien ne prouve que cette carte était interdite.")
        if index not in self.arbiter.doubtful:
            return ""
        others = ", ".join(self._play_name(other) for other in sorted(self.arbiter.others_to_blame(index)))
        return gettext("À moins que la faute soit ailleurs : %(plays)s.", plays=others)

    def suspects(self) -> str | None:
        """Name the plays of which one is irregular, or say that they are too many; None without suspects."""
        if self.arbiter.undecided:
            return gettext("Trop de cartes peuvent être interdites : l’arbitre ne dit plus lesquelles.")
        if not self.arbiter.suspects:
            return None
        plays = ", ".join(self._play_name(index) for index in sorted(self.arbiter.suspects))
        return gettext(
            "Si tout le reste est vrai, au moins une de ces cartes était interdite, sans qu’on sache laquelle "
            ": %(plays)s.",
            plays=plays,
        )

    def _irregularity(self, index: int) -> Irregularity:
        verdict, proven_by = self.arbiter.verdicts[index], self._proving_play(index)
        forbidden = f"{self._play_name(index)}, {self.ruling(index)}"
        reason = forbidden if proven_by is None else self._proofs(index, proven_by)
        articles = (*verdict.articles, *_SHARED_ARTICLES)
        reason = reason if reason.endswith(".") else f"{reason}."
        sentence = " ".join(part for part in (reason, self.reservation(index)) if part)
        return Irregularity(index, verdict.seat, verdict.turn.number + 1, verdict.card, proven_by, sentence, articles)

    def _play_name(self, index: int) -> str:
        return play_name(self.arbiter, self.names, index)

    def _proving_play(self, index: int) -> int | None:
        """The index of the last play that exposed or proved this earlier one, None when no later card did."""
        later = [*enumerate(self.arbiter.verdicts)][index + 1 :]
        return max((other for other, verdict in later if index in (*verdict.exposes, *verdict.proves)), default=None)

    def _proofs(self, index: int, proven_by: int) -> str:
        proofs = self.arbiter.verdicts[proven_by].proofs
        return " ".join(self.proof(proof) for proof in proofs if _accused(proof) == (index,))


def _accused(proof: Proof) -> tuple[int, ...]:
    return proof.plays if isinstance(proof, CountProof) else (proof.play,)
