package dev.runner.worker.execution;

/**
 * Room for what jobs write, in bytes.
 *
 * @param free what may still be written
 * @param total how large the file system is
 * @param floor what must stay free: with less, nothing new is started
 */
public record DiskSpace(long free, long total, long floor) {}
