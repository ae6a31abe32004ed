package dev.runner.worker.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Who this process is to the others.
 *
 * @param id unique for each boot, because a lease of a former boot must never be taken for one of this boot
 * @param version of the program, for the diagnostics
 */
public record WorkerIdentity(String id, String host, String version) {
    /** Together with the random part it stays below what an application name in PostgreSQL can hold. */
    private static final int HOST_LENGTH = 30;

    private static final int RANDOM_BYTES = 6;

    /** A new identity on this host. */
    public static WorkerIdentity create(@Nullable String version) {
        String host = hostName();
        var random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        String readable = host.replaceAll("[^A-Za-z0-9.-]", "-");
        String shortened = readable.substring(0, Math.min(readable.length(), HOST_LENGTH));
        return new WorkerIdentity(
                shortened + "-" + HexFormat.of().formatHex(random), host, version == null ? "development" : version);
    }

    /**
     * As the kernel has it. A name service may not know this host, or not yet when it boots, and a worker that is called
     * otherwise than its predecessor of the same host would not take over from it.
     */
    private static String hostName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the worker needs Linux and its /proc", e);
        }
    }
}
