package dev.runner.startup;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections that share a few real sessions, each plain statement taking the next one: what a pooler that gives
 * sessions to single statements shows of itself, for where there is none.
 */
final class SharedSessions implements AutoCloseable {
    private final List<Connection> sessions = new ArrayList<>();
    private int turn;

    SharedSessions(DataSource server, int count) throws SQLException {
        for (int i = 0; i < count; i++) {
            sessions.add(server.getConnection());
        }
    }

    DataSource dataSource() {
        return proxy(DataSource.class, (method, args) -> {
            if (!method.getName().equals("getConnection")) {
                throw new UnsupportedOperationException(method.getName());
            }
            return connection();
        });
    }

    private Connection connection() {
        return proxy(Connection.class, (method, args) -> switch (method.getName()) {
            case "createStatement" -> call(method, next(), args);
            // To the pooler, which keeps the session.
            case "close" -> null;
            default -> call(method, sessions.getFirst(), args);
        });
    }

    private Connection next() {
        return sessions.get(turn++ % sessions.size());
    }

    private static @Nullable Object call(Method method, Connection session, Object @Nullable [] args) throws Throwable {
        try {
            return method.invoke(session, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private interface Answer {
        @Nullable
        Object to(Method method, Object @Nullable [] args) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> answer.to(method, args)));
    }

    @Override
    public void close() throws SQLException {
        for (Connection session : sessions) {
            session.close();
        }
    }
}
