package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.AttemptKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The environment of a job, built from nothing: what is not named here, such as the worker's secrets, is not passed. */
final class ChildEnvironment {
    static final String JOB_ID = "RUNNER_JOB_ID";
    static final String ATTEMPT = "RUNNER_ATTEMPT";
    private static final List<String> PASSED_ON = List.of("PATH", "HOME", "CODEX_BIN", "AGENT_RETRIES");
    /** Programs that find no locale take anything beyond ASCII for garbage. */
    private static final Map<String, String> DEFAULTS =
            Map.of("LANG", "C.UTF-8", "PATH", "/usr/local/bin:/usr/bin:/bin");

    private final Map<String, String> base;

    ChildEnvironment(Map<String, String> worker) {
        var variables = new TreeMap<>(DEFAULTS);
        PASSED_ON.forEach(name -> {
            String value = worker.get(name);
            if (value != null) {
                variables.put(name, value);
            }
        });
        this.base = Map.copyOf(variables);
    }

    /** The markers come last: by them whatever the job leaves behind is found. */
    Map<String, String> of(AttemptKey key, Map<String, String> explicit) {
        var variables = new TreeMap<>(base);
        variables.putAll(explicit);
        variables.put(JOB_ID, key.jobId().toString());
        variables.put(ATTEMPT, Integer.toString(key.attempt()));
        return variables;
    }
}
