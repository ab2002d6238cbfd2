"""Dame de Pique (Hearts): articles DP-1 to DP-29 of its rulebook. The lowest total wins.

A `Game` is a record of functions that are defined in the modules of this package. *Options* are the house rules;
*facts* are what the table saw of a *manche*, which is one deal of a *partie*, a game to its end; its *context* is what
else is known of it: here only the kind of a volte (`moon`), which is all scoring cards taken by one player.
"""

from __future__ import annotations

from scorekeeper.games.contract import CardPlay, Game
from scorekeeper.games.hearts import facts, goal, options, play, scoring

HEARTS: Game[options.HeartsOptions, facts.HeartsFacts] = Game(
    slug="hearts",
    # Its place in lists of games.
    order=1,
    # Statistics count apart, as `hearts:simple`, the parties whose option `queen_points` is 0: the Q♠ is worth nothing.
    kinds={"simple": ("queen_points", 0)},
    # The package that has the rulebook: this one.
    package=__name__,
    # `options` after the sign `=` is the module of this package.
    options=options.OPTIONS,
    # Named house rules, offered when a partie begins.
    presets=options.PRESETS,
    table_sizes=options.TABLE_SIZES,
    lowest_leads=True,
    read_options=options.read_options,
    write_options=options.write_options,
    sides=options.sides,
    read_facts=facts.read_facts,
    write_facts=facts.write_facts,
    score=scoring.score,
    deal=scoring.deal,
    # What the arbiter needs to judge a manche card by card.
    play=CardPlay(
        rules=play.rules,
        facts=facts.facts_of_tricks,
        # The keys of the context in the judge format, which `lamarque judge` reads.
        context=("moon",),
        read_context=facts.read_context,
        write_context=facts.write_context,
        # The facts that follow from the cards: they replace those entered.
        decided=("taken", "points"),
        # What the tricks must give so that entered facts are true.
        goal=goal.goal,
    ),
)
