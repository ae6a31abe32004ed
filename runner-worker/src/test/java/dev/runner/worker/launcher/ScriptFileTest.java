package dev.runner.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.registry.LoadOutcome;
import dev.runner.registry.RegistryLoader;
import dev.runner.registry.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptFileTest {
    /** Of "echo 1\\n". */
    private static final String SHA = "c44090c3f318c724c480b810801ef2974b32e2b9ee7ca29ca861cedd6896f798";

    @TempDir
    Path folder;

    private Path repo;

    @BeforeEach
    void a_repo() throws IOException {
        repo = Files.createDirectory(folder.resolve("repo")).toRealPath();
        Files.writeString(repo.resolve("run.sh"), "echo 1\n");
    }

    @Test
    void any_content_will_do_unless_one_is_named() throws IOException {
        assertThat(ScriptFile.fault(script(""), repo)).isEmpty();
        Files.writeString(repo.resolve("run.sh"), "echo 2\n");
        assertThat(ScriptFile.fault(script(""), repo)).isEmpty();
    }

    @Test
    void a_file_that_was_replaced_is_not_the_approved_one() throws IOException {
        Script pinned = script("sha256: \"" + SHA + "\"");
        assertThat(ScriptFile.fault(pinned, repo)).isEmpty();
        Files.writeString(repo.resolve("run.sh"), "echo 2\n");
        assertThat(ScriptFile.fault(pinned, repo))
                .hasValueSatisfying(fault -> assertThat(fault).contains("run.sh is not the one that was approved"));
    }

    @Test
    void a_link_out_of_the_repo_and_a_missing_file_are_refused() throws IOException {
        Files.delete(repo.resolve("run.sh"));
        assertThat(ScriptFile.fault(script(""), repo))
                .hasValueSatisfying(fault -> assertThat(fault).contains("run.sh cannot be read"));
        Path outside = Files.writeString(folder.resolve("outside.sh"), "echo 3\n");
        Files.createSymbolicLink(repo.resolve("run.sh"), outside);
        assertThat(ScriptFile.fault(script(""), repo))
                .hasValueSatisfying(fault -> assertThat(fault).contains("leads out of the repo"));
    }

    private Script script(String line) throws IOException {
        Path file = Files.writeString(folder.resolve("runner.yml"), """
                scripts:
                  - key: a.b
                    label: A
                    description: B
                    command: [sh, ./run.sh]
                    %s
                """.formatted(line));
        return ((LoadOutcome.Loaded) RegistryLoader.load(file))
                .registry()
                .scripts()
                .getFirst();
    }
}
