"""The proofs that a play is irregular: a card played later, a hand laid open, or a count (T-4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorekeeper.cards.doubts import masks_without
from scorekeeper.cards.knowledge import Knowledge
from scorekeeper.cards.legality import Rule
from scorekeeper.cards.pack import Pack
from scorekeeper.cards.transport import shortage
from scorekeeper.cards.verdicts import CardProof, CountProof, HandProof, Proof


def forbidden_proof(known: Knowledge, pack: Pack, rule: Rule, seat: int) -> tuple[Proof, ...]:
    """Return the proof that the last play, judged forbidden, is irregular; empty when its rule alone forbids it."""
    play = len(known.plays) - 1
    if open_cards := known.open_cards_against(rule, seat):
        return (HandProof(play, pack.cards(open_cards)),)
    claims = known.claims(rule, seat)
    if not rule.legal or not claims:
        return ()
    if play in known.proven:
        return _count_alone(known, pack, play)
    masks = [*known.worlds[0].masks]
    for holder, only in claims:
        masks[holder] &= only
    return _count(known, pack, (play,), masks)


def exposing_proofs(known: Knowledge, pack: Pack, exposed: Iterable[int]) -> tuple[Proof, ...]:
    """Return a proof for each of these plays, which are irregular in every world: a card played later, else a count.

    If the claims of the play alone suffice for the count, the count uses no claims of other plays.
    """
    contradicted, world = known.contradicted(known.statements + known.disbelieved), known.worlds[0]
    proofs: list[Proof] = []
    for play in exposed:
        if play in contradicted:
            proofs.append(CardProof(play, contradicted[play]))
        elif play in known.proven:
            proofs += _count_alone(known, pack, play)
        else:
            proofs += _count(known, pack, (play,), _masks(known, world.doubted - {play}))
    return tuple(proofs)


def suspicion_proofs(known: Knowledge, pack: Pack, suspects: Sequence[int]) -> tuple[Proof, ...]:
    """Return the count which proves that at least one of these plays is irregular, without showing which."""
    return _count(known, pack, tuple(suspects), _masks(known, known.exposed)) if suspects else ()


def _masks(known: Knowledge, doubted: frozenset[int]) -> list[int]:
    return masks_without(known.statements, doubted, len(known.capacities), known.everything)


def _count_alone(known: Knowledge, pack: Pack, play: int) -> tuple[CountProof, ...]:
    own = [statement for statement in known.statements + known.disbelieved if statement.play == play]
    masks = masks_without(own, (), len(known.capacities), known.everything)
    return tuple(replace(proof, alone=True) for proof in _count(known, pack, (play,), masks))


def _count(known: Knowledge, pack: Pack, plays: tuple[int, ...], masks: Sequence[int]) -> tuple[CountProof, ...]:
    short = shortage(known.unseen, masks, known.capacities)
    if short is None:
        return ()
    other_seats = [seat for seat, capacity in enumerate(known.capacities) if capacity and seat not in short.seats]
    return (CountProof(plays, pack.cards(short.cards), short.cards.bit_count(), tuple(other_seats), short.capacity),)
