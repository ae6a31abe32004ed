package dev.runner.worker.faults;

/** A rule that was broken, and by what. */
record Violation(Rule rule, String detail) {
    @Override
    public String toString() {
        return rule + " (" + rule.meaning() + "): " + detail;
    }
}
