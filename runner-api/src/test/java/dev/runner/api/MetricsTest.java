package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.testing.CuttableWire;
import dev.runner.testing.Exposition;
import dev.runner.testing.MetricsDocument;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetricsTest {
    private final TestDatabase database;
    private final TestApi api;

    MetricsTest(TestDatabase database) {
        this.database = database;
        this.api = TestApi.start(database);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @Test
    void are_those_of_the_document() {
        api.anonymous().get("/healthz");
        var exposed = scrape(api).types();
        var document = new MetricsDocument();
        assertThat(exposed).containsAllEntriesOf(document.foreign("api"));
        exposed.keySet().removeIf(MetricsDocument::isForeign);
        assertThat(exposed).isEqualTo(document.own("api"));
    }

    @Test
    void requests_are_counted_by_route_and_never_by_path() throws Exception {
        api.as("ada").get("/api/runner/jobs/11111111-1111-1111-1111-111111111111");
        api.anonymous().get("/api/runner/jobs/22222222-2222-2222-2222-222222222222/logs");
        api.anonymous().get("/no/such/path-of-a-guesser");
        try (var client = HttpClient.newHttpClient()) {
            var odd = HttpRequest.newBuilder(api.uri("/healthz"))
                    .method("INVENTED", HttpRequest.BodyPublishers.noBody())
                    .build();
            client.send(odd, HttpResponse.BodyHandlers.discarding());
        }

        var page = scrape(api);

        assertThat(page.value("http_server_requests_seconds_count{method=\"GET\",status=\"404\","
                        + "uri=\"/api/runner/jobs/{job_id}\"}"))
                .isEqualTo(1);
        assertThat(page.value("http_server_requests_seconds_count{method=\"GET\",status=\"401\","
                        + "uri=\"/api/runner/jobs/{job_id}/logs\"}"))
                .isEqualTo(1);
        assertThat(page.text())
                .contains("uri=\"none\"")
                .doesNotContain("1111-1111", "2222-2222", "guesser", "INVENTED");
    }

    @Test
    void without_the_database_only_its_figures_are_missing() throws Exception {
        try (var wire = new CuttableWire(database);
                var replica = TestApi.start(database, Map.of("RUNNER_DATABASE_URL", wire.jdbcUrl()))) {
            assertThat(scrape(replica).value("runner_database_up")).isEqualTo(1);
            wire.cut();

            var page = scrape(replica);

            assertThat(page.value("runner_database_up")).isZero();
            assertThat(page.types()).doesNotContainKey("runner_jobs_queued").containsKey("hikaricp_connections_active");
        }
    }

    private static Exposition scrape(TestApi replica) {
        return Exposition.scrape(replica.server().managementPort());
    }
}
