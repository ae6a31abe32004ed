package dev.runner.log;

import org.jspecify.annotations.Nullable;

/**
 * The first line that looks like an error, or that none was found so far.
 *
 * @param hit the word that gave it away
 * @param nextOffset from where to look for the next one, or to go on
 * @param complete whether the log is finished and was read to its end without finding one
 */
public record LogError(LogSearch.@Nullable Hit hit, long nextOffset, boolean complete) {}
