"""Piquet: articles PI-1 to PI-38."""

from __future__ import annotations

from scorekeeper.games.contract import CardPlay, Game, plain_options
from scorekeeper.games.piquet import facts, options, play, played, scoring

PIQUET: Game[options.PiquetOptions, facts.PiquetFacts] = Game(
    slug="piquet",
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
    begin=facts.begin,
    play=CardPlay(
        rules=play.rules,
        facts=facts.facts_of_tricks,
        read_context=facts.read_context,
        write_context=facts.write_context,
        decided=played.KEYS,
        agrees=facts.agrees_with,
        leader=play.leader,
        leader_in=lambda facts: facts.get("elder"),
        hands=facts.known_hands,
    ),
)
