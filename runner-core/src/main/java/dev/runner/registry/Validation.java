package dev.runner.registry;

import java.util.List;

/** The answer of {@link Script#validate}. */
public sealed interface Validation {
    record Valid(NormalisedArguments arguments) implements Validation {}

    /** Every problem of the request, those of declared arguments first, in their order; never empty. */
    record Invalid(List<ArgumentProblem> problems) implements Validation {
        public Invalid {
            problems = List.copyOf(problems);
        }
    }
}
