package dev.runner.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WorkerProcessTest {
    private static final WorkerProcess HERE = WorkerProcess.current();
    private static final String MACHINE = "0123456789abcdef0123456789abcdef";

    @Test
    void one_that_lives_is_not_gone_and_another_with_its_pid_is_not_it() {
        assertThat(HERE.isGone(HERE)).isFalse();
        assertThat(new WorkerProcess(HERE.place(), HERE.pid(), HERE.startTicks() + 1).isGone(HERE))
                .isTrue();
    }

    @Test
    void one_that_has_ended_is_gone() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        assertThat(new WorkerProcess(HERE.place(), ended.pid(), 1).isGone(HERE)).isTrue();
    }

    @Test
    void an_earlier_boot_is_gone_only_if_it_was_this_machines() {
        var here = new WorkerProcess("boot-2 pid:[1] " + MACHINE, 1, 1);
        assertThat(new WorkerProcess("boot-1 pid:[1] " + MACHINE, 1, 1).isGone(here))
                .isTrue();
        assertThat(new WorkerProcess("boot-1 pid:[1] " + MACHINE.replace('0', '1'), 1, 1).isGone(here))
                .as("another machine of the same name")
                .isFalse();
        assertThat(new WorkerProcess("boot-1 pid:[1] -", 1, 1).isGone(here)).isFalse();
        assertThat(new WorkerProcess("boot-1 pid:[1]", 1, 1).isGone(here)).isFalse();
        var unknown = new WorkerProcess("boot-2 pid:[1] -", 1, 1);
        assertThat(new WorkerProcess("boot-1 pid:[1] -", 1, 1).isGone(unknown)).isFalse();
    }

    @Test
    void of_another_namespace_nothing_is_known() {
        String place = HERE.place().replaceFirst("pid:\\[\\d+\\]", "pid:[1]");
        assertThat(new WorkerProcess(place, HERE.pid(), HERE.startTicks() + 1).isGone(HERE))
                .isFalse();
    }

    @Test
    void a_neighbour_that_cannot_be_seen_is_not_taken_for_dead() throws Exception {
        // As with ProtectProc=invisible, for a worker whose process lets nobody look into it.
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String question = "%s --enable-native-access=ALL-UNNAMED -cp %s:%s %s %d %d"
                .formatted(
                        java,
                        Path.of("target/classes").toAbsolutePath(),
                        Path.of("target/test-classes").toAbsolutePath(),
                        GoneMain.class.getName(),
                        HERE.pid(),
                        HERE.startTicks());
        String asNobody = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
        String hidden = "mount -t proc -o hidepid=2 proc /proc && ! %sls -d /proc/%d 2>/dev/null && "
                .formatted(asNobody, HERE.pid());
        assumeTrue(
                run("unshare", "--mount", "sh", "-c", hidden + asNobody + java + " -version")
                        .ok(),
                "no namespace may be made here, or others cannot read this build");

        Answer answer = run("unshare", "--mount", "sh", "-c", hidden + asNobody + question);

        assertThat(answer.text()).contains("gone: false");
    }

    private record Answer(boolean ok, String text) {}

    private static Answer run(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Answer(process.waitFor() == 0, text);
        } catch (IOException e) {
            return new Answer(false, e.toString());
        }
    }
}
