package dev.runner.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;

/** Somebody who uses the API: each request goes to the next replica, as behind a load balancer. Thread-safe. */
final class Person {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Set<String> FINAL = Set.of("success", "failed", "canceled", "timeout");

    private final String token;
    private final List<Integer> ports;
    private final AtomicInteger turn = new AtomicInteger();

    Person(String token, List<Integer> ports) {
        this.token = token;
        this.ports = ports;
    }

    /** An answer. */
    record Answer(int status, JsonNode json) {
        String id() {
            return json.path("id").asText();
        }

        String code() {
            return json.path("code").asText();
        }
    }

    /** A job that was accepted; its id. */
    String run(String script, String args) {
        return run(script, args, "");
    }

    /** @param more further fields of the request, each after a comma */
    String run(String script, String args, String more) {
        Answer answer = ask(script, args, more);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
        return answer.id();
    }

    Answer ask(String script, String args, String more) {
        String repo =
                get("/api/runner/repos").json().path("items").path(0).path("id").asText();
        return post(
                "/api/runner/jobs",
                "{\"repo_id\":\"%s\",\"script_key\":\"%s\",\"args\":%s%s}".formatted(repo, script, args, more));
    }

    JsonNode job(String id) {
        return get("/api/runner/jobs/" + id).json();
    }

    String status(String id) {
        return job(id).path("status").asText();
    }

    Answer cancel(String id) {
        return post("/api/runner/jobs/" + id + "/cancel", "");
    }

    Answer retry(String id) {
        return post("/api/runner/jobs/" + id + "/retry", "");
    }

    /** The job once it has ended, however. */
    JsonNode ended(String id) {
        return Eventually.get(
                "the end of " + id,
                () -> job(id),
                job -> FINAL.contains(job.path("status").asText()));
    }

    /** The job once it has this event. */
    JsonNode after(String event, String id) {
        return Eventually.get(
                event + " of " + id, () -> job(id), job -> events(job).contains(event));
    }

    /** What happened to a job, in order. */
    static List<String> events(JsonNode job) {
        return texts(job.path("events"), "event_type");
    }

    static List<String> texts(JsonNode array, String field) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(item -> item.path(field).asText())
                .toList();
    }

    /** The first page of a job's log. */
    JsonNode log(String id) {
        return get("/api/runner/jobs/" + id + "/logs").json();
    }

    String logText(String id) {
        return log(id).path("content").asText();
    }

    /** The log once it contains this. */
    JsonNode logWith(String text, String id) {
        return Eventually.get(
                "'%s' in the log".formatted(text),
                () -> log(id),
                page -> page.path("content").asText().contains(text));
    }

    JsonNode diagnostics() {
        return get("/api/runner/diagnostics").json();
    }

    Answer get(String path) {
        return send(request(path).GET());
    }

    private Answer post(String path, String body) {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(String path) {
        int port = ports.get(Math.floorMod(turn.getAndIncrement(), ports.size()));
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + token);
    }

    private static Answer send(HttpRequest.Builder request) {
        try {
            var response = CLIENT.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), MAPPER.readTree(response.body()));
        } catch (JsonProcessingException e) {
            throw new AssertionError("an answer that is not JSON", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
