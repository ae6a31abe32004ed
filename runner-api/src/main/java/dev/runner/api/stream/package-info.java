/**
 * Logs watched live over WebSocket: the same redacted stream as the pages, sent as it grows.
 *
 * <p>No stream has a thread of its own. One thread looks which files have grown and asks the database for all watched
 * jobs at once; a stream that has something to say does so on a virtual thread and waits for nobody: the next frame is
 * read when the one before was taken. It must not know how tokens are checked nor how logs are redacted. Start reading at
 * {@link dev.runner.api.stream.LogStreams} and {@code LogStream}; docs/logs.md tells the protocol.
 */
@NullMarked
package dev.runner.api.stream;

import org.jspecify.annotations.NullMarked;
