package dev.runner.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.runner.api.openapi.Contract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;

/** Requests to one replica with one person's token. Headers set by {@link #with} go with the next request only. */
final class TestClient {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    /** Shared: a client of its own for each person would be a pool of threads for each. */
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final int port;
    private final String token;
    private final Map<String, String> headers = new HashMap<>();

    TestClient(int port, String token) {
        this.port = port;
        this.token = token;
    }

    /** An answer; its JSON is the null node when it is none. */
    record Answer(int status, JsonNode json, String text, HttpResponse<String> response) {
        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        String code() {
            return json.path("code").asText();
        }

        String id() {
            return json.path("id").asText();
        }
    }

    TestClient with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    Answer get(String path) {
        return send(request(path).GET());
    }

    Answer post(String path, String body) {
        if (!body.isEmpty()) {
            headers.putIfAbsent("Content-Type", "application/json");
        }
        return send(request(path).POST(BodyPublishers.ofString(body)));
    }

    /** A job of the first repo, with default arguments. */
    Answer create() {
        return create("{}");
    }

    Answer create(String args) {
        return post("/api/runner/jobs", jobBody("nb.stage", args));
    }

    String jobBody(String script, String args) {
        return "{\"repo_id\":\"%s\",\"script_key\":\"%s\",\"args\":%s}".formatted(repoId(), script, args);
    }

    String repoId() {
        var repos = new TestClient(port, token).get("/api/runner/repos");
        return repos.json().path("items").path(0).path("id").asText();
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    Answer send(HttpRequest.Builder request) {
        if (!token.isEmpty()) {
            request.setHeader("Authorization", "Bearer " + token);
        }
        headers.forEach(request::setHeader);
        headers.clear();
        try {
            HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
            // Whatever a test is about, its answers must be those that the document promises.
            Contract.check(response);
            return new Answer(response.statusCode(), json(response), response.body(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A page that is no part of the API. */
    static String text(String address) {
        try {
            return CLIENT.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode json(HttpResponse<String> response) {
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (!type.contains("json")) {
            return MAPPER.nullNode();
        }
        try {
            return MAPPER.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer that says it is JSON is not: " + response.body(), e);
        }
    }
}
