"""The play of Atout Pique in words: why a card is forbidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.web.saying import gettext
from scorekeeper.web.words.claims import PlayWords, must_follow

if TYPE_CHECKING:
    from scorekeeper.cards.pack import Pack
    from scorekeeper.web.words.played import Played


def _no_spade_yet(play: Played, _pack: Pack) -> str:
    if play.leads:
        return gettext("au premier pli, on n’entame pas à pique")
    return gettext("au premier pli, on ne coupe pas")


def _spades_closed(_play: Played, _pack: Pack) -> str:
    return gettext("le pique n’est pas encore ouvert")


PLAY = PlayWords({"AP-9": _no_spade_yet, "AP-10": must_follow, "AP-12": _spades_closed})
