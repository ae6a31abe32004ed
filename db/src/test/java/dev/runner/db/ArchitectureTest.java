package dev.runner.db;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The schema lies below everything else, and the delivered half of this module below its development half. */
class ArchitectureTest {
    private static final ArchRule KNOWS_NOTHING_ABOVE = noClasses()
            .that()
            .resideInAnyPackage("dev.runner.db.codegen..", "dev.runner.db.embedded..", "dev.runner.db.migration..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.runner.account..",
                    "dev.runner.api..",
                    "dev.runner.config..",
                    "dev.runner.job..",
                    "dev.runner.log..",
                    "dev.runner.queue..",
                    "dev.runner.registry..",
                    "dev.runner.repo..",
                    "dev.runner.startup..",
                    "dev.runner.worker..");

    private static final ArchRule MIGRATIONS_NEED_NO_EMBEDDED_SERVER = noClasses()
            .that()
            .resideInAPackage("dev.runner.db.migration..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.runner.db.embedded..", "dev.runner.db.codegen..", "io.zonky..", "org.jooq..");

    @TempDir
    Path folder;

    @Test
    void knows_nothing_above_it() {
        check(KNOWS_NOTHING_ABOVE);
    }

    @Test
    void that_rule_can_fail() throws IOException {
        assertThat(finds(KNOWS_NOTHING_ABOVE, "dev.runner.job.Job")).isTrue();
        assertThat(finds(KNOWS_NOTHING_ABOVE, "dev.runner.db.embedded.Probe")).isFalse();
    }

    @Test
    void migrations_are_delivered_without_the_embedded_server() {
        check(MIGRATIONS_NEED_NO_EMBEDDED_SERVER);
    }

    @Test
    void that_rule_can_fail_too() throws IOException {
        assertThat(finds(MIGRATIONS_NEED_NO_EMBEDDED_SERVER, "io.zonky.test.db.postgres.embedded.EmbeddedPostgres"))
                .isTrue();
    }

    private static void check(ArchRule rule) {
        rule.check(new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.runner.db"));
    }

    /** Whether the rule finds a class of the migrations that uses the given one. */
    private boolean finds(ArchRule rule, String used) throws IOException {
        ClassFile.of()
                .buildTo(
                        folder.resolve("Offender.class"),
                        ClassDesc.of("dev.runner.db.migration.Offender"),
                        c -> c.withField("used", ClassDesc.of(used), ClassFile.ACC_STATIC));
        return rule.evaluate(new ClassFileImporter().importPath(folder)).hasViolation();
    }
}
