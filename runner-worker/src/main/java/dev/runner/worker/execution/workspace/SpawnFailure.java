package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.Dispatch.Category;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Why an attempt could not be started, as far as it can be told from what Java and the system say about it. */
record SpawnFailure(Category category, String detail) {
    /** Of {@code error=11, Resource temporarily unavailable} and {@code posix_spawn failed, error: 11 (…)}. */
    private static final Pattern ERROR_NUMBER = Pattern.compile("error(?:=|: )(\\d+)");

    private static final int EAGAIN = 11;
    private static final int ENOMEM = 12;
    private static final int ENFILE = 23;
    private static final int EMFILE = 24;

    static SpawnFailure of(IOException e) {
        // Java adds a page of advice, which is nothing for a job's history.
        String detail =
                String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
        return new SpawnFailure(category(detail), detail);
    }

    private static Category category(String detail) {
        Optional<Integer> number = number(detail);
        if (number.filter(SpawnFailure::isShortage).isPresent()
                || detail.toLowerCase(Locale.ROOT).contains("too many open files")) {
            return Category.EXHAUSTED;
        }
        // Java starts programs by means of a file of its own installation, which is missing after an upgrade. What the
        // file itself cannot start, such as a folder that cannot be entered, it tells without these words.
        return detail.contains("spawn helper") || detail.contains("posix_spawn")
                ? Category.PROVIDER_UNAVAILABLE
                : Category.CREATE_FAILED;
    }

    /** Of processes, memory or descriptors: whoever has them may give them back any moment. */
    private static boolean isShortage(int number) {
        return number == EAGAIN || number == ENOMEM || number == ENFILE || number == EMFILE;
    }

    private static Optional<Integer> number(String detail) {
        var matcher = ERROR_NUMBER.matcher(detail);
        return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
    }
}
