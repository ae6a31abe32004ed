package dev.runner.api.http;

import io.javalin.config.RoutesConfig;

/** A group of routes that belong together. */
public interface Resource {
    /** Adds its routes, each with the {@link Access} it needs. */
    void addTo(RoutesConfig routes);
}
