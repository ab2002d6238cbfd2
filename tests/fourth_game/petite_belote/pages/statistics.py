"""The statistics of a player of Petite Belote, from the lines of the team."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.web.games.contract import Feat

FEATS = (Feat(lazy_gettext("Prises réussies"), ("made",)), Feat(lazy_gettext("Capots"), ("capot",)))
