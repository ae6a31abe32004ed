package dev.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TransitionTest {
    private static final Path DOCUMENT = Path.of("../docs/state-machine.md");

    @Test
    void the_table_is_the_contract() {
        Set<String> moves = Set.of(Transition.values()).stream()
                .map(t -> t.from() + " -> " + t.to())
                .collect(Collectors.toSet());
        assertThat(moves)
                .containsExactlyInAnyOrder(
                        "queued -> running",
                        "queued -> canceled",
                        "queued -> failed",
                        "running -> success",
                        "running -> failed",
                        "running -> timeout",
                        "running -> cancel_requested",
                        "cancel_requested -> canceled",
                        "cancel_requested -> failed",
                        "running -> queued");
    }

    @Test
    void every_state_can_be_reached_and_a_terminal_one_is_never_left() {
        var reached = EnumSet.of(JobStatus.QUEUED);
        boolean grew = true;
        while (grew) {
            grew = false;
            for (var transition : Transition.values()) {
                if (reached.contains(transition.from())) {
                    grew |= reached.add(transition.to());
                }
            }
        }
        assertThat(reached).containsExactlyInAnyOrder(JobStatus.values());
        for (var status : JobStatus.values()) {
            assertThat(Transition.from(status).isEmpty()).isEqualTo(status.isTerminal());
        }
    }

    @Test
    void the_document_is_generated_from_the_table() throws IOException {
        if (Boolean.getBoolean("runner.docs.write")) {
            Files.writeString(DOCUMENT, StateMachineDocument.markdown());
        }
        assertThat(Files.readString(DOCUMENT)).isEqualTo(StateMachineDocument.markdown());
    }
}
