package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code bin/runner-api} tells Java, as Java understands it. */
class StartScriptTest {
    private static final String TELL = " -XX:+PrintFlagsFinal -version";

    @Test
    void the_process_is_kept_small() throws IOException, InterruptedException {
        assertThat(flags(Map.of("JAVA_OPTS", TELL)))
                .containsPattern("UseSerialGC +:?= true")
                .containsPattern("MaxHeapSize +:?= 536870912 ")
                .containsPattern("UseCompactObjectHeaders +:?= true");
    }

    @Test
    void what_the_operator_says_wins() throws IOException, InterruptedException {
        assertThat(flags(Map.of("JAVA_OPTS", "-XX:+UseG1GC -Xmx1g -XX:-UseCompactObjectHeaders" + TELL)))
                .containsPattern("UseG1GC +:?= true")
                .containsPattern("UseSerialGC +:?= false")
                .containsPattern("MaxHeapSize +:?= 1073741824 ")
                .containsPattern("UseCompactObjectHeaders +:?= false");
    }

    @Test
    void a_collector_named_in_the_other_variables_of_java_wins_as_well() throws IOException, InterruptedException {
        assertThat(flags(Map.of("JDK_JAVA_OPTIONS", "-XX:+UseParallelGC", "JAVA_OPTS", TELL)))
                .containsPattern("UseParallelGC +:?= true");
    }

    private static String flags(Map<String, String> variables) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(
                        Path.of("src/main/dist/bin/runner-api").toAbsolutePath().toString())
                .redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.contains("JAVA"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(variables);
        Process process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
