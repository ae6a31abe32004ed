package dev.runner.api.http;

import io.javalin.security.RouteRole;

/** Who may call a route. A route that names none is closed: forgetting it must not open a door. */
public enum Access implements RouteRole {
    /** Anyone, without a token. */
    PUBLIC,
    /** Whoever is authenticated. */
    PERSON,
    /** Administrators, and only while logged in here: neither a token of theirs nor the identity provider makes one. */
    ADMINISTRATOR
}
