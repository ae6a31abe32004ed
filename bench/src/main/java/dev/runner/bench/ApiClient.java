package dev.runner.bench;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.regex.Pattern;

/** One person who calls an API that was started as it is delivered. */
final class ApiClient implements AutoCloseable {
    /** With what follows: a line that is still being written would tell half of the port. */
    private static final Pattern LISTENING = Pattern.compile("listening on (http://\\S+)\\s");

    private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f-]{36})\"");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String address;
    private final String token;

    ApiClient(Deployable api) {
        address = api.awaitSaying(LISTENING).group(1);
        token = token("bench");
    }

    private static String token(String person) {
        return JWT.create()
                .withSubject(person)
                .withExpiresAt(Instant.now().plus(Duration.ofHours(1)))
                .sign(Algorithm.HMAC256(Deployable.SECRET));
    }

    /** That person watches the log of a job from its start on. */
    WatchedLog watch(UUID job, String person) {
        var log = URI.create(address.replaceFirst("http", "ws") + "/api/runner/jobs/" + job + "/logs");
        return WatchedLog.open(http, log, token(person));
    }

    /** The id of the only repo. */
    String repo() throws IOException, InterruptedException {
        return id(get("/api/runner/repos"));
    }

    /** Asks for a job; its id. */
    String create(String repo, String script) throws IOException, InterruptedException {
        String body = "{\"repo_id\":\"%s\",\"script_key\":\"%s\",\"args\":{}}".formatted(repo, script);
        return id(send(request("/api/runner/jobs")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))));
    }

    String get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).header("Authorization", "Bearer " + token);
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var answer = http.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    private static String id(String answer) {
        var matcher = ID.matcher(answer);
        if (!matcher.find()) {
            throw new IllegalStateException("there is no id in " + answer);
        }
        return matcher.group(1);
    }

    @Override
    public void close() {
        http.close();
    }
}
