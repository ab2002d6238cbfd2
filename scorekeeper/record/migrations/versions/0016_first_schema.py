"""Create the schema of the first release; `database/earlier_schemas.py` upgrades older databases to it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from scorekeeper.record.migrations.tables import (
    BOOLEAN,
    DATE,
    ENUM,
    INTEGER,
    JSON,
    JSON_OR_NULL,
    TEXT,
    TIME,
    create_table,
)

revision = "0016"
down_revision = None


def upgrade() -> None:
    """Create every table."""
    create_table(
        "attempt",
        {
            "bucket": INTEGER,
            "wrong": INTEGER,
            "since": TIME,
        },
        key=["bucket"],
    )
    create_table(
        "carnet",
        {
            "id": INTEGER,
            "key": sa.String(32),
            "name": sa.String(80),
            "code_digest": sa.String(64),
            "code_renewals": INTEGER,
            "created_at": TIME,
        },
        unique=[["code_digest"], ["key"]],
    )
    create_table(
        "submission",
        {
            "digest": sa.String(64),
            "location": sa.String(400),
            "at": TIME,
        },
        key=["digest"],
        indexed=["at"],
    )
    create_table(
        "imported_file",
        {
            "carnet_id": "carnet.id",
            "digest": sa.String(64),
            "at": TIME,
        },
        key=["carnet_id", "digest"],
        indexed=["digest"],
    )
    create_table(
        "player",
        {
            "id": INTEGER,
            "carnet_id": "carnet.id",
            "name": sa.String(40),
            "folded": sa.String(160),
            "retired_at": TIME,
            "created_at": TIME,
        },
        optional=["retired_at"],
        unique=[["carnet_id", "folded"]],
        indexed=["carnet_id"],
    )
    create_table(
        "saved_preset",
        {
            "id": INTEGER,
            "carnet_id": "carnet.id",
            "game": sa.String(20),
            "name": sa.String(40),
            "seats": INTEGER,
            "options": JSON,
        },
        unique=[["carnet_id", "game", "seats", "name"]],
        indexed=["carnet_id"],
    )
    create_table(
        "soiree",
        {
            "id": INTEGER,
            "carnet_id": "carnet.id",
            "held_on": DATE,
            "place": sa.String(80),
            "notes": TEXT,
            "version": INTEGER,
            "created_at": TIME,
            "deleted_at": TIME,
        },
        optional=["deleted_at"],
    )
    op.create_index("ix_soiree_carnet_id_held_on", "soiree", ["carnet_id", "held_on"])
    op.create_index(
        "ix_soiree_put_away",
        "soiree",
        ["carnet_id", "held_on"],
        sqlite_where=sa.text("deleted_at IS NOT NULL"),
        postgresql_where=sa.text("deleted_at IS NOT NULL"),
    )
    create_table(
        "invitation",
        {
            "id": INTEGER,
            "carnet_id": "carnet.id",
            "soiree_id": "soiree.id",
            "role": ENUM,
            "digest": sa.String(64),
            "places": INTEGER,
            "created_at": TIME,
            "ends_at": TIME,
            "revoked_at": TIME,
        },
        optional=["soiree_id", "revoked_at"],
        unique=[["digest"]],
        indexed=["carnet_id"],
    )
    create_table(
        "partie",
        {
            "id": INTEGER,
            "soiree_id": "soiree.id",
            "game": sa.String(20),
            "options": JSON,
            "paper": BOOLEAN,
            "first_dealer": INTEGER,
            "side_names": JSON_OR_NULL,
            "version": INTEGER,
            "created_at": TIME,
            "abandoned_at": TIME,
            "deleted_at": TIME,
        },
        optional=["side_names", "abandoned_at", "deleted_at"],
        defaults={"paper": sa.false()},
        indexed=["soiree_id"],
    )
    create_table(
        "stake",
        {
            "soiree_id": "soiree.id",
            "per": ENUM,
            "cents": INTEGER,
            "sign": sa.String(3),
        },
        key=["soiree_id"],
    )
    create_table(
        "access",
        {
            "id": INTEGER,
            "carnet_id": "carnet.id",
            "role": ENUM,
            "generation": INTEGER,
            "created_at": TIME,
            "name": sa.String(40),
            "player_id": "player.id",
            "soiree_id": "soiree.id",
            "invitation_id": "invitation.id",
            "ends_at": TIME,
            "gone_at": TIME,
        },
        optional=["player_id", "soiree_id", "invitation_id", "ends_at", "gone_at"],
        indexed=["carnet_id"],
    )
    create_table(
        "manche",
        {
            "id": INTEGER,
            "partie_id": "partie.id",
            "position": INTEGER,
            "state": ENUM,
            "facts": JSON,
            "context": JSON_OR_NULL,
            "cards": JSON_OR_NULL,
            "note": TEXT,
        },
        optional=["context", "cards"],
        unique=[["partie_id", "position"]],
        indexed=["partie_id"],
    )
    op.create_index(
        "uq_manche_under_way",
        "manche",
        ["partie_id"],
        unique=True,
        sqlite_where=sa.text("state IN ('begun', 'played')"),
        postgresql_where=sa.text("state IN ('begun', 'played')"),
    )
    create_table(
        "outcome",
        {
            "partie_id": "partie.id",
            "number": INTEGER,
            "player_id": "player.id",
            "carnet_id": "carnet.id",
            "game": sa.String(20),
            "rules": sa.String(12),
            "people": sa.String(120),
            "held_on": DATE,
            "side": INTEGER,
            "sides": INTEGER,
            "rank": INTEGER,
            "won": BOOLEAN,
            "drawn": BOOLEAN,
            "points": INTEGER,
            "manches": INTEGER,
            "flags": sa.String(80),
        },
        key=["partie_id", "number", "player_id"],
    )
    op.create_index("ix_outcome_carnet_id_game_held_on", "outcome", ["carnet_id", "game", "held_on", "partie_id"])
    op.create_index("ix_outcome_player_id_held_on", "outcome", ["player_id", "held_on", "partie_id"])
    create_table(
        "seat",
        {
            "partie_id": "partie.id",
            "number": INTEGER,
            "player_id": "player.id",
        },
        key=["partie_id", "number"],
        indexed=["player_id"],
    )
    create_table(
        "summary",
        {
            "partie_id": "partie.id",
            "manches": INTEGER,
            "dealer": INTEGER,
            "ending_why": sa.String(40),
            "ending_article": sa.String(20),
            "ending_after": INTEGER,
            "ending_result": JSON_OR_NULL,
            "course": JSON,
        },
        key=["partie_id"],
        optional=["ending_why", "ending_article", "ending_after", "ending_result"],
    )
    create_table(
        "change",
        {
            "partie_id": "partie.id",
            "version": INTEGER,
            "at": TIME,
            "access_id": "access.id",
            "kind": ENUM,
            "manche_id": "manche.id",
            "facts": JSON,
            "note": TEXT,
            "options": JSON,
        },
        key=["partie_id", "version"],
        optional=["access_id", "manche_id", "facts", "note", "options"],
        indexed=["manche_id"],
    )
    create_table(
        "decision",
        {
            "id": INTEGER,
            "carnet_id": "carnet.id",
            "partie_id": "partie.id",
            "article": sa.String(20),
            "quarrel": sa.String(80),
            "words": sa.String(200),
            "at": TIME,
            "access_id": "access.id",
            "deleted_at": TIME,
        },
        optional=["quarrel", "access_id", "deleted_at"],
    )
    op.create_index("ix_decision_carnet_id_article", "decision", ["carnet_id", "article"])
    create_table(
        "merge",
        {
            "id": INTEGER,
            "carnet_id": "carnet.id",
            "player_id": "player.id",
            "name": sa.String(40),
            "retired_at": TIME,
            "created_at": TIME,
            "seats": JSON,
            "at": TIME,
            "access_id": "access.id",
        },
        optional=["retired_at", "access_id"],
        indexed=["carnet_id", "player_id"],
    )
    create_table(
        "regrouping",
        {
            "id": INTEGER,
            "source_id": "soiree.id",
            "target_id": "soiree.id",
            "whole": BOOLEAN,
            "parties": JSON,
            "place": sa.String(80),
            "notes": TEXT,
            "at": TIME,
            "access_id": "access.id",
            "undone_at": TIME,
        },
        optional=["access_id", "undone_at"],
        indexed=["source_id", "target_id"],
    )
    create_table(
        "seat_summary",
        {
            "partie_id": "summary.partie_id",
            "number": INTEGER,
            "side": INTEGER,
            "total": INTEGER,
            "rank": INTEGER,
            "won": BOOLEAN,
        },
        key=["partie_id", "number"],
    )
    create_table(
        "tally",
        {
            "partie_id": "summary.partie_id",
            "number": INTEGER,
            "why": sa.String(40),
            "times": INTEGER,
            "count": INTEGER,
            "points": INTEGER,
        },
        key=["partie_id", "number", "why"],
    )
