package dev.runner.testing;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test class a migrated database of its own, as a {@link TestDatabase} parameter of its constructor or methods.
 *
 * <p>One server for the JVM, one migrated template, one copy for each class: a class never sees another's rows, and no
 * test pays for the migrations twice.
 */
public final class PostgresExtension implements BeforeAllCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(PostgresExtension.class);

    /** Made here so that it belongs to the class: the store closes it, and drops the database, after the last test. */
    @Override
    public void beforeAll(ExtensionContext context) {
        database(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestDatabase.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return database(context);
    }

    private static TestDatabase database(ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .computeIfAbsent(
                        TestDatabase.class,
                        key -> TestServer.get()
                                .copy(context.getRequiredTestClass().getSimpleName()),
                        TestDatabase.class);
    }
}
