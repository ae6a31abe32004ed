package dev.runner.worker.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest; there is none while classes are run from a folder. */
final class Version implements IVersionProvider {
    static @Nullable String number() {
        return Version.class.getPackage().getImplementationVersion();
    }

    @Override
    public String[] getVersion() {
        String number = number();
        return new String[] {number == null ? "development" : number};
    }
}
