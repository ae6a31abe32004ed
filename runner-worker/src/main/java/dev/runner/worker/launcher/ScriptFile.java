package dev.runner.worker.launcher;

import dev.runner.registry.Script;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** The file a script runs, as it is now: it may have been replaced while the job waited. */
final class ScriptFile {
    private static final int BUFFER = 1 << 16;

    private ScriptFile() {}

    /** Why it must not be run, fit to be shown; empty when nothing speaks against it. */
    static Optional<String> fault(Script script, Path folder) {
        return script.scriptFile().flatMap(name -> fault(script, folder, name));
    }

    private static Optional<String> fault(Script script, Path folder, String name) {
        try {
            Path file = folder.resolve(name).toRealPath();
            if (!file.startsWith(folder)) {
                return Optional.of("the file %s leads out of the repo".formatted(name));
            }
            if (!Files.isRegularFile(file)) {
                return Optional.of("%s is not a file".formatted(name));
            }
            if (script.sha256().isPresent() && !script.sha256().get().equals(sha256(file))) {
                return Optional.of(
                        "the file %s is not the one that was approved: its sha256 is another than in the whitelist"
                                .formatted(name));
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("the file %s cannot be read".formatted(name));
        }
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            var buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
