package dev.runner.worker.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The way from the workers to PostgreSQL. It can be cut, closed, stalled (nothing arrives and nothing ends, as when
 * packets are dropped), and it can lose the answer to a certain statement, so that nobody knows whether it was committed.
 */
final class Wire implements AutoCloseable {
    private final int target;
    private final ServerSocket door;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition flowing = lock.newCondition();
    private boolean stalled;
    private volatile boolean refusing;
    /** Texts that a statement, or statements of one connection, contain one after the other; empty: lose nothing. */
    private final AtomicReference<Doomed> doomed = new AtomicReference<>(new Doomed(List.of()));

    private final AtomicInteger lost = new AtomicInteger();

    Wire(int target) throws IOException {
        this.target = target;
        this.door = new ServerSocket();
        door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Ends every connection; new ones are welcome. */
    void cut() {
        links.forEach(Link::cut);
    }

    /** Ends every connection, and each new one at once, until mended. */
    void breakOff() {
        refusing = true;
        cut();
    }

    void mend() {
        refusing = false;
    }

    /** From now on nothing passes, in either direction, and nobody is told. */
    void stall() {
        stalled(true);
    }

    void flow() {
        stalled(false);
    }

    private void stalled(boolean value) {
        lock.lock();
        try {
            stalled = value;
            flowing.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitFlow() throws IOException {
        lock.lock();
        try {
            while (stalled) {
                flowing.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            lock.unlock();
        }
    }

    /** The next time that a connection sends these texts, the server gets them, but its answer is lost with the connection. */
    void loseAnswerTo(String... texts) {
        doomed.set(new Doomed(List.of(texts)));
    }

    /** How many answers were lost. */
    int lost() {
        return lost.get();
    }

    @Override
    public void close() throws IOException {
        door.close();
        flow();
        cut();
    }

    private void accept() {
        try {
            while (true) {
                Socket near = door.accept();
                Thread.ofVirtual().start(() -> connect(near));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void connect(Socket near) {
        var far = new Socket();
        var link = new Link(near, far);
        try {
            if (refusing) {
                link.cut();
                return;
            }
            links.add(link);
            awaitFlow();
            far.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), 5000);
            far.setTcpNoDelay(true);
            near.setTcpNoDelay(true);
            Thread.ofVirtual().start(link::pumpAnswers);
            link.pumpQuestions();
        } catch (IOException e) {
            // No server: whoever connected sees an end.
            link.cut();
        }
    }

    /** One order to lose an answer; two orders of the same texts are two. */
    private static final class Doomed {
        private final List<String> texts;

        Doomed(List<String> texts) {
            this.texts = texts;
        }
    }

    private final class Link {
        private static final int OVERLAP = 256;

        private final Socket near;
        private final Socket far;
        private volatile boolean losing;
        private String tail = "";
        private @Nullable Doomed expected;
        private int seen;

        Link(Socket near, Socket far) {
            this.near = near;
            this.far = far;
        }

        void cut() {
            links.remove(this);
            closeQuietly(near);
            closeQuietly(far);
        }

        void pumpQuestions() {
            pump(near, far, true);
        }

        void pumpAnswers() {
            pump(far, near, false);
        }

        private void pump(Socket from, Socket to, boolean questions) {
            var piece = new byte[8192];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                int n = in.read(piece);
                while (n >= 0) {
                    awaitFlow();
                    if (questions) {
                        look(new String(piece, 0, n, StandardCharsets.ISO_8859_1));
                    } else if (losing) {
                        lost.incrementAndGet();
                        break;
                    }
                    out.write(piece, 0, n);
                    n = in.read(piece);
                }
            } catch (IOException e) {
                // One side is gone; cutting tells the other.
            }
            cut();
        }

        /** Statements may come in pieces, so that the end of the one before is looked at again. */
        private void look(String piece) {
            Doomed order = doomed.get();
            List<String> wanted = order.texts;
            if (wanted.isEmpty()) {
                tail = "";
                return;
            }
            if (order != expected) {
                expected = order;
                seen = 0;
                tail = "";
            }
            String text = tail + piece;
            int from = 0;
            while (seen < wanted.size()) {
                int at = text.indexOf(wanted.get(seen), from);
                if (at < 0) {
                    break;
                }
                from = at + wanted.get(seen).length();
                seen++;
            }
            tail = text.substring(Math.max(from, text.length() - OVERLAP));
            if (seen == wanted.size() && doomed.compareAndSet(order, new Doomed(List.of()))) {
                losing = true;
            }
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is given up either way.
            return;
        }
    }
}
