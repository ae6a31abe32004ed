package dev.runner.api.stream;

import dev.runner.job.JobStatus;
import dev.runner.log.LogFollower;
import dev.runner.log.LogPiece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: waits for its start, then sends what there is, one frame at a time. A frame is read from the log only
 * when the one before was taken, so a slow reader costs one frame of memory. Thread-safe.
 */
final class LogStream {
    private static final Logger log = LoggerFactory.getLogger(LogStream.class);

    /** A frame that took longer to hand over did not fit into the buffers of the connection. */
    private static final long WAITED_NANOS = 100_000_000;

    private final Session session;
    private final LongSupplier received;
    private final Executor threads;
    private final BiConsumer<LogStream, StreamEnd> closed;
    private final @Nullable UUID jobId;
    private final @Nullable String headerToken;
    private final long connectedAt;

    private Phase phase = Phase.WAITING;
    /** Something is being read or sent; whoever sets it is the only one to do so. */
    private boolean busy;
    /** There was news meanwhile. */
    private boolean again;

    private @Nullable Watch watch;
    /** When the frame on its way was handed over; 0 when none is. */
    private long sendingSince;

    private long checkedAt;
    private long pingedAt;
    /** Bytes that had come from the client when that was looked at last, and when there was proof of its being there. */
    private long heard;

    private long heardAt;
    private long closedAt;

    private enum Phase {
        WAITING,
        STARTING,
        OPEN,
        CLOSED
    }

    /**
     * @param received how many bytes have come from the client
     * @param closed told once, when this stream counts no longer
     */
    LogStream(
            Session session,
            LongSupplier received,
            Executor threads,
            BiConsumer<LogStream, StreamEnd> closed,
            @Nullable UUID jobId,
            @Nullable String headerToken,
            long now) {
        this.session = session;
        this.received = received;
        this.threads = threads;
        this.closed = closed;
        this.jobId = jobId;
        this.headerToken = headerToken;
        this.connectedAt = now;
        this.pingedAt = now;
        this.heardAt = now;
    }

    /** What a stream that was started is about. Only touched by whoever made the stream busy, but for the status. */
    private static final class Watch {
        private final String person;
        private final String token;
        private final LogFollower follower;
        private final @Nullable Long maxBehind;
        private JobStatus status;
        private boolean statusToTell = true;

        Watch(String person, String token, LogFollower follower, @Nullable Long maxBehind, JobStatus status) {
            this.person = person;
            this.token = token;
            this.follower = follower;
            this.maxBehind = maxBehind;
            this.status = status;
        }
    }

    @Nullable
    UUID jobId() {
        return jobId;
    }

    @Nullable
    String headerToken() {
        return headerToken;
    }

    synchronized @Nullable String person() {
        return phase == Phase.OPEN && watch != null ? watch.person : null;
    }

    synchronized @Nullable String token() {
        return phase == Phase.OPEN && watch != null ? watch.token : null;
    }

    synchronized boolean isOpen() {
        return phase == Phase.OPEN;
    }

    /** Whether this is the first message; no other is expected. */
    synchronized boolean takeStart() {
        if (phase != Phase.WAITING) {
            return false;
        }
        phase = Phase.STARTING;
        return true;
    }

    /** Counts from now on; {@link #news} sets it going. */
    synchronized boolean open(
            String person, String token, LogFollower follower, @Nullable Long maxBehind, JobStatus status, long now) {
        if (phase != Phase.STARTING) {
            return false;
        }
        watch = new Watch(person, token, follower, maxBehind, status);
        checkedAt = now;
        phase = Phase.OPEN;
        return true;
    }

    /** The status of its job, as the database told it just now. */
    void status(JobStatus status) {
        synchronized (this) {
            if (watch == null || watch.status == status) {
                return;
            }
            watch.status = status;
            watch.statusToTell = true;
        }
        news();
    }

    /** The size of its file, as it is now. */
    void size(long bytes) {
        boolean behind;
        synchronized (this) {
            // A frame on its way is followed by a look at what came meanwhile, anyway.
            behind = phase == Phase.OPEN && !busy && watch != null && watch.follower.isBehind(bytes);
        }
        if (behind) {
            news();
        }
    }

    /** There may be something to say. */
    void news() {
        synchronized (this) {
            if (phase != Phase.OPEN) {
                return;
            }
            if (busy) {
                again = true;
                return;
            }
            busy = true;
        }
        threads.execute(this::work);
    }

    private void work() {
        try {
            String frame = nextFrame();
            if (frame != null) {
                send(frame, Callback.from(this::taken, failure -> lost()));
            } else {
                rest();
            }
        } catch (IOException | RuntimeException e) {
            // The message of a failure to read names files, never what they hold.
            log.warn("a stream of the log of job {} ends: {}", jobId, e.toString());
            close(StreamEnd.BROKEN);
        }
    }

    /** Reads, so not under the lock. Null when there is nothing to say, or the last word is on its way. */
    private @Nullable String nextFrame() throws IOException {
        Watch current;
        JobStatus status;
        synchronized (this) {
            current = watch;
            if (phase != Phase.OPEN || current == null) {
                return null;
            }
            again = false;
            status = current.status;
            if (current.statusToTell) {
                current.statusToTell = false;
                return Frames.status(status);
            }
        }
        LogFollower follower = current.follower;
        long from = follower.offset();
        if (current.maxBehind != null && follower.skipAhead(current.maxBehind, status.isTerminal())) {
            return Frames.skipped(from, follower.offset());
        }
        LogPiece piece = follower.next(status.isTerminal());
        if (piece != null) {
            return Frames.log(piece);
        }
        if (follower.ended()) {
            send(
                    Frames.end(follower.offset(), status),
                    Callback.from(() -> close(StreamEnd.COMPLETE), failure -> lost()));
        }
        return null;
    }

    private void send(String frame, Callback callback) {
        synchronized (this) {
            sendingSince = System.nanoTime() | 1;
        }
        session.sendText(frame, callback);
    }

    private void taken() {
        synchronized (this) {
            long now = System.nanoTime();
            if (now - sendingSince > WAITED_NANOS) {
                // Only a client that takes makes room in a full buffer. Its answers to pings are behind all that.
                heardAt = now;
            }
            sendingSince = 0;
            if (phase != Phase.OPEN) {
                return;
            }
        }
        // Not here: this may run inside the sending of the frame before.
        threads.execute(this::work);
    }

    private void rest() {
        synchronized (this) {
            if (sendingSince != 0 || !again) {
                busy = sendingSince != 0;
                return;
            }
        }
        threads.execute(this::work);
    }

    private void lost() {
        session.disconnect();
    }

    /** Does what is due by now. */
    void tick(long now, StreamTimes times) {
        StreamEnd end = null;
        boolean ping = false;
        boolean cut = false;
        synchronized (this) {
            if (phase == Phase.CLOSED) {
                cut = now - closedAt > times.farewell().toNanos();
            } else if (phase == Phase.WAITING) {
                end = now - connectedAt > times.start().toNanos() ? StreamEnd.NO_START : null;
            } else if (sendingSince != 0 && now - sendingSince > times.stalled().toNanos()) {
                end = StreamEnd.STALLED;
            } else if (isSilent(now, times)) {
                end = StreamEnd.SILENT;
            } else if (now - pingedAt > times.ping().toNanos()) {
                pingedAt = now;
                ping = true;
            }
        }
        if (end != null) {
            close(end);
        } else if (cut) {
            session.disconnect();
        } else if (ping) {
            session.sendPing(ByteBuffer.allocate(0), Callback.NOOP);
        }
    }

    /** Whatever comes is as good as a pong; a client that is there sends nothing else. */
    private boolean isSilent(long now, StreamTimes times) {
        long bytes = received.getAsLong();
        if (bytes != heard) {
            heard = bytes;
            heardAt = now;
        }
        return now - heardAt > times.silent().toNanos();
    }

    synchronized boolean isToBeChecked(long now, StreamTimes times) {
        return phase == Phase.OPEN && now - checkedAt > times.recheck().toNanos();
    }

    synchronized void checked(long now) {
        checkedAt = now;
    }

    /** Whether its token has not been seen to be valid for far longer than it should have been. */
    synchronized boolean isUncheckedForLong(long now, StreamTimes times) {
        return phase == Phase.OPEN && now - checkedAt > 4 * times.recheck().toNanos();
    }

    /** Says why, and waits no longer than a while for the client to agree. */
    void close(StreamEnd end) {
        if (leave(end)) {
            session.close(end.code(), end.reason(), Callback.NOOP);
        }
    }

    /** The connection is gone. */
    void gone() {
        leave(StreamEnd.LEFT);
    }

    private boolean leave(StreamEnd end) {
        synchronized (this) {
            if (phase == Phase.CLOSED) {
                return false;
            }
            phase = Phase.CLOSED;
            closedAt = System.nanoTime();
            watch = null;
        }
        closed.accept(this, end);
        return true;
    }
}
