package dev.runner.testing;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;

/** Rules that hold in more than one module, and how each is shown to be able to fail. */
public final class ArchitectureRules {
    /** Wall time of this machine; the composition roots may hand out a clock. */
    public static final ArchRule TIME_IS_INJECTED = noClasses()
            .that()
            .haveSimpleNameNotEndingWith("Main")
            .should()
            .callMethodWhere(target(name("now")).and(target(owner(JavaClass.Predicates.resideInAPackage("java.time")))))
            .because("tests own the clock, and leases and windows are judged by the database's");

    public static final ArchRule STARTS_NO_PROGRAM = noClasses()
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(ProcessBuilder.class, Process.class)
            .orShould()
            .callMethodWhere(target(name("exec")).and(target(owner(JavaClass.Predicates.equivalentTo(Runtime.class)))))
            .because("only the worker executes anything");

    private ArchitectureRules() {}

    /** No class of the package depends on one of those. */
    public static ArchRule isUnawareOf(String inPackage, String... packages) {
        return noClasses()
                .that()
                .resideInAPackage(inPackage)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages);
    }

    /** What is delivered of these packages, without tests. */
    public static JavaClasses delivered(String... packages) {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(packages);
    }

    /** A rule that cannot find this one finds nothing. */
    public static void assertFinds(ArchRule rule, JavaClasses offender) {
        assertThat(rule.allowEmptyShould(true).evaluate(offender).hasViolation())
                .as("finds the offender: " + rule.getDescription())
                .isTrue();
    }
}
