package dev.runner.config;

import java.util.List;

/** The settings cannot be used. Catch it in {@code main}: print every problem and exit with a non-zero code. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    public ConfigException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
