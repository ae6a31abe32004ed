package dev.runner.startup;

import dev.runner.config.Environment;
import dev.runner.db.DatabaseConfig;
import dev.runner.repo.AllowedRepoPaths;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.postgresql.Driver;

/**
 * The settings that API and worker of one installation must agree on.
 *
 * @param registry the whitelist file
 * @param logDirectory where job logs are, written by workers and read by the API
 * @param repos the folders in which scripts may run
 */
public record InstallationConfig(DatabaseConfig database, Path registry, Path logDirectory, AllowedRepoPaths repos) {

    /** Read by runner-api only; the worker accepts them, because both are usually started from one file. */
    public static final Set<String> API_ONLY = Set.of(
            "RUNNER_API_HOST",
            "RUNNER_API_PORT",
            "RUNNER_COOKIE_SECURE",
            "RUNNER_CORS_ORIGINS",
            "RUNNER_JWT_ALGORITHM",
            "RUNNER_JWT_AUDIENCE",
            "RUNNER_JWT_ISSUER",
            "RUNNER_JWT_JWKS",
            "RUNNER_JWT_PUBLIC_KEY",
            "RUNNER_JWT_SECRET",
            "RUNNER_MANAGEMENT_PORT",
            "RUNNER_MAX_QUEUED_PER_USER",
            "RUNNER_MAX_QUEUE_SIZE",
            "RUNNER_MAX_STREAMS",
            "RUNNER_MAX_STREAMS_PER_USER",
            "RUNNER_QUEUE_ENABLED",
            "RUNNER_TRUSTED_PROXIES",
            "RUNNER_WEB_DIR");

    /** Read by runner-worker only; the API accepts them. */
    public static final Set<String> WORKER_ONLY = Set.of(
            "RUNNER_DRAIN",
            "RUNNER_FREE_DISK_FLOOR_MIB",
            "RUNNER_JOB_MAX_MEMORY_BYTES",
            "RUNNER_JOB_MAX_OPEN_FILES",
            "RUNNER_JOB_MAX_PROCESSES",
            "RUNNER_LAUNCHER_MODE",
            "RUNNER_LEASE_SECONDS",
            "RUNNER_LOG_LIMIT_POLICY",
            "RUNNER_MAX_LOG_BYTES",
            "RUNNER_QUEUES",
            "RUNNER_WORKER_MANAGEMENT_PORT");

    /** Read by both or by neither in every version: the log's format by the logging library, the rest by the tests. */
    private static final Set<String> ELSEWHERE = Set.of("RUNNER_TEST_DATABASE", "RUNNER_TEST_POSTGRES_IMAGE");

    private static final Pattern USER_INFO = Pattern.compile("jdbc:postgresql://[^/?]*@");

    /** Asks for the shared settings; the result is to be called within {@link Environment#finish}. */
    public static Supplier<InstallationConfig> read(Environment env) {
        Supplier<DatabaseConfig> database = readDatabase(env);
        Path registry = Path.of(env.text("RUNNER_REGISTRY", "runner.yml"));
        Path logs = Path.of(env.required("RUNNER_LOG_DIR", "the folder for job logs, the same for API and worker"));
        env.required(
                "RUNNER_ALLOWED_REPO_PATHS", "a JSON array of the folders scripts may run in, e.g. [\"/srv/project\"]");
        AllowedRepoPaths repos = env.parsed(
                "RUNNER_ALLOWED_REPO_PATHS",
                new AllowedRepoPaths(List.of()),
                AllowedRepoPaths::parse,
                "a JSON array of absolute paths");
        env.parsed("RUNNER_LOG_FORMAT", "text", InstallationConfig::logFormat, "text or json");
        env.alsoKnown(ELSEWHERE);
        return () -> new InstallationConfig(database.get(), registry, logs, repos);
    }

    /** Asks for the way to the database alone, for commands that need nothing else. */
    public static Supplier<DatabaseConfig> readDatabase(Environment env) {
        env.required("RUNNER_DATABASE_URL", "the address of PostgreSQL, e.g. jdbc:postgresql://localhost:5432/runner");
        String url = env.parsedSecretly(
                "RUNNER_DATABASE_URL",
                "",
                InstallationConfig::jdbcUrl,
                "a JDBC address such as jdbc:postgresql://host:5432/runner; user and password go into"
                        + " RUNNER_DATABASE_USER and RUNNER_DATABASE_PASSWORD, not before an @");
        String user = env.text("RUNNER_DATABASE_USER", "");
        var password = env.secret("RUNNER_DATABASE_PASSWORD");
        int poolSize = env.integer("RUNNER_DATABASE_POOL_SIZE", DatabaseConfig.DEFAULT_POOL_SIZE, 2, 200);
        return () -> new DatabaseConfig(
                url,
                user,
                password,
                poolSize,
                DatabaseConfig.DEFAULT_CONNECT_TIMEOUT,
                DatabaseConfig.DEFAULT_SOCKET_TIMEOUT);
    }

    private static String jdbcUrl(String value) {
        // The driver would take "user:password@host" for a host and a port, and print the password as a wrong one.
        if (!value.startsWith("jdbc:postgresql:") || USER_INFO.matcher(value).lookingAt()) {
            throw new IllegalArgumentException("another kind of address");
        }
        if (Driver.parseURL(value, null) == null) {
            throw new IllegalArgumentException("not an address the driver understands");
        }
        return value;
    }

    private static String logFormat(String value) {
        if (!value.equals("text") && !value.equals("json")) {
            throw new IllegalArgumentException("unknown format");
        }
        return value;
    }
}
