package dev.runner.config;

/** A value that must not be printed. Equality and text never depend on what it hides. */
public final class Secret {
    public static final Secret NONE = new Secret("");

    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    public static Secret of(String value) {
        return value.isEmpty() ? NONE : new Secret(value);
    }

    public boolean isPresent() {
        return !value.isEmpty();
    }

    /** The plain value, named so that its use stands out in a review. */
    public String reveal() {
        return value;
    }

    @Override
    public String toString() {
        return isPresent() ? "***" : "(not set)";
    }
}
