"""Dame de Pique (Hearts): articles DP-1 to DP-29."""

from __future__ import annotations

from scorekeeper.games.contract import CardPlay, Game
from scorekeeper.games.hearts import facts, goal, options, play, scoring

HEARTS: Game[options.HeartsOptions, facts.HeartsFacts] = Game(
    slug="hearts",
    order=1,
    kinds={"simple": ("queen_points", 0)},
    package=__name__,
    options=options.OPTIONS,
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
    play=CardPlay(
        rules=play.rules,
        facts=facts.facts_of_tricks,
        context=("moon",),
        read_context=facts.read_context,
        write_context=facts.write_context,
        decided=("taken", "points"),
        goal=goal.goal,
    ),
)
