"""Petite Belote, a complete game in a distribution of its own: articles BE-1 to BE-16.

Its trump changes with each deal, players must trump and overtrump, and points may be carried over to the next manche.
It uses only the contract of games.
"""

from __future__ import annotations

from petite_belote import context, facts, goal, options, play, scoring

from scorekeeper.games.contract import CardPlay, Game, plain_options

BELOTE: Game[options.BeloteOptions, facts.BeloteFacts] = Game(
    slug="petite_belote",
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
    check_context=context.check_context,
    play=CardPlay(
        rules=play.rules,
        facts=facts.facts_of_tricks,
        context=context.KEYS,
        read_context=context.read_context,
        write_context=context.write_context,
        decided=("points", "capot"),
        goal=goal.goal,
        leader=play.leader,
    ),
    contract=2,
)
