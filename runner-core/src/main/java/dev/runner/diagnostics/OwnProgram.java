package dev.runner.diagnostics;

import dev.runner.job.QueueLimits;
import org.jspecify.annotations.Nullable;

/**
 * What the program that looks knows of itself, to compare the installation with.
 *
 * @param version its own version
 * @param schemaVersion the schema it was made for
 * @param limits how many jobs it lets in; null when it lets in none
 */
public record OwnProgram(
        String version, String schemaVersion, @Nullable QueueLimits limits) {}
