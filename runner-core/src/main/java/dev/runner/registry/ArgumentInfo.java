package dev.runner.registry;

import java.util.Optional;

/** What every argument has, whatever its type. */
public record ArgumentInfo(String name, String label, Optional<String> help, boolean required) {
    static final String NAME_PATTERN = "[a-z][a-z0-9_]{0,63}";

    public ArgumentInfo {
        if (!name.matches(NAME_PATTERN)) {
            throw new IllegalArgumentException("bad argument name");
        }
    }
}
