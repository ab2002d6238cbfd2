"""The feats that the statistics of Dame de Pique count."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.web.games.contract import Feat

FEATS = (
    Feat(lazy_gettext("Voltes"), ("moon",)),
    Feat(lazy_gettext("Dames de pique prises"), ("queen",), adds_counts=True),
    Feat(lazy_gettext("Voltes subies"), ("moon_against",)),
)
