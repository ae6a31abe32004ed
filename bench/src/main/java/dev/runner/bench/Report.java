package dev.runner.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of a benchmark, each with its target and whether it was met. Not thread-safe. */
public final class Report {
    private static final String ROW = "%-52s %12s %-8s %-14s %s%n";

    private final String title;
    private final List<Figure> figures = new ArrayList<>();

    public Report(String title) {
        this.title = title;
    }

    public void add(String name, double value, String unit, String target, boolean passed) {
        figures.add(new Figure(name, value, unit, target, passed ? "PASS" : "FAIL"));
    }

    /** A figure without a target, to read the others by. */
    public void note(String name, double value, String unit) {
        figures.add(new Figure(name, value, unit, "", ""));
    }

    public void print(PrintStream out) {
        out.printf(Locale.ROOT, "%n%s%n", title);
        out.printf(Locale.ROOT, ROW, "figure", "value", "unit", "target", "");
        for (var figure : figures) {
            out.printf(Locale.ROOT, ROW, figure.name, number(figure.value), figure.unit, figure.target, figure.verdict);
        }
        long missed = missed();
        out.printf(Locale.ROOT, "%s%n", missed == 0 ? "all targets met" : missed + " missed");
    }

    /** For {@code System.exit}: 0 when every target was met. */
    public int exitCode() {
        return missed() == 0 ? 0 : 1;
    }

    private long missed() {
        return figures.stream().filter(f -> f.verdict.equals("FAIL")).count();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.2f" : "%.0f", value);
    }

    private record Figure(String name, double value, String unit, String target, String verdict) {}
}
