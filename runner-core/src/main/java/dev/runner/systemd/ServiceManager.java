package dev.runner.systemd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whoever started this program and watches over it. Says when it is ready and when it stops, and in between gives signs
 * of life for as long as the program really gets on: a manager that hears none restarts it. Without a manager every
 * method does nothing. Thread-safe.
 */
public final class ServiceManager implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceManager.class);
    /** How often the status line is renewed where no watchdog asks for more. */
    private static final Duration STATUS_EVERY = Duration.ofSeconds(10);

    private final @Nullable NotifySocket socket;
    /** Within which a sign of life is due; null when nobody waits for one. */
    private final @Nullable Duration watchdog;

    private final @Nullable Path runtimeDirectory;
    private @Nullable Thread beating;
    private volatile boolean silent;
    private volatile boolean deaf;

    private ServiceManager(
            @Nullable NotifySocket socket, @Nullable Duration watchdog, @Nullable Path runtimeDirectory) {
        this.socket = socket;
        this.watchdog = watchdog;
        this.runtimeDirectory = runtimeDirectory;
    }

    /** The manager that these variables tell of, if they do. */
    public static ServiceManager of(Map<String, String> variables) {
        String directory = variables.get("RUNTIME_DIRECTORY");
        return new ServiceManager(
                socket(variables.get("NOTIFY_SOCKET")),
                watchdog(variables, ProcessHandle.current().pid()),
                directory == null ? null : Path.of(directory));
    }

    private static @Nullable NotifySocket socket(@Nullable String address) {
        if (address == null || address.isEmpty()) {
            return null;
        }
        try {
            return new NotifySocket(address);
        } catch (IllegalArgumentException e) {
            LOG.atWarn().log("NOTIFY_SOCKET is of no use, the service manager will hear nothing: {}", e.getMessage());
            return null;
        }
    }

    static @Nullable Duration watchdog(Map<String, String> variables, long pid) {
        // The variables may be those of a parent that did not take them away.
        if (!variables.getOrDefault("WATCHDOG_PID", Long.toString(pid)).equals(Long.toString(pid))) {
            return null;
        }
        try {
            long micros = Long.parseLong(variables.getOrDefault("WATCHDOG_USEC", "0"));
            return micros > 0 ? Duration.ofNanos(Math.multiplyExact(micros, 1000L)) : null;
        } catch (NumberFormatException | ArithmeticException e) {
            return null;
        }
    }

    /**
     * Says that the program is ready, and from then on that it is alive, while it is.
     *
     * @param alive whether it still does what it is there for; asked on a thread of its own
     * @param status one line for whoever looks at the service
     */
    public synchronized void ready(BooleanSupplier alive, Supplier<String> status) {
        if (socket == null || beating != null) {
            return;
        }
        send("READY=1\n" + message(alive, status));
        Duration pause = Optional.ofNullable(watchdog)
                .map(due -> due.dividedBy(2))
                .filter(half -> half.compareTo(STATUS_EVERY) < 0)
                .orElse(STATUS_EVERY);
        beating = Thread.ofPlatform().daemon().name("service-manager").start(() -> beat(pause, alive, status));
    }

    private void beat(Duration pause, BooleanSupplier alive, Supplier<String> status) {
        try {
            while (true) {
                Thread.sleep(pause);
                send(message(alive, status));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String message(BooleanSupplier alive, Supplier<String> status) {
        String line = "STATUS=" + status.get().replace('\n', ' ') + "\n";
        if (watchdog == null) {
            return line;
        }
        if (alive.getAsBoolean()) {
            silent = false;
            return line + "WATCHDOG=1\n";
        }
        if (!silent) {
            silent = true;
            LOG.atError().log("nothing gets on any more; the service manager is told no longer that all is well");
        }
        return line;
    }

    /** Says that the program is about to end; nobody waits for signs of life from then on. */
    public synchronized void stopping() {
        close();
        if (socket != null) {
            send("STOPPING=1\nSTATUS=stopping\n");
        }
    }

    /** Whether whoever stops the service left a file of this name in its runtime directory. */
    public boolean hasNote(String name) {
        return runtimeDirectory != null && Files.exists(runtimeDirectory.resolve(name));
    }

    private void send(String message) {
        NotifySocket open = socket;
        if (open == null) {
            return;
        }
        try {
            open.send(message);
            deaf = false;
        } catch (IOException e) {
            if (!deaf) {
                deaf = true;
                LOG.atWarn().log("the service manager does not listen: {}", e.getMessage());
            }
        }
    }

    @Override
    public synchronized void close() {
        Thread thread = beating;
        beating = null;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
