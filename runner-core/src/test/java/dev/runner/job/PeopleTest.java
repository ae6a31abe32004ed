package dev.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class PeopleTest {
    private final TestDatabase database;
    private final People people;

    PeopleTest(TestDatabase database) {
        this.database = database;
        this.people = new People(database.dsl());
    }

    @BeforeEach
    void empty() {
        database.clear();
    }

    @Test
    void everybody_who_asked_for_a_job_is_named_once_and_in_order() {
        assertThat(people.names(500)).isEmpty();

        var jobs = new TestJobs(database);
        for (String person : new String[] {"grace", "ada", "grace", "eve", "ada", "grace"}) {
            jobs.queued(person);
        }

        assertThat(people.names(500)).containsExactly("ada", "eve", "grace");
        assertThat(people.names(2)).containsExactly("ada", "eve");
    }
}
