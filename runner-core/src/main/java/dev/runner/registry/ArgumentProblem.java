package dev.runner.registry;

/**
 * One thing wrong with the arguments of a request. The refused value itself is not repeated: it may be huge or secret.
 *
 * @param field the path within the request, e.g. {@code args.retries}
 * @param message what is wrong, e.g. {@code is out of range}
 * @param allowed what would be accepted, e.g. {@code a whole number from 1 to 10}
 */
public record ArgumentProblem(String field, String message, String allowed) {}
