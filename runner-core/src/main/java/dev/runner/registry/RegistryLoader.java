package dev.runner.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the whitelist file. A file with any problem yields no registry at all: half a whitelist would hide the mistake
 * until somebody misses a script.
 */
public final class RegistryLoader {
    private RegistryLoader() {}

    public static LoadOutcome load(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            return new LoadOutcome.Rejected(List.of(file + ": no such file"));
        } catch (CharacterCodingException e) {
            return new LoadOutcome.Rejected(List.of(file + ": is not UTF-8"));
        } catch (IOException e) {
            return new LoadOutcome.Rejected(List.of(file + ": cannot be read: " + e.getMessage()));
        }
    }

    public static LoadOutcome parse(String yaml) {
        var problems = new LoadProblems();
        var tree = YamlTree.read(yaml, problems);
        if (tree.isEmpty()) {
            return new LoadOutcome.Rejected(problems.list());
        }
        var scripts = readScripts(tree.get(), problems);
        return problems.list().isEmpty()
                ? new LoadOutcome.Loaded(Registry.of(scripts))
                : new LoadOutcome.Rejected(problems.list());
    }

    private static List<Script> readScripts(JsonNode tree, LoadProblems problems) {
        var scripts = new ArrayList<Script>();
        var root = YamlObject.of("", tree, problems);
        if (root.isEmpty()) {
            return scripts;
        }
        root.get().allowOnly("scripts");
        if (!(root.get().node("scripts") instanceof ArrayNode list) || list.isEmpty()) {
            problems.add("scripts", "must be a list of at least one script");
            return scripts;
        }
        Map<String, String> places = new HashMap<>();
        for (int i = 0; i < list.size(); i++) {
            var place = "scripts[" + i + "]";
            YamlObject.of(place, list.get(i), problems).ifPresent(object -> {
                object.optionalText("key").ifPresent(key -> {
                    var first = places.putIfAbsent(key, place);
                    if (first != null) {
                        problems.add(place + ".key", key + " is already the key of " + first);
                    }
                });
                ScriptReader.read(object, problems).ifPresent(scripts::add);
            });
        }
        return scripts;
    }
}
