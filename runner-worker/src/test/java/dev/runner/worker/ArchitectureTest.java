package dev.runner.worker;

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

/** What the worker must not know. Each rule is also shown an offender it must find. */
class ArchitectureTest {
    private static final JavaClasses WORKER = ArchitectureRules.delivered("dev.runner.worker");

    private static final ArchRule KNOWS_NEITHER_HTTP_NOR_PEOPLE = isUnawareOf(
            "dev.runner.worker..", "dev.runner.api..", "dev.runner.account..", "io.javalin..", "jakarta.servlet..");

    private static final ArchRule THE_LAUNCHER_KNOWS_NO_COMMAND_LINE =
            isUnawareOf("dev.runner.worker.launcher..", "picocli..", "dev.runner.worker.command..");

    private static final ArchRule EXECUTION_KNOWS_NO_DATABASE = isUnawareOf(
            "dev.runner.worker.execution..",
            "dev.runner.worker.launcher..",
            "dev.runner.job..",
            "dev.runner.queue..",
            "dev.runner.db..",
            "org.jooq..",
            "java.sql..",
            "javax.sql..");

    private static final ArchRule THE_CONTRACT_KNOWS_NO_PROVIDER =
            isUnawareOf("dev.runner.worker.execution", "dev.runner.worker.execution.workspace..");

    @Test
    void knows_neither_http_nor_people() {
        KNOWS_NEITHER_HTTP_NOR_PEOPLE.check(WORKER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev.runner.api.ApiMain", "dev.runner.account.Users", "io.javalin.Javalin"})
    void that_rule_can_fail(String used) {
        assertFinds(KNOWS_NEITHER_HTTP_NOR_PEOPLE, Offender.using("dev.runner.worker.launcher.Offender", used));
    }

    @Test
    void the_launcher_knows_no_command_line() {
        THE_LAUNCHER_KNOWS_NO_COMMAND_LINE.check(WORKER);
    }

    @Test
    void the_rule_about_command_lines_can_fail() {
        assertFinds(
                THE_LAUNCHER_KNOWS_NO_COMMAND_LINE,
                Offender.using("dev.runner.worker.launcher.Offender", "picocli.CommandLine"));
    }

    @Test
    void execution_knows_no_database_and_its_contract_no_provider() {
        EXECUTION_KNOWS_NO_DATABASE.check(WORKER);
        THE_CONTRACT_KNOWS_NO_PROVIDER.check(WORKER);
    }

    @Test
    void the_rules_about_execution_can_fail() {
        assertFinds(
                EXECUTION_KNOWS_NO_DATABASE,
                Offender.using("dev.runner.worker.execution.workspace.Offender", "org.jooq.DSLContext"));
        assertFinds(
                THE_CONTRACT_KNOWS_NO_PROVIDER,
                Offender.using(
                        "dev.runner.worker.execution.Offender",
                        "dev.runner.worker.execution.workspace.WorkspaceProvider"));
    }

    @Test
    void time_is_injected() {
        TIME_IS_INJECTED.check(WORKER);
    }

    @Test
    void the_rule_about_time_can_fail() {
        assertFinds(TIME_IS_INJECTED, Offender.calling("dev.runner.worker.Offender", Instant.class, "now"));
    }
}
