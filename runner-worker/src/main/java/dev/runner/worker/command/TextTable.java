package dev.runner.worker.command;

import java.util.ArrayList;
import java.util.List;

/** Rows in columns as wide as their widest cell. Cells come from a database and must not steer the terminal. */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... heads) {
        rows.add(List.of(heads));
    }

    void add(String... cells) {
        rows.add(java.util.Arrays.stream(cells).map(TextTable::harmless).toList());
    }

    List<String> lines() {
        int columns = rows.getFirst().size();
        var widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = row.get(i);
            line.append(cell).append(" ".repeat(widths[i] - length(cell) + 2));
        }
        return line.toString().stripTrailing();
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }

    /** The text without anything that would steer a terminal. */
    static String harmless(String cell) {
        return cell.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
    }
}
