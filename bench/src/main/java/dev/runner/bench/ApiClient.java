package dev.runner.bench;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/** One person's connection to an API that was started as it is delivered. Not thread-safe. */
final class ApiClient implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("listening on (http://\\S+)");
    private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f-]{36})\"");

    private final HttpConnection connection;
    private final String headers;

    ApiClient(Deployable api) {
        var address = LISTENING.matcher(api.awaitSaying("listening on http://"));
        if (!address.find()) {
            throw new IllegalStateException("the API does not tell its address");
        }
        connection = new HttpConnection(URI.create(address.group(1)));
        String token = JWT.create()
                .withSubject("bench")
                .withExpiresAt(Instant.now().plus(Duration.ofHours(1)))
                .sign(Algorithm.HMAC256(Deployable.SECRET));
        headers = "Authorization: Bearer %s\r\nContent-Type: application/json\r\n".formatted(token);
    }

    /** The id of the only repo. */
    String repo() throws IOException {
        return id(get("/api/runner/repos"));
    }

    /** Asks for a job; its id. */
    String create(String repo, String script) throws IOException {
        return id(connection.exchange(
                "POST",
                "/api/runner/jobs",
                headers,
                "{\"repo_id\":\"%s\",\"script_key\":\"%s\",\"args\":{}}".formatted(repo, script)));
    }

    String get(String path) throws IOException {
        return connection.exchange("GET", path, headers, "");
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
        connection.close();
    }
}
