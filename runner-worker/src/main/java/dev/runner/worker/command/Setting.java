package dev.runner.worker.command;

import dev.runner.config.Environment;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Every setting that can be given as an option, and the variable it stands for. An option only lays its text over that
 * variable: what is allowed, and what is said about it, stays where variables are read.
 *
 * <p>Secrets are missing on purpose: whoever can list processes can read command lines.
 */
enum Setting {
    DATABASE_URL("RUNNER_DATABASE_URL", "JDBC-URL", "Address of PostgreSQL, without a password. Required."),
    DATABASE_USER("RUNNER_DATABASE_USER", "NAME", "Whom to log in as there."),
    DATABASE_POOL_SIZE("RUNNER_DATABASE_POOL_SIZE", "N", "Connections the worker may hold, 2 to 200. Default 10."),
    REGISTRY("RUNNER_REGISTRY", "FILE", "The whitelist of scripts. Default runner.yml."),
    LOG_DIR("RUNNER_LOG_DIR", "FOLDER", "Where job logs are written, the same as the API's. Required."),
    ALLOWED_REPO_PATHS(
            "RUNNER_ALLOWED_REPO_PATHS", "JSON", "Folders scripts may run in, as a JSON array of paths. Required."),
    LOG_FORMAT("RUNNER_LOG_FORMAT", "FORMAT", "How the worker itself logs, on stderr: text or json. Default text."),
    ENABLED("RUNNER_ENABLED", "BOOLEAN", "false: takes no jobs, heals nothing, only shows itself. Default true."),
    MODE(
            "RUNNER_LAUNCHER_MODE",
            "MODE",
            "exclusive: one worker takes jobs, the others stand by; shared: all take jobs. Default exclusive."),
    MAX_CONCURRENCY(
            "RUNNER_MAX_CONCURRENCY",
            "N",
            "Jobs that run at once, 1 to 1000: of all workers when exclusive, of this one when shared. Default 2."),
    QUEUES("RUNNER_QUEUES", "NAMES", "Whose jobs it takes, separated by commas. Default default."),
    DRAIN(
            "RUNNER_DRAIN",
            "BOOLEAN",
            "When it is told to stop: true leaves running jobs to the next worker, false cancels them. Default true."),
    LEASE_SECONDS(
            "RUNNER_LEASE_SECONDS",
            "N",
            "How long a job stays this worker's own without a heartbeat, 10 to 3600. Default 120."),
    DEFAULT_TIMEOUT_SECONDS(
            "RUNNER_DEFAULT_TIMEOUT_SECONDS",
            "N",
            "How long jobs of scripts without a limit in the whitelist may run, the same as the API's. Default 3600."),
    MAX_LOG_BYTES("RUNNER_MAX_LOG_BYTES", "N", "The largest log of a job. Default 1073741824."),
    LOG_LIMIT_POLICY(
            "RUNNER_LOG_LIMIT_POLICY",
            "POLICY",
            "What happens there: discard (the job goes on unheard) or stop. Default discard."),
    FREE_DISK_FLOOR_MIB(
            "RUNNER_FREE_DISK_FLOOR_MIB", "N", "With less free in the log folder nothing new is started. Default 256."),
    JOB_MAX_PROCESSES("RUNNER_JOB_MAX_PROCESSES", "N", "Processes and threads one job may have; 0: any. Default 2048."),
    JOB_MAX_MEMORY_BYTES(
            "RUNNER_JOB_MAX_MEMORY_BYTES",
            "N",
            "Memory one job may use, where its control group can limit that; 0: any. Default 0."),
    JOB_MAX_OPEN_FILES("RUNNER_JOB_MAX_OPEN_FILES", "N", "Open files of each process of a job; 0: any. Default 16384."),
    MANAGEMENT_HOST("RUNNER_MANAGEMENT_HOST", "HOST", "Where metrics are served. Default 127.0.0.1."),
    MANAGEMENT_PORT(
            "RUNNER_WORKER_MANAGEMENT_PORT", "PORT", "Port for metrics; 0 takes a free one. Off when not given.");

    /** What it takes to talk to the database and to do nothing else. */
    static final Set<Setting> DATABASE = EnumSet.of(DATABASE_URL, DATABASE_USER);

    static final Set<Setting> ALL = EnumSet.allOf(Setting.class);

    private static final Pattern PASSWORD = Pattern.compile("[?&](ssl)?password=", Pattern.CASE_INSENSITIVE);

    private final String variable;
    private final String placeholder;
    private final String meaning;

    Setting(String variable, String placeholder, String meaning) {
        this.variable = variable;
        this.placeholder = placeholder;
        this.meaning = meaning;
    }

    String variable() {
        return variable;
    }

    String option() {
        return "--" + name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** Gives a command these options. */
    static void addTo(CommandLine command, Set<Setting> settings) {
        for (Setting setting : settings) {
            var option = OptionSpec.builder(setting.option())
                    .type(String.class)
                    .paramLabel(setting.placeholder)
                    .description(setting.meaning, "Instead of " + setting.variable + ".");
            if (setting.placeholder.equals("BOOLEAN")) {
                option.arity("0..1").fallbackValue("true");
            }
            command.getCommandSpec().addOption(option.build());
        }
    }

    /** The variables, with what was typed after this command laid over them. */
    static Environment environment(Map<String, String> variables, CommandLine command) {
        var values = new HashMap<>(variables);
        var givenAs = new HashMap<String, String>();
        Arrays.stream(values()).forEach(setting -> {
            String typed = setting.typed(command);
            if (typed != null) {
                values.put(setting.variable, typed);
                givenAs.put(setting.variable, setting.option());
            }
        });
        var environment = new Environment(values, givenAs);
        String url = DATABASE_URL.typed(command);
        if (url != null && PASSWORD.matcher(url).find()) {
            environment.problem("--database-url must not hold a password, which everybody on this host could read;"
                    + " set RUNNER_DATABASE_PASSWORD");
        }
        return environment;
    }

    /** What was typed for it; null when nothing was. */
    @Nullable
    String typed(CommandLine command) {
        var parsed = command.getParseResult();
        return parsed.hasMatchedOption(option()) ? parsed.matchedOptionValue(option(), "") : null;
    }
}
