package dev.runner.registry;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All scripts that may run, in the order of the file, which is the order people see. Immutable. */
public final class Registry {
    private final Map<String, Script> scripts;

    private Registry(Map<String, Script> scripts) {
        this.scripts = scripts;
    }

    /** A registry of these scripts; two with one key are a programming error, the loader reports them earlier. */
    public static Registry of(List<Script> scripts) {
        var byKey = new LinkedHashMap<String, Script>();
        for (var script : scripts) {
            if (byKey.put(script.key(), script) != null) {
                throw new IllegalArgumentException("two scripts have the key " + script.key());
            }
        }
        return new Registry(Collections.unmodifiableMap(byKey));
    }

    public List<Script> scripts() {
        return List.copyOf(scripts.values());
    }

    /** The script of this exact key; empty means it is not on the whitelist and must not run. */
    public Optional<Script> find(String key) {
        return Optional.ofNullable(scripts.get(key));
    }
}
