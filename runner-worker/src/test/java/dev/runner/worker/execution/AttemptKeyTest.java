package dev.runner.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttemptKeyTest {
    private static final AttemptKey KEY = new AttemptKey(UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057"), 12);

    @Test
    void is_read_back_from_its_name() {
        assertThat(KEY).hasToString("01890a5d-ac96-774b-bcce-b302099a8057-12");
        assertThat(AttemptKey.parse(KEY.toString())).contains(KEY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "01890a5d-ac96-774b-bcce-b302099a8057",
                "01890a5d-ac96-774b-bcce-b302099a8057-",
                "01890a5d-ac96-774b-bcce-b302099a8057-0",
                "01890a5d-ac96-774b-bcce-b302099a8057-01",
                "01890A5D-ac96-774b-bcce-b302099a8057-1",
                "01890a5d-ac96-774b-bcce-b302099a8057-1/.."
            })
    void nothing_else_is_a_name(String text) {
        assertThat(AttemptKey.parse(text)).isEmpty();
    }

    @Test
    void attempts_are_counted_from_one() {
        assertThatThrownBy(() -> new AttemptKey(KEY.jobId(), 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_launch_has_a_program_and_no_text_that_would_be_cut_off() {
        Path here = Path.of("/");
        assertThatThrownBy(() -> new Launch(KEY, List.of(), here, Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Launch(KEY, List.of("ls", "a\0b"), here, Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Launch(KEY, List.of("ls"), here, Map.of("A=B", "c")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
