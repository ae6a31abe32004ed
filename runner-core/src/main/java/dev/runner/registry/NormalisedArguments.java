package dev.runner.registry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Arguments that passed {@link Script#validate}, defaults filled in. Only the validator makes them, so holding one is
 * the proof that the values are allowed for that script. Immutable.
 */
public final class NormalisedArguments {
    private final String scriptKey;
    private final Map<String, ArgumentValue> values;
    private final Map<String, ArgumentValue> withoutDefaults;

    private NormalisedArguments(
            String scriptKey, Map<String, ArgumentValue> values, Map<String, ArgumentValue> withoutDefaults) {
        this.scriptKey = scriptKey;
        this.values = Collections.unmodifiableMap(values);
        this.withoutDefaults = Collections.unmodifiableMap(withoutDefaults);
    }

    static NormalisedArguments of(Script script, Map<String, ArgumentValue> given) {
        var values = new LinkedHashMap<String, ArgumentValue>();
        var withoutDefaults = new TreeMap<String, ArgumentValue>();
        for (var argument : script.arguments()) {
            var preset = argument.defaultValue();
            var value = Optional.ofNullable(given.get(argument.name())).or(() -> preset);
            value.ifPresent(v -> values.put(argument.name(), v));
            value.filter(v -> !preset.equals(Optional.of(v))).ifPresent(v -> withoutDefaults.put(argument.name(), v));
        }
        return new NormalisedArguments(script.key(), values, withoutDefaults);
    }

    public String scriptKey() {
        return scriptKey;
    }

    /** Every value of the run, in the order of declaration; an optional argument that was left out is missing. */
    public Map<String, ArgumentValue> values() {
        return values;
    }

    public Optional<ArgumentValue> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Only what differs from the defaults, sorted by name: the form that is hashed. */
    public Map<String, ArgumentValue> withoutDefaults() {
        return withoutDefaults;
    }

    /**
     * Every value as JSON, fit to be stored with the job: with the defaults written out, a later change of a default
     * does not change what a waiting job will do. Passes {@link Script#validate} again.
     */
    public ObjectNode toJson() {
        return toJson(values);
    }

    static ObjectNode toJson(Map<String, ArgumentValue> values) {
        var object = JsonNodeFactory.instance.objectNode();
        values.forEach((name, value) -> object.set(name, value.toJson()));
        return object;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NormalisedArguments that
                && scriptKey.equals(that.scriptKey)
                && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return 31 * scriptKey.hashCode() + values.hashCode();
    }

    @Override
    public String toString() {
        return scriptKey + " " + values.keySet(); // values may be anything a person typed; they stay out of logs
    }
}
