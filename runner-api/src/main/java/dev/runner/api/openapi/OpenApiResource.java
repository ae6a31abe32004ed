package dev.runner.api.openapi;

import dev.runner.api.http.Access;
import dev.runner.api.http.Resource;
import io.javalin.config.RoutesConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/** Serves the OpenAPI document. Public: it holds no secret, and tools fetch it before they have a token. */
public final class OpenApiResource implements Resource {
    private final byte[] document;

    public OpenApiResource() {
        try (var stream = Objects.requireNonNull(OpenApiResource.class.getResourceAsStream("/openapi.json"))) {
            document = stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get(
                "/api/openapi.json", ctx -> ctx.contentType("application/json").result(document), Access.PUBLIC);
    }
}
