package dev.runner;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.runner.testing.ArchitectureRules.assertFinds;
import static dev.runner.testing.ArchitectureRules.isUnawareOf;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.runner.testing.ArchitectureRules;
import dev.runner.testing.Offender;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the core must not know. Each rule is also shown an offender it must find. */
class ArchitectureTest {
    private static final JavaClasses CORE = ArchitectureRules.delivered("dev.runner");

    private static final ArchRule KNOWS_NO_DELIVERY = isUnawareOf(
            "dev.runner..",
            "io.javalin..",
            "jakarta.servlet..",
            "picocli..",
            "com.github.dockerjava..",
            "io.fabric8..",
            "dev.runner.api..",
            "dev.runner.worker..");

    private static final ArchRule LOGS_KNOW_ONLY_BYTES = isUnawareOf(
            "dev.runner.log..",
            "dev.runner.job..",
            "dev.runner.account..",
            "dev.runner.db..",
            "org.jooq..",
            "java.sql..",
            "javax.sql..");

    private static final ArchRule THE_REGISTRY_KNOWS_ONLY_SCRIPTS = isUnawareOf(
            "dev.runner.registry..",
            "dev.runner.job..",
            "dev.runner.account..",
            "dev.runner.repo..",
            "dev.runner.log..",
            "dev.runner.db..",
            "org.jooq..",
            "java.sql..",
            "javax.sql..");

    private static final ArchRule SETTINGS_KNOW_NOBODY = isUnawareOf(
            "dev.runner.config..",
            "dev.runner.job..",
            "dev.runner.registry..",
            "dev.runner.db..",
            "dev.runner.startup..");

    private static final ArchRule PACKAGES_FORM_NO_RING =
            slices().matching("dev.runner.(*)..").should().beFreeOfCycles();

    @Test
    void knows_neither_server_nor_command_line_nor_executors() {
        KNOWS_NO_DELIVERY.check(CORE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.javalin.Javalin",
                "picocli.CommandLine",
                "com.github.dockerjava.api.DockerClient",
                "io.fabric8.kubernetes.client.KubernetesClient",
                "dev.runner.api.ApiMain",
                "dev.runner.worker.WorkerMain"
            })
    void the_delivery_rule_can_fail(String used) {
        assertFinds(KNOWS_NO_DELIVERY, Offender.using("dev.runner.job.Offender", used));
    }

    @Test
    void logs_know_only_bytes() {
        LOGS_KNOW_ONLY_BYTES.check(CORE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev.runner.job.Job", "org.jooq.DSLContext", "javax.sql.DataSource"})
    void the_rule_about_logs_can_fail(String used) {
        assertFinds(LOGS_KNOW_ONLY_BYTES, Offender.using("dev.runner.log.Offender", used));
    }

    @Test
    void the_registry_knows_only_scripts() {
        THE_REGISTRY_KNOWS_ONLY_SCRIPTS.check(CORE);
    }

    @Test
    void the_rule_about_the_registry_can_fail() {
        assertFinds(
                THE_REGISTRY_KNOWS_ONLY_SCRIPTS, Offender.using("dev.runner.registry.Offender", "dev.runner.job.Job"));
    }

    @Test
    void settings_know_nobody() {
        SETTINGS_KNOW_NOBODY.check(CORE);
    }

    @Test
    void the_rule_about_settings_can_fail() {
        assertFinds(SETTINGS_KNOW_NOBODY, Offender.using("dev.runner.config.Offender", "dev.runner.registry.Registry"));
    }

    @Test
    void packages_form_no_ring() {
        PACKAGES_FORM_NO_RING.check(CORE);
    }

    @Test
    void the_rule_about_rings_can_fail() {
        assertFinds(
                PACKAGES_FORM_NO_RING,
                Offender.usingEachOther("dev.runner.job.Offender", "dev.runner.registry.Offender"));
    }

    @Test
    void time_is_injected() {
        ArchitectureRules.TIME_IS_INJECTED.check(CORE);
    }

    @ParameterizedTest
    @ValueSource(classes = {Instant.class, LocalDate.class})
    void the_rule_about_time_can_fail(Class<?> clock) {
        assertFinds(ArchitectureRules.TIME_IS_INJECTED, Offender.calling("dev.runner.job.Offender", clock, "now"));
    }
}
