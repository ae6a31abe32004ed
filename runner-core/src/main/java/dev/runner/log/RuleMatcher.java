package dev.runner.log;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds all patterns of a set of rules at once: the Aho-Corasick automaton, unrolled to one table look-up per byte.
 * The depth of a node is how many of the last bytes may still become a match, which is what must be held back.
 * Immutable.
 */
final class RuleMatcher {
    static final int ROOT = 0;
    private static final Rule[] NONE = {};

    private final short[] classOf = new short[256];
    private final int classes;
    private final int[] next;
    private final int[] depth;
    private final Rule[][] found;

    RuleMatcher(List<Rule> rules, boolean ignoreCase) {
        classes = classify(rules, ignoreCase);
        var children = new ArrayList<int[]>();
        var depths = new ArrayList<Integer>();
        var ends = new ArrayList<List<Rule>>();
        children.add(emptyRow());
        depths.add(0);
        ends.add(new ArrayList<>());
        for (var rule : rules) {
            int node = ROOT;
            for (byte b : rule.pattern()) {
                int c = classOf[b & 0xff];
                int child = children.get(node)[c];
                if (child < 0) {
                    child = children.size();
                    children.get(node)[c] = child;
                    children.add(emptyRow());
                    depths.add(depths.get(node) + 1);
                    ends.add(new ArrayList<>());
                }
                node = child;
            }
            ends.get(node).add(rule);
        }
        link(children, ends);
        next = new int[children.size() * classes];
        depth = new int[children.size()];
        found = new Rule[children.size()][];
        for (int node = 0; node < children.size(); node++) {
            System.arraycopy(children.get(node), 0, next, node * classes, classes);
            depth[node] = depths.get(node);
            found[node] = ends.get(node).isEmpty() ? NONE : ends.get(node).toArray(NONE);
        }
    }

    int next(int node, int b) {
        return next[node * classes + classOf[b]];
    }

    int depth(int node) {
        return depth[node];
    }

    Rule[] found(int node) {
        return found[node];
    }

    /** Bytes no pattern uses share class 0; that keeps the table small enough for the processor's cache. */
    private int classify(List<Rule> rules, boolean ignoreCase) {
        var used = new boolean[256];
        for (var rule : rules) {
            for (byte b : rule.pattern()) {
                used[b & 0xff] = true;
            }
        }
        int count = 1;
        for (int b = 0; b < 256; b++) {
            if (used[b]) {
                classOf[b] = (short) count++;
            }
        }
        if (ignoreCase) {
            for (int b = 'A'; b <= 'Z'; b++) {
                classOf[b] = classOf[ByteClasses.fold(b)];
            }
        }
        return count;
    }

    private int[] emptyRow() {
        var row = new int[classes];
        Arrays.fill(row, -1);
        return row;
    }

    private void link(List<int[]> children, List<List<Rule>> ends) {
        var fail = new int[children.size()];
        var queue = new ArrayDeque<Integer>();
        for (int c = 0; c < classes; c++) {
            int child = children.get(ROOT)[c];
            if (child < 0) {
                children.get(ROOT)[c] = ROOT;
            } else {
                queue.add(child);
            }
        }
        while (!queue.isEmpty()) {
            int node = queue.remove();
            int[] row = children.get(node);
            int[] failRow = children.get(fail[node]);
            ends.get(node).addAll(ends.get(fail[node]));
            for (int c = 0; c < classes; c++) {
                if (row[c] < 0) {
                    row[c] = failRow[c];
                } else {
                    fail[row[c]] = failRow[c];
                    queue.add(row[c]);
                }
            }
        }
    }
}
