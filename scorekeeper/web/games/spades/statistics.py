"""The statistics of a player of Atout Pique; contracts and sacs are those of the side."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.web.games.contract import Feat

FEATS = (
    Feat(lazy_gettext("Contrats faits"), ("contract_made",), ("contract_made", "contract_failed")),
    Feat(lazy_gettext("Zéros réussis"), ("nil_made",), ("nil_made", "nil_failed")),
    Feat(lazy_gettext("Doubles zéros réussis"), ("blind_nil_made",), ("blind_nil_made", "blind_nil_failed")),
    Feat(lazy_gettext("Sacs"), ("overtricks", "nil_tricks"), adds_counts=True),
    Feat(lazy_gettext("Pénalités de sacs"), ("sacs_penalty",)),
)
