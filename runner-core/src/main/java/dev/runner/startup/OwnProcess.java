package dev.runner.startup;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this process shows of itself to other processes of the same user, such as the jobs it runs. */
public final class OwnProcess {
    private static final Logger LOG = LoggerFactory.getLogger(OwnProcess.class);
    private static final int PR_SET_DUMPABLE = 4;

    private OwnProcess() {}

    /**
     * Hides environment and memory, where secrets are: from now on only root reads them. Programs started from here are
     * not concerned, because each exec decides anew.
     */
    public static void hide() {
        try {
            Linker linker = Linker.nativeLinker();
            MethodHandle prctl = linker.downcallHandle(
                    linker.defaultLookup().find("prctl").orElseThrow(),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                    Linker.Option.firstVariadicArg(1));
            int result = (int) prctl.invokeExact(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L);
            if (result != 0) {
                LOG.atWarn().log("other processes of this user can read the environment of this one");
            }
        } catch (Throwable e) {
            LOG.atWarn().setCause(e).log("other processes of this user can read the environment of this one");
        }
    }
}
