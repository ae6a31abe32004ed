package dev.runner.api;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Asks this very server over its own port whether it answers: what a watchdog wants to know is not whether some thread
 * runs, but whether requests are accepted and served.
 */
final class SelfProbe {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String REQUEST = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    private static final String OK = "HTTP/1.1 200";

    private final String host;
    private final int port;

    /** The server that listens there; a host that means every address is asked on the loopback one. */
    SelfProbe(String host, int port) {
        this.host = host;
        this.port = port;
    }

    boolean answers() {
        try (var socket = new Socket()) {
            InetAddress address = InetAddress.getByName(host);
            InetAddress asked = address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address;
            socket.connect(new InetSocketAddress(asked, port), (int) PATIENCE.toMillis());
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
            byte[] start = socket.getInputStream().readNBytes(OK.length());
            return new String(start, StandardCharsets.US_ASCII).equals(OK);
        } catch (IOException e) {
            return false;
        }
    }
}
