package dev.runner.api.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns every exception and every unmatched request into {@code application/problem+json}. */
public final class ProblemAnswers {
    private static final Logger log = LoggerFactory.getLogger(ProblemAnswers.class);

    private final DatabaseFailures databaseFailures = new DatabaseFailures();

    public void addTo(RoutesConfig routes) {
        routes.exception(Problem.class, (problem, ctx) -> write(ctx, problem));
        routes.exception(HttpResponseException.class, (e, ctx) -> write(ctx, fromFramework(e, ctx)));
        routes.exception(Exception.class, (e, ctx) -> {
            if (databaseFailures.isUnavailable(e)) {
                log.warn("database unavailable during {} {}: {}", ctx.method(), ctx.path(), e.getMessage());
                write(
                        ctx,
                        Problem.of(503, "database_unavailable", "The database cannot be reached just now. Try again.")
                                .withHeader("Retry-After", "2"));
                return;
            }
            log.error("unexpected failure of {} {}", ctx.method(), ctx.path(), e);
            write(ctx, internalError());
        });
    }

    private static Problem fromFramework(HttpResponseException e, Context ctx) {
        return switch (e.getStatus()) {
            case 404 -> Problem.of(404, "not_found", "There is nothing at %s %s.".formatted(ctx.method(), ctx.path()));
            case 405 ->
                Problem.of(405, "method_not_allowed", "%s is not allowed here.".formatted(ctx.method()))
                        // The framework's only detail is the list of methods, under a name that depends on Accept.
                        .withHeader("Allow", String.join(", ", e.getDetails().values()));
            case 413 ->
                Problem.of(413, "body_too_large", "The body is larger than %d bytes.".formatted(RequestBody.MAX_BYTES));
            case 500 -> internalError();
            default -> Problem.of(e.getStatus(), codeOf(e.getStatus()), String.valueOf(e.getMessage()));
        };
    }

    private static Problem internalError() {
        return Problem.of(500, "internal_error", "Something went wrong on our side; the server's log has it.");
    }

    private static String codeOf(int status) {
        return HttpStatus.forStatus(status)
                .getMessage()
                .toLowerCase(Locale.ROOT)
                .replace(' ', '_');
    }

    /** Also for those who cannot throw, such as the server's own error page. */
    public static void write(Context ctx, Problem problem) {
        problem.headers().forEach(ctx::header);
        ctx.status(problem.status())
                .contentType("application/problem+json")
                .result(Json.bytes(new Body(
                        "about:blank",
                        HttpStatus.forStatus(problem.status()).getMessage(),
                        problem.status(),
                        problem.code(),
                        problem.detail(),
                        problem.errors())));
    }

    /** RFC 9457, with {@code code} for programs and {@code errors} for forms. */
    private record Body(
            String type,
            String title,
            int status,
            String code,
            String detail,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FieldProblem> errors) {}
}
