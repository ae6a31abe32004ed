package dev.runner.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A page of metrics in Prometheus' text form. */
public record Exposition(String text) {
    /** Asks a management port for its metrics. */
    public static Exposition scrape(int port) {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                    .build();
            return new Exposition(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Every metric and its type; the maxima that Micrometer adds to histograms and summaries belong to them. */
    public Map<String, String> types() {
        var types = new TreeMap<String, String>();
        text.lines().filter(line -> line.startsWith("# TYPE ")).forEach(line -> {
            var words = line.split(" ", -1);
            types.put(words[2], words[3]);
        });
        var timed = Set.of("histogram", "summary");
        types.keySet()
                .removeIf(name -> name.endsWith("_max")
                        && timed.contains(types.getOrDefault(name.substring(0, name.length() - "_max".length()), "")));
        return types;
    }

    /** The value of one series, written as in the page, such as {@code runner_jobs_queued}. */
    public double value(String series) {
        return text.lines()
                .filter(line -> line.startsWith(series + " "))
                .map(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + series + " in\n" + text));
    }
}
