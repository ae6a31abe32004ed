package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.worker.execution.Dispatch.Category;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With what Java 25 really says, as it was seen when the cause was brought about. */
class SpawnFailureTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Cannot run program \"/bin/x\": posix_spawn failed, error: 11 (Resource temporarily unavailable) | EXHAUSTED",
                "Cannot run program \"/bin/x\": posix_spawn failed, error: 12 (Cannot allocate memory)            | EXHAUSTED",
                "Cannot run program \"/bin/x\" (in directory \"/x\"): error=11, Resource temporarily unavailable  | EXHAUSTED",
                "Cannot run program \"/bin/x\": error=24, Too many open files                                     | EXHAUSTED",
                "/srv/logs/.control/x: Too many open files                                                        | EXHAUSTED",
                "cannot open /srv/logs/x.log: too many open files                                                 | EXHAUSTED",
                "Cannot run program \"/bin/x\": posix_spawn failed, error: 2 (No such file or directory) | PROVIDER_UNAVAILABLE",
                "Cannot run program \"/bin/x\": posix_spawn failed, error: 13 (Permission denied)        | PROVIDER_UNAVAILABLE",
                "Cannot run program \"/bin/x\": Failed to exec spawn helper: pid: 42, exit code: 1       | PROVIDER_UNAVAILABLE",
                "Cannot run program \"/bin/x\" (in directory \"/x\"): error=2, No such file or directory | CREATE_FAILED",
                "cannot open /srv/logs/x.log: no space left on device                                    | CREATE_FAILED"
            })
    void tells_a_passing_shortage_from_a_lost_installation_from_a_refusal(String message, Category category) {
        var failure = SpawnFailure.of(new IOException(message + "\nPossible reasons:\n  - Spawn helper ran into"));

        assertThat(failure.category()).isEqualTo(category);
        assertThat(failure.detail()).isEqualTo(message);
    }
}
