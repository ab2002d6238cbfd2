CREATE TABLE attempt (
    bucket INTEGER NOT NULL,
    wrong INTEGER NOT NULL,
    since TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_attempt PRIMARY KEY (bucket)
);

CREATE TABLE carnet (
    id SERIAL NOT NULL,
    key VARCHAR(32) NOT NULL,
    name VARCHAR(80) NOT NULL,
    code_digest VARCHAR(64) NOT NULL,
    code_renewals INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_carnet PRIMARY KEY (id),
    CONSTRAINT uq_carnet_code_digest UNIQUE (code_digest),
    CONSTRAINT uq_carnet_key UNIQUE (key)
);

CREATE TABLE submission (
    digest VARCHAR(64) NOT NULL,
    location VARCHAR(400) NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_submission PRIMARY KEY (digest)
);

CREATE INDEX ix_submission_at ON submission (at);

CREATE TABLE imported_file (
    carnet_id INTEGER NOT NULL,
    digest VARCHAR(64) NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_imported_file PRIMARY KEY (carnet_id, digest),
    CONSTRAINT fk_imported_file_carnet_id_carnet FOREIGN KEY(carnet_id) REFERENCES carnet (id)
);

CREATE INDEX ix_imported_file_digest ON imported_file (digest);

CREATE TABLE player (
    id SERIAL NOT NULL,
    carnet_id INTEGER NOT NULL,
    name VARCHAR(40) NOT NULL,
    folded VARCHAR(160) NOT NULL,
    retired_at TIMESTAMP WITH TIME ZONE,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_player PRIMARY KEY (id),
    CONSTRAINT fk_player_carnet_id_carnet FOREIGN KEY(carnet_id) REFERENCES carnet (id),
    CONSTRAINT uq_player_carnet_id_folded UNIQUE (carnet_id, folded)
);

CREATE INDEX ix_player_carnet_id ON player (carnet_id);

CREATE TABLE saved_preset (
    id SERIAL NOT NULL,
    carnet_id INTEGER NOT NULL,
    game VARCHAR(20) NOT NULL,
    name VARCHAR(40) NOT NULL,
    seats INTEGER NOT NULL,
    options JSON NOT NULL,
    CONSTRAINT pk_saved_preset PRIMARY KEY (id),
    CONSTRAINT fk_saved_preset_carnet_id_carnet FOREIGN KEY(carnet_id) REFERENCES carnet (id),
    CONSTRAINT uq_saved_preset_carnet_id_game_seats_name UNIQUE (carnet_id, game, seats, name)
);

CREATE INDEX ix_saved_preset_carnet_id ON saved_preset (carnet_id);

CREATE TABLE soiree (
    id SERIAL NOT NULL,
    carnet_id INTEGER NOT NULL,
    held_on DATE NOT NULL,
    place VARCHAR(80) NOT NULL,
    notes TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    deleted_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_soiree PRIMARY KEY (id),
    CONSTRAINT fk_soiree_carnet_id_carnet FOREIGN KEY(carnet_id) REFERENCES carnet (id)
);

CREATE INDEX ix_soiree_carnet_id_held_on ON soiree (carnet_id, held_on);

CREATE INDEX ix_soiree_put_away ON soiree (carnet_id, held_on) WHERE deleted_at IS NOT NULL;

CREATE TABLE invitation (
    id SERIAL NOT NULL,
    carnet_id INTEGER NOT NULL,
    soiree_id INTEGER,
    role VARCHAR(20) NOT NULL,
    digest VARCHAR(64) NOT NULL,
    places INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    ends_at TIMESTAMP WITH TIME ZONE NOT NULL,
    revoked_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_invitation PRIMARY KEY (id),
    CONSTRAINT fk_invitation_carnet_id_carnet FOREIGN KEY(carnet_id) REFERENCES carnet (id),
    CONSTRAINT fk_invitation_soiree_id_soiree FOREIGN KEY(soiree_id) REFERENCES soiree (id),
    CONSTRAINT uq_invitation_digest UNIQUE (digest)
);

CREATE INDEX ix_invitation_carnet_id ON invitation (carnet_id);

CREATE TABLE partie (
    id SERIAL NOT NULL,
    soiree_id INTEGER NOT NULL,
    game VARCHAR(20) NOT NULL,
    options JSON NOT NULL,
    paper BOOLEAN DEFAULT false NOT NULL,
    first_dealer INTEGER NOT NULL,
    side_names JSON,
    version INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    abandoned_at TIMESTAMP WITH TIME ZONE,
    deleted_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_partie PRIMARY KEY (id),
    CONSTRAINT fk_partie_soiree_id_soiree FOREIGN KEY(soiree_id) REFERENCES soiree (id)
);

CREATE INDEX ix_partie_soiree_id ON partie (soiree_id);

CREATE TABLE stake (
    soiree_id INTEGER NOT NULL,
    per VARCHAR(20) NOT NULL,
    cents INTEGER NOT NULL,
    sign VARCHAR(3) NOT NULL,
    CONSTRAINT pk_stake PRIMARY KEY (soiree_id),
    CONSTRAINT fk_stake_soiree_id_soiree FOREIGN KEY(soiree_id) REFERENCES soiree (id)
);

CREATE TABLE access (
    id SERIAL NOT NULL,
    carnet_id INTEGER NOT NULL,
    role VARCHAR(20) NOT NULL,
    generation INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    name VARCHAR(40) NOT NULL,
    player_id INTEGER,
    soiree_id INTEGER,
    invitation_id INTEGER,
    ends_at TIMESTAMP WITH TIME ZONE,
    gone_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_access PRIMARY KEY (id),
    CONSTRAINT fk_access_carnet_id_carnet FOREIGN KEY(carnet_id) REFERENCES carnet (id),
    CONSTRAINT fk_access_player_id_player FOREIGN KEY(player_id) REFERENCES player (id),
    CONSTRAINT fk_access_soiree_id_soiree FOREIGN KEY(soiree_id) REFERENCES soiree (id),
    CONSTRAINT fk_access_invitation_id_invitation FOREIGN KEY(invitation_id) REFERENCES invitation (id)
);

CREATE INDEX ix_access_carnet_id ON access (carnet_id);

CREATE TABLE manche (
    id SERIAL NOT NULL,
    partie_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    state VARCHAR(20) NOT NULL,
    facts JSON NOT NULL,
    context JSON,
    cards JSON,
    note TEXT NOT NULL,
    CONSTRAINT pk_manche PRIMARY KEY (id),
    CONSTRAINT fk_manche_partie_id_partie FOREIGN KEY(partie_id) REFERENCES partie (id),
    CONSTRAINT uq_manche_partie_id_position UNIQUE (partie_id, position)
);

CREATE INDEX ix_manche_partie_id ON manche (partie_id);

CREATE UNIQUE INDEX uq_manche_under_way ON manche (partie_id) WHERE state IN ('begun', 'played');

CREATE TABLE outcome (
    partie_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    carnet_id INTEGER NOT NULL,
    game VARCHAR(20) NOT NULL,
    rules VARCHAR(12) NOT NULL,
    people VARCHAR(120) NOT NULL,
    held_on DATE NOT NULL,
    side INTEGER NOT NULL,
    sides INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    won BOOLEAN NOT NULL,
    drawn BOOLEAN NOT NULL,
    points INTEGER NOT NULL,
    manches INTEGER NOT NULL,
    flags VARCHAR(80) NOT NULL,
    CONSTRAINT pk_outcome PRIMARY KEY (partie_id, number, player_id),
    CONSTRAINT fk_outcome_partie_id_partie FOREIGN KEY(partie_id) REFERENCES partie (id),
    CONSTRAINT fk_outcome_player_id_player FOREIGN KEY(player_id) REFERENCES player (id),
    CONSTRAINT fk_outcome_carnet_id_carnet FOREIGN KEY(carnet_id) REFERENCES carnet (id)
);

CREATE INDEX ix_outcome_carnet_id_game_held_on ON outcome (carnet_id, game, held_on, partie_id);

CREATE INDEX ix_outcome_player_id_held_on ON outcome (player_id, held_on, partie_id);

CREATE TABLE seat (
    partie_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    CONSTRAINT pk_seat PRIMARY KEY (partie_id, number),
    CONSTRAINT fk_seat_partie_id_partie FOREIGN KEY(partie_id) REFERENCES partie (id),
    CONSTRAINT fk_seat_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE INDEX ix_seat_player_id ON seat (player_id);

CREATE TABLE summary (
    partie_id INTEGER NOT NULL,
    manches INTEGER NOT NULL,
    dealer INTEGER NOT NULL,
    ending_why VARCHAR(40),
    ending_article VARCHAR(20),
    ending_after INTEGER,
    ending_result JSON,
    course JSON NOT NULL,
    CONSTRAINT pk_summary PRIMARY KEY (partie_id),
    CONSTRAINT fk_summary_partie_id_partie FOREIGN KEY(partie_id) REFERENCES partie (id)
);

CREATE TABLE change (
    partie_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    access_id INTEGER,
    kind VARCHAR(20) NOT NULL,
    manche_id INTEGER,
    facts JSON,
    note TEXT,
    options JSON,
    CONSTRAINT pk_change PRIMARY KEY (partie_id, version),
    CONSTRAINT fk_change_partie_id_partie FOREIGN KEY(partie_id) REFERENCES partie (id),
    CONSTRAINT fk_change_access_id_access FOREIGN KEY(access_id) REFERENCES access (id),
    CONSTRAINT fk_change_manche_id_manche FOREIGN KEY(manche_id) REFERENCES manche (id)
);

CREATE INDEX ix_change_manche_id ON change (manche_id);

CREATE TABLE decision (
    id SERIAL NOT NULL,
    carnet_id INTEGER NOT NULL,
    partie_id INTEGER NOT NULL,
    article VARCHAR(20) NOT NULL,
    quarrel VARCHAR(80),
    words VARCHAR(200) NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    access_id INTEGER,
    deleted_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_decision PRIMARY KEY (id),
    CONSTRAINT fk_decision_carnet_id_carnet FOREIGN KEY(carnet_id) REFERENCES carnet (id),
    CONSTRAINT fk_decision_partie_id_partie FOREIGN KEY(partie_id) REFERENCES partie (id),
    CONSTRAINT fk_decision_access_id_access FOREIGN KEY(access_id) REFERENCES access (id)
);

CREATE INDEX ix_decision_carnet_id_article ON decision (carnet_id, article);

CREATE TABLE merge (
    id SERIAL NOT NULL,
    carnet_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    name VARCHAR(40) NOT NULL,
    retired_at TIMESTAMP WITH TIME ZONE,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    seats JSON NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    access_id INTEGER,
    CONSTRAINT pk_merge PRIMARY KEY (id),
    CONSTRAINT fk_merge_carnet_id_carnet FOREIGN KEY(carnet_id) REFERENCES carnet (id),
    CONSTRAINT fk_merge_player_id_player FOREIGN KEY(player_id) REFERENCES player (id),
    CONSTRAINT fk_merge_access_id_access FOREIGN KEY(access_id) REFERENCES access (id)
);

CREATE INDEX ix_merge_carnet_id ON merge (carnet_id);

CREATE INDEX ix_merge_player_id ON merge (player_id);

CREATE TABLE regrouping (
    id SERIAL NOT NULL,
    source_id INTEGER NOT NULL,
    target_id INTEGER NOT NULL,
    whole BOOLEAN NOT NULL,
    parties JSON NOT NULL,
    place VARCHAR(80) NOT NULL,
    notes TEXT NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    access_id INTEGER,
    undone_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_regrouping PRIMARY KEY (id),
    CONSTRAINT fk_regrouping_source_id_soiree FOREIGN KEY(source_id) REFERENCES soiree (id),
    CONSTRAINT fk_regrouping_target_id_soiree FOREIGN KEY(target_id) REFERENCES soiree (id),
    CONSTRAINT fk_regrouping_access_id_access FOREIGN KEY(access_id) REFERENCES access (id)
);

CREATE INDEX ix_regrouping_source_id ON regrouping (source_id);

CREATE INDEX ix_regrouping_target_id ON regrouping (target_id);

CREATE TABLE seat_summary (
    partie_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    side INTEGER NOT NULL,
    total INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    won BOOLEAN NOT NULL,
    CONSTRAINT pk_seat_summary PRIMARY KEY (partie_id, number),
    CONSTRAINT fk_seat_summary_partie_id_summary FOREIGN KEY(partie_id) REFERENCES summary (partie_id)
);

CREATE TABLE tally (
    partie_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    why VARCHAR(40) NOT NULL,
    times INTEGER NOT NULL,
    count INTEGER NOT NULL,
    points INTEGER NOT NULL,
    CONSTRAINT pk_tally PRIMARY KEY (partie_id, number, why),
    CONSTRAINT fk_tally_partie_id_summary FOREIGN KEY(partie_id) REFERENCES summary (partie_id)
);
