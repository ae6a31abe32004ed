package dev.runner.worker.execution;

/** How a dispatch went. */
public sealed interface Dispatch {
    /** It runs, or has ended already. {@link Provider#ending} tells when. */
    record Started(ProcessIdentity identity) implements Dispatch {}

    /** This attempt was started before, by whomever, or was given up by {@link Provider#find}; nothing was started now. */
    record AlreadyStarted() implements Dispatch {}

    /** Nothing was started, and nothing of the try is left. */
    record Refused(Category category, String detail) implements Dispatch {}

    /** Why nothing was started, in the words of the execution contract. */
    enum Category {
        /** This attempt can never start as it is: a folder that is not allowed, text that cannot be passed on. */
        CONFIG_ERROR,
        /** The system refused: no such folder, disk full, log not writable. */
        CREATE_FAILED,
        /** The system has no process, memory or file to spare just now; the attempt is as good as untried. */
        EXHAUSTED,
        /** This worker cannot start anything any more; others may. It should stop claiming. */
        PROVIDER_UNAVAILABLE
    }
}
