"""Piquet, a game of two players: its rules are the articles PI-1 to PI-38 of its rulebook.

The fields of `Game` and `CardPlay` are explained in `games/contract.py`. *Facts* are what the table saw of a deal, the
*context* what is known before its first card, here the declarations; *elder* is the seat that does not deal.
"""

from __future__ import annotations

from scorekeeper.games.contract import CardPlay, Game, plain_options
from scorekeeper.games.piquet import coup, facts, goal, options, play, refutations, scoring
from scorekeeper.games.piquet.facts import cards
from scorekeeper.games.piquet.facts.play import KEYS

PIQUET: Game[options.PiquetOptions, coup.PiquetFacts] = Game(
    slug="piquet",
    order=3,
    package=__name__,
    options=options.OPTIONS,
    presets=options.PRESETS,
    table_sizes=options.TABLE_SIZES,
    lowest_leads=False,
    read_options=options.read_options,
    write_options=plain_options,
    # Each seat is a side of its own (PI-1).
    sides=lambda _options, seats: tuple(range(seats)),
    read_facts=facts.read_facts,
    write_facts=facts.write_facts,
    score=scoring.score,
    deal=scoring.deal,
    check_context=facts.check_context,
    play=CardPlay(
        rules=cards.rules,
        facts=cards.facts_of_tricks,
        context=("declarations",),
        read_context=cards.read_context,
        write_context=cards.write_context,
        # The facts that follow once all cards are entered. `KEYS` are those of the play: tricks, winners, points.
        decided=("elder", *KEYS),
        goal=goal.goal,
        leader=play.leader,
        # Elder leads; None if the facts do not name elder.
        leader_in=lambda json: json.get("elder"),
        hands=cards.known_hands,
        check_laid_open=cards.check_laid_open,
        refuted=refutations.refuted_items,
    ),
)
