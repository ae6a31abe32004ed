package dev.runner.account;

import dev.runner.db.Databases;
import javax.sql.DataSource;
import org.jooq.DSLContext;

/** Everything about accounts over one database, put together. */
public record Accounts(
        Users users,
        UserAdministration administration,
        Sessions sessions,
        ApiTokens apiTokens,
        LoginLimiter loginLimiter,
        FirstLogin firstLogin) {

    /** With the cost of a hash and the limits of a real installation. */
    public static Accounts on(DataSource dataSource) {
        return on(dataSource, Passwords.standard(), LoginLimits.DEFAULT);
    }

    public static Accounts on(DataSource dataSource, Passwords passwords, LoginLimits limits) {
        DSLContext dsl = Databases.dsl(dataSource);
        var users = new Users(dsl, passwords);
        return new Accounts(
                users,
                new UserAdministration(dsl, users, passwords),
                new Sessions(dsl),
                new ApiTokens(dsl),
                new LoginLimiter(dsl, limits),
                new FirstLogin(dsl, passwords));
    }
}
