package dev.runner.api;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A WebSocket by hand that says its start and then nothing, no pong and no goodbye: as good as gone. */
final class DeafPeer implements AutoCloseable {
    private static final int WHOLE_TEXT = 0x81;
    private static final int MASKED_WITH_TWO_BYTES_OF_LENGTH = 0x80 | 126;

    private final Socket socket;

    private DeafPeer(Socket socket) {
        this.socket = socket;
    }

    static DeafPeer connect(int port, String jobId) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) Duration.ofSeconds(30).toMillis());
        socket.getOutputStream().write(upgrade(jobId).getBytes(StandardCharsets.US_ASCII));
        var answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            answer.append((char) socket.getInputStream().read());
        }
        if (!answer.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException(answer.toString());
        }
        return new DeafPeer(socket);
    }

    private static String upgrade(String jobId) {
        return """
            GET /api/runner/jobs/%s/logs HTTP/1.1\r
            Host: localhost\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            \r
            """.formatted(jobId);
    }

    void start(String token) throws IOException {
        byte[] text = "{\"type\":\"start\",\"token\":\"%s\"}".formatted(token).getBytes(StandardCharsets.US_ASCII);
        var frame = new ByteArrayOutputStream();
        var out = new DataOutputStream(frame);
        out.write(WHOLE_TEXT);
        out.write(MASKED_WITH_TWO_BYTES_OF_LENGTH);
        out.writeShort(text.length);
        out.writeInt(0); // a mask that changes nothing
        out.write(text);
        socket.getOutputStream().write(frame.toByteArray());
    }

    /** Whether the server ends the connection without having been answered. */
    boolean isCutOff() throws IOException {
        InputStream input = socket.getInputStream();
        return input.readAllBytes().length > 0 && input.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
