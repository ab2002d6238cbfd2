"""The database tables of facts, as entered at the card table, and the journal of changes. Scores are not stored."""

from __future__ import annotations

import datetime as dt
import enum
from typing import TYPE_CHECKING, Any

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
    false,
    func,
    select,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, column_property, mapped_column, registry, relationship

_IS_CURRENT = text("state IN ('begun', 'played')")
_IS_DELETED = text("deleted_at IS NOT NULL")


def utc_now() -> dt.datetime:
    """Return the current time in UTC."""
    return dt.datetime.now(dt.UTC)


class UtcDateTime(TypeDecorator[dt.datetime]):
    """A time in UTC, timezone-aware on every database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: dt.datetime | None, dialect: Dialect) -> dt.datetime | None:  # noqa: ARG002
        """Convert to UTC."""
        return None if value is None else value.astimezone(dt.UTC)

    def process_result_value(self, value: dt.datetime | None, dialect: Dialect) -> dt.datetime | None:  # noqa: ARG002
        """Add the timezone, which SQLite does not store."""
        return value if value is None or value.tzinfo else value.replace(tzinfo=dt.UTC)


def _stored(kind: type[enum.Enum]) -> Enum:
    return Enum(kind, native_enum=False, length=20, values_callable=lambda members: [m.value for m in members])


class Base(DeclarativeBase):
    """The base class of every table; every constraint has a name, so that migrations can refer to it."""

    registry = registry(
        metadata=MetaData(
            naming_convention={
                "ix": "ix_%(column_0_label)s",
                "uq": "uq_%(table_name)s_%(column_0_N_name)s",
                "ck": "ck_%(table_name)s_%(constraint_name)s",
                "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
                "pk": "pk_%(table_name)s",
            }
        ),
        type_annotation_map={dt.datetime: UtcDateTime, dict[str, Any]: JSON},
    )


class Role(enum.Enum):
    """The permissions of an access in a carnet."""

    OWNER = "owner"
    MARQUEUR = "marqueur"
    SPECTATEUR = "spectateur"


class MancheState(enum.Enum):
    """The state of a manche; `partie.manche_states` lists the transitions.

    BEGUN: its context, dealer or order is entered, but no card. PLAYED: its cards are being entered one by one.
    RECORDED: it is in the sheet. UNDONE: it was removed from the sheet.
    """

    BEGUN = "begun"
    PLAYED = "played"
    RECORDED = "recorded"
    UNDONE = "undone"


class ChangeKind(enum.Enum):
    """The kind of a change to a partie."""

    STARTED = "started"
    BEGUN = "begun"
    CARDS = "cards"  # card entry is begun
    HANDS = "hands"  # a hand is laid open or closed
    CLEARED = "cleared"  # the cards of the current manche are removed
    LAID_OUT = "laid_out"  # a recorded manche is the current one again
    PLAYED = "played"
    TAKEN_BACK = "taken_back"
    RECORDED = "recorded"
    CORRECTED = "corrected"
    DELETED = "deleted"
    RESTORED = "restored"
    RULES = "rules"
    DEALER = "dealer"
    ORDER = "order"
    SEATS = "seats"
    REPLACED = "replaced"
    RETURNED = "returned"  # the latest replacement in a seat is undone
    CREDITED = "credited"  # the partie counts for another player of a seat
    ABANDONED = "abandoned"
    REOPENED = "reopened"
    AGAIN = "again"  # a revanche is started
    MOVED = "moved"
    REMOVED = "removed"  # the partie is deleted
    BROUGHT_BACK = "brought_back"  # the partie is restored


class StakePer(enum.Enum):
    """The unit that a stake is paid for."""

    POINT = "point"
    PARTIE = "partie"
    RANK = "rank"


class Carnet(Base):
    """A private notebook: its `key` is part of its addresses, its recovery code opens it on another device."""

    __tablename__ = "carnet"
    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(32), unique=True)
    name: Mapped[str] = mapped_column(String(80), default="")
    code_digest: Mapped[str] = mapped_column(String(64), unique=True)
    code_renewals: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[dt.datetime] = mapped_column(default=utc_now)
    players: Mapped[list[Player]] = relationship(back_populates="carnet", order_by="Player.id")
    presets: Mapped[list[SavedPreset]] = relationship(back_populates="carnet", order_by="SavedPreset.id")


class Access(Base):
    """The permission of one client to open a carnet; a higher `generation` invalidates its earlier cookies.

    Its user has a `name`, is a `player`, or has neither. An access with a `soiree_id` opens that soirée only, until
    `ends_at`. `gone_at` is when its user left the carnet or the access was revoked.
    """

    __tablename__ = "access"
    id: Mapped[int] = mapped_column(primary_key=True)
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"), index=True)
    role: Mapped[Role] = mapped_column(_stored(Role))
    generation: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[dt.datetime] = mapped_column(default=utc_now)
    name: Mapped[str] = mapped_column(String(40), default="")
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    soiree_id: Mapped[int | None] = mapped_column(ForeignKey("soiree.id"))
    invitation_id: Mapped[int | None] = mapped_column(ForeignKey("invitation.id"))
    ends_at: Mapped[dt.datetime | None]
    gone_at: Mapped[dt.datetime | None]
    carnet: Mapped[Carnet] = relationship()
    player: Mapped[Player | None] = relationship()


class Invitation(Base):
    """An invitation to a carnet or one of its soirées, for `places` more accesses; `digest` is that of its token."""

    __tablename__ = "invitation"
    id: Mapped[int] = mapped_column(primary_key=True)
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"), index=True)
    soiree_id: Mapped[int | None] = mapped_column(ForeignKey("soiree.id"))
    role: Mapped[Role] = mapped_column(_stored(Role))
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    places: Mapped[int]
    created_at: Mapped[dt.datetime] = mapped_column(default=utc_now)
    ends_at: Mapped[dt.datetime]
    revoked_at: Mapped[dt.datetime | None]
    carnet: Mapped[Carnet] = relationship()
    soiree: Mapped[Soiree | None] = relationship()


class Player(Base):
    """A player of a carnet; `folded` is the name without case, which is unique."""

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("carnet_id", "folded"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str] = mapped_column(String(160))
    retired_at: Mapped[dt.datetime | None]
    created_at: Mapped[dt.datetime] = mapped_column(default=utc_now)
    carnet: Mapped[Carnet] = relationship(back_populates="players")
    if TYPE_CHECKING:
        number: Mapped[int]
        """The number of players who came to the carnet earlier."""


_earlier = Player.__table__.alias()
Player.number = column_property(
    select(func.count())
    .where(_earlier.c.carnet_id == Player.carnet_id, _earlier.c.id < Player.id)
    .correlate_except(_earlier)
    .scalar_subquery(),
    deferred=True,
)


class Soiree(Base):
    """An evening of cards; `version` counts the edits of its date, place and notes."""

    __tablename__ = "soiree"
    __table_args__ = (
        Index("ix_soiree_carnet_id_held_on", "carnet_id", "held_on"),
        # Few soirées are deleted, and the first page queries them each time.
        Index("ix_soiree_put_away", "carnet_id", "held_on", sqlite_where=_IS_DELETED, postgresql_where=_IS_DELETED),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"))
    held_on: Mapped[dt.date]
    place: Mapped[str] = mapped_column(String(80), default="")
    notes: Mapped[str] = mapped_column(Text, default="")
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[dt.datetime] = mapped_column(default=utc_now)
    deleted_at: Mapped[dt.datetime | None]
    carnet: Mapped[Carnet] = relationship()


class Regrouping(Base):
    """A move of `parties` (ids) from one soirée to another; `whole` if the two soirées were joined.

    `place` and `notes` are those of the target before the move, stored so that the move can be undone.
    """

    __tablename__ = "regrouping"
    id: Mapped[int] = mapped_column(primary_key=True)
    source_id: Mapped[int] = mapped_column(ForeignKey("soiree.id"), index=True)
    target_id: Mapped[int] = mapped_column(ForeignKey("soiree.id"), index=True)
    whole: Mapped[bool]
    parties: Mapped[list[Any]] = mapped_column(JSON)
    place: Mapped[str] = mapped_column(String(80))
    notes: Mapped[str] = mapped_column(Text)
    at: Mapped[dt.datetime] = mapped_column(default=utc_now)
    access_id: Mapped[int | None] = mapped_column(ForeignKey("access.id"))
    undone_at: Mapped[dt.datetime | None]
    source: Mapped[Soiree] = relationship(foreign_keys=source_id)
    target: Mapped[Soiree] = relationship(foreign_keys=target_id)


class Partie(Base):
    """A game played to its end under house rules; `version` counts its changes.

    `side_names` are the names of the teams, "" for a team without one; None if no team has a name. Of a partie scored
    on `paper` only the points are known (`games.by_totals`).
    """

    __tablename__ = "partie"
    id: Mapped[int] = mapped_column(primary_key=True)
    soiree_id: Mapped[int] = mapped_column(ForeignKey("soiree.id"), index=True)
    game: Mapped[str] = mapped_column(String(20))
    options: Mapped[dict[str, Any]]
    paper: Mapped[bool] = mapped_column(default=False, server_default=false())
    first_dealer: Mapped[int]
    side_names: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[dt.datetime] = mapped_column(default=utc_now)
    abandoned_at: Mapped[dt.datetime | None]
    deleted_at: Mapped[dt.datetime | None]
    soiree: Mapped[Soiree] = relationship()
    seats: Mapped[list[Seat]] = relationship(back_populates="partie", order_by="Seat.number")
    manches: Mapped[list[Manche]] = relationship(back_populates="partie", order_by="Manche.position")
    changes: Mapped[list[Change]] = relationship(back_populates="partie", order_by="Change.version")

    @property
    def current(self) -> Manche | None:
        """The current manche, None before anything of it is entered."""
        return next((manche for manche in self.manches if manche.is_current), None)

    @property
    def undone_at_end(self) -> list[Manche]:
        """The manches that were removed from the end of the sheet, in order."""
        last = max((manche.position for manche in self.manches if manche.state is not MancheState.UNDONE), default=0)
        return [manche for manche in self.manches if manche.position > last]

    @property
    def undone_before_replacement(self) -> Manche | None:
        """The manche to record again as the same row, because it was removed since a replacement that begins later."""
        replacements = [one for seat in self.seats for one in seat.replacements]
        if self.current is not None or not replacements:
            return None
        begins, latest = (max(getattr(one, name) for one in replacements) for name in ("position", "version"))
        undone = (manche for manche in self.undone_at_end if manche.position < begins)
        return next((manche for manche in undone if latest < manche.changes[-1].version), None)

    @property
    def next_position(self) -> int:
        """The position of the current manche, or of the next one if the partie has none."""
        manche = self.current or self.undone_before_replacement
        return self.new_position if manche is None else manche.position

    @property
    def new_position(self) -> int:
        """The position of a new manche."""
        return 1 + max((manche.position for manche in self.manches), default=0)


class Seat(Base):
    """A seat and the player for whom its partie counts; seats are numbered clockwise from 0."""

    __tablename__ = "seat"
    partie_id: Mapped[int] = mapped_column(ForeignKey("partie.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    partie: Mapped[Partie] = relationship(back_populates="seats")
    player: Mapped[Player] = relationship(lazy="joined", innerjoin=True)
    replacements: Mapped[list[Replacement]] = relationship(
        primaryjoin="and_(Seat.partie_id == foreign(Replacement.partie_id), Seat.number == Replacement.number)",
        order_by="Replacement.version",
        lazy="joined",
        viewonly=True,
    )


class Replacement(Base):
    """A player who took over the seat `number` from another player, from the manche of `position` on.

    `version` is that of its change. If several replacements of a seat reach a manche, the latest one counts.
    """

    __tablename__ = "replacement"
    partie_id: Mapped[int] = mapped_column(ForeignKey("partie.id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int]
    position: Mapped[int]
    former_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    former: Mapped[Player] = relationship(foreign_keys=former_id, lazy="selectin")
    player: Mapped[Player] = relationship(foreign_keys=player_id, lazy="selectin")


class Manche(Base):
    """One deal; its earlier facts are in the changes.

    `facts` are the facts of its latest recording, cards included; empty before the first one. `context` are the facts
    entered before its first card, such as bids, and `cards` its cards so far; both are stored only while it is the
    current manche. `dealer` is the seat that deals it if the table named one; None if the turn decides. `order` are the
    seats in the order of play from this manche on, seat 0 first; None if the order is that of the manche before.
    """

    __tablename__ = "manche"
    __table_args__ = (
        UniqueConstraint("partie_id", "position"),
        Index("uq_manche_under_way", "partie_id", unique=True, sqlite_where=_IS_CURRENT, postgresql_where=_IS_CURRENT),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    partie_id: Mapped[int] = mapped_column(ForeignKey("partie.id"), index=True)
    position: Mapped[int]
    state: Mapped[MancheState] = mapped_column(_stored(MancheState))
    facts: Mapped[dict[str, Any]]
    context: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    cards: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    note: Mapped[str] = mapped_column(Text, default="")
    dealer: Mapped[int | None]
    order: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    partie: Mapped[Partie] = relationship(back_populates="manches")
    changes: Mapped[list[Change]] = relationship(back_populates="manche", order_by="Change.version")

    @property
    def is_current(self) -> bool:
        """Whether this is the current manche; a partie has at most one."""
        return self.state in {MancheState.BEGUN, MancheState.PLAYED}

    @property
    def removed_from_sheet(self) -> bool:
        """Whether it was in the sheet and is no longer; it can be the current manche again."""
        return bool(self.facts) and self.state is not MancheState.RECORDED


class Change(Base):
    """One change to a partie: its time, its access, and the values after it. Never updated."""

    __tablename__ = "change"
    partie_id: Mapped[int] = mapped_column(ForeignKey("partie.id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[dt.datetime] = mapped_column(default=utc_now)
    access_id: Mapped[int | None] = mapped_column(ForeignKey("access.id"))
    kind: Mapped[ChangeKind] = mapped_column(_stored(ChangeKind))
    manche_id: Mapped[int | None] = mapped_column(ForeignKey("manche.id"), index=True)
    facts: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    note: Mapped[str | None] = mapped_column(Text)
    options: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    partie: Mapped[Partie] = relationship(back_populates="changes")
    manche: Mapped[Manche | None] = relationship(back_populates="changes")


class SavedPreset(Base):
    """House rules that a carnet saved under a name."""

    __tablename__ = "saved_preset"
    __table_args__ = (UniqueConstraint("carnet_id", "game", "seats", "name"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"), index=True)
    game: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(40))
    seats: Mapped[int]
    options: Mapped[dict[str, Any]]
    carnet: Mapped[Carnet] = relationship(back_populates="presets")


class Decision(Base):
    """A decision of a table where no house rule applies: a text (`words`) on an article or on one disputed case of it.

    It is stored with its time, access and partie. It is never edited; it can be deleted and restored.
    """

    __tablename__ = "decision"
    __table_args__ = (Index("ix_decision_carnet_id_article", "carnet_id", "article"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"))
    partie_id: Mapped[int] = mapped_column(ForeignKey("partie.id"))
    article: Mapped[str] = mapped_column(String(20))
    quarrel: Mapped[str | None] = mapped_column(String(80))
    words: Mapped[str] = mapped_column(String(200))
    at: Mapped[dt.datetime] = mapped_column(default=utc_now)
    access_id: Mapped[int | None] = mapped_column(ForeignKey("access.id"))
    deleted_at: Mapped[dt.datetime | None]
    carnet: Mapped[Carnet] = relationship()
    partie: Mapped[Partie] = relationship()


class KeptQuestion(Base):
    """A question about the rules that the rulebook did not answer well, as a user typed it in a partie of `game`."""

    __tablename__ = "kept_question"
    id: Mapped[int] = mapped_column(primary_key=True)
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"), index=True)
    game: Mapped[str] = mapped_column(String(20))
    words: Mapped[str] = mapped_column(String(400))
    at: Mapped[dt.datetime] = mapped_column(default=utc_now)
    deleted_at: Mapped[dt.datetime | None]
    carnet: Mapped[Carnet] = relationship()


class ImportedFile(Base):
    """A file that was imported into a carnet, by the digest of its content."""

    __tablename__ = "imported_file"
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"), primary_key=True, autoincrement=False)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True, index=True)
    at: Mapped[dt.datetime] = mapped_column(default=utc_now)


class Stake(Base):
    """The stake of a soirée: `cents` for each point, partie or rank, in the currency with this sign."""

    __tablename__ = "stake"
    soiree_id: Mapped[int] = mapped_column(ForeignKey("soiree.id"), primary_key=True, autoincrement=False)
    per: Mapped[StakePer] = mapped_column(_stored(StakePer))
    cents: Mapped[int]
    sign: Mapped[str] = mapped_column(String(3))


class Merge(Base):
    """A player who was entered twice and merged into `player`, with the values needed to undo the merge.

    `seats` are the seats of the merged player, as `[partie id, seat number]`.
    """

    __tablename__ = "merge"
    id: Mapped[int] = mapped_column(primary_key=True)
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    retired_at: Mapped[dt.datetime | None]
    created_at: Mapped[dt.datetime]
    seats: Mapped[list[Any]] = mapped_column(JSON)
    at: Mapped[dt.datetime] = mapped_column(default=utc_now)
    access_id: Mapped[int | None] = mapped_column(ForeignKey("access.id"))
    player: Mapped[Player] = relationship()


class Submission(Base):
    """A form that was processed, by the digest of its content, and the address of the answer."""

    __tablename__ = "submission"
    __table_args__ = (Index("ix_submission_at", "at"),)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    location: Mapped[str] = mapped_column(String(400), default="")
    at: Mapped[dt.datetime] = mapped_column(default=utc_now)


class Attempt(Base):
    """The number of wrong codes received recently from the network addresses of one bucket."""

    __tablename__ = "attempt"
    bucket: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    wrong: Mapped[int]
    since: Mapped[dt.datetime]
