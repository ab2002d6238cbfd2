"""Notices of the latest action, each with a button that undoes it, shown once on the next page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

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
from scorekeeper.web.text.values import join_words

# Categories of flashed messages; a message has ids and values, from which the next page makes a sentence.
_CHANGE = "change"
_UNCHANGED = "unchanged"
_PARTIE = "partie"
_BEGINNING = "beginning"
_SOIREE = "soiree"
_REGROUPING = "regrouped"
_REGROUPING_UNDONE = "regrouping undone"
_MERGE = "merge"
_MERGE_UNDONE = "merge undone"

_OF_TURN = {FirstDealerChanged.kind, DealerNamed.kind, OrderChanged.kind}
# What is entered of the current manche is seen in its form or on the page of its cards.
_WITHOUT_NOTICE = {name for name, change_class in CHANGES.items() if change_class.of_entry} - _OF_TURN


@dataclass(frozen=True)
class Notice:
    """A sentence about an action, and the form of the button that undoes it."""

    sentence: str
    # The label of the button; empty without a button.
    button: str = ""
    # The address that the form is sent to.
    address: str = ""
    # Whether the form also sends the version of the partie that the page shows.
    versioned: bool = False
    # The other fields of the form.
    fields: Mapping[str, str] = field(default_factory=dict)


def flash_soiree(soiree: Soiree) -> None:
    """Show on the next page that a soirée was opened."""
    flash(str(soiree.id), _SOIREE)


def flash_beginning(partie: Partie, *, opened: bool = False) -> None:
    """Show on the next page that a partie was begun, and its soirée `opened` for it."""
    flash(f"{partie.id} {int(opened)}", _BEGINNING)


def flash_partie_deletion(partie: Partie) -> None:
    """Show on the next page that a partie was deleted."""
    flash(str(partie.id), _PARTIE)


def flash_regrouping(regrouping: Regrouping) -> None:
    """Show on the next page that parties were moved from one soirée to another."""
    flash(f"{regrouping.id} {int(regrouping.whole)}", _REGROUPING)


def flash_undone_regrouping(regrouping: Regrouping) -> None:
    """Show on the next page that a regrouping was undone."""
    flash(str(regrouping.id), _REGROUPING_UNDONE)


def flash_merge(player: Player, other: str, *, undone: bool = False) -> None:
    """Show on the next page of a player that another one was merged into them, or that this was undone."""
    flash(f"{player.id} {other}", _MERGE_UNDONE if undone else _MERGE)


def flash_change(partie: Partie, kind: str) -> None:
    """Show on the next page of a partie its latest change, of this kind, unless another page has a view of its own."""
    if kind not in _WITHOUT_NOTICE:
        flash(f"{partie.id} {partie.version}", _CHANGE)


def flash_unchanged(partie: Partie, reason: str) -> None:
    """Show on the next page of a partie that it has this dealer or this order already: "dealer" or "order"."""
    flash(f"{partie.id} {reason}", _UNCHANGED)


def flashed_messages(category: str) -> list[str]:
    """Return the messages of a category that were not shown yet."""
    return [str(message) for message in get_flashed_messages(category_filter=[category])]


def soiree_notices() -> list[Notice]:
    """Return the notices, not shown yet, about soirées that were opened."""
    return [
        Notice(
            _("Soirée commencée"),
            _("Annuler"),
            url_for("soirees.delete", soiree_id=int(soiree_id)),
            fields={"empty": "1"},
        )
        for soiree_id in flashed_messages(_SOIREE)
    ]


def regrouping_notices() -> list[Notice]:
    """Return the notices, not shown yet, about parties moved from one soirée to another, and about moves undone."""
    notices = []
    for message in flashed_messages(_REGROUPING):
        regrouping_id, whole = map(int, message.split())
        sentence = _("Partie changée de soirée")
        if whole:
            sentence = _("Soirées fusionnées")
        notices.append(Notice(sentence, _("Annuler"), url_for("regrouping.undo", regrouping_id=regrouping_id)))
    for message in flashed_messages(_REGROUPING_UNDONE):
        regrouping = db.session.get(Regrouping, int(message))
        # Its carnet may have been erased since.
        if regrouping is not None:
            notices.append(_undone_regrouping_notice(regrouping))
    return notices


def _undone_regrouping_notice(regrouping: Regrouping) -> Notice:
    if regrouping.whole:
        address = url_for("regrouping.join", soiree_id=regrouping.target_id)
        fields = {"soiree": str(regrouping.source_id)}
        return Notice(_("Soirées de nouveau séparées"), _("Refaire"), address, fields=fields)
    partie = db.session.get_one(Partie, regrouping.parties[0])
    address = url_for("regrouping.move", partie_id=partie.id)
    fields = {"soiree": str(regrouping.target_id), "version": str(partie.version)}
    return Notice(_("Partie revenue à sa soirée"), _("Refaire"), address, fields=fields)


def merge_notices(player: Player) -> Iterator[Notice]:
    """Yield the notices, not shown yet, about the merges of this player."""
    for name in _names_flashed(player, _MERGE):
        sentence = _("Joueurs fusionnés : %(names)s", names=join_words([player.name, name]))
        yield Notice(sentence, _("Annuler"), url_for("identity.undo", player_id=player.id), fields={"name": name})
    for name in _names_flashed(player, _MERGE_UNDONE):
        sentence = _("Joueurs séparés : %(names)s", names=join_words([player.name, name]))
        yield Notice(sentence, _("Refaire"), url_for("identity.merge", player_id=player.id), fields={"other": name})


def _names_flashed(player: Player, category: str) -> Iterator[str]:
    for message in flashed_messages(category):
        player_id, _space, name = message.partition(" ")
        if player_id == str(player.id):
            yield name


def partie_notices(scored: ScoredPartie) -> list[Notice]:
    """Return the notices, not shown yet, about this partie."""
    return [*_beginning_notices(scored.partie), *_unchanged_notices(scored), *_change_notices(scored)]


def _beginning_notices(partie: Partie) -> Iterator[Notice]:
    address = url_for("parties.delete", partie_id=partie.id)
    for message in flashed_messages(_BEGINNING):
        partie_id, opened = map(int, message.split())
        if partie_id != partie.id:
            continue
        notice = Notice(_("Partie commencée"), _("Annuler"), address, versioned=True)
        if opened:
            notice = replace(notice, sentence=_("Soirée et partie commencées"), fields={"opened": "1"})
        yield notice


def _unchanged_notices(scored: ScoredPartie) -> Iterator[Notice]:
    for message in flashed_messages(_UNCHANGED):
        partie_id, reason = message.split()
        if partie_id != str(scored.partie.id):
            continue
        if reason == "dealer":
            yield Notice(_("C’était déjà à %(name)s de donner", name=scored.names[scored.deal.dealer]))
        else:
            yield Notice(_("C’était déjà l’ordre du jeu"))


def _change_notices(scored: ScoredPartie) -> Iterator[Notice]:
    partie = scored.partie
    for message in flashed_messages(_CHANGE):
        partie_id, version = map(int, message.split())
        if partie_id != partie.id:
            continue
        change = change_at(partie, version)
        if change is None:
            continue
        sentence = change_sentence(scored, change)
        if version != partie.version:  # another device has changed it since
            yield Notice(sentence)
        elif change.kind == Undo.kind:
            yield Notice(sentence, _("Refaire"), url_for("parties.redo", partie_id=partie.id), versioned=True)
        else:
            yield Notice(sentence, _("Annuler"), url_for("parties.undo", partie_id=partie.id), versioned=True)


def change_sentence(scored: ScoredPartie, change: Change) -> str:
    """Return the sentence that says what the latest change has made of the partie: « À Luc de donner »."""
    text, numbers = PAGES[scored.game.slug].text.MANCHE, scored.numbers
    if change.kind == Recorded.kind and change.manche_id in numbers:
        return manche_sentence(scored, scored.manches[numbers[change.manche_id] - 1])
    if change.kind in _OF_TURN:
        return _turn_sentence(scored, change.kind)
    if change.kind == NamesExchanged.kind:
        names = [scored.players[seat].name for seat in change.payload["seats"]]
        return _("Noms échangés : %(names)s", names=join_words(names))
    if "seat" in change.payload:
        return _seat_sentence(scored, change.kind, change.payload["seat"])
    if change.manche_id is not None and change.kind == Undo.kind:
        # Its manche would be the next one again.
        numbers.setdefault(change.manche_id, len(numbers) + 1)
    sentence = change_text(change, numbers, text)
    return sentence[:1].upper() + sentence[1:]


def _turn_sentence(scored: ScoredPartie, kind: str) -> str:
    if kind == OrderChanged.kind:
        in_order = f"{NO_BREAK}→ ".join(isolate(scored.names[seat]) for seat in scored.order or range(scored.seats))
        return _("Nouvel ordre : %(names)s", names=in_order)
    deals = _("À %(name)s de donner", name=scored.names[scored.deal.dealer])
    if kind == DealerNamed.kind or not scored.manches:
        return deals
    first = _("Première donne : %(name)s", name=scored.names[scored.deal_of(0).dealer])
    return f"{first} · {deals}"


def _seat_sentence(scored: ScoredPartie, kind: str, seat: int) -> str:
    *_earlier, latest = stayed = scored.stays(seat)
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

    After a feat, its rarest one comes first, and who got points: « Volte de Luc : +26 à Anne et Zoé ».
    """
    index, pages = scored.manches.index(manche), PAGES[scored.game.slug]
    for why, feat in pages.soiree_feats.items():
        names = [name for name, numbers in manches_by_owner(scored, why).items() if index + 1 in numbers]
        # The queen is taken in nearly every manche.
        if names and feat.least == 1:
            return _(
                "%(manche)s : %(points)s",
                manche=feat.sentence(1, join_words(names)),
                points=_receivers_text(scored, index),
            )
    name = pages.text.MANCHE.name(index + 1)
    return _("%(manche)s : %(points)s", manche=name, points=_points_text(scored, index))


def deletion_notices() -> list[Notice]:
    """Return the notices, not shown yet, about deleted parties."""
    return [
        Notice(
            _("Partie supprimée"),
            _("La rétablir"),
            url_for("parties.restore", partie_id=int(partie_id)),
        )
        for partie_id in flashed_messages(_PARTIE)
    ]


def _receivers_text(scored: ScoredPartie, index: int) -> str:
    """Return who got how many points, the sides of equal points together; those without are left out."""
    points = scored.sheet.manches[index].points
    receivers = {count: [scored.side_name(side) for side, own in enumerate(points) if own == count] for count in points}
    texts = (
        _("%(points)s à %(names)s", points=signed(count), names=join_words(names))
        for count, names in receivers.items()
        if count
    )
    return ", ".join(texts)


def _points_text(scored: ScoredPartie, index: int) -> str:
    """Return the points of every side; no line breaks between a name and its points."""
    points = scored.sheet.manches[index].points
    return ", ".join(f"{isolate(scored.side_name(side))}{NO_BREAK}{signed(count)}" for side, count in enumerate(points))
