package dev.runner.api.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.auth0.jwt.JWT;
import com.auth0.jwt.interfaces.DecodedJWT;
import com.zaxxer.hikari.HikariDataSource;
import dev.runner.account.Session;
import dev.runner.api.auth.AuthServer.Answer;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** The login of our own, over two replicas on one database. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoginTest {
    private static final String PASSWORD = "correct horse battery";

    private TestDatabase database;
    private HikariDataSource secondPool;
    private AuthServer first;
    private AuthServer second;

    @BeforeAll
    void start(TestDatabase database) {
        this.database = database;
        this.secondPool = database.newPool(8, "second replica");
        this.first = AuthServer.withSecret(database.dataSource());
        this.second = AuthServer.withSecret(secondPool);
    }

    @AfterAll
    void stop() {
        first.close();
        second.close();
        secondPool.close();
    }

    @BeforeEach
    void fresh() {
        database.clear();
        first.accounts().users().create("ida", PASSWORD, false);
    }

    @Test
    void a_login_answers_a_short_token_and_a_cookie_out_of_reach_of_scripts() {
        Answer answer = first.login("ida", PASSWORD);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder("access_token", "token_type", "expires_in", "username");
        assertThat(answer.text("token_type")).isEqualTo("Bearer");
        assertThat(answer.json().path("expires_in").intValue()).isEqualTo(600);
        assertThat(answer.text("username")).isEqualTo("ida");
        assertThat(answer.setCookie())
                .startsWith("runner_refresh=")
                .contains("HttpOnly", "SameSite=Strict", "Path=/api/auth", "Max-Age=604800")
                .doesNotContain("Secure");
        assertThat(second.as(answer.accessToken(), "/api/auth/me").get().json())
                .isEqualTo(dev.runner.api.http.Json.mapper()
                        .valueToTree(Map.of("username", "ida", "administrator", false, "kind", "local")));
    }

    @Test
    void the_token_says_who_and_until_when_and_is_not_signed_with_the_secret_itself() {
        DecodedJWT token = JWT.decode(first.login("ida", PASSWORD).accessToken());

        assertThat(token.getIssuer()).isEqualTo("runner");
        assertThat(token.getSubject()).isEqualTo("ida");
        assertThat(Duration.between(token.getIssuedAtAsInstant(), token.getExpiresAtAsInstant()))
                .isEqualTo(Duration.ofMinutes(10));
        // Whoever holds the secret can sign as a provider does, and still not make a token of a session.
        String forged = Jwts.signed(
                "{\"alg\":\"HS256\",\"typ\":\"%s\"}".formatted(token.getType()),
                "{\"iss\":\"runner\",\"sub\":\"ida\",\"sid\":\"%s\",\"exp\":4102444800}"
                        .formatted(token.getClaim("sid").asString()),
                Jwts.secret(AuthServer.SECRET));
        assertThat(first.whoIs(forged).status()).isEqualTo(401);
        // Nor does one of a session pass for a provider's by dropping its type.
        String[] parts = token.getToken().split("\\.", -1);
        String untyped =
                Jwts.raw("{\"alg\":\"HS256\",\"typ\":\"JWT\"}", "{}", "").split("\\.", -1)[0];
        assertThat(first.whoIs(untyped + "." + parts[1] + "." + parts[2]).status())
                .isEqualTo(401);
    }

    @Test
    void the_cookie_is_secure_where_the_browser_speaks_https() {
        Map<String, String> body = Map.of("username", "ida", "password", PASSWORD);
        assertThat(first.call("/api/auth/login")
                        .header("X-Forwarded-Proto", "https")
                        .post(body)
                        .setCookie())
                .contains("Secure");
        try (var always = AuthServer.start(
                database.dataSource(),
                Map.of("RUNNER_JWT_SECRET", AuthServer.SECRET, "RUNNER_COOKIE_SECURE", "true"))) {
            assertThat(always.login("ida", PASSWORD).setCookie()).contains("Secure");
        }
    }

    @Test
    void a_wrong_password_and_an_unknown_name_are_answered_alike() {
        Answer wrong = first.login("ida", "wrong horse battery");
        Answer unknown = first.login("nobody", "wrong horse battery");

        assertThat(wrong.status()).isEqualTo(401);
        assertThat(wrong.code()).isEqualTo("invalid_credentials");
        assertThat(wrong.setCookie()).isEmpty();
        assertThat(unknown.response().body()).isEqualTo(wrong.response().body());
    }

    @Test
    void a_login_that_is_no_login_is_told_what_is_wrong_with_it() {
        assertThat(first.call("/api/auth/login")
                        .post(Map.of("username", 5))
                        .json()
                        .path("errors"))
                .hasSize(2);
        assertThat(first.call("/api/auth/login")
                        .post(Map.of("username", "ida", "password", PASSWORD, "remember", true))
                        .status())
                .isEqualTo(400);
        assertThat(first.call("/api/auth/login")
                        .header("Content-Type", "text/plain")
                        .send("POST", "{\"username\":\"ida\"}")
                        .status())
                .isEqualTo(415);
        assertThat(first.login("ida\u0000", PASSWORD).status()).isEqualTo(400);
        assertThat(first.login("ida", "x".repeat(1025)).status()).isEqualTo(400);
    }

    @Test
    void a_refresh_on_either_replica_replaces_the_cookie_and_answers_a_new_token() {
        Answer login = first.login("ida", PASSWORD);
        Answer refreshed = refresh(second, login.refreshToken());

        assertThat(refreshed.status()).isEqualTo(200);
        assertThat(refreshed.refreshToken()).isNotEqualTo(login.refreshToken());
        assertThat(first.whoIs(refreshed.accessToken()).text("name")).isEqualTo("ida");
        assertThat(refresh(first, refreshed.refreshToken()).status()).isEqualTo(200);
    }

    @Test
    void two_tabs_may_refresh_with_the_same_cookie() {
        String token = first.login("ida", PASSWORD).refreshToken();
        Answer one = refresh(first, token);
        Answer other = refresh(second, token);
        assertThat(other.status()).isEqualTo(200);
        assertThat(other.refreshToken()).isEqualTo(one.refreshToken());
    }

    @Test
    void a_cookie_that_was_replaced_before_the_grace_ends_the_session_everywhere() {
        Answer login = first.login("ida", PASSWORD);
        Answer thief = refresh(first, login.refreshToken());
        database.dsl().execute("UPDATE runner_sessions SET rotated_at = rotated_at - interval '31 seconds'");

        Answer victim = refresh(second, login.refreshToken());

        assertThat(victim.status()).isEqualTo(401);
        assertThat(refresh(first, thief.refreshToken()).status()).isEqualTo(401);
        assertThat(first.whoIs(thief.accessToken()).status()).isEqualTo(401);
        assertThat(second.whoIs(login.accessToken()).status()).isEqualTo(401);
    }

    @Test
    void a_refresh_needs_a_cookie_and_a_header_that_another_site_cannot_send() {
        String token = first.login("ida", PASSWORD).refreshToken();

        assertThat(first.call("/api/auth/refresh").post(Map.of()).status()).isEqualTo(401);
        Answer form = first.call("/api/auth/refresh")
                .cookie(token)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .send("POST", "a=b");
        assertThat(form.status()).isEqualTo(403);
        assertThat(form.code()).isEqualTo("csrf_header_missing");
        assertThat(first.call("/api/auth/refresh").cookie(token).postNothing().status())
                .isEqualTo(403);
        assertThat(first.call("/api/auth/refresh").cookie(token).post(Map.of()).status())
                .isEqualTo(200);
        assertThat(refresh(first, "rubbish").status()).isEqualTo(401);
    }

    @Test
    void a_logout_holds_at_once_on_all_replicas() {
        Answer login = first.login("ida", PASSWORD);
        assertThat(second.whoIs(login.accessToken()).status()).isEqualTo(200);

        Answer logout = first.as(login.accessToken(), "/api/auth/logout").postNothing();

        assertThat(logout.status()).isEqualTo(204);
        assertThat(logout.setCookie())
                .startsWith("runner_refresh=;")
                .contains("Expires=Thu, 01 Jan 1970", "Path=/api/auth");
        assertThat(second.whoIs(login.accessToken()).status()).isEqualTo(401);
        assertThat(refresh(second, login.refreshToken()).status()).isEqualTo(401);
    }

    @Test
    void a_logout_by_cookie_will_do_and_leaves_other_sessions_alone() {
        Answer leaving = first.login("ida", PASSWORD);
        Answer staying = first.login("ida", PASSWORD);

        assertThat(first.call("/api/auth/logout")
                        .cookie(leaving.refreshToken())
                        .postNothing()
                        .status())
                .isEqualTo(403);
        assertThat(first.call("/api/auth/logout")
                        .cookie(leaving.refreshToken())
                        .header("X-Requested-With", "runner")
                        .postNothing()
                        .status())
                .isEqualTo(204);

        assertThat(second.whoIs(leaving.accessToken()).status()).isEqualTo(401);
        assertThat(second.whoIs(staying.accessToken()).status()).isEqualTo(200);
    }

    @Test
    void an_expired_token_opens_nothing_but_is_good_enough_for_leaving() {
        Answer login = first.login("ida", PASSWORD);
        DecodedJWT token = JWT.decode(login.accessToken());
        Instant before = token.getIssuedAtAsInstant().minus(Duration.ofMinutes(11));
        var session = new Session(
                UUID.fromString(token.getClaim("sid").asString()),
                first.accounts().users().find("ida").orElseThrow(),
                "",
                before,
                before);
        String expired = new SessionTokens(SharedSecret.parse(AuthServer.SECRET)).issue(session);

        assertThat(first.whoIs(expired).status()).isEqualTo(401);
        assertThat(first.whoIs(login.accessToken()).status()).isEqualTo(200);
        assertThat(first.as(expired, "/api/auth/logout").postNothing().status()).isEqualTo(204);
        assertThat(second.whoIs(login.accessToken()).status()).isEqualTo(401);
    }

    @Test
    void a_logout_ends_the_cookies_session_along_with_the_tokens() {
        Answer one = first.login("ida", PASSWORD);
        Answer other = first.login("ida", PASSWORD);
        first.as(one.accessToken(), "/api/auth/logout")
                .cookie(other.refreshToken())
                .postNothing();
        assertThat(second.whoIs(one.accessToken()).status()).isEqualTo(401);
        assertThat(second.whoIs(other.accessToken()).status()).isEqualTo(401);
    }

    @Test
    void whoever_is_not_logged_in_may_log_out_as_well() {
        assertThat(first.call("/api/auth/logout").postNothing().status()).isEqualTo(204);
        assertThat(first.as("rubbish", "/api/auth/logout").postNothing().status())
                .isEqualTo(204);
    }

    @Test
    void a_disabled_person_is_out_at_once() {
        Answer login = first.login("ida", PASSWORD);
        database.dsl().execute("UPDATE runner_users SET disabled_at = now()");
        assertThat(first.whoIs(login.accessToken()).status()).isEqualTo(401);
        assertThat(first.login("ida", PASSWORD).status()).isEqualTo(401);
    }

    @Test
    void a_new_password_keeps_this_session_and_ends_the_others() {
        Answer here = first.login("ida", PASSWORD);
        Answer elsewhere = second.login("ida", PASSWORD);

        assertThat(changePassword(here, PASSWORD, "another horse battery").status())
                .isEqualTo(204);

        assertThat(first.whoIs(here.accessToken()).status()).isEqualTo(200);
        assertThat(first.whoIs(elsewhere.accessToken()).status()).isEqualTo(401);
        assertThat(first.login("ida", PASSWORD).status()).isEqualTo(401);
        assertThat(first.login("ida", "another horse battery").status()).isEqualTo(200);
    }

    @Test
    void a_password_is_changed_only_by_who_knows_it_and_only_to_a_long_one() {
        Answer here = first.login("ida", PASSWORD);
        Answer wrong = changePassword(here, "wrong horse battery", "another horse battery");
        assertThat(wrong.status()).isEqualTo(403);
        assertThat(wrong.code()).isEqualTo("invalid_credentials");
        Answer tooShort = changePassword(here, PASSWORD, "only eleven");
        assertThat(tooShort.status()).isEqualTo(400);
        assertThat(tooShort.text("detail")).contains("new_password", "12");
        String provided = Jwts.forIda().sign(Jwts.secret(AuthServer.SECRET));
        assertThat(first.as(provided, "/api/auth/password")
                        .post(Map.of("current_password", PASSWORD, "new_password", "another horse battery"))
                        .code())
                .isEqualTo("local_login_required");
    }

    @Test
    void guessing_the_current_password_is_limited_like_guessing_at_the_login() {
        Answer here = first.login("ida", PASSWORD);
        for (int i = 0; i < 5; i++) {
            assertThat(changePassword(here, "wrong horse battery", "another horse battery")
                            .status())
                    .isEqualTo(403);
        }
        assertThat(changePassword(here, PASSWORD, "another horse battery").status())
                .isEqualTo(429);
    }

    @Test
    void parallel_guesses_over_two_replicas_are_never_more_than_the_limit() throws Exception {
        long before = first.hashesComputed() + second.hashesComputed();
        List<Answer> answers;
        try (var threads = Executors.newFixedThreadPool(40)) {
            List<Callable<Answer>> guesses = IntStream.range(0, 40)
                    .mapToObj(i -> (Callable<Answer>) () -> (i % 2 == 0 ? first : second).login("ida", "wrong " + i))
                    .toList();
            answers = threads.invokeAll(guesses).stream().map(Future::resultNow).toList();
        }

        assertThat(answers).filteredOn(a -> a.status() == 401).hasSize(5);
        assertThat(answers).filteredOn(a -> a.status() == 429).hasSize(35);
        assertThat(first.hashesComputed() + second.hashesComputed() - before).isEqualTo(5);
        Answer refused = first.login("ida", PASSWORD);
        assertThat(refused.code()).isEqualTo("too_many_attempts");
        assertThat(Long.parseLong(refused.header("Retry-After"))).isPositive();
    }

    @Test
    void successes_do_not_use_up_attempts_and_strangers_elsewhere_do_not_lock_ida_out() {
        for (int i = 0; i < 8; i++) {
            assertThat(first.login("ida", PASSWORD).status()).isEqualTo(200);
        }
        try (var proxied = AuthServer.start(
                database.dataSource(),
                Map.of("RUNNER_JWT_SECRET", AuthServer.SECRET, "RUNNER_TRUSTED_PROXIES", "127.0.0.1"))) {
            for (int i = 0; i < 7; i++) {
                loginFrom(proxied, "203.0.113.9", "wrong horse battery");
            }
            assertThat(loginFrom(proxied, "203.0.113.9", PASSWORD).status()).isEqualTo(429);
            assertThat(loginFrom(proxied, "198.51.100.1", PASSWORD).status()).isEqualTo(200);
        }
    }

    @Test
    void the_forwarded_address_of_an_untrusted_caller_is_not_believed() {
        for (int i = 0; i < 5; i++) {
            assertThat(loginFrom(first, "203.0.113." + i, "wrong horse battery").status())
                    .isEqualTo(401);
        }
        assertThat(loginFrom(first, "203.0.113.77", "wrong horse battery").status())
                .isEqualTo(429);
    }

    @Test
    void without_a_secret_there_is_no_login_of_our_own() {
        try (var provider = AuthServer.start(
                database.dataSource(), Map.of("RUNNER_JWT_PUBLIC_KEY", Jwts.pem(Jwts.RSA.getPublic())))) {
            String session = first.login("ida", PASSWORD).accessToken();
            assertThat(provider.login("ida", PASSWORD).status()).isEqualTo(404);
            assertThat(provider.login("ida", PASSWORD).code()).isEqualTo("login_disabled");
            assertThat(refresh(provider, "x").code()).isEqualTo("login_disabled");
            assertThat(provider.whoIs(session).status()).isEqualTo(401);
        }
    }

    private static Answer refresh(AuthServer server, String token) {
        return server.call("/api/auth/refresh")
                .cookie(token)
                .header("X-Requested-With", "runner")
                .postNothing();
    }

    private Answer changePassword(Answer session, String current, String replacement) {
        return first.as(session.accessToken(), "/api/auth/password")
                .post(Map.of("current_password", current, "new_password", replacement));
    }

    private static Answer loginFrom(AuthServer server, String address, String password) {
        return server.call("/api/auth/login")
                .header("X-Forwarded-For", address)
                .post(Map.of("username", "ida", "password", password));
    }
}
