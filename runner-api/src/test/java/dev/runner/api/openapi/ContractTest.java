package dev.runner.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** That the check of answers, which so many tests rely on, notices what it is there for. */
class ContractTest {
    private static final String JOB = "/api/runner/jobs/0199f2a4-6c1e-7b52-9d3f-1f6f0c2b7a10";
    private static final String NOT_FOUND =
            "{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,\"code\":\"not_found\",\"detail\":\"x\"}";
    private static final String UNAUTHENTICATED =
            "{\"type\":\"about:blank\",\"title\":\"x\",\"status\":401,\"code\":\"unauthenticated\",\"detail\":\"x\"}";

    private final Contract contract = new Contract(ApiDocument.read());

    @Test
    void an_answer_as_documented_passes() {
        assertThat(problem(404, NOT_FOUND)).isEmpty();
        assertThat(answer("GET", "/healthz", 200, "application/json", "{\"status\":\"ok\"}"))
                .isEmpty();
        assertThat(answer("DELETE", "/api/auth/tokens/x", 204, "", "")).isEmpty();
        assertThat(answer("GET", "/index.html", 200, "text/html", "<html>")).isEmpty();
    }

    @Test
    void another_field_value_or_type_is_noticed() {
        assertThat(problem(404, NOT_FOUND.replace("\"detail\"", "\"trace\":1,\"detail\"")))
                .isNotEmpty();
        assertThat(problem(404, NOT_FOUND.replace("not_found", "lost"))).isNotEmpty();
        assertThat(problem(404, NOT_FOUND.replace("404,", "\"404\","))).isNotEmpty();
        assertThat(problem(404, NOT_FOUND.replace(",\"detail\":\"x\"", ""))).isNotEmpty();
        assertThat(answer("GET", "/healthz", 200, "application/json", "{\"status\":\"ok\",\"host\":\"h\"}"))
                .isNotEmpty();
    }

    @Test
    void a_field_added_to_a_composed_object_is_noticed() {
        var examples = ApiDocument.read().root().at("/components/examples");
        String detail = examples.at("/FailedJobDetail/value").toString();
        assertThat(answer("GET", JOB, 200, "application/json", detail)).isEmpty();
        assertThat(answer("GET", JOB, 200, "application/json", detail.replaceFirst("\\{", "{\"log_path\":\"/x\",")))
                .isNotEmpty();
        String created = examples.at("/CreatedJob/value").toString();
        assertThat(answer("GET", JOB, 200, "application/json", created)).isNotEmpty();
    }

    @Test
    void another_status_content_type_or_a_missing_header_is_noticed() {
        assertThat(problem(418, NOT_FOUND)).isNotEmpty();
        assertThat(answer("GET", JOB, 404, "application/json", NOT_FOUND)).isNotEmpty();
        assertThat(problem(404, "<html>")).isNotEmpty();
        assertThat(problem(401, UNAUTHENTICATED)).containsExactly("the header WWW-Authenticate is missing");
        assertThat(answer("DELETE", "/api/auth/tokens/x", 204, "text/plain", "gone"))
                .isNotEmpty();
        assertThat(answer("GET", "/nowhere", 404, "text/html", "<html>")).isNotEmpty();
    }

    private List<String> problem(int status, String body) {
        return answer("GET", JOB, status, "application/problem+json", body);
    }

    private List<String> answer(String method, String path, int status, String type, String body) {
        Map<String, List<String>> headers = type.isEmpty() ? Map.of() : Map.of("Content-Type", List.of(type));
        return contract.problems(method, path, status, HttpHeaders.of(headers, (name, value) -> true), body);
    }
}
