package dev.runner.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A watcher of a log, over a real connection. */
final class StreamClient implements WebSocket.Listener, AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    /** What browsers say of a connection that was cut. */
    static final int LOST = 1006;

    private static final int PATIENCE_SECONDS = 30;

    private final BlockingQueue<JsonNode> frames = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder partial = new StringBuilder();
    private final boolean taking;
    private final WebSocket socket;

    private StreamClient(int port, String jobId, @Nullable String headerToken, boolean taking) {
        this.taking = taking;
        var builder = CLIENT.newWebSocketBuilder();
        if (headerToken != null) {
            builder.header("Authorization", "Bearer " + headerToken);
        }
        this.socket = builder.buildAsync(
                        URI.create("ws://127.0.0.1:%d/api/runner/jobs/%s/logs".formatted(port, jobId)), this)
                .join();
    }

    static StreamClient connect(TestApi api, String jobId) {
        return new StreamClient(api.server().port(), jobId, null, true);
    }

    static StreamClient connectWithHeader(TestApi api, String jobId, String token) {
        return new StreamClient(api.server().port(), jobId, token, true);
    }

    /** One that takes nothing until {@link #takeAll}. */
    static StreamClient connectWithoutTaking(TestApi api, String jobId) {
        return new StreamClient(api.server().port(), jobId, null, false);
    }

    StreamClient start(String token, long offset) {
        return say("{\"type\":\"start\",\"token\":\"%s\",\"offset\":%d}".formatted(token, offset));
    }

    StreamClient say(String text) {
        socket.sendText(text, true).join();
        return this;
    }

    void sayBytes() {
        socket.sendBinary(ByteBuffer.wrap(new byte[] {1, 2}), true).join();
    }

    void takeAll() {
        socket.request(Long.MAX_VALUE);
    }

    /** The next frame; fails when the stream ends instead. */
    JsonNode next() {
        try {
            JsonNode frame = frames.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (frame == null) {
                throw new AssertionError("no frame came; closed: " + closed);
            }
            return frame;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The next frame of this type; those before it are dropped. */
    JsonNode next(String type) {
        JsonNode frame = next();
        while (!frame.path("type").asText().equals(type)) {
            frame = next();
        }
        return frame;
    }

    /** What follows up to that offset, put together. */
    String textUpTo(long offset) {
        var text = new StringBuilder();
        long at = -1;
        while (at < offset) {
            JsonNode frame = next("log");
            if (at >= 0 && frame.path("offset").asLong() != at) {
                throw new AssertionError("a gap before " + frame);
            }
            text.append(frame.path("content").asText());
            at = frame.path("next_offset").asLong();
        }
        return text.toString();
    }

    /** All frames that came and were not taken yet. */
    java.util.List<JsonNode> rest() {
        var rest = new java.util.ArrayList<JsonNode>();
        frames.drainTo(rest);
        return rest;
    }

    /** The code it was closed with, however long that takes. */
    int code() {
        try {
            return closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("it was not closed", e);
        }
    }

    @Override
    public void onOpen(WebSocket opened) {
        if (taking) {
            opened.request(1);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            try {
                frames.add(MAPPER.readTree(partial.toString()));
            } catch (JsonProcessingException e) {
                closed.completeExceptionally(e);
            }
            partial.setLength(0);
        }
        if (taking) {
            from.request(1);
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int statusCode, String reason) {
        closed.complete(statusCode);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        if (error instanceof IOException) {
            closed.complete(LOST);
        } else {
            closed.completeExceptionally(error);
        }
    }

    @Override
    public void close() {
        socket.abort();
    }
}
