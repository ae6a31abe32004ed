package dev.runner.metrics;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** As much of a Prometheus query as it takes to tell which metrics and labels it asks for. */
record Query(String text) {
    private static final Pattern STRING = Pattern.compile("\"[^\"]*\"");
    private static final Pattern RANGE = Pattern.compile("\\[[^\\]]*\\]");
    private static final Pattern MATCHERS = Pattern.compile("\\{([^}]*)\\}");
    private static final Pattern GROUPING =
            Pattern.compile("\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\(([^)]*)\\)");
    /** What Grafana resolves itself: the labels of a metric. */
    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((\\w+), (\\w+)\\)");

    private static final Pattern WORD = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*(?!\\w)(?!\\s*\\()");
    private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool", "offset");

    Set<String> metrics() {
        String rest = LABEL_VALUES.matcher(text).replaceAll("$1");
        for (Pattern noise : new Pattern[] {STRING, RANGE, MATCHERS, GROUPING}) {
            rest = noise.matcher(rest).replaceAll(" ");
        }
        // An aggregation may be written sum by (x) (…): without its grouping it stands before a parenthesis again.
        Set<String> names = words(rest);
        names.removeAll(OPERATORS);
        return names;
    }

    Set<String> labels() {
        var labels = new TreeSet<String>();
        String plain = STRING.matcher(text).replaceAll("");
        for (Pattern place : new Pattern[] {MATCHERS, GROUPING}) {
            Matcher found = place.matcher(plain);
            while (found.find()) {
                labels.addAll(words(found.group(1)));
            }
        }
        LABEL_VALUES.matcher(text).results().forEach(found -> labels.add(found.group(2)));
        return labels;
    }

    private static Set<String> words(String text) {
        var words = new TreeSet<String>();
        WORD.matcher(text).results().forEach(word -> words.add(word.group()));
        return words;
    }
}
