package dev.runner.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.config.ConfigException;
import dev.runner.worker.execution.workspace.JobLimits;
import dev.runner.worker.launcher.LauncherConfig;
import dev.runner.worker.launcher.LauncherMode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkerConfigTest {
    private static final Map<String, String> LEAST = Map.of(
            "RUNNER_DATABASE_URL",
            "jdbc:postgresql://db/runner",
            "RUNNER_LOG_DIR",
            "/var/log/jobs",
            "RUNNER_ALLOWED_REPO_PATHS",
            "[\"/srv/project\"]");

    @Test
    void defaults() {
        assertThat(WorkerConfig.load(LEAST).launcher())
                .isEqualTo(new LauncherConfig(
                        LauncherMode.EXCLUSIVE, 2, true, Set.of("default"), true, Duration.ofMinutes(2)));
    }

    @Test
    void every_variable_has_its_place() {
        var config = WorkerConfig.load(with(
                "RUNNER_LAUNCHER_MODE",
                "shared",
                "RUNNER_MAX_CONCURRENCY",
                "5",
                "RUNNER_ENABLED",
                "false",
                "RUNNER_QUEUES",
                "default, big",
                "RUNNER_DRAIN",
                "false",
                "RUNNER_LEASE_SECONDS",
                "30",
                "RUNNER_MAX_LOG_BYTES",
                "1000",
                "RUNNER_LOG_LIMIT_POLICY",
                "stop",
                "RUNNER_FREE_DISK_FLOOR_MIB",
                "2",
                "RUNNER_DEFAULT_TIMEOUT_SECONDS",
                "9",
                "RUNNER_JOB_MAX_PROCESSES",
                "300",
                "RUNNER_JOB_MAX_MEMORY_BYTES",
                "4294967296",
                "RUNNER_JOB_MAX_OPEN_FILES",
                "0"));

        assertThat(config.launcher())
                .isEqualTo(new LauncherConfig(
                        LauncherMode.SHARED, 5, false, Set.of("default", "big"), false, Duration.ofSeconds(30), 9));
        assertThat(config.maxLogBytes()).isEqualTo(1000);
        assertThat(config.stopAtLogLimit()).isTrue();
        assertThat(config.freeDiskFloor()).isEqualTo(2 << 20);
        assertThat(config.jobLimits()).isEqualTo(new JobLimits(300, 4L << 30, 0));
    }

    @Test
    void what_only_the_api_reads_is_accepted() {
        assertThat(WorkerConfig.load(with("RUNNER_API_PORT", "8080", "RUNNER_JWT_SECRET", "x")))
                .extracting(WorkerConfig::launcher)
                .isEqualTo(LauncherConfig.DEFAULT);
    }

    @Test
    void rejections_are_told_together() {
        assertThatThrownBy(() -> WorkerConfig.load(with(
                        "RUNNER_LAUNCHER_MODE",
                        "EXCLUSIVE",
                        "RUNNER_MAX_CONCURRENCY",
                        "0",
                        "RUNNER_ENABLED",
                        "yes",
                        "RUNNER_JOB_MAX_MEMORY_BYTES",
                        "-1")))
                .hasMessageContaining("RUNNER_JOB_MAX_MEMORY_BYTES must be a number of bytes, or 0 for no limit")
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("RUNNER_LAUNCHER_MODE must be exclusive or shared")
                .hasMessageContaining("RUNNER_MAX_CONCURRENCY must be a whole number from 1 to 1000")
                .hasMessageContaining("RUNNER_ENABLED must be true or false");
    }

    private static Map<String, String> with(String... pairs) {
        var variables = new HashMap<>(LEAST);
        for (int i = 0; i < pairs.length; i += 2) {
            variables.put(pairs[i], pairs[i + 1]);
        }
        return variables;
    }
}
