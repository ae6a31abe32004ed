package dev.runner.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code docs/metrics.md}: what each program promises to expose. The programs' own tests hold it against what they do
 * expose, so that dashboards and alerts need only be held against it.
 */
public final class MetricsDocument {
    private static final Path FILE = Path.of("../docs/metrics.md");
    private static final Pattern ROW = Pattern.compile(
            "\\| `([a-z_]+)` \\| (gauge|counter|histogram|summary) \\|(.*?)\\| (api|worker|both) \\| .+ \\|");
    private static final Pattern LABEL = Pattern.compile("[a-z_]+");
    /** The virtual machine's: which there are depends on collector and system, so those named must exist, no more. */
    private static final List<String> FOREIGN = List.of("jvm_", "process_", "system_");

    private record Metric(String type, Set<String> labels, String exposedBy) {}

    private final Map<String, Metric> metrics = new TreeMap<>();

    public MetricsDocument() {
        try {
            Files.readAllLines(FILE).forEach(line -> {
                var row = ROW.matcher(line);
                if (row.matches()) {
                    metrics.put(row.group(1), new Metric(row.group(2), labels(row.group(3)), row.group(4)));
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of the metrics that are ours: name and type of all that this program ("api", "worker") exposes. */
    public Map<String, String> own(String program) {
        return types(program, false);
    }

    /** Of the virtual machine's: those the document names. */
    public Map<String, String> foreign(String program) {
        return types(program, true);
    }

    private Map<String, String> types(String program, boolean foreign) {
        var types = new TreeMap<String, String>();
        metrics.forEach((name, metric) -> {
            if (isForeign(name) == foreign && Set.of(program, "both").contains(metric.exposedBy())) {
                types.put(name, metric.type());
            }
        });
        return types;
    }

    public static boolean isForeign(String name) {
        return FOREIGN.stream().anyMatch(name::startsWith);
    }

    private static Set<String> labels(String cell) {
        return LABEL.matcher(cell).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    /** Every label that some metric has. */
    public Set<String> labels() {
        return metrics.values().stream()
                .flatMap(metric -> metric.labels().stream())
                .collect(Collectors.toSet());
    }

    /** Every name that a query may use. */
    public Set<String> series() {
        var names = new TreeSet<String>();
        metrics.forEach((name, metric) -> {
            switch (metric.type()) {
                case "histogram" ->
                    Stream.of("_bucket", "_sum", "_count", "_max").forEach(suffix -> names.add(name + suffix));
                case "summary" -> Stream.of("_sum", "_count", "_max").forEach(suffix -> names.add(name + suffix));
                default -> names.add(name);
            }
        });
        return names;
    }
}
