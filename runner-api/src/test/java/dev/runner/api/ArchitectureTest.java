package dev.runner.api;

import static dev.runner.testing.ArchitectureRules.STARTS_NO_PROGRAM;
import static dev.runner.testing.ArchitectureRules.TIME_IS_INJECTED;
import static dev.runner.testing.ArchitectureRules.assertFinds;
import static dev.runner.testing.ArchitectureRules.isUnawareOf;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.runner.testing.ArchitectureRules;
import dev.runner.testing.Offender;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the API must not know or do. Each rule is also shown an offender it must find. */
class ArchitectureTest {
    private static final JavaClasses API = ArchitectureRules.delivered("dev.runner.api");

    private static final ArchRule KNOWS_NO_EXECUTION = isUnawareOf(
            "dev.runner.api..", "dev.runner.worker..", "picocli..", "com.github.dockerjava..", "io.fabric8..");

    @Test
    void knows_neither_the_worker_nor_what_executes() {
        KNOWS_NO_EXECUTION.check(API);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.runner.worker.WorkerMain",
                "com.github.dockerjava.api.DockerClient",
                "io.fabric8.kubernetes.client.KubernetesClient"
            })
    void that_rule_can_fail(String used) {
        assertFinds(KNOWS_NO_EXECUTION, Offender.using("dev.runner.api.jobs.Offender", used));
    }

    @Test
    void starts_no_program() {
        STARTS_NO_PROGRAM.check(API);
    }

    @Test
    void the_rule_about_programs_can_fail() {
        assertFinds(STARTS_NO_PROGRAM, Offender.using("dev.runner.api.jobs.Offender", "java.lang.ProcessBuilder"));
        assertFinds(STARTS_NO_PROGRAM, Offender.startingAProgram("dev.runner.api.jobs.Offender"));
    }

    @Test
    void time_is_injected() {
        TIME_IS_INJECTED.check(API);
    }

    @Test
    void the_rule_about_time_can_fail() {
        assertFinds(TIME_IS_INJECTED, Offender.calling("dev.runner.api.auth.Offender", Instant.class, "now"));
    }
}
