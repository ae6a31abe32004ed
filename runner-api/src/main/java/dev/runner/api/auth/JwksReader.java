package dev.runner.api.auth;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads the document of a key set, in bounded time and size. */
interface JwksReader {
    Duration PATIENCE = Duration.ofSeconds(5);
    int MAX_BYTES = 1024 * 1024;

    byte[] read() throws IOException, InterruptedException;

    static JwksReader of(Path file) {
        return () -> {
            try (InputStream in = Files.newInputStream(file)) {
                return bounded(in);
            }
        };
    }

    static JwksReader of(URI address) {
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(PATIENCE)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(PATIENCE)
                .header("Accept", "application/json")
                .build();
        var limited = HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MAX_BYTES);
        return () -> {
            // The request's own timeout ends with the headers; a body that trickles in must not hold us either.
            var answer = client.sendAsync(request, limited);
            try {
                HttpResponse<byte[]> response = answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                if (response.statusCode() != 200) {
                    throw new IOException("the key set's server answered " + response.statusCode());
                }
                return response.body();
            } catch (ExecutionException e) {
                throw new IOException("the key set could not be fetched: " + e.getCause(), e);
            } catch (TimeoutException e) {
                throw new IOException("the key set did not arrive within " + PATIENCE, e);
            } finally {
                answer.cancel(true);
            }
        };
    }

    private static byte[] bounded(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new IOException("the key set is larger than %d bytes".formatted(MAX_BYTES));
        }
        return bytes;
    }
}
