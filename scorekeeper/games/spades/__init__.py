"""Atout Pique (Spades): articles AP-1 to AP-25."""

from __future__ import annotations

from scorekeeper.games.contract import CardPlay, Game, plain_options
from scorekeeper.games.spades import bids, facts, goal, options, play, scoring

SPADES: Game[options.SpadesOptions, facts.SpadesFacts] = Game(
    slug="spades",
    order=2,
    kinds={"alone": ("alone", True)},
    package=__name__,
    options=options.OPTIONS,
    presets=options.PRESETS,
    table_sizes=options.TABLE_SIZES,
    lowest_leads=False,
    read_options=options.read_options,
    write_options=plain_options,
    sides=options.sides,
    read_facts=facts.read_facts,
    write_facts=facts.write_facts,
    score=scoring.score,
    deal=scoring.deal,
    check_context=bids.check_context,
    play=CardPlay(
        rules=play.rules,
        facts=facts.facts_of_tricks,
        context=("bids",),
        read_context=facts.read_context,
        write_context=facts.write_context,
        decided=("tricks", "nil_tricks"),
        goal=goal.goal,
        leader=play.leader,
    ),
)
