package dev.runner.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.runner.testing.MetricsDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Dashboard and alerts ask only for what is exposed: their queries are held against the document, and each program's own
 * test holds the document against what it exposes.
 */
class DashboardTest {
    private static final Path DEPLOY = Path.of("../deploy");
    /** Prometheus' own, about the scrape itself. */
    private static final Set<String> OF_PROMETHEUS = Set.of("up");

    private static final Set<String> LABELS_OF_PROMETHEUS = Set.of("instance", "job", "le");

    private final MetricsDocument document = new MetricsDocument();

    @Test
    void the_dashboard_asks_for_what_there_is() throws IOException {
        var dashboard = new ObjectMapper()
                .readTree(DEPLOY.resolve("grafana/runner.json").toFile());
        var queries = dashboard.findValuesAsText("expr");
        assertThat(queries).hasSizeGreaterThan(30);
        queries.add(dashboard.at("/templating/list/1/definition").asText());
        assertAnswerable(queries);
    }

    @Test
    void alerts_ask_for_what_there_is() throws IOException {
        var rules = new ObjectMapper(new YAMLFactory())
                .readTree(DEPLOY.resolve("prometheus/alerts.yml").toFile())
                .at("/groups/0/rules");
        var queries = rules.findValuesAsText("expr");
        assertThat(queries).hasSameSizeAs(rules);
        assertAnswerable(queries);
    }

    @Test
    void panels_do_not_overlap_and_say_what_they_show() throws IOException {
        var dashboard = new ObjectMapper()
                .readTree(DEPLOY.resolve("grafana/runner.json").toFile());
        var taken = new TreeSet<String>();
        for (JsonNode panel : dashboard.path("panels")) {
            var at = panel.path("gridPos");
            for (int x = at.path("x").asInt();
                    x < at.path("x").asInt() + at.path("w").asInt();
                    x++) {
                for (int y = at.path("y").asInt();
                        y < at.path("y").asInt() + at.path("h").asInt();
                        y++) {
                    assertThat(taken.add(x + " " + y))
                            .as(panel.path("title").asText())
                            .isTrue();
                    assertThat(x).isLessThan(24);
                }
            }
            if (!panel.path("type").asText().equals("row")) {
                assertThat(panel.path("description").asText()).isNotEmpty();
            }
        }
    }

    @Test
    void a_query_for_what_there_is_not_is_found() {
        var invented = new Query(
                "sum by (le, colour) (rate(runner_job_wait_bucket{queue=\"x\"}[5m])) > 60 and on (instance) up");
        assertThat(invented.metrics()).containsExactlyInAnyOrder("runner_job_wait_bucket", "up");
        assertThat(invented.labels()).containsExactlyInAnyOrder("le", "colour", "queue", "instance");
        assertThat(document.series()).doesNotContain("runner_job_wait_bucket");
        assertThat(document.labels()).doesNotContain("colour");
    }

    private void assertAnswerable(List<String> queries) {
        var metrics = new ArrayList<String>();
        for (String text : queries) {
            var query = new Query(text);
            assertThat(query.metrics()).as(text).isNotEmpty();
            metrics.addAll(query.metrics());
            var labels = new TreeSet<>(query.labels());
            labels.removeAll(LABELS_OF_PROMETHEUS);
            assertThat(document.labels()).as(text).containsAll(labels);
        }
        metrics.removeAll(OF_PROMETHEUS);
        assertThat(document.series()).containsAll(metrics);
    }
}
