package dev.runner.startup;

import dev.runner.registry.Registry;
import java.util.List;

/** The answer of {@link StartupChecks}. */
public sealed interface StartupOutcome {
    record Ready(Registry registry) implements StartupOutcome {}

    /** Nothing may be served; every problem, one sentence each, for whoever has to put them right. */
    record Refused(List<String> problems) implements StartupOutcome {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}
