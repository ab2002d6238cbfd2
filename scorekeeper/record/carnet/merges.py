"""Merge two players of a carnet, and undo the latest merge of a player.

A carnet is the notebook of a group of players, and a partie a game played to its end. A *participant* is a player of
one partie, and a *stay* the time in which a participant has a seat. The log of a partie (the list of its changes) names
participants, so that a merge gives them to another player and changes no log. The *progress* of a partie is JSON that
has the stays of each seat. Both use cases run inside `database.writing()`.

`AnyAccess` is an access, the right of one browser, as an object of the ORM or as a plain row. Its id is stored with
what it changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.orm import aliased

from scorekeeper.record.carnet.carnets import find_player
from scorekeeper.record.database import add_row, db
from scorekeeper.record.models import Access, Carnet, Merge, Participant, Partie, Player
from scorekeeper.record.names import clean_name, fold
from scorekeeper.record.read_models import outcomes
from scorekeeper.record.read_models.tables import Tally
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.request_access import AnyAccess


def player_named(carnet: Carnet, name: str) -> Player:
    """Return the player of that name, retired or not. Raises `RefusedError` when there is none."""
    valid_name = clean_name(name, field="other")
    player = find_player(carnet, valid_name)
    if player is None:
        raise RefusedError("no_such_player", field="other", name=valid_name)
    return player


def merge_players(player: Player, other: Player, access: AnyAccess) -> Merge:
    """Give all participants that are `other` to `player`, and remove `other`.

    Raises `RefusedError` when they are the same player, or both have or had a seat in one partie.
    """
    db.session.refresh(player.carnet, with_for_update=True)
    # The lock waits for a request that seats the other player; if another request merged that player, there is no row.
    if db.session.scalar(select(Player.id).where(Player.id == other.id).with_for_update()) is None:
        raise RefusedError("no_such_player", field="other", name=other.name)
    _refuse_unmergeable(player, other)
    # The values with which the merge can be undone.
    merge = Merge(carnet_id=player.carnet_id, name=other.name, player_id=player.id, access_id=access.id)
    own = select(Participant.partie_id, Participant.number).where(Participant.player_id == other.id)
    merge.retired_at = other.retired_at
    merge.created_at = other.created_at
    # Lists, because JSON has no tuples: [[partie id, number], …].
    merge.participants = sorted(map(list, db.session.execute(own)))
    db.session.add(merge)
    _reassign(merge.participants, other.id, player.id)
    # Earlier merges into the other player, and accesses (rights of browsers) that are used by that player.
    for table in (Merge, Access):
        db.session.execute(update(table).where(table.player_id == other.id).values(player_id=player.id))
    db.session.execute(delete(Player).where(Player.id == other.id))
    db.session.expire_all()  # rows were changed without their objects
    return merge


def undo_merge(player: Player, name: str) -> None:
    """Undo the latest merge into `player`: create the other player again, with this name and the former participants.

    Raises `RefusedError` when the latest merge is of a player with another name, or when the name is now taken.
    """
    db.session.refresh(player.carnet, with_for_update=True)
    merge = latest_merge(player)
    if merge is None or merge.name != name:
        raise RefusedError("merged_since")
    namesake = find_player(player.carnet, name)
    # The name must be free: no other player may have it, nor `player` itself. It may only look like the player's own,
    # for instance if one of the two has a sign that is not visible.
    if namesake is not None and (namesake is not player or fold(name) == player.folded):
        raise RefusedError("name_came_since", name=namesake.name)
    other = Player(carnet_id=merge.carnet_id, name=name, folded=fold(name))
    other.retired_at = merge.retired_at
    other.created_at = merge.created_at
    add_row(other)
    _reassign(merge.participants, player.id, other.id)
    # Earlier merges into the other player, which had become merges into `player`: those of which all participants are
    # given back now belong to the other player again.
    given_back = set(map(tuple, merge.participants))
    for earlier in db.session.scalars(select(Merge).where(Merge.player_id == player.id, Merge.id < merge.id)):
        if earlier.participants and given_back.issuperset(map(tuple, earlier.participants)):
            earlier.player_id = other.id
    db.session.delete(merge)
    db.session.flush()
    db.session.expire_all()


def latest_merge(player: Player) -> Merge | None:
    """Return the latest merge into a player, the only one that can be undone; None if there is none."""
    return db.session.scalar(select(Merge).where(Merge.player_id == player.id).order_by(Merge.id.desc()).limit(1))


def _reassign(participants: Sequence[Sequence[int]], from_id: int, to_id: int) -> None:
    """Give these participants, as [partie id, number], from one player to another."""
    if not participants:
        return
    # One statement for all of them; the dictionaries have the values of its two parameters.
    keys = [{"partie": partie, "participant": number} for partie, number in participants]
    same = Participant.partie_id == bindparam("partie"), Participant.number == bindparam("participant")
    db.session.connection().execute(update(Participant).where(*same).values(player_id=to_id), keys)
    parties = {partie for partie, _number in participants}
    # A tally counts the scored lines of a player in a partie. A participant without a stay has none: if the partie has
    # tallies of this player, they are those of another participant who is the same player since a merge.
    query = select(Partie.id, Partie.progress).where(Partie.id.in_(parties))
    progress = {row.id: row.progress for row in db.session.execute(query)}
    played = {partie for partie, number in participants if _has_stay(progress[partie], number)}
    tallies = update(Tally).where(Tally.partie_id.in_(played), Tally.player_id == from_id)
    db.session.execute(tallies.values(player_id=to_id))
    # The rows that statistics read.
    outcomes.rewrite_outcomes(db.session(), parties)


def _refuse_unmergeable(player: Player, other: Player) -> None:
    """Raise `RefusedError` unless these are two players who never played in one partie.

    A participant without a stay, because taking the seat was undone, did not play.
    """
    if other is player:
        raise RefusedError("same_player", field="other")
    # The parties in which both are participants, with the number of each.
    first = aliased(Participant)
    second = aliased(Participant)
    query = (
        select(Partie.progress, first.number, second.number)
        .join(first, (first.partie_id == Partie.id) & (first.player_id == player.id))
        .join(second, (second.partie_id == Partie.id) & (second.player_id == other.id))
    )
    for progress, *numbers in db.session.execute(query):
        if all(_has_stay(progress, number) for number in numbers):
            raise RefusedError("played_together", field="other", kept=player.name, other=other.name)


def _has_stay(progress: Mapping[str, Any], participant: int) -> bool:
    """Return whether a participant has or had a seat, as far as the progress of the partie can be read."""
    # If the progress is empty, the seats are not known, and the participant may have had one. Else look for a stay of
    # the participant among those of all seats.
    return not progress or any(stay["who"] == participant for seat in progress["seats"] for stay in seat["stays"])
