package dev.runner.registry;

import java.util.List;

/** The answer of {@link RegistryLoader}. */
public sealed interface LoadOutcome {
    record Loaded(Registry registry) implements LoadOutcome {}

    /** Every problem of the file, each with its place, e.g. {@code scripts[2].arguments.retries.max (line 14): …}. */
    record Rejected(List<String> problems) implements LoadOutcome {
        public Rejected {
            problems = List.copyOf(problems);
        }
    }
}
