package dev.runner.api.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The front end's files as they were when the server started. Immutable.
 *
 * <p>They are read once and kept, a few megabytes. A request is looked up by name among them and never becomes a path, so
 * nothing outside the folder can be asked for; and when a new version is unpacked over a running server, its pages go on
 * fitting the scripts they name.
 */
public final class WebFolder {
    /** An installation without a front end. */
    public static final WebFolder NONE = new WebFolder(Map.of());

    private static final String INDEX = "index.html";
    private static final int ETAG_BYTES = 16;

    private final Map<String, WebFile> files;

    private WebFolder(Map<String, WebFile> files) {
        this.files = files;
    }

    /** Whether this is a folder that a build of the front end made. */
    public static boolean isFrontEnd(Path folder) {
        return Files.isRegularFile(folder.resolve(INDEX));
    }

    public static WebFolder read(Path folder) throws IOException {
        // The folder itself may be reached by a link, as an installation's current version often is. What is inside may
        // not: the walk does not follow links, and one is no regular file.
        Path root = folder.toRealPath();
        var bytes = new TreeMap<String, byte[]>();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.filter(f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                bytes.put(root.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
        var files = new TreeMap<String, WebFile>();
        bytes.forEach((name, content) -> {
            if (isPlain(name, bytes)) {
                files.put(name, new WebFile(ContentTypes.of(name), body(content, null), coded(name, bytes)));
            }
        });
        return new WebFolder(Map.copyOf(files));
    }

    /** Not the smaller form of a file that is there as well. */
    private static boolean isPlain(String name, Map<String, byte[]> all) {
        return Coding.ofFile(name)
                .map(coding -> name.substring(0, name.length() - coding.ending().length()))
                .filter(all::containsKey)
                .isEmpty();
    }

    private static Map<Coding, WebFile.Body> coded(String name, Map<String, byte[]> all) {
        var coded = new EnumMap<Coding, WebFile.Body>(Coding.class);
        for (Coding coding : Coding.values()) {
            byte[] bytes = all.get(name + coding.ending());
            if (bytes != null) {
                coded.put(coding, body(bytes, coding));
            }
        }
        return coded;
    }

    private static WebFile.Body body(byte[] bytes, @Nullable Coding coding) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            String etag = "\"" + HexFormat.of().formatHex(digest, 0, ETAG_BYTES) + "\"";
            return new WebFile.Body(bytes, etag, coding);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    Optional<WebFile> find(String name) {
        return Optional.ofNullable(files.get(name));
    }

    Optional<WebFile> index() {
        return find(INDEX);
    }

    Set<String> names() {
        return files.keySet();
    }
}
