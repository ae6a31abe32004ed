package dev.runner.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.config.ConfigException;
import dev.runner.config.Environment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstallationConfigTest {
    private static final Map<String, String> LEAST = Map.of(
            "RUNNER_DATABASE_URL",
            "jdbc:postgresql://db/runner",
            "RUNNER_LOG_DIR",
            "/var/log/jobs",
            "RUNNER_ALLOWED_REPO_PATHS",
            "[\"/srv/project\"]");

    @Test
    void defaults() {
        var config = load(LEAST);

        assertThat(config.registry()).isEqualTo(Path.of("runner.yml"));
        assertThat(config.database().user()).isEmpty();
        assertThat(config.database().password().isPresent()).isFalse();
        assertThat(config.database().poolSize()).isEqualTo(10);
    }

    @Test
    void every_variable_has_its_place() {
        var all = new HashMap<>(LEAST);
        all.put("RUNNER_DATABASE_USER", "runner");
        all.put("RUNNER_DATABASE_PASSWORD", "geheim");
        all.put("RUNNER_DATABASE_POOL_SIZE", "7");
        all.put("RUNNER_REGISTRY", "/etc/runner.yml");
        all.put("RUNNER_LOG_FORMAT", "json");
        all.put("RUNNER_TEST_DATABASE", "embedded");

        var config = load(all);

        assertThat(config.database().url()).isEqualTo("jdbc:postgresql://db/runner");
        assertThat(config.database().user()).isEqualTo("runner");
        assertThat(config.database().password().reveal()).isEqualTo("geheim");
        assertThat(config.database().poolSize()).isEqualTo(7);
        assertThat(config.registry()).isEqualTo(Path.of("/etc/runner.yml"));
        assertThat(config.logDirectory()).isEqualTo(Path.of("/var/log/jobs"));
        assertThat(config.repos().paths()).containsExactly(Path.of("/srv/project"));
        assertThat(config.toString()).doesNotContain("geheim");
    }

    @Test
    void everything_that_is_missing_is_told_at_once() {
        assertThatThrownBy(() -> load(Map.of()))
                .asInstanceOf(InstanceOfAssertFactories.type(ConfigException.class))
                .extracting(ConfigException::problems, InstanceOfAssertFactories.list(String.class))
                .satisfiesExactly(
                        problem -> assertThat(problem).startsWith("RUNNER_DATABASE_URL is not set"),
                        problem -> assertThat(problem).startsWith("RUNNER_LOG_DIR is not set"),
                        problem -> assertThat(problem).startsWith("RUNNER_ALLOWED_REPO_PATHS is not set"));
    }

    @Test
    void everything_that_is_wrong_is_told_at_once() {
        var wrong = new HashMap<>(LEAST);
        wrong.put("RUNNER_DATABASE_URL", "postgres://db/runner");
        wrong.put("RUNNER_DATABASE_POOL_SIZE", "1");
        wrong.put("RUNNER_ALLOWED_REPO_PATHS", "/srv/project");
        wrong.put("RUNNER_LOG_FORMAT", "xml");
        wrong.put("RUNNER_DATABSE_USER", "misspelt");

        assertThatThrownBy(() -> load(wrong))
                .asInstanceOf(InstanceOfAssertFactories.type(ConfigException.class))
                .extracting(ConfigException::problems, InstanceOfAssertFactories.list(String.class))
                .satisfiesExactlyInAnyOrder(
                        problem -> assertThat(problem).startsWith("RUNNER_DATABASE_URL must be"),
                        problem -> assertThat(problem).startsWith("RUNNER_DATABASE_POOL_SIZE must be"),
                        problem -> assertThat(problem).startsWith("RUNNER_ALLOWED_REPO_PATHS must be"),
                        problem -> assertThat(problem).startsWith("RUNNER_LOG_FORMAT must be"),
                        problem -> assertThat(problem).startsWith("RUNNER_DATABSE_USER is not a setting"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres://runner:geheim@db/runner",
                "jdbc:postgresql://runner:geheim@db/runner",
                "jdbc:postgresql://db:99999/runner?user=runner&password=geheim",
                "jdbc:postgresql://db/runner?password=geheim%"
            })
    void a_password_in_a_wrong_address_is_not_repeated(String address) {
        var wrong = new HashMap<>(LEAST);
        wrong.put("RUNNER_DATABASE_URL", address);

        assertThatThrownBy(() -> load(wrong))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("RUNNER_DATABASE_URL must be a JDBC address")
                .hasMessageNotContaining("geheim");
    }

    @Test
    void a_password_in_a_good_address_is_not_printed() {
        var good = new HashMap<>(LEAST);
        good.put("RUNNER_DATABASE_URL", "jdbc:postgresql://db/runner?user=runner&password=geheim");

        assertThat(load(good).database().url()).endsWith("password=geheim");
        assertThat(load(good).toString()).doesNotContain("geheim");
    }

    private static InstallationConfig load(Map<String, String> variables) {
        var env = new Environment(variables);
        return env.finish(InstallationConfig.read(env));
    }
}
