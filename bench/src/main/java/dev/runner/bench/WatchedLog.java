package dev.runner.bench;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One log as somebody watches it live. Keeps of it only how far it came. Thread-safe. */
final class WatchedLog implements WebSocket.Listener, AutoCloseable {
    private static final Pattern NEXT_OFFSET = Pattern.compile("\"next_offset\":([0-9]+)");

    private final AtomicLong received = new AtomicLong();
    private final StringBuilder start = new StringBuilder();
    private @Nullable WebSocket socket;

    private WatchedLog() {}

    static WatchedLog open(HttpClient http, URI log, String token) {
        var watched = new WatchedLog();
        WebSocket socket = http.newWebSocketBuilder().buildAsync(log, watched).join();
        watched.socket = socket;
        socket.sendText("{\"type\":\"start\",\"token\":\"%s\"}".formatted(token), true)
                .join();
        return watched;
    }

    /** Bytes of the log so far. */
    long received() {
        return received.get();
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        // The offset stands before the text, and only the start of a frame is kept.
        if (start.length() < 200) {
            start.append(data, 0, Math.min(200, data.length()));
        }
        if (last) {
            var matcher = NEXT_OFFSET.matcher(start);
            if (matcher.find()) {
                received.set(Long.parseLong(matcher.group(1)));
            }
            start.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public void close() {
        if (socket != null) {
            socket.abort();
        }
    }
}
