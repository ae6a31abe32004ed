package dev.runner.db.embedded;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Questions that {@code ./runner up} cannot portably ask in a shell.
 *
 * <p>{@code Probe free <host> <port>…} prints the ports that are taken; {@code Probe ready <url>} exits with 0 when the
 * address answers with 200.
 */
public final class Probe {
    private Probe() {}

    public static void main(String[] args) throws InterruptedException {
        switch (args[0]) {
            case "free" -> {
                for (int i = 2; i < args.length; i++) {
                    if (!isFree(args[1], Integer.parseInt(args[i]))) {
                        System.out.println(args[i]);
                    }
                }
            }
            case "ready" -> System.exit(answers(args[1]) ? 0 : 1);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Whether a server could listen there just now. */
    static boolean isFree(String host, int port) {
        try (var socket = new ServerSocket()) {
            // As servers do: a connection that is still winding down does not make the port a taken one.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean answers(String url) throws InterruptedException {
        Duration limit = Duration.ofSeconds(2);
        try (var client = HttpClient.newBuilder().connectTimeout(limit).build()) {
            var request = HttpRequest.newBuilder(URI.create(url)).timeout(limit).build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }
}
