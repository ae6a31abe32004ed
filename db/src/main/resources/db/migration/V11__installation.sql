-- Which installation this is. Its log folder bears the same id, so that two installations given one folder by mistake
-- find out before one ends the other's jobs and deletes its logs. A restored backup is the same installation.
CREATE TABLE runner_installation (
    id         uuid        NOT NULL DEFAULT gen_random_uuid(),
    created_at timestamptz NOT NULL DEFAULT now(),
    -- There is one row, and the key makes sure of it.
    only_one   boolean     PRIMARY KEY DEFAULT true,
    CONSTRAINT runner_installation_only_one_check CHECK (only_one)
);

INSERT INTO runner_installation DEFAULT VALUES;
