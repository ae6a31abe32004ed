package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelfProbeTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "0.0.0.0", "localhost"})
    void a_server_lives_while_it_answers_well(String host) throws IOException {
        var status = new AtomicInteger(200);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/healthz", exchange -> {
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        server.start();
        var probe = new SelfProbe(host, server.getAddress().getPort());

        assertThat(probe.answers()).isTrue();
        status.set(500);
        assertThat(probe.answers()).isFalse();
        server.stop(0);
        assertThat(probe.answers()).isFalse();
    }
}
