"""The statistics of a player of Piquet."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.web.games.contract import Feat

FEATS = (
    Feat(lazy_gettext("Pics"), ("pic",)),
    Feat(lazy_gettext("Repics"), ("repic",)),
    Feat(lazy_gettext("Capots"), ("capot",)),
    Feat(lazy_gettext("Cartes blanches"), ("carte_blanche",)),
    Feat(lazy_gettext("Rubicons infligés"), ("rubicon_made",)),
    Feat(lazy_gettext("Rubicons subis"), ("rubicon_suffered",)),
)
