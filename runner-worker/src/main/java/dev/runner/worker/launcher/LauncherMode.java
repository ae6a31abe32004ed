package dev.runner.worker.launcher;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How several workers of one installation divide the work. */
public enum LauncherMode {
    /** Only the holder of the launcher lock takes jobs; the others stand by. */
    EXCLUSIVE,
    /** Every worker takes jobs; the lock guards only what must be done once. */
    SHARED;

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<LauncherMode> of(String text) {
        return Arrays.stream(values()).filter(mode -> mode.text().equals(text)).findFirst();
    }
}
