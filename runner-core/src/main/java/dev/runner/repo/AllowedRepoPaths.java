package dev.runner.repo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.runner.registry.StrictJson;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The folders in which anything may run at all. A path is compared after every symbolic link in it was followed, so
 * that a link inside an allowed folder cannot lead out of it.
 */
public final class AllowedRepoPaths {
    private final List<Path> paths;

    public AllowedRepoPaths(List<Path> paths) {
        this.paths = List.copyOf(paths);
    }

    /**
     * Reads the setting: a JSON array of absolute paths.
     *
     * @throws IllegalArgumentException when it is anything else
     */
    public static AllowedRepoPaths parse(String json) {
        try {
            JsonNode tree = StrictJson.mapper().readTree(json);
            if (!tree.isArray() || tree.isEmpty()) {
                throw new IllegalArgumentException("not a list");
            }
            var paths = new ArrayList<Path>();
            for (JsonNode node : tree) {
                if (!node.isTextual() || !Path.of(node.textValue()).isAbsolute()) {
                    throw new IllegalArgumentException("not an absolute path");
                }
                paths.add(Path.of(node.textValue()).normalize());
            }
            return new AllowedRepoPaths(paths);
        } catch (JsonProcessingException | InvalidPathException e) {
            throw new IllegalArgumentException("not JSON", e);
        }
    }

    /** As they were written, links and all. */
    public List<Path> paths() {
        return paths;
    }

    /** Whether that folder exists and is one of the allowed ones, or lies within one. */
    public boolean allows(String path) {
        try {
            Path real = Path.of(path).toRealPath();
            for (Path allowed : paths) {
                if (real.startsWith(allowed.toRealPath())) {
                    return true;
                }
            }
            return false;
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }
}
