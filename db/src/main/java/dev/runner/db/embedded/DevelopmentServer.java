package dev.runner.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The database of {@code ./runner up}: {@code DevelopmentServer <data folder> <port> <ready file>}.
 *
 * <p>Runs until it is told to stop. The ready file appears, with the JDBC address in it, once connections are accepted,
 * so that a shell script can wait for a file instead of guessing; it is moved into place, so that nobody reads half of
 * it. When the port is taken another one is used: the file says which.
 */
public final class DevelopmentServer {
    private DevelopmentServer() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path data = Path.of(args[0]);
        int port = Integer.parseInt(args[1]);
        Path ready = Path.of(args[2]);
        EmbeddedDatabase database = EmbeddedDatabase.kept(data, port);
        var stopped = new CountDownLatch(1);
        var told = new AtomicBoolean();
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("stop-database").unstarted(() -> {
                    told.set(true);
                    try {
                        database.close();
                    } catch (IOException e) {
                        System.err.println("the database did not stop cleanly: " + e.getMessage());
                    } finally {
                        stopped.countDown();
                    }
                }));
        Path written =
                Files.writeString(ready.resolveSibling(ready.getFileName() + ".new"), database.jdbcUrl("postgres"));
        Files.move(written, ready, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        // The server is no child of this process; without a look at it, its death would go unnoticed here.
        Optional<ProcessHandle> server = new DataFolder(data).server();
        if (server.isPresent()) {
            var _ = server.get().onExit().thenRun(() -> {
                if (!told.get()) {
                    System.err.println("the PostgreSQL server ended by itself");
                    stopped.countDown();
                }
            });
        }
        stopped.await();
    }
}
