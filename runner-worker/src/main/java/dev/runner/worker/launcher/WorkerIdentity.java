package dev.runner.worker.launcher;

import java.net.InetAddress;
import java.net.UnknownHostException;
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

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // A container without an entry for itself; the random part still tells workers apart.
            return "unknown-host";
        }
    }
}
