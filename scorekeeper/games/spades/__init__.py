"""Atout Pique (Spades): articles AP-1 to AP-25 of its rulebook. The highest total wins.

A `Game` is a record of functions that are defined in the modules of this package. *Options* are the house rules;
*facts* are what the table saw of a *manche*, which is one deal of a *partie*, a game to its end; its *context* is what
is known before its first card: the bids. A *nil* is a bid to take no trick.
"""

from __future__ import annotations

from scorekeeper.games.contract import CardPlay, Game, plain_options
from scorekeeper.games.spades import bids, facts, goal, options, play, scoring

SPADES: Game[options.SpadesOptions, facts.SpadesFacts] = Game(
    slug="spades",
    # Its place in lists of games.
    order=2,
    # Statistics count apart, as `spades:alone`, the parties whose option `alone` is True: each player plays alone.
    kinds={"alone": ("alone", True)},
    # The package that has the rulebook: this one.
    package=__name__,
    # `options` after the sign `=` is the module of this package.
    options=options.OPTIONS,
    # Named house rules, offered when a partie begins.
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
    # What the arbiter needs to judge a manche card by card.
    play=CardPlay(
        rules=play.rules,
        facts=facts.facts_of_tricks,
        # The keys of the context in the judge format, which `lamarque judge` reads.
        context=("bids",),
        read_context=facts.read_context,
        write_context=facts.write_context,
        # The facts that follow from the cards: they replace those entered.
        decided=("tricks", "nil_tricks"),
        # What the tricks must give so that entered facts are true.
        goal=goal.goal,
        # The seat that leads first.
        leader=play.leader,
    ),
)
