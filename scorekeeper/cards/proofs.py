"""The proofs that a play is irregular, which means that it broke a rule of play (article T-4).

There are three: a card played later (`CardProof`), a hand laid open (`HandProof`), and a count of the unseen cards
(`CountProof`). The example in `cards/verdicts.py` has two of them. The words of this module, defined in
`cards/knowledge.py`:

- A *play* is the index of a card in the order of play. Its *claims* are what must be true if it was regular: a seat has
  only certain cards. They are `PlayClaim` objects, or pairs (seat, the only cards that it may hold).
- A set of cards is an integer whose bits are cards of the pack. *Masks* are one set for each seat: the cards that the
  claims allow it to hold. *Capacities* are the number of unseen cards in the hand of each seat.
- A *world* is a smallest set of irregular plays that explains all cards seen. These plays are `doubted`: their claims
  are taken as false. A play that is doubted in every world is *exposed*; in some of them, it is *suspect*.
- A play is *proven* if its own claims are enough to show it irregular, without the claims of any other play.
- A play judged forbidden because of claims is *disbelieved*: its own claims are in no world.

A count takes some claims as true and then finds more cards than places for them: one of these claims is false.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.cards.diagnosis import allowed_masks
from scorekeeper.cards.knowledge import Knowledge
from scorekeeper.cards.legality import Rule
from scorekeeper.cards.pack import Pack
from scorekeeper.cards.transport import find_shortage
from scorekeeper.cards.verdicts import CardProof, CountProof, HandProof, Proof


def forbidden_proof(knowledge: Knowledge, pack: Pack, rule: Rule, seat: int) -> tuple[Proof, ...]:
    """Return the proof that the last play, which the arbiter judged forbidden, is irregular.

    Empty for a card that its rule forbids from any hand: there is nothing to prove.
    """
    play = len(knowledge.plays) - 1
    # The cards in hands laid open that the play claims not to be there: 0 if there are none.
    if open_cards := knowledge.open_cards_against(rule, seat):
        return (HandProof(play, pack.cards(open_cards)),)
    # Its claims about unseen hands: (seat, the only cards that it may hold).
    claims = knowledge.claims(rule, seat)
    # `legal` is False for a card that is forbidden from any hand.
    if not rule.legal or not claims:
        return ()
    if play in knowledge.proven:
        return _count_proof_alone(knowledge, pack, play)
    # In every world, its claims conflict with those taken as true. A proof needs only one world: the first will do.
    masks = [*knowledge.worlds[0].masks]
    for holder, allowed in claims:
        masks[holder] &= allowed
    return _count_proof(knowledge, pack, (play,), masks)


def exposing_proofs(knowledge: Knowledge, pack: Pack, plays: Sequence[int]) -> tuple[Proof, ...]:
    """Return a proof for each of these plays, which the latest card has exposed or proven.

    The first that is possible: a card played later, a count with the claims of this play alone, a count with the claims
    of other plays too.
    """
    # Most cards expose nothing: the contradicted plays need not be found.
    if not plays:
        return ()
    # By play, the card that contradicts its claims. A disbelieved play can be contradicted too.
    contradicted = knowledge.contradicted_plays(knowledge.play_claims + knowledge.disbelieved)
    proofs: list[Proof] = []
    for play in plays:
        if play in contradicted:
            proofs.append(CardProof(play, contradicted[play]))
        elif play in knowledge.proven:
            proofs += _count_proof_alone(knowledge, pack, play)
        else:
            # The play is doubted in every world: any will do. Without the doubt on this one play, the cards do not fit.
            others_doubted = knowledge.worlds[0].doubted - {play}
            proofs += _count_proof(knowledge, pack, (play,), _masks(knowledge, others_doubted))
    return tuple(proofs)


def suspicion_proofs(knowledge: Knowledge, pack: Pack, suspects: Sequence[int]) -> tuple[Proof, ...]:
    """Return the count which proves that at least one of these plays is irregular, but not which one."""
    # Most cards make no play suspect.
    if not suspects:
        return ()
    # The claims of the suspects are taken as true, which is impossible; only those of the exposed plays are not.
    return _count_proof(knowledge, pack, tuple(suspects), _masks(knowledge, knowledge.exposed))


def _masks(knowledge: Knowledge, doubted: frozenset[int]) -> list[int]:
    """Return by seat the cards that the believed claims allow; the claims of the doubted plays do not count."""
    return allowed_masks(knowledge.play_claims, doubted, len(knowledge.capacities), knowledge.whole_pack)


def _count_proof_alone(knowledge: Knowledge, pack: Pack, play: int) -> tuple[CountProof, ...]:
    """Return a count with the claims of this play alone, marked as such."""
    # The believed claims, and those of plays judged forbidden.
    own_claims = [claim for claim in knowledge.play_claims + knowledge.disbelieved if claim.play == play]
    # No play is doubted, because the count uses the claims of no other one.
    masks = allowed_masks(own_claims, (), len(knowledge.capacities), knowledge.whole_pack)
    return tuple(replace(proof, alone=True) for proof in _count_proof(knowledge, pack, (play,), masks))


def _count_proof(
    knowledge: Knowledge, pack: Pack, plays: tuple[int, ...], masks: Sequence[int]
) -> tuple[CountProof, ...]:
    """Return the count with the fewest cards that shows these masks to be impossible; empty if they are possible.

    Example: Luc and Marie must not hold a heart by these masks, two hearts are unseen, and Anne has one card. The
    `shortage` is of the seats of Luc and Marie. It excludes two hearts, for which there is one place: with Anne.
    """
    # None if the cards can be dealt within these masks.
    shortage = find_shortage(knowledge.unseen, masks, knowledge.capacities)
    if shortage is None:
        return ()
    # The excluded cards must be in these hands, which are not empty, or out of play.
    other_seats = tuple(seat for seat, size in enumerate(knowledge.capacities) if size and seat not in shortage.seats)
    excluded = shortage.excluded
    # In the order of the fields: `plays`, `cards`, `count`, `other_seats`, `capacity`.
    return (CountProof(plays, pack.cards(excluded), excluded.bit_count(), other_seats, shortage.places),)
