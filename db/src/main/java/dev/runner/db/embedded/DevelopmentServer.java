package dev.runner.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * The database of {@code ./runner up}: {@code DevelopmentServer <data folder> <port> <ready file>}.
 *
 * <p>Runs until it is told to stop. The ready file appears, with the JDBC address in it, once connections are accepted,
 * so that a shell script can wait for a file instead of guessing.
 */
public final class DevelopmentServer {
    private DevelopmentServer() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path data = Path.of(args[0]);
        int port = Integer.parseInt(args[1]);
        Path ready = Path.of(args[2]);
        EmbeddedDatabase database = EmbeddedDatabase.kept(data, port);
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("stop-database").unstarted(() -> {
                    try {
                        database.close();
                    } catch (IOException e) {
                        System.err.println("the database did not stop cleanly: " + e.getMessage());
                    } finally {
                        stopped.countDown();
                    }
                }));
        Files.writeString(ready, database.jdbcUrl("postgres"));
        stopped.await();
    }
}
