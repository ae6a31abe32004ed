package dev.runner.log;

/** What asking for a page gives: the page, or that no page can start there. */
public sealed interface PageOutcome {
    /**
     * Whole characters of the redacted stream.
     *
     * @param nextOffset where to go on; {@code offset} when there was nothing to read
     * @param complete whether the log is finished and nothing follows this page
     */
    record Page(long offset, long nextOffset, String content, boolean complete) implements PageOutcome {}

    /** The offset is inside a character; no page this version handed out leads there. */
    record OffsetInsideCharacter(long offset) implements PageOutcome {}
}
