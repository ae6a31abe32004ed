package dev.runner.api.stream;

/** Why a stream is closed. Clients act on the codes, operators look at the labels: neither ever changes. */
enum StreamEnd {
    COMPLETE(1000, "complete", "The log is complete."),
    STOPPING(1001, "stopping", "The server stops. Connect again."),
    BROKEN(1011, "broken", "Something went wrong in the server."),
    FULL(1013, "full", "Too many logs are being watched. Try again later."),
    STALLED(1013, "stalled", "Nothing was taken for too long."),
    SILENT(1013, "silent", "Pings were not answered for too long."),
    UNCHECKED(1013, "unchecked", "The token cannot be checked just now. Try again later."),
    BAD_MESSAGE(4400, "bad_message", "The message is not one this stream understands."),
    UNAUTHENTICATED(4401, "unauthenticated", "The token is missing, not valid, has expired, or was revoked."),
    NO_JOB(4404, "no_job", "There is no such job."),
    NO_START(4408, "no_start", "No start message came in time."),
    TOO_MANY(4429, "too_many", "You are watching too many logs at once."),
    /** Never sent: the client closed it, or it was lost. */
    LEFT(1005, "left", "");

    private final int code;
    private final String label;
    private final String reason;

    StreamEnd(int code, String label, String reason) {
        this.code = code;
        this.label = label;
        this.reason = reason;
    }

    int code() {
        return code;
    }

    String label() {
        return label;
    }

    String reason() {
        return reason;
    }
}
