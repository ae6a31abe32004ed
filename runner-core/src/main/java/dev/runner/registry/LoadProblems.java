package dev.runner.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects what is wrong with a file, and knows the line of every place in it. */
final class LoadProblems {
    private final Map<String, Integer> lines = new HashMap<>();
    private final List<String> problems = new ArrayList<>();

    void remember(String place, int line) {
        lines.putIfAbsent(place, line);
    }

    void add(String place, String message) {
        var line = lines.get(place);
        var shown = line == null ? place : place + " (line " + line + ")";
        var problem = (place.isEmpty() ? "the file" : shown) + ": " + message;
        // A key that is read twice, e.g. for the search for duplicates, is reported once.
        if (!problems.contains(problem)) {
            problems.add(problem);
        }
    }

    int size() {
        return problems.size();
    }

    List<String> list() {
        return List.copyOf(problems);
    }
}
