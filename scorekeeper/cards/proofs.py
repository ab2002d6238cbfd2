"""The proofs that a play is irregular: a card played later, a hand laid open, or a count of unseen cards (T-4)."""

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
    """Return the proof that the last play, judged forbidden, is irregular; empty when its rule alone forbids it."""
    play = len(knowledge.plays) - 1
    if open_cards := knowledge.open_cards_against(rule, seat):
        return (HandProof(play, pack.cards(open_cards)),)
    claims = knowledge.claims(rule, seat)
    if not rule.legal or not claims:
        return ()
    if play in knowledge.proven:
        return _count_proof_alone(knowledge, pack, play)
    # Its claims are false in every world: the first one is as good as another.
    masks = [*knowledge.worlds[0].masks]
    for holder, only in claims:
        masks[holder] &= only
    return _count_proof(knowledge, pack, (play,), masks)


def exposing_proofs(knowledge: Knowledge, pack: Pack, exposed: Sequence[int]) -> tuple[Proof, ...]:
    """Return a proof for each of these plays, which are irregular in every world: a card played later, else a count.

    If the claims of one play are enough for the count, the count uses no claims of other plays.
    """
    # Most cards expose nothing: the contradicted plays need not be found.
    if not exposed:
        return ()
    contradicted = knowledge.contradicted_plays(knowledge.play_claims + knowledge.disbelieved)
    # As every world has these plays, the first one is as good as another.
    world = knowledge.worlds[0]
    proofs: list[Proof] = []
    for play in exposed:
        if play in contradicted:
            proofs.append(CardProof(play, contradicted[play]))
        elif play in knowledge.proven:
            proofs += _count_proof_alone(knowledge, pack, play)
        else:
            proofs += _count_proof(knowledge, pack, (play,), _masks(knowledge, world.doubted - {play}))
    return tuple(proofs)


def suspicion_proofs(knowledge: Knowledge, pack: Pack, suspects: Sequence[int]) -> tuple[Proof, ...]:
    """Return the count which proves that at least one of these plays is irregular, but not which one."""
    if not suspects:
        return ()
    return _count_proof(knowledge, pack, tuple(suspects), _masks(knowledge, knowledge.exposed))


def _masks(knowledge: Knowledge, doubted: frozenset[int]) -> list[int]:
    return allowed_masks(knowledge.play_claims, doubted, len(knowledge.capacities), knowledge.whole_pack)


def _count_proof_alone(knowledge: Knowledge, pack: Pack, play: int) -> tuple[CountProof, ...]:
    own_claims = [claim for claim in knowledge.play_claims + knowledge.disbelieved if claim.play == play]
    masks = allowed_masks(own_claims, (), len(knowledge.capacities), knowledge.whole_pack)
    return tuple(replace(proof, alone=True) for proof in _count_proof(knowledge, pack, (play,), masks))


def _count_proof(
    knowledge: Knowledge, pack: Pack, plays: tuple[int, ...], masks: Sequence[int]
) -> tuple[CountProof, ...]:
    shortage = find_shortage(knowledge.unseen, masks, knowledge.capacities)
    if shortage is None:
        return ()
    other_seats = tuple(seat for seat, count in enumerate(knowledge.capacities) if count and seat not in shortage.seats)
    cards, count = pack.cards(shortage.excluded), shortage.excluded.bit_count()
    return (CountProof(plays, cards, count, other_seats, shortage.places),)
