package dev.runner.bench;

import dev.runner.registry.LoadOutcome;
import dev.runner.registry.Registry;
import dev.runner.registry.RegistryLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/** The project's own whitelist and demo repo, so that what is measured is what a first start serves. */
record Project(Path root) {
    /** The working directory, which {@code ./runner} makes the project's root. */
    static Project here() {
        var project = new Project(Path.of("").toAbsolutePath());
        if (!Files.isRegularFile(project.registryFile())) {
            throw new IllegalStateException("start it in the project's root, e.g. by ./runner bench");
        }
        return project;
    }

    Path registryFile() {
        return root.resolve("runner.yml");
    }

    Path workspace() {
        return root.resolve("examples/workspace");
    }

    Registry registry() {
        return switch (RegistryLoader.load(registryFile())) {
            case LoadOutcome.Loaded loaded -> loaded.registry();
            case LoadOutcome.Rejected rejected -> throw new IllegalStateException(rejected.problems() + "");
        };
    }
}
