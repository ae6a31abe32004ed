package dev.runner.api.auth;

import com.fasterxml.jackson.databind.JsonNode;
import dev.runner.account.Accounts;
import dev.runner.account.LoginLimits;
import dev.runner.account.PasswordCost;
import dev.runner.account.Passwords;
import dev.runner.api.http.Access;
import dev.runner.api.http.Caller;
import dev.runner.api.http.JettyErrors;
import dev.runner.api.http.Json;
import dev.runner.api.http.ProblemAnswers;
import dev.runner.api.openapi.Contract;
import dev.runner.config.Environment;
import io.javalin.Javalin;
import io.javalin.http.InternalServerErrorResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One replica on a free port, with a route of each kind of access, and a client to call it with. */
final class AuthServer implements AutoCloseable {
    static final String SECRET = "0123456789abcdef0123456789abcdef";
    /** The real limits, in a window so long that none ends while a test runs. */
    private static final LoginLimits LIMITS = new LoginLimits(5, 50, 100, 1000, Duration.ofDays(36500));

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Javalin javalin;
    private final Passwords passwords = new Passwords(new PasswordCost(64, 1, 1), 4);
    private final Accounts accounts;

    private AuthServer(DataSource dataSource, Map<String, String> variables) {
        var environment = new Environment(variables);
        AuthSettings read = AuthSettings.from(environment);
        AuthSettings settings = environment.finish(() -> read);
        this.accounts = Accounts.on(dataSource, passwords, LIMITS);
        this.javalin = Javalin.create(config -> {
                    config.startup.showJavalinBanner = false;
                    config.jetty.modifyServer(server -> server.setErrorHandler(new JettyErrors()));
                    new ProblemAnswers().addTo(config.routes);
                    new Auth(accounts, settings).addTo(config.routes);
                    config.routes.get(
                            "/api/test/person",
                            ctx -> Json.answer(
                                    ctx, 200, Map.of("name", Caller.of(ctx).name())),
                            Access.PERSON);
                    config.routes.get("/api/test/open", ctx -> ctx.result("open"), Access.PUBLIC);
                    config.routes.get("/api/test/forgotten", ctx -> ctx.result("must not be seen"));
                    config.routes.get("/page", ctx -> ctx.result("page"), Access.PUBLIC);
                    config.routes.get(
                            "/api/test/broken",
                            ctx -> {
                                throw new InternalServerErrorResponse("on purpose");
                            },
                            Access.PUBLIC);
                })
                .start(0);
    }

    static AuthServer start(DataSource dataSource, Map<String, String> variables) {
        return new AuthServer(dataSource, variables);
    }

    static AuthServer withSecret(DataSource dataSource) {
        return start(dataSource, Map.of("RUNNER_JWT_SECRET", SECRET));
    }

    Accounts accounts() {
        return accounts;
    }

    long hashesComputed() {
        return passwords.computed();
    }

    int port() {
        return javalin.port();
    }

    /** A request in the making; nothing is sent before one of its methods named after an HTTP method is called. */
    Call call(String path) {
        return new Call(URI.create("http://127.0.0.1:" + port() + path));
    }

    Call as(String token, String path) {
        return call(path).header("Authorization", "Bearer " + token);
    }

    /** Whether the token opens a route for persons, and as whom. */
    Answer whoIs(String token) {
        return as(token, "/api/test/person").get();
    }

    Answer login(String username, String password) {
        return call("/api/auth/login").post(Map.of("username", username, "password", password));
    }

    @Override
    public void close() {
        javalin.stop();
    }

    static final class Call {
        private final URI address;
        private final Map<String, String> headers = new HashMap<>();

        private Call(URI address) {
            this.address = address;
        }

        Call header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        /** A browser's call with the refresh cookie. */
        Call cookie(String value) {
            return header("Cookie", RefreshCookie.NAME + "=" + value);
        }

        Answer get() {
            return send("GET", null);
        }

        Answer delete() {
            return send("DELETE", null);
        }

        Answer post(Object body) {
            header("Content-Type", "application/json");
            return send("POST", Json.mapper().valueToTree(body).toString());
        }

        Answer postNothing() {
            return send("POST", null);
        }

        Answer send(String method, @Nullable String body) {
            var request = HttpRequest.newBuilder(address)
                    .method(
                            method,
                            body == null
                                    ? HttpRequest.BodyPublishers.noBody()
                                    : HttpRequest.BodyPublishers.ofString(body));
            headers.forEach(request::header);
            try {
                HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
                // Whatever a test is about, its answers must be those that the document promises.
                Contract.check(response);
                return new Answer(response);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    record Answer(HttpResponse<String> response) {
        int status() {
            return response.statusCode();
        }

        JsonNode json() {
            try {
                return Json.mapper().readTree(response.body());
            } catch (IOException e) {
                throw new IllegalStateException(response.body(), e);
            }
        }

        String text(String field) {
            return json().path(field).asText();
        }

        String code() {
            return text("code");
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        String setCookie() {
            return header("Set-Cookie");
        }

        /** The refresh token it set. */
        String refreshToken() {
            return setCookie().replaceFirst("^runner_refresh=([^;]*);.*$", "$1");
        }

        String accessToken() {
            return text("access_token");
        }
    }
}
