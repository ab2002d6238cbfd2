"""Notices of the latest action, each with a button that undoes it, shown once on the next page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from flask import flash, get_flashed_messages, url_for

from scorekeeper.record.database import db
from scorekeeper.record.models import ChangeKind, Manche, Partie, Player, Regrouping, Soiree
from scorekeeper.record.partie.journal import latest_changes
from scorekeeper.record.partie.replacing import UndoneReplacement
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.partie.seat_players import latest_player
from scorekeeper.web.core.formatting import NO_BREAK, signed
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.language import name_with_de
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.figures import join_words

# Categories of flashed messages; a message has ids and values, from which the next page makes a sentence.
_MANCHE, _PARTIE, _REGROUPING, _RULES = "manche", "partie", "regrouped", "rules"
_BEGINNING, _SOIREE = "beginning", "soiree"
_REPAIR, _EXCHANGE = "repair", "exchange"
_REPLACEMENT, _REPLACEMENT_UNDONE = "replacement", "replacement undone"
_REGROUPING_UNDONE, _MERGE, _MERGE_UNDONE = "regrouping undone", "merge", "merge undone"
_MOST_CHANGES = 50  # the number of changes of a manche that are read


@dataclass(frozen=True)
class Notice:
    """A sentence, and the label and address of the button that undoes the action, both empty without a button.

    A `versioned` form also sends the version of the partie that the page shows; `fields` are its other fields.
    """

    sentence: str
    button: str = ""
    address: str = ""
    versioned: bool = True
    fields: Mapping[str, str] = field(default_factory=dict)


def flash_manche_change(kind: ChangeKind, manche: Manche) -> None:
    """Show on the next page how a manche was changed."""
    flash(f"{kind.value} {manche.id}", _MANCHE)


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


def flash_rules_change(partie: Partie, old_options: Mapping[str, object]) -> None:
    """Show on the next page of a partie that its house rules were changed; undoing sends the old options."""
    changed = {name: value for name, value in old_options.items() if partie.options[name] != value}
    flash(f"{partie.id} {json.dumps(changed)}", _RULES)


def flash_repair(partie: Partie, repair: str) -> None:
    """Show on the next page of a partie how its dealer or order was changed, by a key of `_repair_sentence`."""
    flash(f"{partie.id} {repair}", _REPAIR)


def flash_exchange(partie: Partie, seats: Sequence[int]) -> None:
    """Show on the next page of a partie that the names of these two seats were exchanged."""
    flash(" ".join(map(str, (partie.id, *seats))), _EXCHANGE)


def flash_replacement(partie: Partie, seat: int) -> None:
    """Show on the next page of a partie who plays now in this seat, and in place of whom."""
    flash(f"{partie.id} {seat}", _REPLACEMENT)


def flash_undone_replacement(partie: Partie, undone: UndoneReplacement) -> None:
    """Show on the next page of a partie that a replacement was undone; the button makes it again."""
    values = partie.id, undone.seat, undone.position, undone.player_id, int(undone.counted)
    flash(" ".join(map(str, values)), _REPLACEMENT_UNDONE)


def soiree_notices() -> list[Notice]:
    """Return the notices, not shown yet, about soirées that were opened."""
    return [
        Notice(
            _("Soirée commencée"),
            _("Annuler"),
            url_for("soirees.delete", soiree_id=int(str(soiree_id))),
            versioned=False,
            fields={"empty": "1"},
        )
        for soiree_id in get_flashed_messages(category_filter=[_SOIREE])
    ]


def regrouping_notices() -> list[Notice]:
    """Return the notices, not shown yet, about parties moved from one soirée to another, and about moves undone."""
    flashed = (str(message).split() for message in get_flashed_messages(category_filter=[_REGROUPING]))
    notices = [
        Notice(
            _("Soirées fusionnées") if int(whole) else _("Partie changée de soirée"),
            _("Annuler"),
            url_for("regrouping.undo", regrouping_id=int(regrouping_id)),
            versioned=False,
        )
        for regrouping_id, whole in flashed
    ]
    for message in get_flashed_messages(category_filter=[_REGROUPING_UNDONE]):
        regrouping = db.session.get(Regrouping, int(str(message)))
        if regrouping is not None:
            notices.append(_undone_regrouping_notice(regrouping))
    return notices


def _undone_regrouping_notice(regrouping: Regrouping) -> Notice:
    if regrouping.whole:
        address = url_for("regrouping.join", soiree_id=regrouping.target_id)
        fields = {"soiree": str(regrouping.source_id)}
        return Notice(_("Soirées de nouveau séparées"), _("Refaire"), address, versioned=False, fields=fields)
    partie = db.session.get_one(Partie, regrouping.parties[0])
    address = url_for("regrouping.move", partie_id=partie.id)
    fields = {"soiree": str(regrouping.target_id), "version": str(partie.version)}
    return Notice(_("Partie revenue à sa soirée"), _("Refaire"), address, versioned=False, fields=fields)


def merge_notices(player: Player) -> Iterator[Notice]:
    """Yield the notices, not shown yet, about the merges of this player."""
    for name in _names_flashed(player, _MERGE):
        sentence = _("Joueurs fusionnés : %(names)s", names=join_words([player.name, name]))
        address = url_for("identity.undo", player_id=player.id)
        yield Notice(sentence, _("Annuler"), address, versioned=False, fields={"name": name})
    for name in _names_flashed(player, _MERGE_UNDONE):
        sentence = _("Joueurs séparés : %(names)s", names=join_words([player.name, name]))
        address = url_for("identity.merge", player_id=player.id)
        yield Notice(sentence, _("Refaire"), address, versioned=False, fields={"other": name})


def _names_flashed(player: Player, category: str) -> Iterator[str]:
    for message in get_flashed_messages(category_filter=[category]):
        player_id, _space, name = str(message).partition(" ")
        if player_id == str(player.id):
            yield name


def partie_notices(scored: ScoredPartie) -> list[Notice]:
    """Return the notices, not shown yet, about this partie and its manches."""
    flashed = (str(message).split() for message in get_flashed_messages(category_filter=[_MANCHE]))
    by_id = {manche.id: manche for manche in scored.partie.manches}
    manche_notices = [
        _manche_notice(scored, ChangeKind(kind), by_id[int(manche_id)])
        for kind, manche_id in flashed
        if int(manche_id) in by_id
    ]
    return [
        *_beginning_notices(scored.partie),
        *manche_notices,
        *_rules_notices(scored),
        *_repair_notices(scored),
        *_replacement_notices(scored),
    ]


def _beginning_notices(partie: Partie) -> Iterator[Notice]:
    address = url_for("parties.delete", partie_id=partie.id)
    for message in get_flashed_messages(category_filter=[_BEGINNING]):
        partie_id, opened = map(int, str(message).split())
        if partie_id == partie.id:
            fields = {"opened": "1"} if opened else {}
            sentence = _("Soirée et partie commencées") if opened else _("Partie commencée")
            yield Notice(sentence, _("Annuler"), address, fields=fields)


def _rules_notices(scored: ScoredPartie) -> Iterator[Notice]:
    address = url_for("parties.change_rules", partie_id=scored.partie.id)
    for message in get_flashed_messages(category_filter=[_RULES]):
        partie_id, _space, old_options = str(message).partition(" ")
        if partie_id == str(scored.partie.id):
            options = {f"option-{name}": json.dumps(value) for name, value in json.loads(old_options).items()}
            yield Notice(_("Règles changées"), _("Annuler"), address, fields={**options, "agreed": "1"})


def _repair_notices(scored: ScoredPartie) -> Iterator[Notice]:
    partie_id = scored.partie.id
    for message in get_flashed_messages(category_filter=[_REPAIR]):
        flashed_id, repair = str(message).split()
        if flashed_id == str(partie_id):
            undo = (_("Annuler"), url_for("repairs.undo", partie_id=partie_id))
            yield Notice(_repair_sentence(scored, repair), *(undo if repair in {"dealer", "first", "order"} else ()))
    for message in get_flashed_messages(category_filter=[_EXCHANGE]):
        exchanged_id, first, second = map(int, str(message).split())
        if exchanged_id == partie_id:
            names = join_words([scored.names[first], scored.names[second]])
            fields = {"seats": f"{first} {second}", "agreed": "1"}
            sentence = _("Noms échangés : %(names)s", names=names)
            yield Notice(sentence, _("Annuler"), url_for("repairs.repair_players", partie_id=partie_id), fields=fields)


def _repair_sentence(scored: ScoredPartie, repair: str) -> str:
    name = scored.names[scored.deal.dealer]
    in_order = f"{NO_BREAK}→ ".join(scored.names[seat] for seat in scored.order or range(scored.seats))
    sentences = {
        "stays": _("Rien n’est annulé : la partie a changé entre-temps."),
        "returned": _("Ce remplacement est déjà annulé."),
        "no_replacement": _("Il n’y a aucun remplacement à annuler."),
        "same": _("C’était déjà à %(name)s de donner", name=name),
        "same_order": _("C’était déjà l’ordre du jeu"),
        "order": _("Nouvel ordre : %(names)s", names=in_order),
    }
    if repair in sentences:
        return sentences[repair]
    changed = {
        "undone_dealer": _("Changement de donneur annulé"),
        "undone_order": _("Changement d’ordre annulé"),
    }
    if repair == "first":
        manche = PAGES[scored.game.slug].words.MANCHE.name(1)
        first = scored.names[scored.deal_of(0).dealer]
        changed["first"] = _("%(manche)s : %(name)s a donné", manche=manche, name=first)
    deals = _("À %(name)s de donner", name=name)
    return f"{changed[repair]} · {deals}" if repair in changed else deals


def _replacement_notices(scored: ScoredPartie) -> Iterator[Notice]:
    partie = scored.partie
    for message in get_flashed_messages(category_filter=[_REPLACEMENT]):
        flashed_id, seat = map(int, str(message).split())
        replacements = partie.seats[seat].replacements if flashed_id == partie.id else ()
        if replacements:
            latest = replacements[-1]
            sentence = replacement_sentence(latest.player.name, latest.former.name)
            yield Notice(sentence, _("Annuler"), url_for("replacing.undo", partie_id=partie.id, seat=seat))
    for message in get_flashed_messages(category_filter=[_REPLACEMENT_UNDONE]):
        flashed_id, seat, position, player_id, counted = map(int, str(message).split())
        if flashed_id == partie.id:
            sentence = _("Remplacement annulé : %(name)s reprend sa place", name=latest_player(partie.seats[seat]).name)
            address = url_for("replacing.replace", partie_id=partie.id, seat=seat)
            counts_for = "coming" if counted else "former"
            fields = {"player": str(player_id), "position": str(position), "counts_for": counts_for}
            yield Notice(sentence, _("Refaire"), address, fields=fields)


def replacement_sentence(name: str, former: str) -> str:
    """Return the sentence about a player who replaces another: « Denis à la place d’Anne »."""
    return _("%(name)s à la place %(of_name)s", name=name, of_name=name_with_de(former))


def manche_sentence(scored: ScoredPartie, manche: Manche) -> str:
    """Return the name of a manche of the sheet with the points of every side: « Manche 3 : Anne +5, Luc 0 »."""
    index = scored.manches.index(manche)
    name = PAGES[scored.game.slug].words.MANCHE.name(index + 1)
    return _("%(manche)s : %(points)s", manche=name, points=_points_text(scored, index))


def deletion_notices() -> list[Notice]:
    """Return the notices, not shown yet, about deleted parties."""
    return [
        Notice(
            _("Partie supprimée"),
            _("La rétablir"),
            url_for("parties.restore", partie_id=int(str(partie_id))),
            versioned=False,
        )
        for partie_id in get_flashed_messages(category_filter=[_PARTIE])
    ]


def _manche_notice(scored: ScoredPartie, kind: ChangeKind, manche: Manche) -> Notice:
    manche_text = PAGES[scored.game.slug].words.MANCHE
    if manche not in scored.manches:
        address = url_for("manches.restore", partie_id=scored.partie.id, manche_id=manche.id)
        return Notice(str(manche_text.undone_notice), str(manche_text.restore_undone), address)
    index = scored.manches.index(manche)
    if kind is ChangeKind.RECORDED:
        return Notice(manche_sentence(scored, manche), _("Annuler"), _delete_address(scored, manche))
    sentence = _capitalised(manche_text.change_of(str(manche_text.changes[kind.value]), index + 1))
    earlier_version = _earlier_version(manche)
    if earlier_version is None:
        return Notice(sentence)
    address = url_for(
        "manches.bring_version_back", partie_id=scored.partie.id, manche_id=manche.id, version=earlier_version
    )
    return Notice(sentence, _("Annuler"), address)


def _delete_address(scored: ScoredPartie, manche: Manche) -> str:
    """Return the address that undoes the latest manche, or that deletes an earlier one."""
    if manche == scored.manches[-1] and scored.partie.current is None:
        return url_for("parties.undo", partie_id=scored.partie.id)
    return url_for("manches.delete", partie_id=scored.partie.id, manche_id=manche.id)


def _points_text(scored: ScoredPartie, index: int) -> str:
    """Return the points of every side; no line breaks between a name and its points."""
    points = scored.sheet.manches[index].points
    return ", ".join(f"{scored.side_name(side)}{NO_BREAK}{signed(count)}" for side, count in enumerate(points))


def _earlier_version(manche: Manche) -> int | None:
    """Return the number of the latest version of the manche with other facts or another note than now."""
    changes = [change for change in latest_changes(manche, _MOST_CHANGES) if change.facts is not None]
    latest = changes[0]
    different = (change for change in changes if (change.facts, change.note) != (latest.facts, latest.note))
    return next((change.version for change in different), None)


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
