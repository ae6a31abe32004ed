package dev.runner.worker;

import dev.runner.startup.OwnProcess;
import dev.runner.worker.command.RootCommand;

/** Starts the worker's command line. */
public final class WorkerMain {
    private WorkerMain() {}

    public static void main(String[] args) {
        OwnProcess.hide();
        System.exit(RootCommand.commandLine(System.getenv()).execute(args));
    }
}
