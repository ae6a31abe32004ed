package dev.runner.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One kept-alive connection, one request at a time. By hand, because it shares the machine with what it measures: the
 * JDK's client spends as much time on a request as the server does. Not thread-safe.
 */
final class HttpConnection implements AutoCloseable {
    private static final String LENGTH = "content-length:";

    private final Socket socket;
    private final InputStream input;
    private final String host;

    HttpConnection(URI address) {
        try {
            socket = new Socket(address.getHost(), address.getPort());
            socket.setTcpNoDelay(true);
            input = new BufferedInputStream(socket.getInputStream());
            host = address.getAuthority();
        } catch (IOException e) {
            throw new UncheckedIOException("no connection to " + address, e);
        }
    }

    /** Sends the body, reads the whole answer, and returns its status line. */
    String post(String path, String headers, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String message = "POST " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "Content-Length: "
                + bytes.length + "\r\n\r\n" + body;
        socket.getOutputStream().write(message.getBytes(StandardCharsets.UTF_8));
        String status = line();
        int length = -1;
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(line.substring(LENGTH.length()).strip());
            }
        }
        if (length < 0) {
            throw new IOException("an answer without a length: " + status);
        }
        input.skipNBytes(length);
        return status;
    }

    private String line() throws IOException {
        var line = new StringBuilder(80);
        for (int b = input.read(); b != '\n'; b = input.read()) {
            if (b < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
