"""The arbiter in words: what a play claims, how it is ruled, what proves it irregular, and what is on record.

No sentence here is stronger than the verdict it says: see `cards.verdicts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.cards.cards import Card, Suit
from scorekeeper.cards.verdicts import Counted, Proof, Ruling
from scorekeeper.games.arbiter import Arbiter
from scorekeeper.web.core.i18n import gettext
from scorekeeper.web.text.cards import listed, suit_name
from scorekeeper.web.text.claims import ForbiddenWords, claims_said, why_forbidden
from scorekeeper.web.text.proofs import placed, proven

_ON_RECORD = ("T-4", "T-5")


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A play on record as irregular: who, in which trick (from 1), what, and the sentences that say why.

    `proven_by` is the index of the play that exposed or proved it, None when it was forbidden as it was made.
    `articles` are the one it breaks, and T-4 and T-5.
    """

    index: int
    seat: int
    number: int
    card: Card
    proven_by: int | None
    sentence: str
    articles: tuple[str, ...]


def named(names: Sequence[str], seats: int) -> list[str]:
    """The players' names, a number standing for a name that is not given."""
    given = [*names, *[""] * (seats - len(names))]
    return [name.strip() or gettext("Joueur %(number)d", number=seat) for seat, name in enumerate(given, start=1)]


def turn(names: Sequence[str], seat: int) -> str:
    """Say who is to play (T-2)."""
    return gettext("À %(name)s de jouer", name=named(names, seat + 1)[seat])


def demanded(suit: Suit) -> str:
    """Say which suit was led."""
    name = suit_name(suit)
    return gettext("%(suit)s demandé", suit=name[:1].upper() + name[1:])


def ruling_said(ruling: str) -> str:
    """What is said after the name of a card that may not simply be played; nothing after the others."""
    return {
        "conditional": gettext(", sous condition"),
        "forbidden": gettext(", interdit"),
        "exposing": gettext(", prouverait une irrégularité"),
        "undecided": gettext(", non tranché"),
    }.get(ruling, "")


class ArbiterText:
    """The sentences of one manche, from what its arbiter knows: `names` by seat, `forbidden` the words of its game."""

    def __init__(self, arbiter: Arbiter, names: Sequence[str], forbidden: ForbiddenWords) -> None:
        """Speak for this arbiter, as far as it has come whenever it is asked."""
        self.arbiter = arbiter
        self.names = named(names, arbiter.rules.seats)
        self.forbidden = forbidden

    def claims(self, index: int) -> list[str]:
        """What the play of this index says of hands unseen, as far as it was news (T-3)."""
        return claims_said(self.arbiter, index, self.names)

    def ruling(self, index: int) -> str:
        """Say how a play was ruled: « permis », « permis si … », « interdit : … » and why, « non tranché »."""
        verdict = self.arbiter.verdicts[index]
        if verdict.ruling is Ruling.ALLOWED:
            return gettext("permis")
        if verdict.ruling is Ruling.CONDITIONAL:
            return gettext("permis si %(claims)s", claims=listed(self.claims(index)))
        if verdict.ruling is Ruling.UNDECIDED:
            return gettext("non tranché")
        said = gettext("interdit : %(why)s", why=why_forbidden(verdict, self.arbiter.rules.pack, self.forbidden))
        proofs = self._proofs(index, index)
        return f"{said}. {proofs}" if proofs else said

    def proof(self, proof: Proof) -> str:
        """Say a proof, in whole sentences."""
        return proven(self.arbiter, self.names, proof)

    def exposures(self, index: int) -> list[str]:
        """What the play of this index proves of those before it, proof by proof."""
        verdict = self.arbiter.verdicts[index]
        return [self.proof(proof) for proof in verdict.proofs if index not in _accused(proof)]

    def irregular(self) -> list[Irregularity]:
        """Every irregularity on record so far, in order of play (T-4)."""
        return [self._irregularity(index) for index in sorted(self.arbiter.irregular)]

    def unless(self, index: int) -> str:
        """What is to be said beside a play judged forbidden: it was cleared since, or others may be to blame."""
        if index in self.arbiter.unsettled:
            return gettext("Reste non tranché : trop d’autres cartes peuvent être en cause.")
        if index in self.arbiter.cleared:
            return gettext("Levé depuis : rien ne prouve plus que cette carte était irrégulière.")
        if index not in self.arbiter.doubtful:
            return ""
        others = ", ".join(self._placed(other) for other in sorted(self.arbiter.others_to_blame(index)))
        return gettext("À moins que l’irrégularité soit ailleurs : %(plays)s.", plays=others)

    def suspects(self) -> str | None:
        """Say among which plays an irregular one is still sought, or that they are too many; None without any."""
        if self.arbiter.undecided:
            return gettext("Trop de cartes peuvent être irrégulières : l’arbitre ne dit plus lesquelles.")
        if not self.arbiter.suspects:
            return None
        plays = ", ".join(self._placed(index) for index in sorted(self.arbiter.suspects))
        return gettext(
            "Si tout le reste est vrai, au moins une de ces cartes était irrégulière, sans qu’on sache laquelle : "
            "%(plays)s.",
            plays=plays,
        )

    def _irregularity(self, index: int) -> Irregularity:
        verdict, by = self.arbiter.verdicts[index], self._prover(index)
        what = f"{self._placed(index)}, {self.ruling(index)}" if by is None else self._proofs(index, by)
        articles = (*verdict.articles, *_ON_RECORD)
        what = what if what.endswith(".") else f"{what}."
        sentence = " ".join(part for part in (what, self.unless(index)) if part)
        return Irregularity(index, verdict.seat, verdict.turn.number + 1, verdict.card, by, sentence, articles)

    def _placed(self, index: int) -> str:
        return placed(self.arbiter, self.names, index)

    def _prover(self, index: int) -> int | None:
        """The index of the last play that exposed or proved this earlier one, None when no later card did."""
        later = [*enumerate(self.arbiter.verdicts)][index + 1 :]
        return max((by for by, verdict in later if index in (*verdict.exposes, *verdict.proves)), default=None)

    def _proofs(self, index: int, by: int) -> str:
        proofs = self.arbiter.verdicts[by].proofs
        return " ".join(self.proof(proof) for proof in proofs if _accused(proof) == (index,))


def _accused(proof: Proof) -> tuple[int, ...]:
    return proof.plays if isinstance(proof, Counted) else (proof.play,)
