-- People who have no identity provider of their own, their sessions, and tokens for automation. Only hashes are kept of
-- anything that opens a door.

CREATE TABLE runner_users (
    id                  uuid        PRIMARY KEY,
    username            text        NOT NULL UNIQUE,
    password_hash       text        NOT NULL,
    administrator       boolean     NOT NULL DEFAULT false,
    disabled_at         timestamptz,
    created_at          timestamptz NOT NULL DEFAULT now(),
    password_changed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT runner_users_username_check CHECK (username ~ '^[a-z0-9][a-z0-9._@-]{0,63}$')
);

CREATE TABLE runner_sessions (
    id                    uuid        PRIMARY KEY,
    user_id               uuid        NOT NULL REFERENCES runner_users (id) ON DELETE CASCADE,
    -- The part that all refresh tokens of a session share: by it a token is known as an old one however often it was
    -- replaced since. It is secret too, so that knowing a session's id is not enough to end it.
    family_hash           text        NOT NULL UNIQUE,
    refresh_hash          text        NOT NULL,
    -- The token before the last rotation stays good for a moment: two tabs may refresh with the same cookie, and an
    -- answer may get lost. Its successor follows from it and the salt, so all of them are given the same one.
    previous_refresh_hash text,
    rotation_salt         text,
    rotated_at            timestamptz,
    created_at            timestamptz NOT NULL DEFAULT now(),
    expires_at            timestamptz NOT NULL,
    ended_at              timestamptz,
    CONSTRAINT runner_sessions_expiry_check CHECK (expires_at > created_at),
    CONSTRAINT runner_sessions_rotation_check
        CHECK (num_nulls(previous_refresh_hash, rotation_salt, rotated_at) IN (0, 3))
);

CREATE INDEX idx_runner_sessions_user ON runner_sessions (user_id);
CREATE INDEX idx_runner_sessions_expires ON runner_sessions (expires_at);

CREATE TABLE runner_api_tokens (
    id           uuid        PRIMARY KEY,
    owner        text        NOT NULL,
    name         text        NOT NULL,
    token_hash   text        NOT NULL UNIQUE,
    created_at   timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz,
    last_used_at timestamptz,
    revoked_at   timestamptz,
    CONSTRAINT runner_api_tokens_name_check CHECK (length(name) BETWEEN 1 AND 100)
);

CREATE INDEX idx_runner_api_tokens_owner ON runner_api_tokens (owner, created_at DESC);

-- Failed logins, and those being tried just now, by what they are counted against, in fixed windows of database time,
-- shared by all replicas. A person is named by a hash: people type passwords where their name should be.
CREATE TABLE runner_login_failures (
    subject      text        NOT NULL,
    window_start timestamptz NOT NULL,
    failures     integer     NOT NULL,
    PRIMARY KEY (subject, window_start),
    CONSTRAINT runner_login_failures_failures_check CHECK (failures >= 0)
);

CREATE INDEX idx_runner_login_failures_window ON runner_login_failures (window_start);
