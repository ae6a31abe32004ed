package dev.runner.api.http;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An answer that is not the one hoped for. Throw it anywhere in a handler; {@link ProblemAnswers} turns it into {@code
 * application/problem+json}. It carries no stack trace: it is an outcome, not a fault.
 */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final transient List<FieldProblem> errors;
    private final transient Map<String, String> headers;

    private Problem(int status, String code, String detail, List<FieldProblem> errors, Map<String, String> headers) {
        super(detail, null, false, false);
        this.status = status;
        this.code = code;
        this.errors = List.copyOf(errors);
        this.headers = Map.copyOf(headers);
    }

    /** An outcome with a stable {@code code} for programs; the detail is for people and may change. */
    public static Problem of(int status, String code, String detail) {
        return new Problem(status, code, detail, List.of(), Map.of());
    }

    /** All validation problems of a request at once. */
    public static Problem invalid(List<FieldProblem> errors) {
        String detail = errors.stream().map(FieldProblem::sentence).collect(Collectors.joining(". ", "", "."));
        return new Problem(400, "validation_failed", detail, errors, Map.of());
    }

    public static Problem unauthenticated(String detail) {
        return of(401, "unauthenticated", detail).withHeader("WWW-Authenticate", "Bearer");
    }

    public static Problem notFound(String what) {
        return of(404, "not_found", "There is no such " + what + ".");
    }

    public Problem withHeader(String name, String value) {
        return new Problem(status, code, detail(), errors, Map.of(name, value));
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }

    public List<FieldProblem> errors() {
        return errors;
    }

    public Map<String, String> headers() {
        return headers;
    }
}
