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
    refresh_hash          text        NOT NULL UNIQUE,
    -- The token before the last rotation stays good for a moment: two tabs may refresh with the same cookie.
    previous_refresh_hash text,
    rotated_at            timestamptz,
    created_at            timestamptz NOT NULL DEFAULT now(),
    expires_at            timestamptz NOT NULL,
    ended_at              timestamptz,
    CONSTRAINT runner_sessions_expiry_check CHECK (expires_at > created_at)
);

CREATE INDEX idx_runner_sessions_user ON runner_sessions (user_id);
CREATE INDEX idx_runner_sessions_expires ON runner_sessions (expires_at);
CREATE INDEX idx_runner_sessions_previous ON runner_sessions (previous_refresh_hash)
    WHERE previous_refresh_hash IS NOT NULL;

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

-- Failed logins by what they are counted against, in fixed windows of database time, shared by all replicas.
CREATE TABLE runner_login_failures (
    subject      text        NOT NULL,
    window_start timestamptz NOT NULL,
    failures     integer     NOT NULL,
    PRIMARY KEY (subject, window_start)
);

CREATE INDEX idx_runner_login_failures_window ON runner_login_failures (window_start);
