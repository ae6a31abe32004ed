package dev.runner.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class ProbeTest {
    @Test
    void tells_a_taken_port_from_a_free_one() throws IOException {
        int port;
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = other.getLocalPort();
            assertThat(Probe.isFree("127.0.0.1", port)).isFalse();
        }
        assertThat(Probe.isFree("127.0.0.1", port)).isTrue();
    }
}
