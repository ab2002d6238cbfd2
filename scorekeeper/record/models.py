"""The database tables of what was entered at the card table, and the log of changes. Scores are not stored here.

A *carnet* is the notebook of a group of players. A *soirée* is an evening of cards in it, a *partie* a game played to
its end, and a *manche* one deal of it. Each change of a partie makes its next *version*, a number, and is a row of its
*log*, which begins at the *base*: the whole state at one version. The changes that are not undone form a *stack*. The
*facts* of a manche are what the table saw, such as bids and tricks, as JSON. An *access* is the right of one browser to
a carnet. An *article* is a numbered rule, such as DP-14.

The columns that end in `_at` are times. None means that the event has not happened: a row whose `deleted_at` is None is
not deleted. The columns `at` and `access_id` say when a row was written, and by which access.
"""

from __future__ import annotations

import datetime as dt
import enum
from typing import TYPE_CHECKING, Annotated, Any

from sqlalchemy import (
    JSON,
    DateTime,
    Dialect,
    Enum,
    ForeignKey,
    Index,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    and_,
    false,
    func,
    select,
    text,
)
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.orm import DeclarativeBase, Mapped, column_property, mapped_column, registry, relationship

from scorekeeper.games import counted_as

# The condition of an index that has the deleted rows only: it is small, and finds them without reading other rows.
_IS_DELETED = text("deleted_at IS NOT NULL")


def utc_now() -> dt.datetime:
    """Return the current time in UTC."""
    return dt.datetime.now(dt.UTC)


class UtcDateTime(TypeDecorator[dt.datetime]):
    """A time in UTC, timezone-aware on every database."""

    # SQLAlchemy's names: the type of the column, and that statements with it can be cached.
    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: dt.datetime | None, dialect: Dialect) -> dt.datetime | None:  # noqa: ARG002
        """Convert a time that is written to the database to UTC."""
        return None if value is None else value.astimezone(dt.UTC)

    def process_result_value(self, value: dt.datetime | None, dialect: Dialect) -> dt.datetime | None:  # noqa: ARG002
        """Add the timezone to a time that was read: SQLite does not store it."""
        if value is None or value.tzinfo:
            return value
        return value.replace(tzinfo=dt.UTC)


class Base(DeclarativeBase):
    """The base class of every table; every constraint has a name, so that migrations can refer to it."""

    registry = registry(
        metadata=MetaData(
            # The patterns of the names of indexes (`ix`), constraints and keys; SQLAlchemy fills in the names in
            # brackets.
            naming_convention={
                "ix": "ix_%(column_0_label)s",
                "uq": "uq_%(table_name)s_%(column_0_N_name)s",
                "ck": "ck_%(table_name)s_%(constraint_name)s",
                "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
                "pk": "pk_%(table_name)s",
            }
        ),
        type_annotation_map={
            dt.datetime: UtcDateTime,
            dict[str, Any]: JSON,
            list[Any]: JSON,
            # An enumeration is stored as the text of its value.
            enum.Enum: Enum(
                enum.Enum, native_enum=False, length=20, values_callable=lambda members: [m.value for m in members]
            ),
        },
    )


# The types of columns that several tables have. The database sets an `Id`, the app a `Number`, which is a part of a
# key.
Id = Annotated[int, mapped_column(primary_key=True)]
Number = Annotated[int, mapped_column(primary_key=True, autoincrement=False)]
CarnetId = Annotated[int, mapped_column(ForeignKey("carnet.id"), index=True)]
PartieKey = Annotated[int, mapped_column(ForeignKey("partie.id"), primary_key=True)]
PlayerId = Annotated[int, mapped_column(ForeignKey("player.id"), index=True)]
SoireeId = Annotated[int, mapped_column(ForeignKey("soiree.id"), index=True)]
AccessId = Annotated[int | None, mapped_column(ForeignKey("access.id"))]
Now = Annotated[dt.datetime, mapped_column(default=utc_now)]
# The slug of a game, such as "hearts". The score sheet is a family of games, of which each table can name its own. The
# slug of such a game is that of the family, which points win ("most" or "fewest"), and the name:
# "scoresheet:most:Belote".
GameSlug = Annotated[str, mapped_column(String(60))]
ShortName = Annotated[str, mapped_column(String(40))]
Title = Annotated[str, mapped_column(String(80), default="")]
Digest = Annotated[str, mapped_column(String(64), unique=True)]


class Role(enum.Enum):
    """The permissions of an access: an owner may do all, a marqueur records scores, a spectateur only reads."""

    OWNER = "owner"
    MARQUEUR = "marqueur"
    SPECTATEUR = "spectateur"


class StakePer(enum.Enum):
    """The unit that a stake is paid for."""

    POINT = "point"
    PARTIE = "partie"
    RANK = "rank"


class Carnet(Base):
    """A private notebook of one group of players."""

    __tablename__ = "carnet"
    id: Mapped[Id]

    # A random text, a part of the addresses of its pages.
    key: Mapped[str] = mapped_column(String(32), unique=True)
    name: Mapped[Title]

    # The digest of the recovery code, which opens the carnet on another device.
    code_digest: Mapped[Digest]

    # How often the code was replaced. The code is derived from the secret key of the app, `key` and this number.
    code_renewals: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[Now]
    players: Mapped[list[Player]] = relationship(back_populates="carnet", order_by="Player.id")
    presets: Mapped[list[SavedPreset]] = relationship(back_populates="carnet", order_by="SavedPreset.id")


class Access(Base):
    """The right of one browser to open a carnet. The user of the browser has a name, is a player, or is anonymous."""

    __tablename__ = "access"
    id: Mapped[Id]
    carnet_id: Mapped[CarnetId]
    role: Mapped[Role]

    # A cookie contains the generation of its access; one with a lower number is no longer valid.
    generation: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[Now]

    # The name that the user typed, "" for a player and for an anonymous user.
    name: Mapped[str] = mapped_column(String(40), default="")

    # The player who uses it, None for another user.
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))

    # The only soirée that a guest can open, until `ends_at`; None for an access to the whole carnet.
    soiree_id: Mapped[int | None] = mapped_column(ForeignKey("soiree.id"))

    # The invitation by which it was created; None for the access of an owner who used no invitation.
    invitation_id: Mapped[int | None] = mapped_column(ForeignKey("invitation.id"))
    ends_at: Mapped[dt.datetime | None]

    # When its user left the carnet, or the access was revoked; None for an access in use.
    gone_at: Mapped[dt.datetime | None]
    carnet: Mapped[Carnet] = relationship()
    player: Mapped[Player | None] = relationship()


class Invitation(Base):
    """An invitation to a carnet or to one of its soirées."""

    __tablename__ = "invitation"
    id: Mapped[Id]
    carnet_id: Mapped[CarnetId]
    soiree_id: Mapped[int | None] = mapped_column(ForeignKey("soiree.id"))
    role: Mapped[Role]

    # The digest of the token in its link; the token itself is not stored.
    digest: Mapped[Digest]

    # The number of accesses that can still be created with it.
    places: Mapped[int]
    created_at: Mapped[Now]
    ends_at: Mapped[dt.datetime]
    revoked_at: Mapped[dt.datetime | None]
    carnet: Mapped[Carnet] = relationship()
    soiree: Mapped[Soiree | None] = relationship()


class Player(Base):
    """A player of a carnet."""

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("carnet_id", "folded"),)
    id: Mapped[Id]
    carnet_id: Mapped[CarnetId]
    name: Mapped[ShortName]

    # The name without case (`names.fold`), which is unique in the carnet.
    folded: Mapped[str] = mapped_column(String(160))

    # Since when the player can no longer be chosen for a table, None for a player who can.
    retired_at: Mapped[dt.datetime | None]
    created_at: Mapped[Now]
    carnet: Mapped[Carnet] = relationship(back_populates="players")
    if TYPE_CHECKING:
        number: Mapped[int]
        """The number of players who came to the carnet earlier."""


# `Player.number` is computed by a subquery, which counts the players of the same carnet with a smaller id. `_earlier`
# is the table of players under a second name, and `deferred` means that the number is computed only when it is read.
_earlier = Player.__table__.alias()
Player.number = column_property(
    select(func.count())
    .where(_earlier.c.carnet_id == Player.carnet_id, _earlier.c.id < Player.id)
    .correlate_except(_earlier)
    .scalar_subquery(),
    deferred=True,
)


class Soiree(Base):
    """An evening of cards, at a `place`, on the day `held_on`."""

    __tablename__ = "soiree"
    __table_args__ = (
        Index("ix_soiree_carnet_id_held_on", "carnet_id", "held_on"),
        # For the first page, which queries the deleted soirées each time. Few are deleted, so this index is small.
        Index("ix_soiree_put_away", "carnet_id", "held_on", sqlite_where=_IS_DELETED, postgresql_where=_IS_DELETED),
    )
    id: Mapped[Id]
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"))
    held_on: Mapped[dt.date]

    # The time zone of the device that began it ("Pacific/Tahiti"), None if the device did not send it.
    zone: Mapped[ShortName | None]
    place: Mapped[Title]
    notes: Mapped[str] = mapped_column(Text, default="")

    # The number of edits of its date, place and notes, plus one.
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[Now]
    deleted_at: Mapped[dt.datetime | None]
    carnet: Mapped[Carnet] = relationship()


class Regrouping(Base):
    """A move of parties from one soirée (`source`) to another (`target`), with what is needed to undo it."""

    __tablename__ = "regrouping"
    id: Mapped[Id]
    source_id: Mapped[SoireeId]
    target_id: Mapped[SoireeId]

    # Whether the two soirées were joined, and not only one partie moved.
    whole: Mapped[bool]

    # The ids of the moved parties.
    parties: Mapped[list[Any]]

    # The place and the notes of the target before the move.
    place: Mapped[str] = mapped_column(String(80))
    notes: Mapped[str] = mapped_column(Text)
    at: Mapped[Now]
    access_id: Mapped[AccessId]
    undone_at: Mapped[dt.datetime | None]
    source: Mapped[Soiree] = relationship(foreign_keys="Regrouping.source_id")
    target: Mapped[Soiree] = relationship(foreign_keys="Regrouping.target_id")


# The default of the column `counted_as`, computed from other values of the new row: "hearts:simple" for the game
# "hearts" with the options {"queen_points": 0}.
def _counted_as(context: DefaultExecutionContext) -> str:
    row = context.get_current_parameters()  # type: ignore[no-untyped-call]
    return counted_as(row["game"], row["options"])


class Partie(Base):
    """A game played to its end under house rules."""

    __tablename__ = "partie"
    id: Mapped[Id]
    soiree_id: Mapped[SoireeId]
    game: Mapped[GameSlug]

    # The slug under which lists and statistics count it. A few house rules change what points mean; `games.counted_as`
    # then adds a name to the slug, such as "hearts:simple". The value is computed again when the options change.
    counted_as: Mapped[GameSlug] = mapped_column(default=_counted_as)

    # The house rules: the value of each option by its name, such as {"queen_points": 0}.
    options: Mapped[dict[str, Any]]

    # Whether it was scored on paper, so that only the points are known (`games.by_totals`).
    paper: Mapped[bool] = mapped_column(default=False, server_default=false())

    # The seat that deals the first manche.
    first_dealer: Mapped[int]

    # The names of the teams, "" for a team without a name: ["Les bleus", ""]. None if no team has a name.
    side_names: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))

    # The version that the latest row of its log made.
    version: Mapped[int] = mapped_column(default=1)

    # `partie.payloads.Progress` as JSON. Its keys are "seats" (who had each seat since which version), "entry" (what is
    # entered of the current manche) and "stack".
    progress: Mapped[dict[str, Any]]
    created_at: Mapped[Now]
    abandoned_at: Mapped[dt.datetime | None]
    deleted_at: Mapped[dt.datetime | None]
    soiree: Mapped[Soiree] = relationship()
    participants: Mapped[list[Participant]] = relationship(order_by="Participant.number")
    seats: Mapped[list[Seat]] = relationship(order_by="Seat.number")
    manches: Mapped[list[Manche]] = relationship(back_populates="partie", order_by="Manche.version")

    @property
    def seated_players(self) -> list[Player]:
        """The players who have the seats now."""
        return [self.participants[seat.seated].player for seat in self.seats]


class Participant(Base):
    """A player who has or had a seat in a partie, numbered from 0 by arrival; the log names players by this number.

    After two players were merged into one, two participants of a partie can be one player.
    """

    __tablename__ = "participant"
    partie_id: Mapped[PartieKey]
    number: Mapped[Number]
    player_id: Mapped[PlayerId]
    player: Mapped[Player] = relationship()


class Seat(Base):
    """A seat of a partie, numbered clockwise from 0.

    `seated` is the number of the participant who has the seat now, and `counts_for` that of the participant for whom
    statistics count the partie. They are the same unless a player was replaced. Both are also in the progress of the
    partie, which is JSON; this table is for queries.
    """

    __tablename__ = "seat"
    partie_id: Mapped[PartieKey]
    number: Mapped[Number]
    seated: Mapped[int]
    counts_for: Mapped[int]


# The condition of a join from seats to participants: the participant for whom statistics count the seat.
CREDITED = and_(Participant.partie_id == Seat.partie_id, Participant.number == Seat.counts_for)

# The condition that a player of a partie was replaced. The first participants have the numbers of their seats; a
# participant who came later has a number that no seat has.
WAS_REPLACED = (
    select(Participant.number)
    .where(Participant.partie_id == Partie.id)
    .where(Participant.number.not_in(select(Seat.number).where(Seat.partie_id == Partie.id).correlate(Partie)))
    .correlate(Partie)
    .exists()
)


class PartieBase(Base):
    """The state of a partie after the `version` at which its log of changes begins: `partie.state.State`."""

    __tablename__ = "base"
    partie_id: Mapped[PartieKey]
    version: Mapped[int]
    state: Mapped[dict[str, Any]]


class Manche(Base):
    """A manche that was recorded. If it was corrected, its earlier facts are in the log."""

    __tablename__ = "manche"
    __table_args__ = (UniqueConstraint("partie_id", "version"),)
    id: Mapped[Id]
    partie_id: Mapped[int] = mapped_column(ForeignKey("partie.id"), index=True)

    # The version that recorded it; the sheet is in this order. It is a made-up negative number if an earlier version of
    # the app recorded the manche, before the base of the partie.
    version: Mapped[int]

    # What the table saw, such as bids and tricks; with the cards, if they were entered one by one.
    facts: Mapped[dict[str, Any]]
    note: Mapped[str] = mapped_column(Text, default="")

    # The seat that deals it if the table named one; None if it is the next dealer in turn.
    dealer: Mapped[int | None]

    # The seats in the order of play from this manche on, seat 0 first; None if the order is that of the manche before.
    order: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))

    # Whether it is in the sheet.
    kept: Mapped[bool]

    # Whether its recording was undone, and not only the manche deleted.
    taken_back: Mapped[bool]
    partie: Mapped[Partie] = relationship(back_populates="manches")


class Change(Base):
    """A row of the log of a partie: its time, its access, and what it changes (`partie.payloads`).

    Pages show the rows up to the base too, but no state is computed from them. Such a row is the start of the partie,
    or was written by an earlier version of the app.
    """

    __tablename__ = "change"
    partie_id: Mapped[PartieKey]
    version: Mapped[Number]
    at: Mapped[Now]
    access_id: Mapped[AccessId]

    # What was done, such as `recorded`: one of `partie.payloads.KINDS`, or one of a later version of the app.
    kind: Mapped[str] = mapped_column(String(20))

    # The manche that it is about, if it is about one.
    manche_id: Mapped[int | None] = mapped_column(ForeignKey("manche.id"), index=True)

    # The other values of the change: for `recorded`, the facts, the note, the dealer and the order of the manche.
    payload: Mapped[dict[str, Any]]

    # The version of the change below it in the stack; None for a row that is not in the stack.
    below: Mapped[int | None]
    manche: Mapped[Manche | None] = relationship()

    @property
    def facts(self) -> dict[str, Any] | None:
        """The facts of its manche after this change, None if the change has no facts."""
        return self._of_manche.get("facts")

    @property
    def note(self) -> str | None:
        """The note of its manche after this change, None if the change has no note."""
        return self._of_manche.get("note")

    @property
    def _of_manche(self) -> dict[str, Any]:
        # A change that restores a manche may have its values in the object `recording`; any other change has them in
        # the payload itself.
        recording: dict[str, Any] = self.payload.get("recording") or self.payload
        return recording


class SavedPreset(Base):
    """House rules that a carnet saved under a name, for a game and a number of seats."""

    __tablename__ = "saved_preset"
    __table_args__ = (UniqueConstraint("carnet_id", "game", "seats", "name"),)
    id: Mapped[Id]
    carnet_id: Mapped[CarnetId]
    game: Mapped[GameSlug]
    name: Mapped[ShortName]
    seats: Mapped[int]
    options: Mapped[dict[str, Any]]
    carnet: Mapped[Carnet] = relationship(back_populates="presets")


class Decision(Base):
    """A decision of a table where no house rule applies. It is never edited; it can be deleted and restored."""

    __tablename__ = "decision"
    __table_args__ = (Index("ix_decision_carnet_id_article", "carnet_id", "article"),)
    id: Mapped[Id]
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"))
    partie_id: Mapped[int] = mapped_column(ForeignKey("partie.id"))
    article: Mapped[str] = mapped_column(String(20))

    # The key of the disputed case of the article that was decided; None if the whole article was decided.
    quarrel: Mapped[str | None] = mapped_column(String(80))

    # What was decided, as the table typed it.
    words: Mapped[str] = mapped_column(String(200))
    at: Mapped[Now]
    access_id: Mapped[AccessId]
    deleted_at: Mapped[dt.datetime | None]
    partie: Mapped[Partie] = relationship()


class KeptQuestion(Base):
    """A question about the rules that the rulebook did not answer well, as a user typed it in a partie of `game`."""

    __tablename__ = "kept_question"
    id: Mapped[Id]
    carnet_id: Mapped[CarnetId]
    game: Mapped[GameSlug]
    words: Mapped[str] = mapped_column(String(400))
    at: Mapped[Now]
    deleted_at: Mapped[dt.datetime | None]
    carnet: Mapped[Carnet] = relationship()


class ImportedFile(Base):
    """A file from which a carnet was made. `digest` is that of its content, "" until the import is finished."""

    __tablename__ = "imported_file"
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"), primary_key=True, autoincrement=False)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True, index=True)
    at: Mapped[Now]


class Stake(Base):
    """The stake of a soirée: an amount for each point, partie or rank."""

    __tablename__ = "stake"
    soiree_id: Mapped[int] = mapped_column(ForeignKey("soiree.id"), primary_key=True, autoincrement=False)
    per: Mapped[StakePer]

    # The amount in hundredths: 50 for 0.50 €.
    cents: Mapped[int]

    # The sign of the currency: "€".
    sign: Mapped[str] = mapped_column(String(3))


class Merge(Base):
    """A player who was entered twice and merged into another one, with the values needed to undo the merge."""

    __tablename__ = "merge"
    id: Mapped[Id]
    carnet_id: Mapped[CarnetId]

    # The player who stays. `name`, `retired_at` and `created_at` are the values of the player who was removed.
    player_id: Mapped[PlayerId]
    name: Mapped[ShortName]
    retired_at: Mapped[dt.datetime | None]
    created_at: Mapped[dt.datetime]

    # The participants that were given to the player who stays. Each is [partie id, number of the participant].
    participants: Mapped[list[Any]]
    at: Mapped[Now]
    access_id: Mapped[AccessId]


class Submission(Base):
    """A form that was processed (`submissions.once`)."""

    __tablename__ = "submission"
    __table_args__ = (Index("ix_submission_at", "at"),)

    # The digest of the content of the form.
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)

    # The address to which the browser was sent, and is sent again if it sends the same form again.
    location: Mapped[str] = mapped_column(String(400), default="")
    at: Mapped[Now]


class Attempt(Base):
    """The number of wrong recovery codes, or of new carnets, that came from a network since a time."""

    __tablename__ = "attempt"

    # What is counted (`sharing.attempts.Counted`), a colon, and the range of IP addresses: "WRONG_CODE:…".
    network: Mapped[str] = mapped_column(String(40), primary_key=True)
    number: Mapped[int]
    since: Mapped[dt.datetime] = mapped_column(index=True)
