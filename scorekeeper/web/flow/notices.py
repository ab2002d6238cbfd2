"""Notices of the latest action, each with a button that undoes it, shown once on the next page.

A *soirée* is an evening, a *partie* a game to its end, a *manche* one deal of it. Every change of a partie is a row of
its log (`Change`), with a kind, and makes the next *version* of the partie. A *scored* partie has its score sheet.
A *side* is a player, or a team with common points. The functions `flash_…` store a notice in the session, which is in
the cookie of the browser; the functions `…_notices` return the notices for a page, and remove them from the session.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from flask import flash, get_flashed_messages, url_for

from scorekeeper.partie.changes import (
    CHANGES,
    DealerNamed,
    FirstDealerChanged,
    NamesExchanged,
    OrderChanged,
    Recorded,
    SeatCredited,
    SeatReturned,
)
from scorekeeper.partie.log import Undo
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, Manche, Partie, Player, Regrouping, Soiree
from scorekeeper.record.partie.journal import change_at
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.formatting import NO_BREAK, signed
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import isolate
from scorekeeper.web.core.language import name_with_de
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.highlights import manches_by_owner
from scorekeeper.web.text.record import change_text
from scorekeeper.web.text.values import join_words, with_capital

# The name under which notices for the pages of a soirée are stored: its page, its form, its next table.
_SOIREES = "soirées"

# The changes of who deals and of the order of play.
_OF_TURN = {FirstDealerChanged.kind, DealerNamed.kind, OrderChanged.kind}
# The kinds of the changes of what is entered of the current manche (`of_entry`), such as a played card. They need no
# notice, because the form of the manche or the page of its cards shows them.
_WITHOUT_NOTICE = {name for name, change_class in CHANGES.items() if change_class.of_entry} - _OF_TURN


@dataclass(frozen=True)
class Notice:
    """A sentence about an action, and the form of the button that undoes it."""

    sentence: str
    # The label of the button; empty without a button.
    button: str = ""
    # The address that the form is sent to. It is made with the notice: the next page may be of another carnet.
    address: str = ""
    # Whether the form also sends the version of the partie that the page shows.
    versioned: bool = False
    # The other fields of the form.
    fields: Mapping[str, str] = field(default_factory=dict)


def flash_notice(page: str, notice: Notice) -> None:
    """Show a notice once, on the next page that calls `notices_for` with this name of a page."""
    # The prefix "notice: " is in no category of version 0.2, whose messages, plain texts, a cookie may still have.
    values: Any = asdict(notice)  # `flash` is declared for texts only, but the session stores any JSON
    flash(values, f"notice: {page}")


def notices_for(page: str) -> list[Notice]:
    """Return the notices for this page that were not shown yet."""
    flashed: list[Any] = get_flashed_messages(category_filter=[f"notice: {page}"])
    return [Notice(**values) for values in flashed]


def soiree_notices() -> list[Notice]:
    """Return the notices for the page of a soirée, about the soirée or its parties."""
    return notices_for(_SOIREES)


def flash_soiree(soiree: Soiree) -> None:
    """Show on the next page that a soirée was opened."""
    # The button deletes the soirée. The field `empty` asks to delete it only if it still has no partie.
    address = url_for("soirees.delete", soiree_id=soiree.id)
    flash_notice(_SOIREES, Notice(_("Soirée commencée"), _("Annuler"), address, fields={"empty": "1"}))


def flash_merge(player: Player, other: str, *, undone: bool = False) -> None:
    """Show on the next page of a player that the player named `other` was merged into them; or that this was undone."""
    names = join_words([player.name, other])
    address = url_for("identity.undo", player_id=player.id)
    notice = Notice(_("Joueurs fusionnés : %(names)s", names=names), _("Annuler"), address, fields={"name": other})
    if undone:
        address = url_for("identity.merge", player_id=player.id)
        notice = Notice(_("Joueurs séparés : %(names)s", names=names), _("Refaire"), address, fields={"other": other})
    flash_notice(_page_of(player), notice)


def merge_notices(player: Player) -> list[Notice]:
    """Return the notices about the merges of this player."""
    return notices_for(_page_of(player))


def flash_beginning(partie: Partie, *, opened: bool = False) -> None:
    """Show on the next page that a partie was begun, and its soirée `opened` for it."""
    # A first partie is begun on a page without a carnet: its key is not yet that of the request.
    address = url_for("parties.delete", carnet_key=partie.soiree.carnet.key, partie_id=partie.id)
    notice = Notice(_("Partie commencée"), _("Annuler"), address, versioned=True)
    if opened:
        notice = replace(notice, sentence=_("Soirée et partie commencées"), fields={"opened": "1"})
    flash_notice(_page_of(partie), notice)


def flash_partie_deletion(partie: Partie) -> None:
    """Show on the next page that a partie was deleted."""
    address = url_for("parties.restore", partie_id=partie.id)
    flash_notice(_SOIREES, Notice(_("Partie supprimée"), _("La rétablir"), address))


def flash_regrouping(regrouping: Regrouping) -> None:
    """Show on the next page that parties were moved from one soirée to another."""
    sentence = _("Partie changée de soirée")
    # `whole`: all parties of a soirée were moved, so that it was joined with the other one.
    if regrouping.whole:
        sentence = _("Soirées fusionnées")
    flash_notice(_SOIREES, Notice(sentence, _("Annuler"), url_for("regrouping.undo", regrouping_id=regrouping.id)))


def flash_undone_regrouping(regrouping: Regrouping) -> None:
    """Show on the next page that a regrouping was undone, with a button that does it again."""
    # The parties had been moved from the soirée `source` to the soirée `target`.
    if regrouping.whole:
        sentence = _("Soirées de nouveau séparées")
        address = url_for("regrouping.join", soiree_id=regrouping.target_id)
        fields = {"soiree": str(regrouping.source_id)}
    else:
        # Only one partie was moved.
        partie = db.session.get_one(Partie, regrouping.parties[0])
        sentence = _("Partie revenue à sa soirée")
        address = url_for("regrouping.move", partie_id=partie.id)
        fields = {"soiree": str(regrouping.target_id), "version": str(partie.version)}
    flash_notice(_SOIREES, Notice(sentence, _("Refaire"), address, fields=fields))


def flash_change(partie: Partie, kind: str) -> None:
    """Show on the next page of a partie its latest change, of this kind, unless its pages show such a change anyway."""
    if kind not in _WITHOUT_NOTICE:
        # Only the version that the change made is stored, not the sentence. The sentence is made when the page is
        # shown, because another device may have changed the partie by then.
        flash(str(partie.version), f"change: {partie.id}")


def _page_of(row: Partie | Player) -> str:
    """Return the name of the page of a partie or player, for its notices."""
    return f"{row.__tablename__} {row.id}"


def flash_unchanged(partie: Partie, sentence: str) -> None:
    """Show this sentence on the next page of a partie."""
    flash_notice(_page_of(partie), Notice(sentence))


def partie_notices(scored: ScoredPartie) -> list[Notice]:
    """Return the notices, not shown yet, about this partie."""
    return [*notices_for(_page_of(scored.partie)), *_change_notices(scored)]


def _change_notices(scored: ScoredPartie) -> Iterator[Notice]:
    partie = scored.partie
    for version in get_flashed_messages(category_filter=[f"change: {partie.id}"]):
        # The row of the log that made this version.
        change = change_at(partie, int(str(version)))
        if change is None:
            continue
        notice = Notice(change_sentence(scored, change))
        step, button = "undo", _("Annuler")
        if change.kind == Undo.kind:
            step, button = "redo", _("Refaire")
        # Only the latest change of a partie can be undone: without the button if another device has changed it since.
        if change.version == partie.version:
            address = url_for(f"parties.{step}", partie_id=partie.id)
            notice = replace(notice, button=button, address=address, versioned=True)
        yield notice


def change_sentence(scored: ScoredPartie, change: Change) -> str:
    """Return the sentence about the state of the partie after this change: « À Luc de donner »."""
    # The numbers of the manches in the sheet, from 1, by their ids: {812: 1, 815: 2}.
    numbers = scored.numbers
    if change.kind == Recorded.kind and change.manche_id in numbers:
        return manche_sentence(scored, scored.manches[numbers[change.manche_id] - 1])
    if change.kind in _OF_TURN:
        return _turn_sentence(scored, change.kind)
    if change.kind == NamesExchanged.kind:
        names = [scored.players[seat].name for seat in change.payload["seats"]]
        return _("Noms échangés : %(names)s", names=join_words(names))
    # The payload is the new values of the change as JSON, for instance {"seat": 2}. The changes of one seat replace its
    # player, cancel this, or let the result count for another player.
    if "seat" in change.payload:
        return _seat_sentence(scored, change.kind, change.payload["seat"])
    if change.manche_id is not None and change.kind == Undo.kind:
        # The change undone was the recording of a manche, which is no longer in the sheet. It gets the number that it
        # would have if it were recorded again.
        numbers.setdefault(change.manche_id, len(numbers) + 1)
    # `MANCHE` has this game's words for a manche.
    return with_capital(change_text(change, numbers, PAGES[scored.game.slug].text.MANCHE))


def _turn_sentence(scored: ScoredPartie, kind: str) -> str:
    """Return the sentence about a change of the order of play or of the dealer."""
    if kind == OrderChanged.kind:
        # Arrows between the names; a name in Hebrew does not change their direction (`isolate`).
        in_order = f"{NO_BREAK}→ ".join(isolate(scored.names[seat]) for seat in scored.order or range(scored.seats))
        return _("Nouvel ordre : %(names)s", names=in_order)
    deals = _("À %(name)s de donner", name=scored.names[scored.deal.dealer])
    # If the table named the dealer of this manche, or no manche is recorded, the sentence is only about who deals now.
    if kind == DealerNamed.kind or not scored.manches:
        return deals
    # The first dealer was changed: the sentence says who dealt the first manche, and who deals now.
    first = _("Première donne : %(name)s", name=scored.names[scored.deal_of(0).dealer])
    return f"{first} · {deals}"


def _seat_sentence(scored: ScoredPartie, kind: str, seat: int) -> str:
    """Return the sentence about a change of the players of one seat."""
    # The players who had this seat, in order; one who replaced another is the latest.
    stayed = scored.stays(seat)
    latest = stayed[-1]
    if kind == SeatReturned.kind:
        return _("Remplacement annulé : %(name)s reprend sa place", name=latest.name)
    if kind == SeatCredited.kind:
        return _("Le résultat va à %(name)s", name=scored.credited(seat).name)
    return replacement_sentence(latest.name, stayed[-2].name)


def replacement_sentence(name: str, former: str) -> str:
    """Return the sentence about a player who replaces another: « Denis à la place d’Anne »."""
    return _("%(name)s à la place %(of_name)s", name=name, of_name=name_with_de(former))


def manche_sentence(scored: ScoredPartie, manche: Manche) -> str:
    """Return the name of a manche of the sheet with the points of every side: « Manche 3 : Anne +5, Luc 0 ».

    A feat is a rare event, such as a volte (all tricks taken). After one, the sentence has the most important feat and
    who got points: « Volte de Luc : +26 à Anne et Zoé ».
    """
    index, pages = scored.manches.index(manche), PAGES[scored.game.slug]
    # A *line* of the sheet is points with the key of their reason, `why`, such as "volte". `soiree_feats` has the feats
    # by this key, the most important first.
    for why, feat in pages.soiree_feats.items():
        # The names of the players or sides with such a line in this manche. `manches_by_owner` returns by name the
        # numbers of the manches with one: {"Luc": [3, 5]}.
        names = [name for name, numbers in manches_by_owner(scored, why).items() if index + 1 in numbers]
        # `least` is the number of times from which a feat is mentioned. It is above 1 for a common feat: the queen is
        # taken in nearly every manche.
        if names and feat.least == 1:
            return _(
                "%(manche)s : %(points)s",
                manche=feat.sentence(1, join_words(names)),
                points=_receivers_text(scored, index),
            )
    name = pages.text.MANCHE.name(index + 1)
    return _("%(manche)s : %(points)s", manche=name, points=_points_text(scored, index))


def _receivers_text(scored: ScoredPartie, index: int) -> str:
    """Return who got how many points: « +26 à Anne et Zoé »; sides with equal points are together, zeros left out."""
    points = scored.sheet.manches[index].points
    # For each number of points, the names of the sides with it: {26: ["Anne", "Zoé"], 0: ["Luc"]}.
    receivers = {count: [scored.side_name(side) for side, own in enumerate(points) if own == count] for count in points}
    texts = (
        _("%(points)s à %(names)s", points=signed(count), names=join_words(names))
        for count, names in receivers.items()
        if count
    )
    return ", ".join(texts)


def _points_text(scored: ScoredPartie, index: int) -> str:
    """Return the points of every side: « Anne +5, Luc 0 ». No line breaks between a name and its points."""
    points = scored.sheet.manches[index].points
    return ", ".join(f"{isolate(scored.side_name(side))}{NO_BREAK}{signed(count)}" for side, count in enumerate(points))
