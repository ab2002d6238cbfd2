"""A sheet for any other game: articles SH-1 to SH-3 of its rulebook. It counts points and knows no cards.

A *game* is a record of functions, which `scoring` and `options` define; its *slug* is its name in addresses and files.
The sheet is a *family*: it makes one game for each name that a user invents, such as `scoresheet:most:Belote` and
`scoresheet:fewest:Uno`. The slug says whether most or fewest points win, because lists of games need this without
reading the options of a partie, which is a game to its end.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache, partial

from scorekeeper.games.contract import Game, plain_options
from scorekeeper.games.scoresheet import options, scoring

NAME_LENGTH = 24
# Signs that are not seen, as the inside of a class of a regular expression: control characters, a space that does not
# break, marks of the direction of writing and of width, and halves of a surrogate pair.
_UNSEEN = r"\x00-\x1f\x7f-\xa0\u200b-\u200f\u2028-\u202f\u2060-\u206f\ud800-\udfff\ufeff"
# `most` or `fewest`, then a name of 1 to 24 signs with a letter or digit. It has no unseen sign, no `/`, `\` or `:`,
# which mean something in a slug or address, and no space at its beginning or end.
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
    # A copy of the family with these values of its own.
    return replace(SCORESHEET, slug=f"{SCORESHEET.slug}:{name}", lowest_leads=lowest_leads, score=score)


SCORESHEET: Game[options.ScoresheetOptions, scoring.ScoresheetFacts] = Game(
    slug="scoresheet",
    # Its place in lists of games.
    order=9,
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
    read_facts=scoring.read_facts,
    write_facts=scoring.write_facts,
    score=scoring.score,
    deal=scoring.deal,
    # The game of a slug `scoresheet:<name>`.
    named=named,
)
