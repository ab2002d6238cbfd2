"""A sheet for any other game: articles SH-1 to SH-3. It counts points and knows no cards.

It is a family: `scoresheet:most:Belote` and `scoresheet:fewest:Uno` are games of their own. Whether most or fewest
points win is part of the slug, because lists know it of a game without reading the options of a partie.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache, partial

from scorekeeper.games.contract import Game, plain_options
from scorekeeper.games.scoresheet import options, scoring

NAME_LENGTH = 24
# Who wins, and a name with a letter or digit: no sign that is unseen, or means something in an address.
_UNSEEN = r"\x00-\x1f\x7f-\xa0\u200b-\u200f\u2028-\u202f\u2060-\u206f\ud800-\udfff\ufeff"
_NAME = re.compile(rf"(most|fewest):(?=.*[^\W_])(?! )[^/\\:{_UNSEEN}]{{1,{NAME_LENGTH}}}(?<! )")


@lru_cache(500)
def named(name: str) -> Game[options.ScoresheetOptions, scoring.ScoresheetFacts]:
    """Return the sheet of a game: of `most:Belote`, the one that the side with the most points wins.

    Raises `KeyError` for a name that no game can have.
    """
    if _NAME.fullmatch(name) is None:
        raise KeyError(name)
    lowest_leads = name.startswith("fewest")
    score = partial(scoring.score, lowest_leads=lowest_leads)
    return replace(SCORESHEET, slug=f"{SCORESHEET.slug}:{name}", lowest_leads=lowest_leads, score=score)


SCORESHEET: Game[options.ScoresheetOptions, scoring.ScoresheetFacts] = Game(
    slug="scoresheet",
    order=9,
    package=__name__,
    options=options.OPTIONS,
    presets=options.PRESETS,
    table_sizes=options.TABLE_SIZES,
    lowest_leads=False,
    read_options=options.read_options,
    write_options=plain_options,
    sides=options.sides,
    read_facts=scoring.read_facts,
    write_facts=scoring.write_facts,
    score=scoring.score,
    deal=scoring.deal,
    named=named,
)
