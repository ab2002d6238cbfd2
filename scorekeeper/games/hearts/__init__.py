"""Dame de Pique (Hearts): articles DP-1 to DP-26."""

from __future__ import annotations

from scorekeeper.games.contract import Game, Play, plain_options
from scorekeeper.games.hearts import facts, options, play, scoring

HEARTS: Game[options.HeartsOptions, facts.HeartsFacts] = Game(
    slug="hearts",
    package=__name__,
    options=options.OPTIONS,
    presets=options.PRESETS,
    table_sizes=options.TABLE_SIZES,
    lowest_leads=True,
    read_options=options.read_options,
    write_options=plain_options,
    sides=options.sides,
    read_facts=facts.read_facts,
    write_facts=facts.write_facts,
    score=scoring.score,
    deal=scoring.deal,
    play=Play(
        rules=play.rules,
        so_far=facts.facts_so_far,
        facts=facts.facts_of_tricks,
        told=facts.told_with_cards,
        tell=facts.tell_with_cards,
        tells=("taken", "points"),
        agrees=facts.agrees_with,
    ),
)
