package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LocalProcessTest {
    private Process process;
    private LocalProcess known;

    @BeforeEach
    void a_process_that_leads_a_group() throws IOException {
        process = new ProcessBuilder("setsid", "sleep", "1000").start();
        TestWorkspace.await(() -> ProcStat.read(process.pid())
                .filter(stat -> stat.group() == process.pid())
                .isPresent());
        known = LocalProcess.of(ProcStat.read(process.pid()).orElseThrow());
    }

    @AfterEach
    void it_is_ended() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Test
    void a_later_process_with_the_same_pid_is_neither_taken_for_it_nor_signalled() {
        var earlier = new LocalProcess(known.pid(), known.startTicks() - 1);

        assertThat(earlier.isAlive()).isFalse();
        assertThat(earlier.signal(Libc.KILL)).isFalse();
        assertThat(earlier.signalGroup(Libc.KILL)).isFalse();
        assertThat(Kinship.groupOf(earlier)).isEmpty();
        assertThat(Kinship.familyOf(earlier)).isEmpty();
        assertThat(known.isAlive()).isTrue();
    }

    @Test
    void the_right_one_is_signalled_with_its_group() throws InterruptedException {
        assertThat(known.groupHasMembers()).isTrue();
        assertThat(known.signalGroup(Libc.TERM)).isTrue();

        assertThat(process.waitFor()).isEqualTo(143);
        assertThat(known.isAlive()).isFalse();
        assertThat(known.groupHasMembers()).isFalse();
    }

    @Test
    void a_member_of_a_group_is_not_its_leader() throws IOException, InterruptedException {
        Process member = new ProcessBuilder("sleep", "1000").start();
        try {
            var unled = LocalProcess.of(ProcStat.read(member.pid()).orElseThrow());
            assertThat(unled.signalGroup(Libc.KILL)).isFalse();
            assertThat(member.isAlive()).isTrue();
        } finally {
            member.destroyForcibly().waitFor();
        }
    }

    @Test
    void everybody_and_oneself_are_never_signalled() {
        for (long pid : new long[] {0, 1, -1}) {
            assertThatThrownBy(() -> Libc.kill(pid, Libc.PROBE)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void names_of_programs_do_not_confuse_the_reading_of_their_state() {
        String fields = "1 17 17 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 1 0 987 0 0";

        ProcStat stat = ProcStat.parse("17 (a) R 1 (b) S " + fields);

        assertThat(stat).isEqualTo(new ProcStat(17, 'S', 1, 17, 4194304, 987));
    }

    @Test
    void markers_are_whole_entries() {
        assertThat(MarkedProcesses.contains(bytes("A=1\0B=2\0"), bytes("B=2"))).isTrue();
        assertThat(MarkedProcesses.contains(bytes("A=1\0B=2"), bytes("B=2"))).isTrue();
        assertThat(MarkedProcesses.contains(bytes("A=1\0B=22\0"), bytes("B=2"))).isFalse();
        assertThat(MarkedProcesses.contains(bytes("AB=2\0\0"), bytes("B=2"))).isFalse();
        assertThat(MarkedProcesses.contains(bytes(""), bytes("B=2"))).isFalse();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
