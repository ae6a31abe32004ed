package dev.runner.worker.faults;

/** The faults that are tried, each on an installation of its own. */
enum Scenario {
    WORKER_KILLED("kill -9 of the worker at random moments, again and again", WorkerFaults::killedAgainAndAgain),
    CROWD_KILLED("kill -9 of the worker while more than 100 jobs run", WorkerFaults::killedAmongMany),
    ENDED_MEANWHILE("jobs end while no worker is there", WorkerFaults::jobsEndMeanwhile),
    SHIM_KILLED("kill -9 of the worker and of the shims", WorkerFaults::killedWithTheShims),
    JAVA_REPLACED("Java is replaced under the running worker", WorkerFaults::javaReplaced),
    DATABASE_KILLED("kill -9 and restart of PostgreSQL", DatabaseFaults::killedAndStartedAgain),
    WIRE("cut, closed, stalled connections and lost answers", WireFaults::badWire),
    ENQUEUE("answers to creates are lost", WireFaults::lostCreates),
    EXCLUSIVE_PAIR("kill -9 of the launcher, a standby takes over", PairFaults::launcherKilled),
    SHARED_PAIR("kill -9 of one of two workers that share the queue", PairFaults::oneOfTwoKilled),
    FROZEN("SIGSTOP of a worker for longer than its lease", FreezeFaults::frozenBesideAnother),
    FROZEN_LAUNCHER("SIGSTOP of the launcher until a standby has its lock", FreezeFaults::frozenLauncher),
    FROZEN_ALONE("SIGSTOP of the only worker for longer than its lease", FreezeFaults::frozenAlone),
    PARTITION("a worker of another host loses its way to the database", PartitionFaults::cutOff),
    DISK_FULL("the disk of the logs is full, and freed again", DiskFaults::fullAndFreed),
    CANCELS("cancels race with claim, end and adoption", CancelFaults::races);

    /** What is done in one. */
    interface Play {
        void run(Trial trial) throws Exception;
    }

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // static methods, which hold nothing
    private final Play play;

    Scenario(String title, Play play) {
        this.title = title;
        this.play = play;
    }

    String title() {
        return title;
    }

    void run(Trial trial) throws Exception {
        play.run(trial);
    }
}
