"""The tables of facts, as the table saw them, and the journal of every change. No score is among them."""

from __future__ import annotations

import datetime as dt
import enum
from typing import Any

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
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, registry, relationship

_UNDER_WAY = text("state IN ('begun', 'played')")
_PUT_AWAY = text("deleted_at IS NOT NULL")


def utc_now() -> dt.datetime:
    """The present moment, in UTC."""
    return dt.datetime.now(dt.UTC)


class UtcDateTime(TypeDecorator[dt.datetime]):
    """A moment in UTC, aware on the way in and on the way out, on every database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: dt.datetime | None, dialect: Dialect) -> dt.datetime | None:  # noqa: ARG002
        """Store UTC."""
        return None if value is None else value.astimezone(dt.UTC)

    def process_result_value(self, value: dt.datetime | None, dialect: Dialect) -> dt.datetime | None:  # noqa: ARG002
        """Give an aware value back (SQLite forgets the zone)."""
        return value if value is None or value.tzinfo else value.replace(tzinfo=dt.UTC)


def _stored(kind: type[enum.Enum]) -> Enum:
    return Enum(kind, native_enum=False, length=20, values_callable=lambda members: [m.value for m in members])


class Base(DeclarativeBase):
    """The base of every table; every constraint has a name, so that a migration can find it."""

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
    """What a phone may do in a carnet."""

    OWNER = "owner"
    MARQUEUR = "marqueur"
    SPECTATEUR = "spectateur"


class MancheState(enum.Enum):
    """Where a manche stands, from its deal to the sheet; `current_manche` holds the transitions.

    BEGUN: what is known before its first card is being entered. PLAYED: its cards are entered one by one.
    RECORDED: it is in the sheet. UNDONE: it was taken out of the sheet.
    """

    BEGUN = "begun"
    PLAYED = "played"
    RECORDED = "recorded"
    UNDONE = "undone"


class ChangeKind(enum.Enum):
    """What a change did to a partie."""

    STARTED = "started"
    BEGUN = "begun"
    CARDS = "cards"
    HANDS = "hands"
    CLEARED = "cleared"
    LAID_OUT = "laid_out"
    PLAYED = "played"
    TAKEN_BACK = "taken_back"
    RECORDED = "recorded"
    CORRECTED = "corrected"
    DELETED = "deleted"
    RESTORED = "restored"
    RULES = "rules"
    ABANDONED = "abandoned"
    REOPENED = "reopened"
    AGAIN = "again"
    MOVED = "moved"
    REMOVED = "removed"
    BROUGHT_BACK = "brought_back"


class StakePer(enum.Enum):
    """What a stake is paid for."""

    POINT = "point"
    PARTIE = "partie"
    RANK = "rank"


class Carnet(Base):
    """A private notebook: its `key` is part of its addresses, its recovery code opens it on another phone."""

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
    """One phone's right to a carnet; raising `generation` revokes the cookies made before.

    Its holder goes by `name`, or says to be `player`. One for a soirée sees that one only, until `ends_at`. `gone_at`
    is when it was left or taken back.
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
    """A way into a carnet, or into one soirée of it, for as many phones as it has `places` left.

    Of the token that its link carries only the `digest` is kept.
    """

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
    """Somebody who plays; `folded` is the name without case, for telling two alike apart."""

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("carnet_id", "folded"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str] = mapped_column(String(160))
    retired_at: Mapped[dt.datetime | None]
    created_at: Mapped[dt.datetime] = mapped_column(default=utc_now)
    carnet: Mapped[Carnet] = relationship(back_populates="players")


class Soiree(Base):
    """An evening of cards, on a date, perhaps at a place; `version` counts what was changed of it by hand."""

    __tablename__ = "soiree"
    __table_args__ = (
        Index("ix_soiree_carnet_id_held_on", "carnet_id", "held_on"),
        # Few were put away of many, and the first page asks for them each time.
        Index("ix_soiree_put_away", "carnet_id", "held_on", sqlite_where=_PUT_AWAY, postgresql_where=_PUT_AWAY),
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
    """Parties that went from one soirée to another, by their ids; the `whole` of a soirée went with what it was put to.

    `place` and `notes` are what the other said before. Kept so that it can be undone.
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
    """A game to its end under the house rules chosen for it; `version` counts the changes made to it.

    `side_names` are those the table gave its teams, empty where it gave none. Of one kept on `paper`, only the points
    are known (`games.by_totals`).
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
        """The manche under way, if something of it was entered."""
        return next((manche for manche in self.manches if manche.under_way), None)


class Seat(Base):
    """Who sits where, clockwise from 0."""

    __tablename__ = "seat"
    partie_id: Mapped[int] = mapped_column(ForeignKey("partie.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    partie: Mapped[Partie] = relationship(back_populates="seats")
    player: Mapped[Player] = relationship(lazy="joined", innerjoin=True)


class Manche(Base):
    """One deal as it stands now; what it was before is in the changes.

    `facts` are those it was last recorded with, empty until then, its cards among them. `context` is what was entered
    before its first card, such as its bids, and `cards` are its cards, both while it is under way.
    """

    __tablename__ = "manche"
    __table_args__ = (
        UniqueConstraint("partie_id", "position"),
        Index("uq_manche_under_way", "partie_id", unique=True, sqlite_where=_UNDER_WAY, postgresql_where=_UNDER_WAY),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    partie_id: Mapped[int] = mapped_column(ForeignKey("partie.id"), index=True)
    position: Mapped[int]
    state: Mapped[MancheState] = mapped_column(_stored(MancheState))
    facts: Mapped[dict[str, Any]]
    context: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    cards: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    note: Mapped[str] = mapped_column(Text, default="")
    partie: Mapped[Partie] = relationship(back_populates="manches")
    changes: Mapped[list[Change]] = relationship(back_populates="manche", order_by="Change.version")

    @property
    def under_way(self) -> bool:
        """Whether this is the manche being played; a partie has one at most."""
        return self.state in {MancheState.BEGUN, MancheState.PLAYED}

    @property
    def left_out(self) -> bool:
        """Whether it was in the sheet and is no longer, be it under way again or not."""
        return bool(self.facts) and self.state is not MancheState.RECORDED


class Change(Base):
    """One change to a partie: when, by which phone, and what stood after it. Never rewritten."""

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
    """House rules that a carnet keeps under a name of its own."""

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
    """What a table decided where no house rule does: words of its own on an article, or on a quarrel about it.

    When, by which phone and in which partie; never rewritten, only put away.
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


class ImportedFile(Base):
    """A file that was imported into a carnet, by the digest of all it says."""

    __tablename__ = "imported_file"
    carnet_id: Mapped[int] = mapped_column(ForeignKey("carnet.id"), primary_key=True, autoincrement=False)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True, index=True)
    at: Mapped[dt.datetime] = mapped_column(default=utc_now)


class Stake(Base):
    """What a soirée is played for: so many cents for each point, partie or rank, in a currency written by its sign."""

    __tablename__ = "stake"
    soiree_id: Mapped[int] = mapped_column(ForeignKey("soiree.id"), primary_key=True, autoincrement=False)
    per: Mapped[StakePer] = mapped_column(_stored(StakePer))
    cents: Mapped[int]
    sign: Mapped[str] = mapped_column(String(3))


class Merge(Base):
    """Somebody who was written down twice: who they are now, and what is needed to tell the two apart again.

    `seats` are those the second one sat in, as `[partie, number]`.
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
    """A form already carried out, by the digest of all it said, and where its answer stands."""

    __tablename__ = "submission"
    __table_args__ = (Index("ix_submission_at", "at"),)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    location: Mapped[str] = mapped_column(String(400), default="")
    at: Mapped[dt.datetime] = mapped_column(default=utc_now)


class Attempt(Base):
    """How many wrong codes came lately from the addresses that fall into one bucket; there are only so many buckets."""

    __tablename__ = "attempt"
    bucket: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    wrong: Mapped[int]
    since: Mapped[dt.datetime]
