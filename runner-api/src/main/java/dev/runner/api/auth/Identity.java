package dev.runner.api.auth;

import dev.runner.account.User;
import dev.runner.api.http.Caller;
import io.javalin.http.Context;
import java.util.UUID;

/** Who is calling, and by which kind of proof. Other packages need only the {@link Caller}. */
sealed interface Identity {
    String ATTRIBUTE = "runner.identity";

    String name();

    /** How clients are told which of these it is. */
    String kind();

    /** Whether users may be managed with this proof; a token that leaks must not be able to make users. */
    default boolean isAdministrator() {
        return false;
    }

    /** Logged in here, with a password. */
    record LocalPerson(User user, UUID sessionId) implements Identity {
        @Override
        public String name() {
            return user.username();
        }

        @Override
        public String kind() {
            return "local";
        }

        @Override
        public boolean isAdministrator() {
            return user.administrator();
        }
    }

    /** Vouched for by the user's identity provider. */
    record ExternalPerson(String name) implements Identity {
        @Override
        public String kind() {
            return "external";
        }
    }

    /** A program that acts in a person's name. */
    record Automation(String name) implements Identity {
        @Override
        public String kind() {
            return "token";
        }
    }

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
