package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.runner.api.http.Access;
import dev.runner.api.openapi.ApiDocument;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import io.javalin.security.Roles;
import io.javalin.security.RouteRole;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** The routes of the server and the paths of the document: the same, and as open as each other. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoutesAndDocumentTest {
    /** What leads to the front end is no part of the API's contract; all of it is named here. */
    private static final Set<String> WEB = Set.of(
            "GET / [PUBLIC]",
            "GET /login [PUBLIC]",
            "GET /kitchen [PUBLIC]",
            "GET /kitchen/<path> [PUBLIC]",
            "GET /assets/<path> [PUBLIC]");

    private final TestApi api;

    RoutesAndDocumentTest(TestDatabase database) {
        this.api = TestApi.start(database);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @Test
    void every_route_is_documented_and_every_operation_is_a_route() {
        var expected = new TreeSet<>(documented(ApiDocument.read()));
        assertThat(expected).doesNotContainAnyElementsOf(WEB);
        expected.addAll(WEB);
        assertThat(routes(api.server().javalin())).isEqualTo(expected);
    }

    @Test
    void the_document_is_served_to_anybody() {
        var answer = api.anonymous().get("/api/openapi.json");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json()).isEqualTo(ApiDocument.read().root());
    }

    @Test
    void an_undocumented_route_is_noticed() {
        Javalin other = Javalin.create(config -> {
            config.routes.before(ctx -> {});
            config.routes.get("/healthz", ctx -> {}, Access.PUBLIC);
            config.routes.get("/api/runner/secrets/{name}", ctx -> {}, Access.PERSON);
            config.routes.get("/api/runner/forgotten", ctx -> {});
        });
        assertThat(routes(other))
                .containsExactly(
                        "GET /api/runner/forgotten []",
                        "GET /api/runner/secrets/{name} [PERSON]",
                        "GET /healthz [PUBLIC]");
    }

    @Test
    void an_operation_that_is_gone_or_has_another_security_is_noticed() {
        Set<String> real = routes(api.server().javalin());

        ObjectNode without = ApiDocument.read().root();
        ((ObjectNode) without.path("paths")).remove("/api/runner/repos");
        assertThat(real).isNotEqualTo(documented(new ApiDocument(without)));

        ObjectNode opened = ApiDocument.read().root();
        ((ObjectNode) opened.path("paths").path("/api/runner/jobs").path("post")).putArray("security");
        assertThat(documented(new ApiDocument(opened))).contains("POST /api/runner/jobs [PUBLIC]");

        ObjectNode forEverybody = ApiDocument.read().root();
        ((ObjectNode) forEverybody
                        .path("paths")
                        .path("/api/auth/users")
                        .path("get")
                        .path("responses"))
                .remove("403");
        assertThat(documented(new ApiDocument(forEverybody))).contains("GET /api/auth/users [PERSON]");
        assertThat(real).contains("GET /api/auth/users [ADMINISTRATOR]");

        ObjectNode optional = ApiDocument.read().root();
        ((ObjectNode) optional.path("paths").path("/api/runner/jobs").path("post"))
                .withArray("security")
                .addObject();
        assertThat(documented(new ApiDocument(optional))).contains("POST /api/runner/jobs [PUBLIC]");
    }

    private static Set<String> routes(Javalin javalin) {
        return javalin.unsafe.internalRouter.allHttpHandlers().stream()
                .map(parsed -> parsed.endpoint)
                .filter(endpoint -> endpoint.method.isHttpMethod())
                // A HEAD is a GET without its content; the document speaks of the GET.
                .filter(endpoint -> !endpoint.method.equals(HandlerType.HEAD))
                .map(endpoint -> {
                    Roles roles = endpoint.metadata(Roles.class);
                    Set<RouteRole> access = roles == null ? Set.of() : roles.getRoles();
                    return endpoint.method + " " + endpoint.path + " " + access;
                })
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> documented(ApiDocument document) {
        return document.operations().stream()
                .map(operation -> "%s %s [%s]".formatted(operation.method(), operation.path(), access(operation)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Access access(ApiDocument.Operation operation) {
        if (!operation.isSecured()) {
            return Access.PUBLIC;
        }
        boolean forAdministrators = operation
                .node()
                .at("/responses/403/$ref")
                .asText()
                .equals("#/components/responses/AdministratorRequired");
        return forAdministrators ? Access.ADMINISTRATOR : Access.PERSON;
    }
}
