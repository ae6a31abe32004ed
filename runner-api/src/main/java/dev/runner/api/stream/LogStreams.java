package dev.runner.api.stream;

import dev.runner.api.auth.TokenCheck;
import dev.runner.api.http.Access;
import dev.runner.api.http.Resource;
import dev.runner.api.http.Texts;
import dev.runner.api.logs.JobLogs;
import dev.runner.job.Job;
import dev.runner.job.JobStatus;
import dev.runner.job.JobStore;
import dev.runner.log.LogFollower;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.websocket.WsConnectContext;
import io.javalin.websocket.WsContext;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.eclipse.jetty.ee10.websocket.server.JettyWebSocketServletFactory;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.common.WebSocketSession;
import org.eclipse.jetty.websocket.core.WebSocketCoreSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All logs that are being watched on this replica.
 *
 * <p>Whoever connects must say who they are in the first message: browsers can set no header there, and an address with
 * a token in it would end up in logs. Nothing that a browser adds by itself, such as a cookie, is looked at; so a page of
 * another origin that connects gets as far as any stranger, and origins need not be compared.
 */
public final class LogStreams implements Resource, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LogStreams.class);

    private static final String PATH = "/api/runner/jobs/{job_id}/logs";
    private static final Duration IDLE = Duration.ofMinutes(2);
    private static final int INPUT_BUFFER = 1024;
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final TokenCheck tokens;
    private final JobStore jobs;
    private final JobLogs logs;
    private final StreamLimits limits;
    private final StreamTimes times;
    private final Map<String, LogStream> streams = new ConcurrentHashMap<>();
    private final Map<StreamEnd, Counter> ends = new EnumMap<>(StreamEnd.class);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("log-streams").factory());
    private final Future<?> ticking;
    private final AtomicBoolean asking = new AtomicBoolean();
    private final AtomicBoolean checking = new AtomicBoolean();
    private volatile boolean stopping;
    private long askedAt = System.nanoTime();

    public LogStreams(
            TokenCheck tokens,
            JobStore jobs,
            JobLogs logs,
            StreamLimits limits,
            StreamTimes times,
            MeterRegistry registry) {
        this.tokens = tokens;
        this.jobs = jobs;
        this.logs = logs;
        this.limits = limits;
        this.times = times;
        Gauge.builder("runner_log_streams", this, LogStreams::open)
                .description("Logs that are being watched")
                .register(registry);
        for (StreamEnd end : StreamEnd.values()) {
            ends.put(
                    end,
                    Counter.builder("runner_log_stream_ends")
                            .description("Watched logs that were closed")
                            .tag("reason", end.label())
                            .register(registry));
        }
        long look = times.look().toMillis();
        ticking = clock.scheduleWithFixedDelay(this::tick, look, look, TimeUnit.MILLISECONDS);
    }

    private double open() {
        return streams.values().stream().filter(LogStream::isOpen).count();
    }

    /** What the server must know of all its WebSockets. */
    public static void configure(JavalinConfig config) {
        config.jetty.modifyWebSocketServletFactory(LogStreams::configure);
    }

    private static void configure(JettyWebSocketServletFactory factory) {
        factory.setMaxTextMessageSize(2L * StartMessage.MAX_LENGTH);
        factory.setMaxBinaryMessageSize(INPUT_BUFFER);
        factory.setInputBufferSize(INPUT_BUFFER);
        factory.setIdleTimeout(IDLE);
        // Every connection would keep a compressor of its own, hundreds of kilobytes each.
        factory.getAvailableExtensionNames().clear();
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.ws(
                PATH,
                ws -> {
                    ws.onConnect(this::connect);
                    ws.onMessage(ctx -> message(ctx, ctx.message()));
                    ws.onBinaryMessage(ctx -> with(ctx, stream -> stream.close(StreamEnd.BAD_MESSAGE)));
                    ws.onError(ctx -> with(ctx, LogStream::gone));
                    ws.onClose(ctx -> {
                        with(ctx, LogStream::gone);
                        streams.remove(ctx.sessionId());
                    });
                },
                Access.PERSON);
    }

    private void connect(WsConnectContext ctx) {
        var stream = new LogStream(
                ctx.session,
                received(ctx.session),
                this::aside,
                (left, end) -> ended(end),
                Texts.uuid(ctx.pathParam("job_id")),
                TokenCheck.tokenOf(ctx.header("Authorization")),
                System.nanoTime());
        if (stopping || streams.size() >= limits.total()) {
            StreamEnd end = stopping ? StreamEnd.STOPPING : StreamEnd.FULL;
            ended(end);
            ctx.session.close(end.code(), end.reason(), Callback.NOOP);
            return;
        }
        streams.put(ctx.sessionId(), stream);
        if (stopping) {
            stream.close(StreamEnd.STOPPING);
        }
    }

    /** The server's own count, because Javalin tells its handlers of no pong. */
    private static LongSupplier received(Session session) {
        if (session instanceof WebSocketSession known && known.getCoreSession() instanceof WebSocketCoreSession core) {
            return core.getConnection()::getBytesIn;
        }
        throw new IllegalStateException("not a session of this server: " + session.getClass());
    }

    private void aside(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            // The server stops, and every stream has been told so.
            log.debug("too late for a stream");
        }
    }

    private void ended(StreamEnd end) {
        Optional.ofNullable(ends.get(end)).ifPresent(Counter::increment);
    }

    private void message(WsContext ctx, String text) {
        with(ctx, stream -> {
            StartMessage start = StartMessage.parse(text);
            if (!stream.takeStart() || start == null) {
                stream.close(StreamEnd.BAD_MESSAGE);
                return;
            }
            // Not on the thread that reads from the connection: it may be one that serves many.
            aside(() -> start(stream, start));
        });
    }

    private void with(WsContext ctx, Consumer<LogStream> action) {
        LogStream stream = streams.get(ctx.sessionId());
        if (stream != null) {
            action.accept(stream);
        }
    }

    private void start(LogStream stream, StartMessage start) {
        try {
            StreamEnd refused = tryStart(stream, start);
            if (refused != null) {
                stream.close(refused);
            }
        } catch (IOException | RuntimeException e) {
            log.warn("the log of job {} cannot be watched: {}", stream.jobId(), e.toString());
            stream.close(StreamEnd.BROKEN);
        }
    }

    private @Nullable StreamEnd tryStart(LogStream stream, StartMessage start) throws IOException {
        String token = start.token() == null ? stream.headerToken() : start.token();
        if (token == null) {
            return StreamEnd.UNAUTHENTICATED;
        }
        String person;
        switch (tokens.check(token)) {
            case TokenCheck.Answer.Valid valid -> person = valid.caller().name();
            case TokenCheck.Answer.Refused refused -> {
                return StreamEnd.UNAUTHENTICATED;
            }
            case TokenCheck.Answer.Unknown unknown -> {
                return StreamEnd.UNCHECKED;
            }
        }
        UUID id = stream.jobId();
        Optional<Job> job = id == null ? Optional.empty() : jobs.find(id);
        if (job.isEmpty()) {
            return StreamEnd.NO_JOB;
        }
        JobStatus status = job.get().status();
        var follower = new LogFollower(logs.of(job.get().id()), start.offset());
        if (start.offset() > 0 && !follower.beginsWithCharacter(status.isTerminal())) {
            return StreamEnd.BAD_MESSAGE;
        }
        synchronized (this) {
            long already = streams.values().stream()
                    .filter(other -> person.equals(other.person()))
                    .count();
            if (already >= limits.perPerson()) {
                return StreamEnd.TOO_MANY;
            }
            stream.open(person, token, follower, start.maxBehind(), status, System.nanoTime());
        }
        stream.news();
        return null;
    }

    /** On one thread, so nothing here may wait. */
    private void tick() {
        try {
            long now = System.nanoTime();
            Collection<LogStream> all = streams.values();
            if (all.isEmpty()) {
                return;
            }
            all.forEach(stream -> stream.tick(now, times));
            look(all);
            if (now - askedAt > times.status().toNanos() && asking.compareAndSet(false, true)) {
                askedAt = now;
                aside(() -> onlyOnce(asking, this::askForStatuses));
            }
            if (all.stream().anyMatch(stream -> stream.isToBeChecked(now, times))
                    && checking.compareAndSet(false, true)) {
                aside(() -> onlyOnce(checking, this::checkTokens));
            }
        } catch (RuntimeException e) {
            // An exception would end the clock, and with it all streams without anybody noticing.
            log.warn("looking after the streams failed", e);
        }
    }

    private static void onlyOnce(AtomicBoolean flag, Runnable action) {
        try {
            action.run();
        } finally {
            flag.set(false);
        }
    }

    /** One look at each file, however many watch it. */
    private void look(Collection<LogStream> all) {
        var sizes = new HashMap<UUID, Long>();
        for (LogStream stream : all) {
            UUID id = stream.jobId();
            if (id != null && stream.isOpen()) {
                stream.size(sizes.computeIfAbsent(id, this::size));
            }
        }
    }

    private long size(UUID id) {
        try {
            return logs.of(id).rawSize();
        } catch (IOException e) {
            // Reading it will tell what is wrong.
            return -1;
        }
    }

    private void askForStatuses() {
        Set<UUID> watched = new HashSet<>();
        List<LogStream> open =
                streams.values().stream().filter(LogStream::isOpen).toList();
        open.forEach(stream -> Optional.ofNullable(stream.jobId()).ifPresent(watched::add));
        if (watched.isEmpty()) {
            return;
        }
        try {
            Map<UUID, JobStatus> statuses = jobs.statuses(watched);
            for (LogStream stream : open) {
                JobStatus status = stream.jobId() == null ? null : statuses.get(stream.jobId());
                if (status == null) {
                    stream.close(StreamEnd.NO_JOB);
                } else {
                    stream.status(status);
                }
            }
        } catch (RuntimeException e) {
            // Streams go on with what they know; what is missed now is asked for again in a second.
            log.debug("the statuses of watched jobs cannot be read", e);
        }
    }

    private void checkTokens() {
        var answers = new HashMap<String, TokenCheck.Answer>();
        for (LogStream stream : streams.values()) {
            String token = stream.token();
            if (token == null || !stream.isToBeChecked(System.nanoTime(), times)) {
                continue;
            }
            switch (answers.computeIfAbsent(token, tokens::check)) {
                case TokenCheck.Answer.Valid valid -> stream.checked(System.nanoTime());
                case TokenCheck.Answer.Refused refused -> stream.close(StreamEnd.UNAUTHENTICATED);
                case TokenCheck.Answer.Unknown unknown -> {
                    if (stream.isUncheckedForLong(System.nanoTime(), times)) {
                        stream.close(StreamEnd.UNCHECKED);
                    }
                }
            }
        }
    }

    /** Tells everybody that the server stops, and gives them a moment to hear it. */
    @Override
    public void close() {
        stopping = true;
        streams.values().forEach(stream -> stream.close(StreamEnd.STOPPING));
        long until = System.nanoTime() + CLOSING.toNanos();
        try {
            while (!streams.isEmpty() && System.nanoTime() < until) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ticking.cancel(false);
        clock.shutdownNow();
        threads.shutdownNow();
    }
}
