package dev.runner.api.auth;

import dev.runner.account.User;
import dev.runner.api.http.Caller;
import io.javalin.http.Context;
import java.util.UUID;

/** Who is calling, and by which kind of proof. Other packages need only the {@link Caller}. */
sealed interface Identity {
    String ATTRIBUTE = "runner.identity";

    String name();

    /** Logged in here, with a password. */
    record LocalPerson(User user, UUID sessionId) implements Identity {
        @Override
        public String name() {
            return user.username();
        }
    }

    /** Vouched for by the user's identity provider. */
    record ExternalPerson(String name) implements Identity {}

    /** A program that acts in a person's name. */
    record Automation(String name) implements Identity {}

    default void attachTo(Context ctx) {
        ctx.attribute(ATTRIBUTE, this);
        new Caller(name()).attachTo(ctx);
    }

    static Identity of(Context ctx) {
        Identity identity = ctx.attribute(ATTRIBUTE);
        if (identity == null) {
            throw new IllegalStateException("a route that asks who is calling must not be public: " + ctx.path());
        }
        return identity;
    }
}
