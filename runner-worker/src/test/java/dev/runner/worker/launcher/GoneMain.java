package dev.runner.worker.launcher;

/** Says whether a process of this place is gone, as this one sees it: {@code pid start-ticks}. */
final class GoneMain {
    private GoneMain() {}

    public static void main(String[] args) {
        var here = WorkerProcess.current();
        var there = new WorkerProcess(here.place(), Long.parseLong(args[0]), Long.parseLong(args[1]));
        System.out.println("gone: " + there.isGone(here));
    }
}
