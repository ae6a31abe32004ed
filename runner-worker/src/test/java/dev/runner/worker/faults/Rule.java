package dev.runner.worker.faults;

/** What must hold whatever breaks. */
enum Rule {
    NO_JOB_LOST("every job that was promised exists"),
    ENDED("every job has ended, and nobody holds it any more"),
    ONE_END("every job has exactly one final event, and it is the one of its status"),
    MOVES("the events of a job follow the transition table and lead to its status"),
    STARTED_ONCE("no attempt was started twice, and none that was never claimed"),
    NO_OVERLAP("no attempt was started while something of an earlier one was alive"),
    ATTEMPTS("claims, attempts and the counter agree, and stay within the maximum"),
    REQUEUE("a job goes back to the queue only with attempts left"),
    EXIT_CODE("exit codes are those of the scripts; success only with 0"),
    KNOWN_END("of an attempt that was started the exit code is known"),
    TIMES("nothing ends before it started"),
    CAP("never more jobs active than allowed"),
    CANCEL_ANSWER("what was answered to a cancel came true"),
    NOTHING_LEFT("no process of a finished job is alive");

    private final String meaning;

    Rule(String meaning) {
        this.meaning = meaning;
    }

    String meaning() {
        return meaning;
    }
}
