package dev.runner.worker.execution;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What to execute. The program and its arguments reach the operating system as they stand here; nothing on the way reads
 * them as shell text or as options.
 *
 * @param environment what the job gets on top of the provider's fixed list
 */
public record Launch(AttemptKey key, List<String> argv, Path workingDirectory, Map<String, String> environment) {
    public Launch {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
        if (argv.isEmpty() || argv.getFirst().isEmpty()) {
            throw new IllegalArgumentException("there is no program to start");
        }
        if (argv.stream().anyMatch(Launch::hasNul)) {
            throw new IllegalArgumentException("an argument contains NUL, at which the system would cut it off");
        }
        environment.forEach((name, value) -> {
            if (name.isEmpty() || name.indexOf('=') >= 0 || hasNul(name) || hasNul(value)) {
                throw new IllegalArgumentException("not an environment variable: " + name);
            }
        });
    }

    private static boolean hasNul(String text) {
        return text.indexOf('\0') >= 0;
    }
}
