"""The use cases of a partie: start it, record, correct, undo, change its rules, end it, play it again.

Each runs inside `database.writing()`, takes the version of the partie its form was written against, raises
`StaleError` when that is no longer the version, and leaves one `Change` behind.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from scorekeeper.games import GAMES
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.shape import ImpossibleError, Json
from scorekeeper.record.current_manche import (
    bring_back,
    clear_table,
    drop_begun_if_moved,
    lay_out_again,
    refuse_if_begun_otherwise,
    take_cards_back,
    under_way,
)
from scorekeeper.record.database import db
from scorekeeper.record.facts import checked_facts, keeping_cards, with_cards
from scorekeeper.record.models import Access, Change, ChangeKind, Manche, Partie, Player, Seat, Soiree, utc_now
from scorekeeper.record.names import clean_name, clean_note
from scorekeeper.record.refusals import RefusedError, StaleError
from scorekeeper.record.standings import live_manches, standing_of, undone_manche

if TYPE_CHECKING:
    from collections.abc import Sequence


def start_partie(  # noqa: PLR0913, PLR0917 - a partie is all of these
    soiree: Soiree,
    game_slug: str,
    players: Sequence[Player],
    options: Json,
    first_dealer: int | None,
    author: Access | None,
    side_names: Sequence[str] = (),
) -> Partie:
    """A new partie, `players` in seating order clockwise; a first dealer of None is drawn.

    Raises `RefusedError` for a seat taken twice and `ImpossibleOptionsError` for rules this table cannot play.
    """
    game = GAMES[game_slug]
    if len({player.id for player in players}) != len(players):
        raise RefusedError("seat_twice", field="players")
    rules = game.read_options(options, len(players))
    if first_dealer is None:
        first_dealer = secrets.randbelow(len(players))
    if not 0 <= first_dealer < len(players):
        raise RefusedError("no_such_seat", field="dealer")
    partie = Partie(
        soiree=soiree, game=game.slug, options=game.write_options(rules), first_dealer=first_dealer, version=0
    )
    partie.side_names = _clean_names(side_names)
    partie.seats = [Seat(number=number, player=player) for number, player in enumerate(players)]
    db.session.add(partie)
    db.session.flush()
    note_change(partie, author, ChangeKind.STARTED, options=partie.options)
    return partie


def begin_manche(partie: Partie, version: int, facts: Json, author: Access | None) -> None:
    """Keep what is known of the manche under way; nothing known, an empty object, takes it back.

    Raises `RefusedError` when the partie is over or its game has nothing to begin with, `ImpossibleFactsError` for
    what cannot be.
    """
    hold(partie, version)
    standing = standing_of(partie)
    if standing.over:
        raise RefusedError("partie_over", game=partie.game)
    if standing.game.begin is None:
        raise RefusedError("nothing_to_begin")
    begun = standing.game.begin(standing.options, standing.moment, facts) if facts else None
    if begun != partie.begun:
        partie.begun = begun
        if standing.cards is not None:
            standing.arbiter(standing.cards)
        note_change(partie, author, ChangeKind.BEGUN, facts=begun)


def record_manche(partie: Partie, version: int, facts: Json, note: str, author: Access | None) -> Manche:
    """One more manche. Raises `RefusedError` when the partie is over, `ImpossibleFactsError` for its facts."""
    hold(partie, version)
    if standing_of(partie).over:
        raise RefusedError("partie_over", game=partie.game)
    return add_manche(partie, with_cards(partie, facts), note, author)


def add_manche(partie: Partie, checked: dict[str, Any], note: str, author: Access | None) -> Manche:
    """One more row of the sheet, of facts already checked; what the manche began with is taken in.

    A manche that was undone and is recorded again, from its own cards or bids, is the same manche.
    """
    manche = undone_manche(partie)
    if manche is None:
        manche = Manche(position=1 + max((one.position for one in partie.manches), default=0))
        partie.manches.append(manche)
    manche.facts, manche.note, manche.deleted_at = checked, clean_note(note), None
    clear_table(partie)
    db.session.flush()
    note_change(partie, author, ChangeKind.RECORDED, manche)
    return manche


def correct_manche(manche: Manche, version: int, facts: Json, note: str, author: Access | None) -> None:
    """Put other facts, or another note, in a manche; the same ones again change nothing.

    Its cards stay with it as long as the facts are what they tell.
    """
    partie = manche.partie
    hold(partie, version)
    checked, clean = keeping_cards(manche, checked_facts(partie, facts)), clean_note(note)
    if manche.deleted_at is None and (checked, clean) == (manche.facts, manche.note):
        return
    dealer = standing_of(partie).deal.dealer
    if manche.deleted_at is not None:
        bring_back(manche)
    manche.facts, manche.note = checked, clean
    drop_begun_if_moved(partie, dealer)
    note_change(partie, author, ChangeKind.CORRECTED, manche)


def delete_manche(manche: Manche, version: int, author: Access | None) -> None:
    """Take a manche out of the sheet; those after it move up, and it can be restored.

    Where the deal moves with them, what the manche under way began with is to be entered again.
    """
    hold(manche.partie, version)
    if manche.deleted_at is None:
        dealer = standing_of(manche.partie).deal.dealer
        manche.deleted_at = utc_now()
        drop_begun_if_moved(manche.partie, dealer)
        note_change(manche.partie, author, ChangeKind.DELETED, manche)


def undo_latest(partie: Partie, version: int, author: Access | None) -> Manche | None:
    """Take back what was entered last: a card, what the manche under way began with, else the latest manche.

    Gives the manche taken out of the sheet, if one was; one entered card by card lies on the table again, to be taken
    back card by card (T-6), and so do its bids. Raises `RefusedError` when there is nothing, or when the partie ended
    while one more manche is under way.
    """
    hold(partie, version)
    going_on = standing_of(partie).ending is None
    if not going_on and under_way(partie):
        raise RefusedError("cards_under_way", game=partie.game)
    if going_on and partie.cards is not None:
        kind, taken = take_cards_back(partie)
        note_change(partie, author, kind, facts=taken)
        return None
    if going_on and partie.begun is not None:
        partie.begun = None
        note_change(partie, author, ChangeKind.BEGUN)
        return None
    manches = live_manches(partie)
    if not manches:
        raise RefusedError("nothing_to_undo", game=partie.game)
    manches[-1].deleted_at = utc_now()
    lay_out_again(manches[-1])
    note_change(partie, author, ChangeKind.LAID_OUT if under_way(partie) else ChangeKind.DELETED, manches[-1])
    return manches[-1]


def restore_manche(manche: Manche, version: int, author: Access | None) -> None:
    """Put a deleted manche back in its place."""
    hold(manche.partie, version)
    if manche.deleted_at is not None:
        checked_facts(manche.partie, manche.facts)
        dealer = standing_of(manche.partie).deal.dealer
        bring_back(manche)
        drop_begun_if_moved(manche.partie, dealer)
        note_change(manche.partie, author, ChangeKind.RESTORED, manche)


def change_rules(
    partie: Partie, version: int, options: Json, author: Access | None, side_names: Sequence[str] | None = None
) -> None:
    """Other house rules for the whole partie, every manche scored again (DP-25); other names for its teams, if given.

    Raises `ImpossibleOptionsError`, or `RefusedError` naming the manche whose facts they do not fit, or saying
    that it is the one under way.
    """
    hold(partie, version)
    game = GAMES[partie.game]
    seats = len(partie.seats)
    rules = game.read_options(options, seats)
    for number, manche in enumerate(live_manches(partie), start=1):
        try:
            read_manche(game, rules, seats, manche.facts)
        except ImpossibleError as error:
            raise RefusedError("rules_do_not_fit", game=game.slug, number=number, because=error) from error
    written = game.write_options(rules)
    refuse_if_begun_otherwise(standing_of(partie, written))
    names = partie.side_names if side_names is None else _clean_names(side_names)
    if (written, names) != (partie.options, partie.side_names):
        partie.options, partie.side_names = written, names
        note_change(partie, author, ChangeKind.RULES, options=written)


def abandon(partie: Partie, version: int, author: Access | None) -> None:
    """Leave a partie unfinished."""
    hold(partie, version)
    if partie.abandoned_at is None:
        partie.abandoned_at = utc_now()
        note_change(partie, author, ChangeKind.ABANDONED)


def reopen(partie: Partie, version: int, author: Access | None) -> None:
    """Take up an abandoned partie again."""
    hold(partie, version)
    if partie.abandoned_at is not None:
        partie.abandoned_at = None
        note_change(partie, author, ChangeKind.REOPENED)


def delete_partie(partie: Partie, version: int, author: Access | None) -> None:
    """Put a partie away; it can be brought back."""
    hold(partie, version)
    if partie.deleted_at is None:
        partie.deleted_at = utc_now()
        note_change(partie, author, ChangeKind.REMOVED)


def bring_partie_back(partie: Partie, author: Access | None) -> None:
    """Undo `delete_partie`."""
    hold(partie, None)
    if partie.deleted_at is not None:
        partie.deleted_at = None
        note_change(partie, author, ChangeKind.BROUGHT_BACK)


def play_again(partie: Partie, version: int, author: Access | None) -> Partie:
    """The revanche: the same table and rules, the next dealer. Two phones that ask for it at once start one."""
    hold(partie, version)
    standing = standing_of(partie)
    played = len(standing.manches) if standing.ending is None else standing.ending.after
    dealer = standing.dealer_of(played).dealer
    note_change(partie, author, ChangeKind.AGAIN)
    return start_partie(
        partie.soiree, partie.game, standing.players, partie.options, dealer, author, partie.side_names or ()
    )


def hold(partie: Partie, version: int | None) -> None:
    """Keep other writers out until the transaction ends. Raises `StaleError` for a form older than the partie.

    Called before a form is even read: what it says may make no sense any more under what came since.
    """
    db.session.refresh(partie, with_for_update=True)
    if version is not None and version != partie.version:
        raise StaleError(changes_since(partie, version))


def refuse_if_undone(partie: Partie, version: int) -> None:
    """Raise `StaleError` when the manche recorded by a form of that version was taken out of the sheet since."""
    changes = changes_since(partie, version)
    if changes and changes[0].manche is not None and changes[0].manche.deleted_at is not None:
        raise StaleError(changes)


def changes_since(partie: Partie, version: int) -> Sequence[Change]:
    """What was changed after that version, oldest first."""
    query = select(Change).where(Change.partie_id == partie.id, Change.version > version).order_by(Change.version)
    return db.session.scalars(query).all()


def _clean_names(names: Sequence[str]) -> list[str] | None:
    cleaned = [clean_name(name, field="side_names", required=False) for name in names]
    return cleaned if any(cleaned) else None


def note_change(  # noqa: PLR0913, PLR0917 - a change is all of these
    partie: Partie,
    author: Access | None,
    kind: ChangeKind,
    manche: Manche | None = None,
    options: dict[str, Any] | None = None,
    facts: dict[str, Any] | None = None,
) -> None:
    """Leave a change behind, under the next version of the partie."""
    if not under_way(partie):
        partie.undone = None
    access_id = None if author is None else author.id
    partie.version += 1
    change = Change(version=partie.version, access_id=access_id, kind=kind, options=options, facts=facts)
    db.session.add(change)
    change.partie, change.manche = partie, manche
    if manche is not None:
        change.facts, change.note = manche.facts, manche.note
    db.session.flush()
