package dev.runner.log;

/**
 * Whole characters of the redacted stream, and where they stand.
 *
 * @param row and {@code line}: those of the first byte, from 0
 * @param column bytes of that row before it
 */
public record LogPiece(long offset, long nextOffset, long row, long line, int column, String content) {}
