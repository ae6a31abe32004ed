package dev.runner.db;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One row of every table, and for every constraint a statement that breaks it and nothing else.
 *
 * <p>Deliberately plain SQL and plain names: this is the schema's contract as somebody with {@code psql} would test it.
 */
final class SchemaCases {
    /** @param constraint what PostgreSQL must name as the reason of its refusal */
    record Breach(String constraint, String sql) {
        @Override
        public String toString() {
            return constraint + ": " + sql;
        }
    }

    static final List<String> SEED = List.of(
            """
            INSERT INTO runner_repos (id, name, source_type, path_or_url) VALUES
                ('00000000-0000-0000-0000-0000000000a1', 'demo', 'local_path', '/demo'),
                ('00000000-0000-0000-0000-0000000000a2', 'free', 'local_path', '/free')
            """,
            """
            INSERT INTO runner_jobs (id, repo_id, script_key, status, requested_by, idempotency_key) VALUES
                ('00000000-0000-0000-0000-0000000000b1', '00000000-0000-0000-0000-0000000000a1', 's', 'queued', 'ann', 'k'),
                ('00000000-0000-0000-0000-0000000000b2', '00000000-0000-0000-0000-0000000000a1', 's', 'queued', 'ann', 'l')
            """,
            "UPDATE runner_jobs SET retry_of = '00000000-0000-0000-0000-0000000000b1'"
                    + " WHERE id = '00000000-0000-0000-0000-0000000000b2'",
            """
            INSERT INTO runner_job_events (id, job_id, event_type, message) VALUES
                (1, '00000000-0000-0000-0000-0000000000b1', 'job_created', 'm'),
                (2, '00000000-0000-0000-0000-0000000000b1', 'job_created', 'm')
            """,
            """
            INSERT INTO runner_job_attempts (job_id, attempt, worker_id, selected_provider) VALUES
                ('00000000-0000-0000-0000-0000000000b1', 1, 'w', 'workspace'),
                ('00000000-0000-0000-0000-0000000000b1', 2, 'w', 'workspace')
            """,
            """
            INSERT INTO runner_workers (id, host, version, mode, capacity)
            VALUES ('w1', 'h', '1', 'exclusive', 2), ('w2', 'h', '1', 'exclusive', 2)
            """,
            "INSERT INTO runner_counters (name, shard, value) VALUES ('n', 1, 0), ('n', 2, 0)",
            """
            INSERT INTO runner_users (id, username, password_hash) VALUES
                ('00000000-0000-0000-0000-0000000000c1', 'ann', 'x'), ('00000000-0000-0000-0000-0000000000c2', 'bob', 'x')
            """,
            """
            INSERT INTO runner_sessions (id, user_id, family_hash, refresh_hash, expires_at) VALUES
                ('00000000-0000-0000-0000-0000000000d1', '00000000-0000-0000-0000-0000000000c1', 'f1', 'h1', now() + interval '1 h'),
                ('00000000-0000-0000-0000-0000000000d2', '00000000-0000-0000-0000-0000000000c1', 'f2', 'h2', now() + interval '1 h')
            """,
            """
            INSERT INTO runner_api_tokens (id, owner, name, token_hash) VALUES
                ('00000000-0000-0000-0000-0000000000e1', 'ann', 'ci', 'h1'),
                ('00000000-0000-0000-0000-0000000000e2', 'ann', 'ci', 'h2')
            """,
            """
            INSERT INTO runner_login_failures (subject, window_start, failures)
            VALUES ('ann', 'epoch', 1), ('bob', 'epoch', 1)
            """);

    /** Columns that must not be null, by table; for each the value is taken away from a stored row. */
    private static final Map<String, List<String>> NOT_NULL_OF_JOBS = Map.of(
            "runner_repos", List.of("id", "name", "source_type", "path_or_url", "enabled", "created_at", "updated_at"),
            "runner_jobs",
                    List.of(
                            "id",
                            "repo_id",
                            "script_key",
                            "args_json",
                            "status",
                            "requested_by",
                            "created_at",
                            "queue",
                            "priority",
                            "attempts",
                            "max_attempts",
                            "available_at",
                            "updated_at",
                            "provider"),
            "runner_job_events", List.of("id", "job_id", "event_type", "message", "meta_json", "created_at"),
            "runner_job_attempts",
                    List.of(
                            "job_id",
                            "attempt",
                            "worker_id",
                            "selected_provider",
                            "dispatch_status",
                            "dispatch_uncertain",
                            "fallback_attempted",
                            "cli_fallback_used",
                            "created_at"),
            "runner_installation", List.of("id", "created_at", "only_one"),
            "runner_workers", List.of("id", "host", "version", "mode", "capacity", "started_at", "last_seen_at"),
            "runner_counters", List.of("name", "shard", "value"));

    private static final Map<String, List<String>> NOT_NULL_OF_ACCOUNTS = Map.of(
            "runner_users",
                    List.of("id", "username", "password_hash", "administrator", "created_at", "password_changed_at"),
            "runner_sessions", List.of("id", "user_id", "family_hash", "refresh_hash", "created_at", "expires_at"),
            "runner_api_tokens", List.of("id", "owner", "name", "token_hash", "created_at"),
            "runner_login_failures", List.of("subject", "window_start", "failures"));

    static final Map<String, List<String>> NOT_NULL = Stream.of(NOT_NULL_OF_JOBS, NOT_NULL_OF_ACCOUNTS)
            .flatMap(tables -> tables.entrySet().stream())
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private SchemaCases() {}

    static Stream<Breach> breaches() {
        return Stream.of(repos(), jobStates(), jobScheduling(), jobReferences(), attempts(), others())
                .flatMap(s -> s);
    }

    private static Stream<Breach> repos() {
        return Stream.of(
                second(
                        "runner_repos_pkey",
                        "runner_repos",
                        "id = '00000000-0000-0000-0000-0000000000a1'",
                        "name = 'free'"),
                second("runner_repos_name_key", "runner_repos", "name = 'demo'", "name = 'free'"),
                second("runner_repos_source_type_check", "runner_repos", "source_type = 'git_url'", "name = 'free'"));
    }

    private static Stream<Breach> jobStates() {
        return Stream.of(
                job("runner_jobs_status_check", "status = 'succeeded'"),
                job("runner_jobs_status_check", "status = 'Queued'"),
                job("runner_jobs_started_check", "status = 'running'"),
                job("runner_jobs_started_check", "status = 'cancel_requested'"),
                job("runner_jobs_started_check", "status = 'success', finished_at = now()"),
                job("runner_jobs_started_check", "status = 'failed', finished_at = now()"),
                job("runner_jobs_started_check", "status = 'timeout', finished_at = now()"),
                job("runner_jobs_finished_check", "status = 'success', started_at = now()"),
                job("runner_jobs_finished_check", "status = 'failed', started_at = now()"),
                job("runner_jobs_finished_check", "status = 'timeout', started_at = now()"),
                job("runner_jobs_finished_check", "status = 'canceled'"),
                job("runner_jobs_unfinished_check", "finished_at = now()"),
                job("runner_jobs_unfinished_check", "status = 'running', started_at = now(), finished_at = now()"),
                job(
                        "runner_jobs_unfinished_check",
                        "status = 'cancel_requested', started_at = now(), finished_at = now()"),
                job("runner_jobs_exit_code_check", "exit_code = 0"),
                job("runner_jobs_exit_code_check", "status = 'running', started_at = now(), exit_code = 0"),
                job("runner_jobs_exit_code_check", "status = 'cancel_requested', started_at = now(), exit_code = 0"));
    }

    private static Stream<Breach> jobScheduling() {
        return Stream.of(
                job("runner_jobs_priority_check", "priority = 101"),
                job("runner_jobs_priority_check", "priority = -101"),
                job("runner_jobs_attempts_check", "attempts = -1"),
                job("runner_jobs_attempts_check", "attempts = 2"),
                job("runner_jobs_max_attempts_check", "max_attempts = 0"),
                job("runner_jobs_timeout_check", "timeout_seconds = 0"),
                job("runner_jobs_provider_check", "provider = 'ssh'"),
                job("runner_jobs_lease_check", "status = 'running', started_at = now(), locked_by = 'w'"),
                job("runner_jobs_lease_check", "status = 'running', started_at = now(), locked_until = now()"),
                job("runner_jobs_lease_status_check", "locked_by = 'w', locked_until = now()"),
                job(
                        "runner_jobs_lease_status_check",
                        "status = 'success', started_at = now(), finished_at = now(), locked_by = 'w', locked_until = now()"));
    }

    private static Stream<Breach> jobReferences() {
        return Stream.of(
                job("runner_jobs_pkey", "id = '00000000-0000-0000-0000-0000000000b2'"),
                job("runner_jobs_repo_id_fkey", "repo_id = '00000000-0000-0000-0000-0000000000ff'"),
                new Breach("runner_jobs_repo_id_fkey", "DELETE FROM runner_repos WHERE name = 'demo'"),
                job("runner_jobs_retry_of_fkey", "retry_of = '00000000-0000-0000-0000-0000000000ff'"),
                job("uq_runner_jobs_idempotency_active", "idempotency_key = 'l'"),
                job(
                        "uq_runner_jobs_idempotency_active",
                        "idempotency_key = 'l', status = 'running', started_at = now()"),
                job(
                        "uq_runner_jobs_idempotency_active",
                        "idempotency_key = 'l', status = 'cancel_requested', started_at = now()"),
                second("runner_job_events_pkey", "runner_job_events", "id = 1", "id = 2"),
                second(
                        "runner_job_events_job_id_fkey",
                        "runner_job_events",
                        "job_id = '00000000-0000-0000-0000-0000000000ff'",
                        "id = 2"));
    }

    private static Stream<Breach> attempts() {
        return Stream.of(
                attempt("runner_job_attempts_pkey", "attempt = 1"),
                attempt("runner_job_attempts_job_id_fkey", "job_id = '00000000-0000-0000-0000-0000000000ff'"),
                attempt("runner_job_attempts_attempt_check", "attempt = 0"),
                attempt("runner_job_attempts_selected_provider_check", "selected_provider = 'ssh'"),
                attempt("runner_job_attempts_final_provider_check", "final_provider = 'ssh'"),
                attempt("runner_job_attempts_dispatch_status_check", "dispatch_status = 'sent'"),
                attempt("runner_job_attempts_uncertain_check", "dispatch_uncertain = true"),
                attempt("runner_job_attempts_fallback_check", "fallback_attempted = true"));
    }

    private static Stream<Breach> others() {
        return Stream.of(
                new Breach("runner_installation_pkey", "INSERT INTO runner_installation DEFAULT VALUES"),
                new Breach("runner_installation_only_one_check", "UPDATE runner_installation SET only_one = false"),
                second("runner_workers_pkey", "runner_workers", "id = 'w1'", "id = 'w2'"),
                second("runner_workers_mode_check", "runner_workers", "mode = 'solo'", "id = 'w2'"),
                second("runner_workers_capacity_check", "runner_workers", "capacity = -1", "id = 'w2'"),
                second("runner_counters_pkey", "runner_counters", "shard = 1", "name = 'n' AND shard = 2"),
                user("runner_users_pkey", "id = '00000000-0000-0000-0000-0000000000c1'"),
                user("runner_users_username_key", "username = 'ann'"),
                user("runner_users_username_check", "username = ''"),
                user("runner_users_username_check", "username = 'Bob'"),
                user("runner_users_username_check", "username = '-bob'"),
                user("runner_users_username_check", "username = E'bob\\n'"),
                user("runner_users_username_check", "username = repeat('b', 65)"),
                session("runner_sessions_pkey", "id = '00000000-0000-0000-0000-0000000000d1'"),
                session("runner_sessions_user_id_fkey", "user_id = '00000000-0000-0000-0000-0000000000ff'"),
                session("runner_sessions_family_hash_key", "family_hash = 'f1'"),
                session("runner_sessions_rotation_check", "previous_refresh_hash = 'h'"),
                session("runner_sessions_rotation_check", "rotation_salt = 's', rotated_at = now()"),
                session("runner_sessions_expiry_check", "expires_at = created_at"),
                token("runner_api_tokens_pkey", "id = '00000000-0000-0000-0000-0000000000e1'"),
                token("runner_api_tokens_token_hash_key", "token_hash = 'h1'"),
                token("runner_api_tokens_name_check", "name = ''"),
                token("runner_api_tokens_name_check", "name = repeat('n', 101)"),
                second("runner_login_failures_pkey", "runner_login_failures", "subject = 'ann'", "subject = 'bob'"),
                second(
                        "runner_login_failures_failures_check",
                        "runner_login_failures",
                        "failures = -1",
                        "subject = 'bob'"));
    }

    private static Breach job(String constraint, String change) {
        return second(constraint, "runner_jobs", change, "idempotency_key = 'k'");
    }

    private static Breach attempt(String constraint, String change) {
        return second(constraint, "runner_job_attempts", change, "attempt = 2");
    }

    private static Breach user(String constraint, String change) {
        return second(constraint, "runner_users", change, "username = 'bob'");
    }

    private static Breach session(String constraint, String change) {
        return second(constraint, "runner_sessions", change, "refresh_hash = 'h2'");
    }

    private static Breach token(String constraint, String change) {
        return second(constraint, "runner_api_tokens", change, "token_hash = 'h2'");
    }

    private static Breach second(String constraint, String table, String change, String which) {
        return new Breach(constraint, "UPDATE %s SET %s WHERE %s".formatted(table, change, which));
    }
}
