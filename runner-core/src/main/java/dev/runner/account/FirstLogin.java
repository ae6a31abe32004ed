package dev.runner.account;

import static dev.runner.db.generated.Tables.RUNNER_USERS;

import java.io.PrintStream;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;

/** Makes the first user of a new installation, with a password nobody could know beforehand. */
public final class FirstLogin {
    public static final String USERNAME = "admin";

    private final DSLContext dsl;
    private final Passwords passwords;

    public FirstLogin(DSLContext dsl, Passwords passwords) {
        this.dsl = dsl;
        this.passwords = passwords;
    }

    /**
     * The login of a new installation.
     *
     * @param password shown once; only its hash is kept
     */
    public record Login(String username, String password) {}

    /** The login it made; empty when there are users already. Of several processes at once, one makes it. */
    public Optional<Login> create() {
        if (dsl.fetchExists(RUNNER_USERS)) {
            return Optional.empty();
        }
        String password = GeneratedPassword.next();
        // The unique name decides between two processes that both found no user.
        int made = dsl.insertInto(RUNNER_USERS)
                .set(RUNNER_USERS.ID, UUID.randomUUID())
                .set(RUNNER_USERS.USERNAME, USERNAME)
                .set(RUNNER_USERS.PASSWORD_HASH, passwords.hash(password))
                .set(RUNNER_USERS.ADMINISTRATOR, true)
                .onConflict(RUNNER_USERS.USERNAME)
                .doNothing()
                .execute();
        return made == 1 ? Optional.of(new Login(USERNAME, password)) : Optional.empty();
    }

    /** Prints the login it made as two lines, or nothing when there are users already. */
    public void printTo(PrintStream out) {
        create().ifPresent(login -> {
            out.println("username: " + login.username());
            out.println("password: " + login.password());
        });
    }
}
