package dev.runner.db.codegen;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.stream.Stream;

/** A hash of all that decides how the generated classes look: the migrations, this generator, and jOOQ's version. */
final class Fingerprint {
    private Fingerprint() {}

    /** Of the migrations on the class path. */
    static String ofMigrations() throws IOException {
        URL migrations = Fingerprint.class.getClassLoader().getResource("db/migration");
        if (migrations == null) {
            throw new IllegalStateException("the migrations are not on the class path");
        }
        return of(migrations);
    }

    /** The same for a folder and for that folder in a jar: Maven's test phase sees the one, its package phase the other. */
    static String of(URL folder) throws IOException {
        try {
            URI address = folder.toURI();
            if (!address.getScheme().equals("jar")) {
                return ofFolder(Path.of(address));
            }
            String text = address.toString(); // jar:file:/folder/the.jar!/db/migration
            int inside = text.indexOf("!/");
            Path jar = Path.of(URI.create(text.substring("jar:".length(), inside)));
            try (var archive = FileSystems.newFileSystem(jar)) {
                return ofFolder(archive.getPath(text.substring(inside + 1)));
            }
        } catch (URISyntaxException e) {
            throw new IllegalStateException("not a place to read migrations from: " + folder, e);
        }
    }

    private static String ofFolder(Path folder) throws IOException {
        MessageDigest digest = sha256();
        digest.update(org.jooq.Constants.FULL_VERSION.getBytes(StandardCharsets.UTF_8));
        try (InputStream generator = GenerateSchema.class.getResourceAsStream("GenerateSchema.class")) {
            digest.update(generator == null ? new byte[0] : generator.readAllBytes());
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.sorted(Comparator.comparing(Fingerprint::name)).toList()) {
                // Lengths keep two files from passing for two others whose joint bytes are the same.
                byte[] content = Files.readAllBytes(file);
                digest.update((name(file) + " " + content.length + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(content);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
