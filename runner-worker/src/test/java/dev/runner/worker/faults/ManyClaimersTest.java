package dev.runner.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.db.Databases;
import dev.runner.job.Job;
import dev.runner.queue.ClaimedJob;
import dev.runner.queue.JobClaims;
import dev.runner.queue.JobLeases;
import dev.runner.testing.Parallel;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** More workers than anybody has, all after the same job. */
@ExtendWith(PostgresExtension.class)
class ManyClaimersTest {
    private static final int CLAIMERS = 200;
    private static final int ROUNDS = 5;

    private final TestDatabase database;

    ManyClaimersTest(TestDatabase database) {
        this.database = database;
    }

    @Test
    void two_hundred_claimers_of_one_job_are_one_claim() {
        var jobs = new TestJobs(database);
        try (var pool = database.newPool(64, "claimers")) {
            var claims = new JobClaims(Databases.dsl(pool), JobLeases.DEFAULT_LEASE);
            for (int round = 0; round < ROUNDS; round++) {
                Job job = jobs.queued("ada");
                List<ClaimedJob> claimed =
                        Parallel.run(CLAIMERS, i -> () -> claims.claim("worker-" + i, 1, List.of("default"), Map.of()))
                                .stream()
                                .flatMap(List::stream)
                                .toList();
                assertThat(claimed).singleElement().satisfies(one -> {
                    assertThat(one.job().id()).isEqualTo(job.id());
                    assertThat(one.lease().attempt()).isEqualTo(1);
                });
            }
        }
    }
}
