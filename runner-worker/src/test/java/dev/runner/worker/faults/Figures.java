package dev.runner.worker.faults;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How much happened, so that a reader can tell a thorough run from an idle one. */
final class Figures {
    private final Map<String, Integer> counts = new TreeMap<>();

    void add(String name, int count) {
        counts.merge(name, count, Integer::sum);
    }

    void add(Figures others) {
        others.counts.forEach(this::add);
    }

    int get(String name) {
        return counts.getOrDefault(name, 0);
    }

    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
