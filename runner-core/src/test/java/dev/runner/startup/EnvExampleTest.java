package dev.runner.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code .env.example} promises every variable; the sources say which there are. */
class EnvExampleTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern IN_SOURCE = Pattern.compile("\"(RUNNER_[A-Z_]+)\"");
    private static final Pattern IN_EXAMPLE = Pattern.compile("(?m)^#?(RUNNER_[A-Z_]+)=");

    @Test
    void explains_exactly_the_variables_that_are_read() throws IOException {
        var read = new TreeSet<String>();
        for (String module : Set.of("runner-core", "runner-api", "runner-worker")) {
            read.addAll(namesInSources(ROOT.resolve(module).resolve("src/main/java")));
        }
        // Told to the children of a worker, never read.
        read.removeAll(Set.of("RUNNER_JOB_ID", "RUNNER_ATTEMPT"));

        assertThat(names(IN_EXAMPLE, Files.readString(ROOT.resolve(".env.example"))))
                .isEqualTo(read);
    }

    private static Set<String> namesInSources(Path folder) throws IOException {
        var names = new TreeSet<String>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                names.addAll(names(IN_SOURCE, Files.readString(file)));
            }
        }
        return names;
    }

    private static Set<String> names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
