package dev.runner.startup;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What this process shows of itself to other processes of the same user, such as the jobs it runs. */
public final class OwnProcess {
    private static final int PR_SET_DUMPABLE = 4;

    /** What settings, and the database driver, are read from. */
    private static final List<String> SETTINGS = List.of("RUNNER_", "PG");

    private OwnProcess() {}

    /**
     * Hides environment and memory, where secrets are: from now on only root reads them. To be called before any other
     * thread and any other process is started.
     */
    public static void hide() {
        try {
            Linker linker = Linker.nativeLinker();
            forgetSettings(linker);
            MethodHandle prctl = linker.downcallHandle(
                    linker.defaultLookup().find("prctl").orElseThrow(),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                    Linker.Option.firstVariadicArg(1));
            int result = (int) prctl.invokeExact(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L);
            if (result != 0) {
                warn(null);
            }
        } catch (Throwable e) {
            warn(e);
        }
    }

    /**
     * Each exec decides anew what a process shows, and Java starts every program by way of a helper that it gives its own
     * environment, whatever the program itself is to get: for a millisecond whoever looks reads the secrets there. So they
     * are taken out of the environment that the C library hands on. Java keeps the copy it made first.
     */
    private static void forgetSettings(Linker linker) throws Throwable {
        MethodHandle unsetenv = linker.downcallHandle(
                linker.defaultLookup().find("unsetenv").orElseThrow(), FunctionDescriptor.of(JAVA_INT, ADDRESS));
        try (var arena = Arena.ofConfined()) {
            for (String name : System.getenv().keySet()) {
                if (SETTINGS.stream().anyMatch(name::startsWith)) {
                    int ignored = (int) unsetenv.invokeExact(arena.allocateFrom(name));
                }
            }
        }
    }

    /** Asks for a logger only when there is something to say: this runs before an option can choose the log's format. */
    private static void warn(@Nullable Throwable cause) {
        LoggerFactory.getLogger(OwnProcess.class)
                .atWarn()
                .setCause(cause)
                .log("other processes of this user can read the environment of this one");
    }
}
