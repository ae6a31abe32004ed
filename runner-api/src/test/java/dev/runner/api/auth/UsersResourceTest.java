package dev.runner.api.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.runner.account.User;
import dev.runner.api.auth.AuthServer.Answer;
import dev.runner.api.http.Json;
import dev.runner.testing.Parallel;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Managing users over two replicas: what one decides, the other knows with its next request. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UsersResourceTest {
    private static final String USERS = "/api/auth/users";
    private static final String PASSWORD = "correct horse battery";

    private TestDatabase database;
    private HikariDataSource secondPool;
    private AuthServer first;
    private AuthServer second;
    private User root;
    private String administrator;

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
        root = first.accounts().users().create("root", PASSWORD, true).orElseThrow();
        administrator = first.login("root", PASSWORD).accessToken();
    }

    @Test
    void a_user_is_added_with_a_password_that_is_shown_once() {
        Answer made = create(Map.of("username", "Grace"));

        assertThat(made.status()).isEqualTo(201);
        assertThat(made.text("username")).isEqualTo("grace");
        assertThat(made.json().path("administrator").booleanValue()).isFalse();
        assertThat(made.json().path("disabled_at").isNull()).isTrue();
        assertThat(second.login("grace", made.text("password")).status()).isEqualTo(200);

        Answer list = first.as(administrator, USERS).get();
        assertThat(list.json().path("items").findValuesAsText("username")).containsExactly("grace", "root");
        assertThat(list.json().path("total").intValue()).isEqualTo(2);
        assertThat(list.response().body()).doesNotContain("password\"", "hash", made.text("password"));
        Answer page = first.as(administrator, USERS + "?limit=1&offset=1").get();
        assertThat(page.json().path("items").findValuesAsText("username")).containsExactly("root");
    }

    @Test
    void a_name_is_given_once_and_must_be_one() {
        assertThat(create(Map.of("username", "ROOT")).code()).isEqualTo("username_taken");
        for (String name : new String[] {"two words", "-dash", "ünal", "x".repeat(65), ""}) {
            Answer refused = create(Map.of("username", name));
            assertThat(refused.status()).as(name).isEqualTo(400);
            assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo("username");
        }
        assertThat(create(Map.of("username", "ida", "administrator", "yes")).status())
                .isEqualTo(400);
        assertThat(create(Map.of("username", "ida", "password", PASSWORD)).status())
                .isEqualTo(400);
        // A letter that is lower case only where one speaks Turkish is not to be lost on the way.
        assertThat(create(Map.of("username", "IDA")).text("username")).isEqualTo("ida");
    }

    @Test
    void whoever_is_disabled_is_out_on_every_replica() {
        Answer made = create(Map.of("username", "grace", "administrator", true));
        Answer login = second.login("grace", made.text("password"));
        String apiToken = second.as(login.accessToken(), "/api/auth/tokens")
                .post(Map.of("name", "nightly"))
                .text("token");
        assertThat(second.whoIs(apiToken).text("name")).isEqualTo("grace");

        Answer disabled = change(made.text("id"), Map.of("disabled", true));

        assertThat(disabled.status()).isEqualTo(200);
        assertThat(disabled.text("disabled_at")).isNotEmpty();
        assertThat(second.whoIs(login.accessToken()).status()).isEqualTo(401);
        assertThat(second.whoIs(apiToken).status()).isEqualTo(401);
        assertThat(second.call("/api/auth/refresh")
                        .cookie(login.refreshToken())
                        .header("X-Requested-With", "test")
                        .postNothing()
                        .status())
                .isEqualTo(401);
        assertThat(second.login("grace", made.text("password")).code()).isEqualTo("invalid_credentials");

        assertThat(change(made.text("id"), Map.of("disabled", false))
                        .json()
                        .path("disabled_at")
                        .isNull())
                .isTrue();
        assertThat(second.whoIs(login.accessToken()).status()).isEqualTo(401);
        assertThat(second.whoIs(apiToken).status()).isEqualTo(200);
        assertThat(second.login("grace", made.text("password")).status()).isEqualTo(200);
    }

    @Test
    void a_person_of_the_identity_provider_with_the_name_of_a_disabled_user_keeps_the_login_but_not_the_tokens() {
        Answer made = create(Map.of("username", "ida"));
        String external = Jwts.forIda().sign(Jwts.secret(AuthServer.SECRET));
        String apiToken = first.as(external, "/api/auth/tokens")
                .post(Map.of("name", "nightly"))
                .text("token");

        change(made.text("id"), Map.of("disabled", true));

        // Whom the provider lets in is the provider's to say. What acts for that name here is ours.
        assertThat(first.whoIs(external).text("name")).isEqualTo("ida");
        assertThat(first.whoIs(apiToken).status()).isEqualTo(401);
    }

    @Test
    void rights_are_given_and_taken_with_the_next_request() {
        Answer made = create(Map.of("username", "grace"));
        String grace = second.login("grace", made.text("password")).accessToken();
        assertThat(second.as(grace, USERS).get().code()).isEqualTo("administrator_required");

        assertThat(change(made.text("id"), Map.of("administrator", true))
                        .json()
                        .path("administrator")
                        .booleanValue())
                .isTrue();
        assertThat(second.as(grace, USERS).get().status()).isEqualTo(200);
        assertThat(me(second, grace)).isEqualTo("grace true local");

        change(made.text("id"), Map.of("administrator", false));
        assertThat(second.as(grace, USERS).get().status()).isEqualTo(403);
        assertThat(me(second, grace)).isEqualTo("grace false local");
    }

    @Test
    void only_who_logged_in_here_as_an_administrator_gets_in() {
        String apiToken = first.as(administrator, "/api/auth/tokens")
                .post(Map.of("name", "nightly"))
                .text("token");
        String namesake = Jwts.forIda().withSubject("root").sign(Jwts.secret(AuthServer.SECRET));
        assertThat(me(first, administrator)).isEqualTo("root true local");
        assertThat(me(first, apiToken)).isEqualTo("root false token");
        assertThat(me(first, namesake)).isEqualTo("root false external");

        for (String token : new String[] {apiToken, namesake}) {
            assertThat(first.as(token, USERS).get().code()).isEqualTo("administrator_required");
            assertThat(first.as(token, USERS).post(Map.of("username", "eve")).status())
                    .isEqualTo(403);
            assertThat(first.as(token, user(root.id())).send("PATCH", "{}").status())
                    .isEqualTo(403);
            assertThat(first.as(token, user(root.id()) + "/reset-password")
                            .postNothing()
                            .status())
                    .isEqualTo(403);
        }
        assertThat(first.call(USERS).get().status()).isEqualTo(401);
        assertThat(first.call(USERS).send("HEAD", null).status()).isEqualTo(401);
        assertThat(first.accounts().administration().count()).isEqualTo(1);
    }

    @Test
    void the_last_administrator_cannot_be_lost() {
        Answer refused = change(root.id().toString(), Map.of("disabled", true));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("last_administrator");
        assertThat(change(root.id().toString(), Map.of("administrator", false)).code())
                .isEqualTo("last_administrator");
        assertThat(first.as(administrator, USERS).get().status()).isEqualTo(200);
    }

    @Test
    void two_administrators_who_disable_each_other_over_two_replicas_do_not_both_win() {
        Answer made = create(Map.of("username", "grace", "administrator", true));
        String grace = second.login("grace", made.text("password")).accessToken();

        var statuses = Parallel.run(
                2,
                i -> () -> (i == 0
                                ? first.as(administrator, USERS + "/" + made.text("id"))
                                : second.as(grace, user(root.id())))
                        .header("Content-Type", "application/json")
                        .send("PATCH", "{\"disabled\":true}")
                        .status());

        // The loser is told so, or is out before being heard.
        assertThat(statuses).containsOnlyOnce(200).containsAnyOf(409, 401);
        assertThat(first.accounts().administration().list(50, 0))
                .filteredOn(user -> user.disabledAt() == null)
                .hasSize(1);
    }

    @Test
    void a_reset_password_is_new_and_leaves_no_session() {
        Answer made = create(Map.of("username", "grace"));
        String grace = second.login("grace", made.text("password")).accessToken();

        Answer reset = first.as(administrator, USERS + "/" + made.text("id") + "/reset-password")
                .postNothing();

        assertThat(reset.status()).isEqualTo(200);
        assertThat(second.whoIs(grace).status()).isEqualTo(401);
        assertThat(second.login("grace", made.text("password")).status()).isEqualTo(401);
        assertThat(second.login("grace", reset.text("password")).status()).isEqualTo(200);
        assertThat(first.as(administrator, USERS + "/" + made.text("id") + "/reset-password")
                        .post(Map.of("password", PASSWORD))
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1-1-1-1-1", "nobody", "6d0f6a0e-8a53-4b0c-9a59-2f0b7c0f6e11"})
    void an_unknown_or_malformed_id_is_nobody(String id) {
        assertThat(change(id, Map.of("disabled", true)).status()).isEqualTo(404);
        assertThat(first.as(administrator, USERS + "/" + id + "/reset-password")
                        .postNothing()
                        .status())
                .isEqualTo(404);
    }

    @Test
    void whoever_logs_out_everywhere_has_no_session_left() {
        Answer one = first.login("root", PASSWORD);
        Answer other = second.login("root", PASSWORD);

        Answer out = first.as(one.accessToken(), "/api/auth/logout-everywhere").postNothing();

        assertThat(out.status()).isEqualTo(204);
        assertThat(out.setCookie()).startsWith("runner_refresh=;").contains("Expires=Thu, 01 Jan 1970");
        for (Answer login : new Answer[] {one, other}) {
            assertThat(second.whoIs(login.accessToken()).status()).isEqualTo(401);
        }
        assertThat(second.whoIs(administrator).status()).isEqualTo(401);
        assertThat(first.login("root", PASSWORD).status()).isEqualTo(200);
    }

    @Test
    void who_did_not_log_in_here_has_nothing_to_log_out_of() {
        String external = Jwts.forIda().sign(Jwts.secret(AuthServer.SECRET));
        Answer refused = first.as(external, "/api/auth/logout-everywhere").postNothing();
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("local_login_required");
        assertThat(first.call("/api/auth/logout-everywhere").postNothing().status())
                .isEqualTo(401);
    }

    private Answer create(Map<String, Object> body) {
        return first.as(administrator, USERS).post(body);
    }

    private Answer change(String id, Map<String, Object> body) {
        return first.as(administrator, USERS + "/" + id)
                .header("Content-Type", "application/json")
                .send("PATCH", Json.mapper().valueToTree(body).toString());
    }

    private static String user(UUID id) {
        return USERS + "/" + id;
    }

    private static String me(AuthServer server, String token) {
        var me = server.as(token, "/api/auth/me").get().json();
        return "%s %s %s"
                .formatted(
                        me.path("username").asText(),
                        me.path("administrator").asText(),
                        me.path("kind").asText());
    }
}
