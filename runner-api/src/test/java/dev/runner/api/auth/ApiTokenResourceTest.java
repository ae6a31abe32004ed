package dev.runner.api.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.api.auth.AuthServer.Answer;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiTokenResourceTest {
    private static final String PATH = "/api/auth/tokens";

    private TestDatabase database;
    private AuthServer server;
    private AuthServer otherReplica;

    @BeforeAll
    void start(TestDatabase database) {
        this.database = database;
        this.server = AuthServer.withSecret(database.dataSource());
        this.otherReplica = AuthServer.withSecret(database.dataSource());
    }

    @AfterAll
    void stop() {
        server.close();
        otherReplica.close();
    }

    @BeforeEach
    void clear() {
        database.clear();
    }

    @Test
    void a_token_is_shown_once_and_acts_in_its_makers_name() {
        Answer created = create(Map.of("name", "nightly"));

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.text("token")).matches("rnr_[A-Za-z0-9_-]{43}");
        assertThat(created.json().path("expires_at").isNull()).isTrue();
        assertThat(otherReplica.whoIs(created.text("token")).text("name")).isEqualTo("ida");
        assertThat(database.dsl().fetch("SELECT * FROM runner_api_tokens").toString())
                .doesNotContain(created.text("token").substring(4));

        Answer list = server.as(person("ida"), PATH).get();
        assertThat(list.json().path("total").intValue()).isEqualTo(1);
        assertThat(list.json().path("items").path(0).path("name").asText()).isEqualTo("nightly");
        assertThat(list.json().path("items").path(0).path("last_used_at").isNull())
                .isFalse();
        assertThat(list.response().body()).doesNotContain("rnr_");
        assertThat(server.as(person("bob"), PATH).get().json().path("items")).isEmpty();
    }

    @Test
    void a_revoked_token_is_refused_at_once_everywhere() {
        Answer created = create(Map.of("name", "nightly", "expires_in_days", 30));
        String token = created.text("token");
        assertThat(otherReplica.whoIs(token).status()).isEqualTo(200);

        assertThat(server.as(person("bob"), PATH + "/" + created.text("id"))
                        .delete()
                        .status())
                .isEqualTo(404);
        assertThat(server.as(person("ida"), PATH + "/" + created.text("id"))
                        .delete()
                        .status())
                .isEqualTo(204);

        assertThat(otherReplica.whoIs(token).status()).isEqualTo(401);
        assertThat(server.as(person("ida"), PATH + "/" + created.text("id"))
                        .delete()
                        .status())
                .isEqualTo(404);
        assertThat(server.as(person("ida"), PATH + "/1-1-1-1-1").delete().status())
                .isEqualTo(404);
    }

    @Test
    void an_expired_token_is_refused() {
        String token = create(Map.of("name", "nightly", "expires_in_days", 1)).text("token");
        assertThat(server.whoIs(token).status()).isEqualTo(200);
        database.dsl().execute("UPDATE runner_api_tokens SET expires_at = now()");
        assertThat(server.whoIs(token).status()).isEqualTo(401);
    }

    @Test
    void a_token_cannot_manage_tokens_nor_change_a_password() {
        String token = create(Map.of("name", "nightly")).text("token");

        Answer refused = server.as(token, PATH).post(Map.of("name", "successor"));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("person_required");
        assertThat(server.as(token, PATH).get().status()).isEqualTo(403);
        assertThat(server.as(token, PATH + "/x").delete().status()).isEqualTo(403);
        assertThat(server.as(token, "/api/auth/password").post(Map.of()).status())
                .isEqualTo(403);
        assertThat(server.as(token, "/api/auth/me").get().text("username")).isEqualTo("ida");
    }

    @Test
    void a_request_that_makes_no_sense_is_told_so() {
        assertThat(create(Map.of()).status()).isEqualTo(400);
        assertThat(create(Map.of("name", "x".repeat(101))).status()).isEqualTo(400);
        assertThat(create(Map.of("name", "x", "expires_in_days", 0)).status()).isEqualTo(400);
        assertThat(create(Map.of("name", "x", "expires_in_days", 3651)).status())
                .isEqualTo(400);
        assertThat(create(Map.of("name", "x", "owner", "bob")).status()).isEqualTo(400);
        assertThat(server.as(person("ida"), PATH + "?limit=201").get().status()).isEqualTo(400);
        assertThat(server.call(PATH).get().status()).isEqualTo(401);
    }

    private Answer create(Map<String, ?> body) {
        return server.as(person("ida"), PATH).post(body);
    }

    private static String person(String name) {
        return Jwts.forIda().withSubject(name).sign(Jwts.secret(AuthServer.SECRET));
    }
}
