package dev.runner.worker;

/** Starts the worker. */
public final class WorkerMain {
    private WorkerMain() {}

    public static void main(String[] args) {}
}
