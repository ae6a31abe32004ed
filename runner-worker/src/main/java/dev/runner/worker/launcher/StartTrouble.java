package dev.runner.worker.launcher;

/** Is told when starting jobs fails for reasons that have nothing to do with the job. */
interface StartTrouble {
    /** Nothing can be started here any more; starting the worker anew may help. */
    void lost(String reason);

    /** The machine has nothing to spare for another process just now. */
    void exhausted(String reason);
}
