package dev.runner.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Objects;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.postgresql.Driver;

/**
 * A way to a database that a test can cut (connections end, new ones are refused) or freeze (nothing arrives, nothing
 * ends), while the server itself goes on for everybody else.
 */
public final class CuttableWire implements AutoCloseable {
    private final String url;
    private final InetSocketAddress target;
    private final int port;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    /** Pumps hold the read lock for a moment per piece; whoever holds the write lock has frozen them. */
    private final ReentrantReadWriteLock flow = new ReentrantReadWriteLock(true);

    private ServerSocket door;

    public CuttableWire(TestDatabase database) throws IOException {
        Properties parts = Objects.requireNonNull(Driver.parseURL(database.jdbcUrl(), null));
        target = new InetSocketAddress(parts.getProperty("PGHOST"), Integer.parseInt(parts.getProperty("PGPORT")));
        door = open(0);
        port = door.getLocalPort();
        url = database.jdbcUrl().replaceFirst("//[^/]+/", "//127.0.0.1:" + port + "/");
    }

    public String jdbcUrl() {
        return url;
    }

    public void cut() throws IOException {
        door.close();
        for (Socket socket = sockets.poll(); socket != null; socket = sockets.poll()) {
            socket.close();
        }
    }

    public void mend() throws IOException {
        door = open(port);
    }

    public void freeze() {
        flow.writeLock().lock();
    }

    public void thaw() {
        flow.writeLock().unlock();
    }

    @Override
    public void close() throws IOException {
        if (flow.isWriteLockedByCurrentThread()) {
            thaw();
        }
        cut();
    }

    private ServerSocket open(int wanted) throws IOException {
        var opened = new ServerSocket();
        opened.setReuseAddress(true);
        opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted));
        Thread.startVirtualThread(() -> accept(opened));
        return opened;
    }

    private void accept(ServerSocket opened) {
        try {
            while (true) {
                Socket near = opened.accept();
                var far = new Socket();
                sockets.add(near);
                sockets.add(far);
                far.connect(target);
                Thread.startVirtualThread(() -> pump(near, far));
                Thread.startVirtualThread(() -> pump(far, near));
            }
        } catch (IOException e) {
            // The door was closed: that is what cutting is.
        }
    }

    private void pump(Socket from, Socket to) {
        var piece = new byte[8192];
        try (from;
                to) {
            int n = from.getInputStream().read(piece);
            while (n >= 0) {
                flow.readLock().lock();
                try {
                    to.getOutputStream().write(piece, 0, n);
                } finally {
                    flow.readLock().unlock();
                }
                n = from.getInputStream().read(piece);
            }
        } catch (IOException e) {
            // One side is gone; closing the other tells it.
        }
    }
}
