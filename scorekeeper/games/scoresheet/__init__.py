"""A sheet for any other game: articles SH-1 to SH-3. It counts points and knows no cards.

It is a family: `scoresheet:most:Belote` and `scoresheet:fewest:Uno` are games of their own. Whether most or fewest
points win is part of the slug, because lists know it of a game without reading the options of a partie.
"""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import partial

from scorekeeper.games.contract import Game, plain_options
from scorekeeper.games.scoresheet import options, scoring

NAME_LENGTH = 24
# Letters with their accents, digits and punctuation in any script; the others have a meaning in addresses.
_CATEGORIES, _WITHOUT = "LMNP", frozenset("/\\:")


def named(name: str) -> Game[options.ScoresheetOptions, scoring.ScoresheetFacts]:
    """Return the sheet of a game: of `most:Belote`, the one that the side with the most points wins.

    Raises `KeyError` for a name that no game can have.
    """
    wins, _, own_name = name.partition(":")
    if wins not in {"most", "fewest"} or not _can_be_name(own_name):
        raise KeyError(name)
    lowest_leads = wins == "fewest"
    score = partial(scoring.score, lowest_leads=lowest_leads)
    return replace(SCORESHEET, slug=f"{SCORESHEET.slug}:{name}", lowest_leads=lowest_leads, score=score)


def _can_be_name(name: str) -> bool:
    # One name has one slug.
    if name != unicodedata.normalize("NFC", " ".join(name.split())) or len(name) > NAME_LENGTH:
        return False
    signs = {*name} - {" "}
    if not signs.isdisjoint(_WITHOUT) or not any(map(str.isalnum, signs)):
        return False
    return all(unicodedata.category(sign)[0] in _CATEGORIES for sign in signs)


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
