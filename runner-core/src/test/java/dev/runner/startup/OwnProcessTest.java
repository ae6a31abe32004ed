package dev.runner.startup;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class OwnProcessTest {
    @Test
    void what_programs_are_started_with_holds_no_settings_any_more() throws Exception {
        assertThat(run("hidden")).containsExactly("java sees secret", "programs get null", "others stay other");
    }

    @Test
    void it_would_hold_them_otherwise() throws Exception {
        assertThat(run("shown")).containsExactly("java sees secret", "programs get secret", "others stay other");
    }

    private static String[] run(String mode) throws Exception {
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        mode)
                .redirectErrorStream(true);
        builder.environment().put("RUNNER_DATABASE_PASSWORD", "secret");
        builder.environment().put("SOMETHING", "other");
        Process child = builder.start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        child.waitFor();
        return said.lines().toArray(String[]::new);
    }

    /** A program with a password in its environment. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws Throwable {
            if (args[0].equals("hidden")) {
                OwnProcess.hide();
            }
            System.out.println("java sees " + System.getenv("RUNNER_DATABASE_PASSWORD"));
            System.out.println("programs get " + handedOn("RUNNER_DATABASE_PASSWORD"));
            System.out.println("others stay " + handedOn("SOMETHING"));
        }

        /** What the C library has, which is what Java gives to the helper that starts a program. */
        private static String handedOn(String name) throws Throwable {
            Linker linker = Linker.nativeLinker();
            var getenv = linker.downcallHandle(
                    linker.defaultLookup().find("getenv").orElseThrow(), FunctionDescriptor.of(ADDRESS, ADDRESS));
            try (var arena = Arena.ofConfined()) {
                var value = (MemorySegment) getenv.invokeExact(arena.allocateFrom(name));
                return value.equals(MemorySegment.NULL)
                        ? "null"
                        : value.reinterpret(Long.MAX_VALUE).getString(0);
            }
        }
    }
}
