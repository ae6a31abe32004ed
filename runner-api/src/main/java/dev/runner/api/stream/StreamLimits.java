package dev.runner.api.stream;

/**
 * How many logs may be watched at once on one replica.
 *
 * @param total by everybody
 * @param perPerson by one person
 */
public record StreamLimits(int total, int perPerson) {
    public static final StreamLimits DEFAULT = new StreamLimits(1000, 20);
}
