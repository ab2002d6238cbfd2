"""The pages of a partie by totals, of which only the points are known: they have no form, cards or remarks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn

from flask_babel import LazyString

from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.text.claims import ForbiddenText
from scorekeeper.web.text.errors import SHARED_SENTENCES, ErrorSentences
from scorekeeper.web.text.manche import MANCHE, MancheText


@dataclass(frozen=True)
class TotalsText:
    """The sentences of a partie by totals."""

    NAME: LazyString
    MANCHE: MancheText = MANCHE
    FORBIDDEN: ForbiddenText = field(default_factory=dict)
    error_sentence: ErrorSentences = SHARED_SENTENCES

    def why(self, *_arguments: object) -> str:
        """Return the sentence that replaces the reason of a line or of an ending."""
        return _("Seuls les points sont connus")

    ending = why


def pages_by_totals(name: LazyString, manche: MancheText = MANCHE) -> GamePages:
    """Return the pages of a partie by totals, for a game of this name."""
    return GamePages(TotalsText(name, manche), form=_refuse_entry, sample=_refuse_entry)


def _refuse_entry(*_arguments: object) -> NoReturn:
    raise NotImplementedError
